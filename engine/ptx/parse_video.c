/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scalar video instructions: parts of registers as operands (PTX ISA, scalar
 * video instructions).
 *
 *   vadd.dtype.atype.btype[.sat][.op2] d[.part], a[.part], b[.part][, c]
 *   vmad.dtype.atype.btype[.po][.sat][.shr7] d, [-]a[.part], [-]b[.part], [-]c
 *   vset.atype.btype.cmp[.op2]         d[.part], a[.part], b[.part][, c]
 */
#include "ptx/parse.h"

/* ".b0" .. ".b3", ".h0", ".h1" behind a register; PART_WORD if there is none.
   False if it is something else. */
static bool parse_part(struct parser *ps, uint8_t *part)
{
    static const char *const texts[] = {
        [PART_B0] = "b0", [PART_B1] = "b1", [PART_B2] = "b2",
        [PART_B3] = "b3", [PART_H0] = "h0", [PART_H1] = "h1"
    };

    *part = PART_WORD;
    if (ps->tok.kind != TOKEN_DOT)
        return true;
    for (int i = PART_B0; i <= PART_H1; i++)
        if (parse_is_dot(ps, texts[i])) {
            *part = (uint8_t)i;
            parse_next(ps);
            return true;
        }
    return parse_error(ps, "expected .b0 to .b3, .h0 or .h1");
}

/* One source; vmad takes the negative of one. */
static bool parse_source(struct parser *ps, struct inst *in, int i)
{
    if (in->op == OP_VMAD && parse_is(ps, '-')) {
        parse_next(ps);
        if (ps->tok.kind != TOKEN_NAME)
            return parse_error(ps, "expected a register after '-'");
        in->video.minus[i] = true;
    }
    return parse_slot(ps, in, 'n') &&
           (i == 2 || parse_part(ps, &in->video.part[i]));
}

bool parse_video(struct parser *ps, struct inst *in)
{
    const bool three = in->op == OP_VMAD || in->sub != SUB_NONE;

    if (!parse_slot(ps, in, 'i') || !parse_part(ps, &in->video.to))
        return false;
    for (int i = 0; i < 2; i++)
        if (!parse_expect(ps, ',') || !parse_source(ps, in, i))
            return false;
    if (!three && in->video.to == PART_WORD)
        return true;
    if (in->video.to != PART_WORD && three)
        return parse_error(ps,
                           "'%s' cannot do two things with its last "
                           "operand",
                           op_table[in->op].text);
    return parse_expect(ps, ',') && parse_source(ps, in, 2);
}
