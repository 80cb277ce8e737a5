/* SPDX-License-Identifier: Apache-2.0 */
/* Opcodes and dotted words by their text: ops.def and mods.def. */
#ifndef PTX_WORDS_H
#define PTX_WORDS_H

#include "base/text.h"
#include "ptx/program.h"

enum { WORDS_BUCKETS = 256, WORDS_MAX = 256 };

/* Chains of rows whose text has the same hash; row + 1, 0 ends a chain. */
struct words {
    short op_bucket[WORDS_BUCKETS], op_next[OP_COUNT];
    short word_bucket[WORDS_BUCKETS], word_next[WORDS_MAX];
};

void words_init(struct words *w);

/* The opcode of that text; OP_UNSUPPORTED if there is no row for it. */
enum op words_op(const struct words *w, struct text text);

/* Note a dotted word in the instruction, whose op is set. False if the word
   means nothing to that opcode. */
bool words_apply(const struct words *w, struct inst *in, struct text word);

/* The opcode with its dotted words, in one order for all: "ld.global.f32". */
void words_print(const struct inst *in, struct buf *out);

/* True if the instruction has as many types as its opcode wants. */
bool words_types_complete(const struct inst *in);

/* The type of that name, TYPE_NONE if there is none. */
enum type words_type(struct text word);

#endif
