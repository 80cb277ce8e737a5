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
# Every counter that a launch always has, and what it rests on.
"$build/warplings" run tests/cases/01-no-guard/fixed.cu --json >"$tmp/out" 2>&1
expect "a launch has its counters" "set()" "$(q "$tmp/out" '
set("""inst_executed thread_inst_executed active_lanes_avg branches
divergent_branches global_load_requests global_load_sectors
global_load_sectors_per_request global_load_sectors_excess
global_load_efficiency_pct global_store_requests global_store_sectors
global_store_sectors_per_request global_store_sectors_excess
global_store_efficiency_pct inst_fp32 inst_fp64 inst_int inst_mem
max_writes_per_element shared_wavefronts shared_bank_conflicts barriers
global_atomics shared_atomics atomic_conflicts local_bytes
shared_bytes_per_block""".split()) - {n for n, m in
j["kernels"][0]["metrics"].items() if m["basis"] == "counted"}')"
expect "each element is written once" 1 \
    "$(q "$tmp/out" 'j["kernels"][0]["metrics"]["max_writes_per_element"][
        "value"]')"

command -v nvcc >/dev/null || skip "cases under nvcc" "no nvcc here"
exit $failed
