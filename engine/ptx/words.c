/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/words.h"

#include <string.h>

enum field {
    FIELD_ROUNDING,
    FIELD_MODS,
    FIELD_SUB,
    FIELD_CMP,
    FIELD_BOOL,
    FIELD_SPACE,
    FIELD_SCOPE,
    FIELD_VEC,
    FIELD_NOTHING
};

static const struct {
    const char *group, *text;
    enum field field;
    int value;
} rows[] = {
#define WORD(group, field, value, text) { #group, text, FIELD_##field, value },
#include "ptx/mods.def"
#undef WORD
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };
_Static_assert((int)ROW_COUNT <= (int)WORDS_MAX, "struct words is too small");

/* The sets of ops.def that a type belongs to, besides its own name. */
static const char *const sets[TYPE_COUNT][2] = {
    [TYPE_B8] = { "bits8", NULL },     [TYPE_U8] = { "int8", NULL },
    [TYPE_S8] = { "int8", NULL },      [TYPE_B16] = { "bits", NULL },
    [TYPE_U16] = { "int16", NULL },    [TYPE_S16] = { "int16", "sint" },
    [TYPE_F16] = { "half", NULL },     [TYPE_BF16] = { "half", NULL },
    [TYPE_B32] = { "bits", "bits32" }, [TYPE_U32] = { "int32", NULL },
    [TYPE_S32] = { "int32", "sint" },  [TYPE_F16X2] = { "half", NULL },
    [TYPE_BF16X2] = { "half", NULL },  [TYPE_B64] = { "bits", "bits32" },
    [TYPE_U64] = { "int64", NULL },    [TYPE_S64] = { "int64", "sint" },
};

/* The place of a word in a list of words; -1 if it is not there. */
static int find_in_list(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *c = list; (c = strstr(c, word)); c += n)
        if ((c == list || c[-1] == ' ') && (c[n] == ' ' || c[n] == '\0'))
            return (int)(c - list);
    return -1;
}

static bool takes_type(enum op op, enum type t)
{
    const char *list = op_table[op].types;

    if (find_in_list(list, type_text(t)) >= 0)
        return true;
    for (int i = 0; i < 2; i++)
        if (sets[t][i] && find_in_list(list, sets[t][i]) >= 0)
            return true;
    return false;
}

static unsigned bucket_of(const char *s, size_t n)
{
    unsigned h = (unsigned)n;

    for (size_t i = 0; i < n; i++)
        h = h * 31 + (unsigned char)s[i];
    return h % WORDS_BUCKETS;
}

void words_init(struct words *w)
{
    memset(w, 0, sizeof *w);
    for (int i = OP_UNSUPPORTED + 1; i < OP_COUNT; i++) {
        const char *text = op_table[i].text;
        unsigned b = bucket_of(text, strlen(text));

        w->op_next[i] = w->op_bucket[b];
        w->op_bucket[b] = (short)(i + 1);
    }
    for (int i = 0; i < ROW_COUNT; i++) {
        unsigned b = bucket_of(rows[i].text, strlen(rows[i].text));

        w->word_next[i] = w->word_bucket[b];
        w->word_bucket[b] = (short)(i + 1);
    }
}

enum op words_op(const struct words *w, struct text text)
{
    int i = w->op_bucket[bucket_of(text.at, text.size)];

    for (; i; i = w->op_next[i - 1])
        if (text_is(text, op_table[i - 1].text))
            return (enum op)(i - 1);
    return OP_UNSUPPORTED;
}

enum type words_type(struct text word)
{
    for (enum type t = TYPE_PRED; t < TYPE_COUNT; t++)
        if (text_is(word, type_text(t)))
            return t;
    return TYPE_NONE;
}

static void set_field(struct inst *in, enum field field, int value)
{
    switch (field) {
    case FIELD_ROUNDING:
        in->rounding = (enum rounding)value;
        break;
    case FIELD_MODS:
        in->mods |= (uint32_t)value;
        break;
    case FIELD_SUB:
        if (in->sub != SUB_WARP) /* bar.warp.sync stays what it is */
            in->sub = (enum sub)value;
        break;
    case FIELD_CMP:
        in->cmp = (enum cmp)value;
        break;
    case FIELD_BOOL:
        in->bool_op = (enum bool_op)value;
        break;
    case FIELD_SPACE:
        if (!in->space) /* cp.async names two: the first is where to */
            in->space = (enum space)value;
        break;
    case FIELD_SCOPE:
        in->scope = (enum scope)value;
        break;
    case FIELD_VEC:
        in->vec = value;
        break;
    case FIELD_NOTHING:
        break;
    }
}

static bool apply_type(struct inst *in, enum type t)
{
    bool two = strchr(op_table[in->op].operands, 'b') != NULL;

    if (in->op >= OP_VADD && in->op <= OP_VSET && takes_type(in->op, t)) {
        enum type *const to = !in->type    ? &in->type
                              : !in->type2 ? &in->type2
                                           : &in->video.type;

        if (*to)
            return false;
        *to = t;
        return true;
    }
    if (in->type == t && find_in_list(op_table[in->op].types, "thrice") >= 0) {
        in->type2 = t;
        return true;
    }
    if (!takes_type(in->op, t) || (in->type && (!two || in->type2)))
        return false;
    if (in->type)
        in->type2 = t;
    else
        in->type = t;
    return true;
}

bool words_apply(const struct words *w, struct inst *in, struct text word)
{
    enum type t = words_type(word);
    int i = w->word_bucket[bucket_of(word.at, word.size)];
    int best = -1, best_place = 0;

    if (t)
        return apply_type(in, t);
    for (; i; i = w->word_next[i - 1]) {
        int place;

        if (!text_is(word, rows[i - 1].text))
            continue;
        place = find_in_list(op_table[in->op].words, rows[i - 1].group);
        if (place >= 0 && (best < 0 || place < best_place)) {
            best = i - 1;
            best_place = place;
        }
    }
    if (best >= 0)
        set_field(in, rows[best].field, rows[best].value);
    return best >= 0;
}

bool words_types_complete(const struct inst *in)
{
    const struct op_info *op = &op_table[in->op];

    if (strchr(op->operands, 'b'))
        return in->type2 != TYPE_NONE;
    return !*op->types || *op->operands == '*' || in->type != TYPE_NONE;
}

/* True if the instruction's field says what the row's word does. */
static bool says(const struct inst *in, enum field field, int value)
{
    const uint32_t both = MOD_ACQUIRE | MOD_RELEASE;

    switch (field) {
    case FIELD_ROUNDING:
        return (int)in->rounding == value;
    case FIELD_MODS: /* .acq_rel is two bits, and one word */
        return value &&
               (in->mods & ((uint32_t)value & both ? both : (uint32_t)value)) ==
                   (uint32_t)value;
    case FIELD_SUB:
        return (int)in->sub == value;
    case FIELD_CMP:
        return (int)in->cmp == value;
    case FIELD_BOOL:
        return (int)in->bool_op == value;
    case FIELD_SPACE:
        return (int)in->space == value;
    case FIELD_SCOPE:
        return (int)in->scope == value;
    case FIELD_VEC:
        return in->vec == value;
    case FIELD_NOTHING:
        break;
    }
    return false;
}

void words_print(const struct inst *in, struct buf *out)
{
    const struct op_info *op = &op_table[in->op];

    buf_str(out, op->text);
    for (int i = 0; i < ROW_COUNT; i++) {
        bool again = i && rows[i].field == rows[i - 1].field &&
                     rows[i].value == rows[i - 1].value; /* a synonym */

        if (!again && says(in, rows[i].field, rows[i].value) &&
            find_in_list(op->words, rows[i].group) >= 0)
            buf_printf(out, ".%s", rows[i].text);
    }
    if (in->type)
        buf_printf(out, ".%s", type_text(in->type));
    if (in->type2)
        buf_printf(out, ".%s", type_text(in->type2));
    if (in->video.type)
        buf_printf(out, ".%s", type_text(in->video.type));
}
