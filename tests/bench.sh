#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How fast the lab is, as medians of five. usage: bench.sh BUILD
# Prints a table; book/bench.md holds the last one that was looked at.
cd "$(dirname "$0")/.." || exit 1
build=$1
. tests/lib.sh
scratch
export XDG_CACHE_HOME="$tmp/cache"

# median COMMAND...: wall seconds, median of five
median() {
    for _ in 1 2 3 4 5; do
        start=$(date +%s.%N)
        "$@" >"$tmp/out" 2>"$tmp/err" || true
        end=$(date +%s.%N)
        echo "$start $end"
    done | awk '{ print $2 - $1 }' | sort -n | sed -n 3p
}

# row NAME VALUE UNIT
row() { printf '| %-46s | %10s | %-22s |\n' "$1" "$2" "$3"; }

echo "| what                                           |     median | unit                   |"
echo "|------------------------------------------------|------------|------------------------|"
for threads in 1 2; do
    "$build/warplings" run kernels/11-tiling/naive.cu --json -- 1024 \
        >"$tmp/warm" 2>&1 # fills the compiler's cache
    wall=$(median "$build/warplings" run kernels/11-tiling/naive.cu --json \
        --threads $threads -- 1024)
    inst=$(q "$tmp/out" 'sum(k["metrics"]["inst_executed"]["value"]
        for k in j["kernels"])')
    row "naive 1024^3 product, $threads thread(s)" "$wall" "s wall"
    row "  the same, whole run" \
        "$(awk "BEGIN { printf \"%.1f\", $inst / $wall / 1e6 }")" \
        "M warp instructions/s"
done
for compiler in $(compilers); do
    # A new answer each time, so that nothing comes from the cache.
    edit_and_check() {
        n=$((${n:-0} + 1))
        { cat solutions/11-tiling.cu; echo "// edit $n $(date +%s%N)"; } \
            >"$tmp/answer.cu"
        "$build/warplings" check 11 --file "$tmp/answer.cu" \
            --compiler "$compiler"
    }
    row "edit to verdict, lesson 11, $compiler" "$(median edit_and_check)" "s"
done
