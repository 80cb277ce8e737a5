/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every suite of one module; suites.def is made by the Makefile. */
#include <check.h>
#include <stdlib.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.def"
#undef SUITE

int main(void)
{
    SRunner *sr = srunner_create(NULL);
    int failed;

#define SUITE(name) srunner_add_suite(sr, name##_suite());
#include "suites.def"
#undef SUITE
    srunner_run_all(sr, CK_ENV);
    failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
