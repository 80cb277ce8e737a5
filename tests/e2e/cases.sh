#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Learners' mistakes: every bug.cu gets its finding and no other, every
# fixed.cu none. usage: cases.sh BUILD
#
# In each program's comments:
#   // expect: ID[@TAG[/@TAG]]...   or `clean`; in the order of the report
#   // says: TEXT                   part of a message
# TAG names the line that ends with `// TAG`.
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

# One program: its report, and the compiler's words where it does not build.
run_one() {
    out=$tmp/$(echo "$1.$2" | tr / _)
    "$build/warplings" run "$1" --compiler "$2" --json >"$out" 2>"$out.err"
    echo $? >"$out.rc"
}

# Two at a time: most of it is waiting for a compiler.
set --
for compiler in $(compilers); do
    for f in tests/cases/*/*.cu; do set -- "$@" "$f:$compiler"; done
done
for job in "$@"; do
    run_one "${job%:*}" "${job#*:}" &
    if [ -n "$before" ]; then
        wait "$before"
        before=
    else
        before=$!
    fi
done
wait

for job in "$@"; do
    f=${job%:*}
    out=$tmp/$(echo "$f.${job#*:}" | tr / _)
    expect "$f (${job#*:})" ok "$(python3 tests/case.py "$f" "$out" 2>&1)"
done
command -v nvcc >/dev/null || skip "cases under nvcc" "no nvcc here"
exit $failed
