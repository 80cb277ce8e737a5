/* SPDX-License-Identifier: Apache-2.0 */
/* What a launch gives besides its result: records, samples, profiles. */
#include "tests/unit/sim/harness.h"

#include "sim/step.h"

static const char head[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                           ".file 1 \"k.cu\"\n";

/* out[i] = in[i * stride], i = global thread index; then a barrier. */
static const char copy[] = ".visible .entry copy(.param .u64 in,\n"
                           " .param .u64 out, .param .u32 stride)\n{\n"
                           ".reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n"
                           ".loc 1 5 1\n"
                           "ld.param.u64 %rd1, [in];\n"
                           "ld.param.u64 %rd2, [out];\n"
                           "ld.param.u32 %r1, [stride];\n"
                           "mov.u32 %r2, %tid.x;\nmov.u32 %r3, %ctaid.x;\n"
                           "mov.u32 %r4, %ntid.x;\n"
                           "mad.lo.s32 %r2, %r3, %r4, %r2;\n"
                           "mul.lo.s32 %r5, %r2, %r1;\n"
                           "mad.wide.s32 %rd3, %r5, 4, %rd1;\n"
                           "mad.wide.s32 %rd4, %r2, 4, %rd2;\n"
                           ".loc 1 6 1\n"
                           "ld.global.u32 %r6, [%rd3];\n"
                           ".loc 1 7 1\n"
                           "st.global.u32 [%rd4], %r6;\n"
                           "bar.sync 0;\n"
                           "ret;\n}\n";

static void open_copy(struct rig *r, uint32_t stride)
{
    char ptx[2048];

    snprintf(ptx, sizeof ptx, "%s%s", head, copy);
    rig_open(r, text_of(ptx));
    rig_kernel(r, "copy");
    rig_fill(r, rig_buffer(r, "in", "u32", 4096), "i");
    rig_buffer(r, "out", "u32", 4096);
    rig_param(r, &stride, 4);
}

static struct block_log *want_second(void *context, uint64_t block)
{
    return block == 1 ? context : NULL;
}

START_TEST(a_recorder_gets_every_step_of_its_block)
{
    struct rig r;
    struct block_log log = { 0 };
    struct recorder recorder = { &log, want_second, 1000 };
    const struct warp_log *w;

    open_copy(&r, 8);
    r.launch.grid[0] = 3;
    r.launch.block[0] = 48;
    r.launch.recorder = &recorder;
    rig_run(&r);
    ck_assert(r.result.ok);
    ck_assert_uint_eq(log.block, 1);
    ck_assert_int_eq(log.warp_count, 2);
    ck_assert(!log.truncated);
    w = &log.warps[0];
    ck_assert_int_eq(w->step_count, 14);
    ck_assert_uint_eq(w->steps[0].active, UINT32_MAX);
    ck_assert_uint_eq(log.warps[1].steps[0].active, 0xffff);
    /* The load: every lane has a sector of its own, in lane order. */
    ck_assert_int_eq(w->steps[10].sector_count, 32);
    for (uint32_t i = 0; i < 32; i++)
        ck_assert_uint_eq(w->sectors[w->steps[10].first_sector + i],
                          r.buffers[0].address / 32 + 48 + i);
    ck_assert_int_eq(w->steps[11].sector_count, 4);
    block_log_release(&log);
    rig_close(&r);
}
END_TEST

START_TEST(a_recorder_stops_at_its_cap)
{
    struct rig r;
    struct block_log log = { 0 };
    struct recorder recorder = { &log, want_second, 10 };

    open_copy(&r, 1);
    r.launch.grid[0] = 2;
    r.launch.block[0] = 64;
    r.launch.recorder = &recorder;
    rig_run(&r);
    ck_assert(log.truncated);
    ck_assert_int_eq(log.warps[0].step_count, 5);
    ck_assert_int_eq(log.warps[1].step_count, 5);
    block_log_release(&log);
    rig_close(&r);
}
END_TEST

START_TEST(the_fullest_request_of_each_access_is_kept)
{
    struct rig r;
    const struct request_sample *s;

    open_copy(&r, 2);
    r.launch.block[0] = 40;
    rig_run(&r);
    ck_assert_int_eq(r.result.sample_count, 2);
    s = &r.result.samples[0];
    ck_assert_int_eq(s->line, 6);
    ck_assert_uint_eq(s->active, UINT32_MAX);
    ck_assert_uint_eq(s->bytes, 4);
    ck_assert(!s->is_store && !s->is_shared);
    for (uint64_t i = 0; i < 32; i++)
        ck_assert_uint_eq(s->address[i], r.buffers[0].address + 8 * i);
    ck_assert(r.result.samples[1].is_store);
    ck_assert_str_eq(s->text, "ld.global.u32 %r6, [%rd3];");
    rig_close(&r);
}
END_TEST

START_TEST(the_profile_adds_up_to_the_total)
{
    struct rig r;
    uint64_t inst = 0, sectors = 0;

    open_copy(&r, 1);
    r.launch.grid[0] = 4;
    rig_run(&r);
    for (int i = 0; i < r.result.inst_count; i++) {
        inst += r.result.insts[i].count.inst;
        sectors += r.result.insts[i].count.load_sectors;
        ck_assert_str_eq(r.result.insts[i].file, "k.cu");
        if (i)
            ck_assert_int_gt(r.result.insts[i].pc, r.result.insts[i - 1].pc);
    }
    ck_assert_uint_eq(inst, r.result.total.inst);
    ck_assert_uint_eq(sectors, 16);
    ck_assert_uint_eq(r.result.total.inst, 4 * 14);
    ck_assert_uint_eq(r.result.total.thread_inst, 4 * 14 * 32);
    ck_assert_uint_eq(r.result.total.barriers, 4);
    rig_close(&r);
}
END_TEST

START_TEST(a_bad_address_spares_the_neighbours)
{
    struct rig r;

    open_copy(&r, 200); /* in[200 * i] runs past 4096 from lane 21 on */
    rig_run(&r);
    ck_assert_int_eq(r.result.error, 700);
    ck_assert_int_eq(r.result.finding_count, 1);
    ck_assert_uint_eq(r.result.findings[0].count, 11);
    ck_assert_uint_eq(rig_get(&r, &r.buffers[1], 20), 4000);
    ck_assert_uint_eq(rig_get(&r, &r.buffers[1], 21), 0xdbdbdbdb);
    for (uint64_t i = 0; i < 4096; i++)
        ck_assert_uint_eq(rig_get(&r, &r.buffers[0], i), i);
    /* Only what was there counts. */
    ck_assert_uint_eq(r.result.total.load_sectors, 21);
    rig_close(&r);
}
END_TEST

START_TEST(wild_addresses_are_findings)
{
    static const uint64_t wild[] = { 0,
                                     65535,
                                     MEMORY_GLOBAL - 4,
                                     MEMORY_GLOBAL + 4,
                                     MEMORY_GLOBAL + MEMORY_GLOBAL_BYTES - 4,
                                     MEMORY_SHARED - 4,
                                     MEMORY_FUNCS,
                                     UINT64_MAX - 3,
                                     1ull << 63 };
    struct rig r;

    open_copy(&r, 1);
    memcpy(r.params, &wild[_i], 8);
    r.launch.block[0] = 1;
    rig_run(&r);
    ck_assert_int_eq(r.result.error, 700);
    ck_assert_int_eq(r.result.finding_count, 1);
    rig_close(&r);
}
END_TEST

START_TEST(a_host_address_is_never_shown)
{
    struct rig r;
    const uint64_t host = (uint64_t)(uintptr_t)&r & ~7ull;

    open_copy(&r, 1);
    memcpy(r.params, &host, 8);
    rig_run(&r);
    ck_assert_int_eq(r.result.findings[0].id, FINDING_HOST_POINTER_IN_KERNEL);
    ck_assert_uint_eq(r.result.findings[0].address, 0);
    ck_assert_uint_eq(r.result.findings[0].near_bytes, 0);
    ck_assert_int_eq(r.result.sample_count, 1);
    rig_close(&r);
}
END_TEST

START_TEST(marks_follow_kernel_writes)
{
    struct rig r;
    const struct buffer *out;

    open_copy(&r, 1);
    r.launch.grid[0] = 2;
    rig_run(&r);
    out = rig_find(&r, "out");
    ck_assert(memory_all_from_kernel(r.memory, out->address, 256));
    ck_assert(!memory_all_initialised(r.memory, out->address + 256, 1));
    ck_assert(!memory_all_from_kernel(r.memory, r.buffers[0].address, 1));
    rig_close(&r);
}
END_TEST

START_TEST(checks_can_be_left_out)
{
    struct rig r;

    open_copy(&r, 1);
    r.buffers[0].address = r.buffers[1].address; /* read what is fresh */
    memcpy(r.params, &r.buffers[0].address, 8);
    r.launch.checks_off = true;
    rig_run(&r);
    ck_assert_int_eq(r.result.finding_count, 0);
    rig_close(&r);
}
END_TEST

START_TEST(writes_of_each_element_are_counted_when_asked)
{
    struct rig r;

    open_copy(&r, 1);
    rig_run(&r);
    ck_assert_uint_eq(r.result.max_writes_per_element, 0);
    r.launch.track_writes = true;
    r.launch.grid[0] = 3;
    rig_run(&r);
    ck_assert_uint_eq(r.result.max_writes_per_element, 1);
    rig_close(&r);
}
END_TEST

static const char same_place[] =
    ".visible .entry same(.param .u64 out)\n{\n.reg .b64 %rd<3>;\n"
    ".loc 1 9 1\nld.param.u64 %rd1, [out];\nst.global.u32 [%rd1], 7;\n"
    "st.global.u32 [%rd1+4], 8;\nret;\n}\n";

START_TEST(many_writes_of_one_element_add_up)
{
    struct rig r;
    char ptx[2048];

    snprintf(ptx, sizeof ptx, "%s%s", head, same_place);
    rig_open(&r, text_of(ptx));
    rig_kernel(&r, "same");
    rig_buffer(&r, "out", "u32", 2);
    r.launch.track_writes = true;
    r.launch.grid[0] = 5;
    r.launch.block[0] = 2;
    rig_run(&r);
    ck_assert_uint_eq(r.result.max_writes_per_element, 10);
    rig_close(&r);
}
END_TEST

START_TEST(an_unknown_opcode_stops_the_launch_with_its_name)
{
    struct rig r;
    char ptx[2048];

    snprintf(ptx, sizeof ptx,
             "%s.visible .entry k()\n{\n.reg .b32 %%r<4>;\n.loc 1 3 1\n"
             "mov.u32 %%r1, 5;\n.loc 1 4 1\nfrobnicate.u32 %%r2, %%r1;\n"
             "ret;\n}\n",
             head);
    rig_open(&r, text_of(ptx));
    rig_kernel(&r, "k");
    rig_run(&r);
    ck_assert_int_eq(r.result.error, 801);
    ck_assert_int_eq(r.result.findings[0].id, FINDING_UNSUPPORTED);
    ck_assert_int_eq(r.result.findings[0].at.line, 4);
    ck_assert_str_eq(r.result.findings[0].detail, "frobnicate.u32");
    rig_close(&r);
}
END_TEST

START_TEST(an_unknown_function_stops_the_launch_with_its_name)
{
    struct rig r;
    char ptx[2048];

    snprintf(ptx, sizeof ptx,
             "%s.extern .func mystery();\n.visible .entry k()\n{\n"
             ".loc 1 4 1\ncall mystery;\nret;\n}\n",
             head);
    rig_open(&r, text_of(ptx));
    rig_kernel(&r, "k");
    rig_run(&r);
    ck_assert_int_eq(r.result.error, 801);
    ck_assert_int_eq(r.result.findings[0].at.line, 4);
    ck_assert_ptr_nonnull(strstr(r.result.findings[0].detail, "mystery"));
    rig_close(&r);
}
END_TEST

START_TEST(the_math_library_is_supplied)
{
    struct rig r;
    char ptx[2048];
    float got;
    uint64_t bits;

    snprintf(ptx, sizeof ptx,
             "%s.extern .func (.param .b32 r) expf(.param .b32 x);\n"
             ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %%f<4>;\n"
             ".reg .b64 %%rd<3>;\nld.param.u64 %%rd1, [out];\n"
             "mov.b32 %%f1, 0f3F800000;\n{\n.param .b32 p;\n.param .b32 q;\n"
             "st.param.b32 [p], %%f1;\ncall.uni (q), expf, (p);\n"
             "ld.param.b32 %%f2, [q];\n}\nst.global.b32 [%%rd1], %%f2;\n"
             "ret;\n}\n",
             head);
    rig_open(&r, text_of(ptx));
    rig_kernel(&r, "k");
    rig_buffer(&r, "out", "f32", 1);
    rig_run(&r);
    ck_assert_int_eq(r.result.error, 0);
    bits = rig_get(&r, &r.buffers[0], 0);
    memcpy(&got, &bits, 4);
    ck_assert_float_eq_tol(got, 2.7182817f, 3e-7f);
    rig_close(&r);
}
END_TEST

/*
 * Blocks that meet in atomics whose old values nobody reads: several workers
 * do them and all comes out as with one. Where it would not, one does them.
 */
static const struct {
    const char *body;
    int workers;
} together[] = {
    { "red.global.add.u32 [%rd1], %r2;", 4 },
    { "atom.global.add.u32 %r9, [%rd1], %r2;", 4 },
    { "atom.global.add.u32 _, [%rd3], 1; atom.add.u32 %r9, [%rd1], 3;", 4 },
    { "red.global.max.s32 [%rd1], %r2; red.global.max.s32 [%rd3], %r2;", 4 },
    { "red.global.xor.b64 [%rd1], %rd3;", 4 },
    { "red.global.add.u32 [%rd1], 1; st.global.u32 [%rd4], %r2;", 4 },
    { "red.global.add.u32 [%rd1], %r2; red.global.max.u32 [%rd3], %r2;", 1 },
    { "red.global.add.u32 [%rd1], 1; ld.global.u32 %r8, [%rd1];"
      "st.global.u32 [%rd4], %r8;",
      1 },
    { "atom.global.add.u32 %r9, [%rd1], 1; st.global.u32 [%rd4], %r9;", 1 },
    { "red.global.add.f32 [%rd1], 0f3F800000;", 1 },
    { "red.global.inc.u32 [%rd1], 77;", 1 },
    { "red.release.gpu.global.add.u32 [%rd1], 1;", 1 },
    { "red.global.add.u32 [%rd1], 1; st.global.u32 [%rd1+4], 7;", 1 },
};

static void run_together_with(struct rig *r, const char *body, int workers)
{
    char ptx[2048];

    snprintf(ptx, sizeof ptx,
             "%s.visible .entry k(.param .u64 mem, .param .u64 out)\n{\n"
             ".reg .b32 %%r<12>;\n.reg .b64 %%rd<8>;\n"
             "ld.param.u64 %%rd1, [mem];\nld.param.u64 %%rd2, [out];\n"
             "mov.u32 %%r2, %%tid.x;\nmov.u32 %%r3, %%ctaid.x;\n"
             "mov.u32 %%r4, %%ntid.x;\n"
             "mad.lo.s32 %%r2, %%r3, %%r4, %%r2;\n"
             "and.b32 %%r5, %%r2, 63;\n"
             "mad.wide.u32 %%rd3, %%r5, 4, %%rd1;\n"
             "mad.wide.u32 %%rd4, %%r2, 4, %%rd2;\n%s\nret;\n}\n",
             head, body);
    rig_open(r, text_of(ptx));
    rig_kernel(r, "k");
    rig_fill(r, rig_buffer(r, "mem", "u32", 64), "i");
    rig_buffer(r, "out", "u32", 32768);
    r->launch.grid[0] = 256;
    r->launch.block[0] = 128;
    r->launch.workers = workers;
    r->launch.track_writes = true;
    rig_run(r);
}

START_TEST(workers_share_atomics_that_commute)
{
    struct rig one, all;

    run_together_with(&one, together[_i].body, 1);
    run_together_with(&all, together[_i].body, 4);
    ck_assert_int_eq(all.result.workers, together[_i].workers);
    ck_assert_mem_eq(&one.result.total, &all.result.total,
                     sizeof one.result.total);
    ck_assert_mem_eq(one.result.warps.total, all.result.warps.total,
                     sizeof one.result.warps.total);
    ck_assert_mem_eq(one.result.warps.listed, all.result.warps.listed,
                     (size_t)one.result.warps.listed_count *
                         sizeof *one.result.warps.listed);
    ck_assert_uint_eq(one.result.hot.requests, all.result.hot.requests);
    ck_assert_uint_eq(one.result.hot.all, all.result.hot.all);
    ck_assert_uint_eq(one.result.max_writes_per_element,
                      all.result.max_writes_per_element);
    ck_assert_uint_eq(one.result.distinct_store_sectors,
                      all.result.distinct_store_sectors);
    ck_assert_int_eq(one.result.finding_count, all.result.finding_count);
    for (int b = 0; b < 2; b++)
        for (uint64_t i = 0; i < (b ? 32768 : 64); i++)
            ck_assert_uint_eq(rig_get(&one, &one.buffers[b], i),
                              rig_get(&all, &all.buffers[b], i));
    rig_close(&one);
    rig_close(&all);
}
END_TEST

Suite *launch_suite(void)
{
    Suite *s = suite_create("launch");
    TCase *t = tcase_create("launch");

    tcase_add_loop_test(t, workers_share_atomics_that_commute, 0,
                        (int)(sizeof together / sizeof *together));
    tcase_add_test(t, a_recorder_gets_every_step_of_its_block);
    tcase_add_test(t, a_recorder_stops_at_its_cap);
    tcase_add_test(t, the_fullest_request_of_each_access_is_kept);
    tcase_add_test(t, the_profile_adds_up_to_the_total);
    tcase_add_test(t, a_bad_address_spares_the_neighbours);
    tcase_add_loop_test(t, wild_addresses_are_findings, 0, 9);
    tcase_add_test(t, a_host_address_is_never_shown);
    tcase_add_test(t, marks_follow_kernel_writes);
    tcase_add_test(t, checks_can_be_left_out);
    tcase_add_test(t, writes_of_each_element_are_counted_when_asked);
    tcase_add_test(t, many_writes_of_one_element_add_up);
    tcase_add_test(t, an_unknown_opcode_stops_the_launch_with_its_name);
    tcase_add_test(t, an_unknown_function_stops_the_launch_with_its_name);
    tcase_add_test(t, the_math_library_is_supplied);
    suite_add_tcase(s, t);
    return s;
}
