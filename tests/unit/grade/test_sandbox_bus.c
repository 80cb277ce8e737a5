/* SPDX-License-Identifier: Apache-2.0 */
/* A CUDA program behind the walls still reaches its device, and only it. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/home.h"
#include "cc/cc.h"
#include "device/session.h"
#include "grade/sandbox.h"

Suite *sandbox_bus_suite(void);

static const char source[] =
    "#include <cstdio>\n"
    "#include <cstdlib>\n"
    "#include <cuda_runtime.h>\n"
    "__global__ void add(int *p) { atomicAdd(p, 1); }\n"
    "int main(int argc, char **) {\n"
    "  int *d, *h, v = 40;\n"
    "  FILE *f = fopen(\"/etc/passwd\", \"r\");\n"
    "  if (cudaMallocHost(&h, 4)) return 9;\n"
    "  cudaMalloc(&d, 4); cudaMemcpy(d, &v, 4, cudaMemcpyHostToDevice);\n"
    "  add<<<1, 2>>>(d); cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost);\n"
    "  printf(\"%d %s\", *h, f ? \"open\" : \"closed\");\n"
    "  fflush(stdout);\n"
    "  if (argc > 1) abort();\n"
    "}\n";

static void run_in(struct arena *a, enum sandbox_tier t, const char *program,
                   const char *box, bool crash, struct session_result *out)
{
    struct home home = home_find(a);
    struct diags ds = { .arena = a };
    const char *const argv[] = { program, crash ? "x" : NULL, NULL };
    struct sandbox_job job = {
        .argv = argv,
        .ro = (const char *const[]){ home.lib, program, NULL },
        .rw = (const char *const[]){ box, NULL },
        .env =
            (const char *const[]){
                "WARPLINGS_BUS=3",
                arena_printf(a, "LD_LIBRARY_PATH=%s", home.lib), NULL },
        .keep_fd = 3,
        .limits = { .wall_ms = 20000 },
    };
    const char *const *words = sandbox_wrap(a, home.lib, t, &job, NULL);
    struct session_options o = { .home = &home, .program = words[0] };

    o.args = words + 1;
    while (words[o.arg_count + 1])
        o.arg_count++;
    o.limits = true;
    ck_assert(session_run(a, &o, out, &ds));
}

START_TEST(a_confined_program_uses_its_device)
{
    char folder[] = "/tmp/warplings-bustest-XXXXXX";
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct home home = home_find(&a);
    struct cc_result built;
    const char *file, *box;
    FILE *f;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    chmod(folder, 0755);
    box = arena_printf(&a, "%s/box", folder);
    file = arena_printf(&a, "%s/a.cu", folder);
    ck_assert(!mkdir(box, 0755));
    f = fopen(file, "w");
    ck_assert_ptr_nonnull(f);
    fputs(source, f);
    fclose(f);
    const char *sources[] = { file };
    struct cc_options co = { .home = &home,
                             .sources = sources,
                             .source_count = 1,
                             .output = arena_printf(&a, "%s/a", folder) };
    ck_assert(cc_build(&a, &co, &built, &ds));
    for (enum sandbox_tier t = SANDBOX_BWRAP; t <= SANDBOX_NONE; t++) {
        struct sandbox_job probe = {
            .argv = (const char *const[]){ "/usr/bin/true", NULL },
        };
        struct sandbox_result p;
        struct session_result r;

        if (!sandbox_run(&a, home.lib, t, &probe, &p, &ds)) {
            fprintf(stderr, "skipped: %s\n", sandbox_tier_name(t));
            continue;
        }
        run_in(&a, t, co.output, box, false, &r);
        ck_assert_msg(r.end == SESSION_EXITED && r.exit_code == 0, "%s: %s",
                      sandbox_tier_name(t), r.output.at);
        ck_assert_str_eq(r.output.at,
                         t == SANDBOX_NONE ? "42 open" : "42 closed");
        ck_assert_int_eq(r.trace.launch_count, 1);
        run_in(&a, t, co.output, box, true, &r);
        ck_assert_int_eq(r.end, SESSION_SIGNALLED);
    }
    file_remove_tree(folder);
    arena_clear(&a);
}
END_TEST

Suite *sandbox_bus_suite(void)
{
    Suite *s = suite_create("sandbox_bus");
    TCase *tc = tcase_create("sandbox_bus");

    tcase_set_timeout(tc, 60);
#ifndef __SANITIZE_ADDRESS__ /* its shadow is larger than any limit */
    tcase_add_test(tc, a_confined_program_uses_its_device);
#endif
    suite_add_tcase(s, tc);
    return s;
}
