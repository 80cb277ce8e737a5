/* SPDX-License-Identifier: Apache-2.0 */
/* Where branches meet again, which of them go back, who calls whom. */
#include "tests/unit/ptx/load.h"

/* The pc at which a label's comment "// L" is: here, insts by their text. */
static int pc_of(const struct loaded *l, const char *text)
{
    for (int pc = 0; pc < l->p.inst_count; pc++)
        if (!strcmp(l->p.insts[pc].text, text))
            return pc;
    ck_abort_msg("no '%s'", text);
    return -1;
}

static int meets(const struct loaded *l, const char *text)
{
    return l->p.insts[pc_of(l, text)].reconverge;
}

START_TEST(if_and_else_meet_behind_both)
{
    struct loaded l;

    load_body(&l, "@%p1 bra A; mov.u32 %r1, 1; bra B; A: mov.u32 %r1, 2;"
                  "B: mov.u32 %r2, 3;");
    ck_assert(l.ok);
    ck_assert_int_eq(meets(&l, "@%p1 bra A;"), pc_of(&l, "mov.u32 %r2, 3;"));
    ck_assert_int_eq(meets(&l, "bra B;"), -1);
    ck_assert_int_eq(l.p.insts[0].target, 3);
    ck_assert(!l.p.insts[0].back_edge);
    unload(&l);
}
END_TEST

START_TEST(a_loop_meets_behind_it)
{
    struct loaded l;

    load_body(&l, "A: add.s32 %r1, %r1, 1; @%p1 bra C; @%p2 bra A;"
                  "mov.u32 %r2, 0; C: mov.u32 %r2, 1;");
    ck_assert(l.ok);
    ck_assert_int_eq(meets(&l, "@%p2 bra A;"), pc_of(&l, "mov.u32 %r2, 1;"));
    ck_assert_int_eq(meets(&l, "@%p1 bra C;"), pc_of(&l, "mov.u32 %r2, 1;"));
    ck_assert(l.p.insts[pc_of(&l, "@%p2 bra A;")].back_edge);
    ck_assert(!l.p.insts[pc_of(&l, "@%p1 bra C;")].back_edge);
    unload(&l);
}
END_TEST

START_TEST(an_early_return_meets_at_the_end)
{
    struct loaded l;

    load_body(&l, "@%p1 bra A; ret; A: @%p2 ret; mov.u32 %r1, 1;");
    ck_assert(l.ok);
    ck_assert_int_eq(meets(&l, "@%p1 bra A;"), l.p.insts[0].reconverge);
    ck_assert_int_eq(meets(&l, "@%p1 bra A;"), l.p.inst_count);
    ck_assert_int_eq(meets(&l, "@%p2 ret;"), l.p.inst_count);
    unload(&l);
}
END_TEST

START_TEST(lanes_of_an_endless_loop_meet_inside_it)
{
    struct loaded l;

    load_body(&l, "A: @%p1 bra B; mov.u32 %r1, 1; B: mov.u32 %r2, 2; bra A;");
    ck_assert(l.ok);
    ck_assert_int_eq(meets(&l, "@%p1 bra B;"), pc_of(&l, "mov.u32 %r2, 2;"));
    ck_assert(l.p.insts[pc_of(&l, "bra A;")].back_edge);
    unload(&l);
}
END_TEST

START_TEST(indexed_branches_meet_behind_all)
{
    struct loaded l;
    const struct inst *in;

    load_body(&l, "T: .branchtargets A, B, A; brx.idx.uni %r1, T;"
                  "A: mov.u32 %r1, 1; bra C; B: mov.u32 %r1, 2;"
                  "C: mov.u32 %r2, 3;");
    ck_assert(l.ok);
    in = &l.p.insts[0];
    ck_assert_int_eq(in->op, OP_BRX);
    ck_assert_int_eq(in->target_count, 3);
    ck_assert_int_eq(l.p.target_pcs[in->targets], 1);
    ck_assert_int_eq(l.p.target_pcs[in->targets + 1], 3);
    ck_assert_int_eq(l.p.target_pcs[in->targets + 2], 1);
    ck_assert_int_eq(in->reconverge, pc_of(&l, "mov.u32 %r2, 3;"));
    ck_assert(!in->back_edge);
    unload(&l);
}
END_TEST

START_TEST(labels_belong_to_their_scope)
{
    struct loaded l;

    load_body(&l, "{ bra A; A: mov.u32 %r1, 1; } { bra A; mov.u32 %r1, 2;"
                  "A: mov.u32 %r1, 3; bra Z; } Z: ");
    ck_assert(l.ok);
    ck_assert_int_eq(l.p.insts[0].target, 1);
    ck_assert_int_eq(l.p.insts[2].target, 4);
    ck_assert_int_eq(l.p.insts[5].target, 6);
    unload(&l);
}
END_TEST

/* ipdom of every block by its definition, against what the parser says. */
static bool reaches_end(const struct loaded *l, int from, int without)
{
    bool seen[64] = { 0 };
    int stack[128], top = 0;

    stack[top++] = from;
    while (top) {
        int pc = stack[--top];
        const struct inst *in = &l->p.insts[pc];

        if (pc == without || seen[pc])
            continue;
        seen[pc] = true;
        if (in->op == OP_RET)
            return true;
        if (in->op == OP_BRA)
            stack[top++] = in->target;
        if (in->op != OP_BRA || in->guard >= 0)
            stack[top++] = pc + 1;
    }
    return false;
}

/* True if every place that can be reached from pc can reach the end. */
static bool always_ends(const struct loaded *l, int from)
{
    bool seen[64] = { 0 };
    int stack[128], top = 0;

    stack[top++] = from;
    while (top) {
        int pc = stack[--top];
        const struct inst *in = &l->p.insts[pc];

        if (seen[pc])
            continue;
        seen[pc] = true;
        if (!reaches_end(l, pc, -1))
            return false;
        if (in->op == OP_BRA)
            stack[top++] = in->target;
        if (in->op != OP_RET && (in->op != OP_BRA || in->guard >= 0))
            stack[top++] = pc + 1;
    }
    return true;
}

START_TEST(meeting_points_agree_with_their_definition)
{
    struct buf b = { 0 };
    struct loaded l;
    unsigned seed = (unsigned)_i * 2654435761u + 12345;

    for (int i = 0; i < 20; i++) {
        seed = seed * 1664525u + 1013904223u;
        buf_printf(&b, "L%d: %sbra L%d;", i, seed >> 28 & 3 ? "@%p1 " : "",
                   (int)(seed >> 8) % 20);
    }
    load_body(&l, b.at);
    ck_assert(l.ok);
    for (int pc = 0; pc < 20; pc++) {
        int meet = l.p.insts[pc].reconverge, best = l.p.funcs[1].end;

        if (l.p.insts[pc].guard < 0 || !always_ends(&l, pc))
            continue;
        /* The post-dominator that all others of pc post-dominate. */
        for (int d = 0; d < l.p.inst_count; d++)
            if (d != pc && !reaches_end(&l, pc, d) &&
                (best == l.p.funcs[1].end || reaches_end(&l, d, -1)) &&
                (best == l.p.funcs[1].end || !reaches_end(&l, d, best)))
                best = d;
        if (best == l.p.inst_count - 1 && meet == l.p.inst_count)
            best = meet; /* the closing ret is the end */
        ck_assert_int_eq(meet, best);
    }
    unload(&l);
    buf_release(&b);
}
END_TEST

START_TEST(recursion_is_found_also_through_pointers)
{
    struct loaded l;

    load_good(&l, MODULE
              ".func e(); .func c();\n"
              ".func a() { call a; ret; }\n"
              ".func b() { call c; ret; }\n.func c() { call b; ret; }\n"
              ".func d() { .reg .b64 %d; mov.u64 %d, d; q: .callprototype _ ();"
              "call %d, q; ret; }\n"
              ".func e() { ret; }\n"
              ".entry k() { call a; call d; call e; ret; }\n");
#define FUNC(name) l.p.funcs[program_find_func(&l.p, name)]
    ck_assert(FUNC("a").recursive);
    ck_assert(FUNC("b").recursive);
    ck_assert(FUNC("c").recursive);
    ck_assert(FUNC("d").recursive);
    ck_assert(!FUNC("e").recursive);
    ck_assert(!FUNC("k").recursive);
    unload(&l);
}
END_TEST

START_TEST(shared_variables_of_different_kernels_overlap)
{
    struct loaded l;

    load_good(&l,
              MODULE ".extern .shared .align 16 .b8 dyn[];\n"
                     ".shared .align 4 .b8 a[100];\n" /* k1 */
                     ".shared .align 8 .b8 b[16];\n" /* k1 and, through f, k2 */
                     ".shared .align 4 .b8 c[1000];\n" /* k2 */
                     ".shared .align 4 .b8 d[50];\n"   /* nobody */
                     ".func f() { .reg .b32 %r; ld.shared.u32 %r, [b]; ret; }\n"
                     ".entry k1() { .reg .b32 %r; ld.shared.u32 %r, [a];"
                     "ld.shared.u32 %r, [b+4]; ret; }\n"
                     ".entry k2() { .shared .u32 own[3]; .reg .b32 %r; call f;"
                     "ld.shared.u32 %r, [c]; ld.shared.u32 %r, [dyn];"
                     "st.shared.u32 [own], %r; ret; }\n"
                     ".entry k3() { ret; }\n");
#define OFFSET(name) l.p.symbols[program_find_symbol(&l.p, name)].offset
    ck_assert_uint_eq(OFFSET("b"), 0);
    ck_assert_uint_eq(OFFSET("a"), 16);
    ck_assert_uint_eq(OFFSET("c"), 16);
    ck_assert_uint_eq(l.p.symbols[5].offset, 1016);
    ck_assert_int_eq(FUNC("f").shared_bytes, 16);
    ck_assert_int_eq(FUNC("k1").shared_bytes, 116);
    ck_assert_int_eq(FUNC("k2").shared_bytes, 1028);
    ck_assert_int_eq(FUNC("k3").shared_bytes, 0);
    ck_assert(!FUNC("k1").dynamic_shared);
    ck_assert(FUNC("k2").dynamic_shared);
    unload(&l);
}
END_TEST

Suite *flow_suite(void)
{
    Suite *s = suite_create("flow");
    TCase *tc = tcase_create("flow");

    tcase_add_test(tc, if_and_else_meet_behind_both);
    tcase_add_test(tc, a_loop_meets_behind_it);
    tcase_add_test(tc, an_early_return_meets_at_the_end);
    tcase_add_test(tc, lanes_of_an_endless_loop_meet_inside_it);
    tcase_add_test(tc, indexed_branches_meet_behind_all);
    tcase_add_test(tc, labels_belong_to_their_scope);
    tcase_add_loop_test(tc, meeting_points_agree_with_their_definition, 0, 40);
    tcase_add_test(tc, recursion_is_found_also_through_pointers);
    tcase_add_test(tc, shared_variables_of_different_kernels_overlap);
    suite_add_tcase(s, tc);
    return s;
}
