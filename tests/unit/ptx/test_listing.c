/* SPDX-License-Identifier: Apache-2.0 */
/* What nvcc and clang make of samples/sample.cu, decoded, against goldens. */
#include "base/file.h"
#include "tests/unit/ptx/load.h"

static const char *const samples[] = { "nvcc", "clang" };

static struct text read_text(struct loaded *l, const char *path)
{
    struct text t = { 0 };

    ck_assert_msg(file_read(&l->arena, path, 1 << 20, &t, &l->diags), "%s",
                  path);
    return t;
}

START_TEST(listing_is_as_before)
{
    struct loaded l = { .diags.arena = &l.arena };
    const char *mode = getenv("WARPLINGS_GOLDEN");
    const char *golden =
        arena_printf(&l.arena, "tests/golden/ptx/%s.txt", samples[_i]);
    struct text ptx =
        read_text(&l, arena_printf(&l.arena, "tests/unit/ptx/samples/%s.ptx",
                                   samples[_i]));
    struct text want;

    ck_assert(ptx_load(&l.arena, ptx, &l.p, &l.diags));
    ptx_print(&l.p, &l.listing);
    if (mode && !strcmp(mode, "write")) {
        want = (struct text){ l.listing.at, l.listing.size };
        ck_assert(file_write(golden, want, &l.diags));
    }
    want = read_text(&l, golden);
    ck_assert_str_eq(l.listing.at, arena_strndup(&l.arena, want.at, want.size));
    unload(&l);
}
END_TEST

START_TEST(samples_need_nothing_the_lab_lacks)
{
    struct loaded l = { .diags.arena = &l.arena };
    struct text ptx =
        read_text(&l, arena_printf(&l.arena, "tests/unit/ptx/samples/%s.ptx",
                                   samples[_i]));

    ck_assert(ptx_load(&l.arena, ptx, &l.p, &l.diags));
    for (int pc = 0; pc < l.p.inst_count; pc++)
        ck_assert_int_ne(l.p.insts[pc].op, OP_UNSUPPORTED);
    ck_assert_int_ge(program_find_func(&l.p, "_Z6reduceILi64EEvPKfPf"), 0);
    ck_assert_int_eq(program_find_func(&l.p, "reduce"), -1);
    ck_assert_int_ge(program_find_symbol(&l.p, "coef"), 0);
    ck_assert_int_eq(program_find_symbol(&l.p, "nothing"), -1);
    unload(&l);
}
END_TEST

Suite *listing_suite(void)
{
    Suite *s = suite_create("listing");
    TCase *tc = tcase_create("listing");

    tcase_add_loop_test(tc, listing_is_as_before, 0, 2);
    tcase_add_loop_test(tc, samples_need_nothing_the_lab_lacks, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
