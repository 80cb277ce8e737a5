/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/code.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"

static const char *const keywords[] = {
    "auto",      "break",   "case",      "catch",    "class",   "const",
    "continue",  "default", "delete",    "do",       "else",    "enum",
    "extern",    "false",   "for",       "goto",     "if",      "inline",
    "namespace", "new",     "nullptr",   "operator", "private", "public",
    "return",    "sizeof",  "static",    "struct",   "switch",  "template",
    "true",      "try",     "typedef",   "typename", "union",   "using",
    "volatile",  "while",   "constexpr",
};

static const char *const types[] = {
    "bool",         "char",        "double",   "float",    "int",
    "long",         "short",       "signed",   "unsigned", "void",
    "size_t",       "int8_t",      "int16_t",  "int32_t",  "int64_t",
    "uint8_t",      "uint16_t",    "uint32_t", "uint64_t", "float2",
    "float3",       "float4",      "int2",     "int4",     "double2",
    "uint4",        "dim3",        "half",     "half2",    "cudaError_t",
    "cudaStream_t", "cudaEvent_t",
};

static const char *const cuda_words[] = {
    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize",
};

static bool among(const char *const *list, size_t n, struct text word)
{
    for (size_t i = 0; i < n; i++)
        if (text_is(word, list[i]))
            return true;
    return false;
}
#define AMONG(list, word) among(list, sizeof(list) / sizeof *(list), word)

static enum style word_style(struct text w)
{
    if (AMONG(keywords, w))
        return STYLE_KEYWORD;
    if (AMONG(types, w))
        return STYLE_TYPE;
    if (AMONG(cuda_words, w) || (w.size > 2 && !memcmp(w.at, "__", 2)))
        return STYLE_CUDA;
    return STYLE_PLAIN;
}

static bool starts(struct text t, size_t at, const char *s)
{
    size_t n = strlen(s);

    return t.size - at >= n && !memcmp(t.at + at, s, n);
}

/* The end of a quoted text that starts at `at`. */
static size_t quoted_end(struct text t, size_t at)
{
    char quote = t.at[at++];

    while (at < t.size && t.at[at] != quote)
        at += t.at[at] == '\\' && at + 1 < t.size ? 2 : 1;
    return at < t.size ? at + 1 : t.size;
}

static size_t comment_end(struct code_state *s, struct text t, size_t at)
{
    for (; at < t.size; at++)
        if (starts(t, at, "*/")) {
            s->in_comment = false;
            return at + 2;
        }
    return t.size;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_end(struct text t, size_t at)
{
    bool number = isdigit((unsigned char)t.at[at]) != 0;

    while (at < t.size && (in_word(t.at[at]) || (number && t.at[at] == '.')))
        at++;
    return at;
}

/* The end of the token at `at`, and its style. */
static size_t token(struct code_state *s, struct text t, size_t at,
                    enum style *style)
{
    char c = t.at[at];
    size_t end;

    *style = STYLE_COMMENT;
    if (s->in_comment)
        return comment_end(s, t, at);
    if (starts(t, at, "//"))
        return t.size;
    if (starts(t, at, "/*")) {
        s->in_comment = true;
        return comment_end(s, t, at + 2);
    }
    *style = STYLE_STRING;
    if (c == '"' || c == '\'')
        return quoted_end(t, at);
    *style = STYLE_CUDA;
    if (starts(t, at, "<<<") || starts(t, at, ">>>"))
        return at + 3;
    *style = STYLE_KEYWORD;
    if (c == '#') {
        for (end = at + 1; end < t.size && in_word(t.at[end]); end++)
            ;
        return end;
    }
    *style = STYLE_PLAIN;
    if (!in_word(c))
        return at + 1;
    end = word_end(t, at);
    *style = isdigit((unsigned char)c)
                 ? STYLE_NUMBER
                 : word_style((struct text){ t.at + at, end - at });
    return end;
}

void code_line(struct arena *a, struct code_state *s, struct text line,
               bool ascii, struct cells *out)
{
    int start = out->count;
    enum style style;

    for (size_t at = 0, end; at < line.size; at = end) {
        if (line.at[at] == '\t') {
            int blanks = 4 - (out->count - start) % 4;

            cells_add(a, out, (struct text){ "    ", (size_t)blanks }, ascii,
                      STYLE_PLAIN);
            end = at + 1;
            continue;
        }
        end = token(s, line, at, &style);
        /* Never between the bytes of one character. */
        while (end < line.size && (line.at[end] & 0xc0) == 0x80)
            end++;
        cells_add(a, out, (struct text){ line.at + at, end - at }, ascii,
                  style);
    }
}

bool text_line(struct text t, size_t *at, struct text *line)
{
    const char *end;

    if (*at >= t.size)
        return false;
    end = memchr(t.at + *at, '\n', t.size - *at);
    line->at = t.at + *at;
    line->size = end ? (size_t)(end - line->at) : t.size - *at;
    *at += line->size + 1;
    if (line->size && line->at[line->size - 1] == '\r')
        line->size--;
    return true;
}

void code_doc(struct doc *d, struct text source)
{
    struct code_state state = { 0 };
    struct text line;
    int n = 0;

    for (size_t at = 0; text_line(source, &at, &line);) {
        doc_line(d);
        doc_printf(d, STYLE_DIM, "%4d ", ++n);
        code_line(d->arena, &state, line, d->ascii,
                  &d->lines[d->count - 1].cells);
    }
}
