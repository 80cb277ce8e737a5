#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How fast the lab is, as medians of five. usage: bench.sh BUILD
# Prints a table; book/bench.md holds the last one that was looked at.
cd "$(dirname "$0")/.." || exit 1
build=$1
. tests/lib.sh
scratch
export XDG_CACHE_HOME="$tmp/cache"

# five COMMAND...: five lines, each the wall and processor seconds of a run
five() {
    for _ in 1 2 3 4 5; do
        from=$(date +%s.%N)
        times >"$tmp/from"
        "$@" >"$tmp/out" 2>"$tmp/err" || true
        times >"$tmp/to"
        to=$(date +%s.%N)
        cat "$tmp/from" "$tmp/to" | tr 'ms' '  ' | awk -v wall="$from $to" '
            { cpu[NR] = 60 * ($1 + $3) + $2 + $4; split(wall, w, " ") }
            END { print w[2] - w[1], cpu[4] - cpu[2] }'
    done
}

# median COLUMN: of five lines
median() { awk -v c="$1" '{ print $c }' | sort -n | sed -n 3p; }

# per A B: A / B, with as many digits as say something
per() { awk "BEGIN { printf \"%.3g\", $1 / $2 }"; }

# row NAME VALUE UNIT
row() { printf '| %-46s | %10s | %-22s |\n' "$1" "$2" "$3"; }

# product KERNEL THREADS N: run one of lesson 11's products
product() {
    "$build/warplings" run "kernels/11-tiling/$1.cu" --json --threads "$2" \
        -- "$3"
}

# measure KERNEL THREADS: its rows; leaves its processor seconds in $seconds
measure() {
    product "$1" "$2" 1024 >"$tmp/warm" 2>&1 # fills the compiler's cache
    five product "$1" "$2" 1024 >"$tmp/five"
    inst=$(q "$tmp/warm" 'sum(k["metrics"]["inst_executed"]["value"]
        for k in j["kernels"])')
    seconds=$(median 2 <"$tmp/five")
    row "$1 1024^3 product, $2 thread(s)" \
        "$(per "$(median 1 <"$tmp/five")" 1)" "s wall"
    [ "$2" = 1 ] && row "  the same, whole run, a core" \
        "$(per "$inst" "($seconds * 1e6)")" "M warp instructions/s"
}

echo "| what                                           |     median | unit                   |"
echo "|------------------------------------------------|------------|------------------------|"
measure tiled 1
measure naive 2
measure naive 1

cc -O3 -o "$tmp/loop" tests/bench_loop.c
loop=$(five "$tmp/loop" 1024 | median 2)
row "the naive loop in C, cc -O3, one core" "$(per "$loop" 1)" "s"
row "  the lab, 1 thread, to it" "$(per "$seconds" "$loop")" "times its time"
# Numba takes hours for 1024: a small product of it is compared by the time
# for one multiplication and addition.
if python3 -c 'import numba' 2>"$tmp/err"; then
    numba=$(for _ in 1 2 3 4 5; do
        python3 tests/bench_numba.py 64 2>"$tmp/err"
    done | median 1)
    row "the naive 64^3 product, Numba's simulator" "$(per "$numba" 1)" "s"
    row "  to the lab, for one multiply-add" \
        "$(per "($numba / 64 ^ 3)" "($seconds / 1024 ^ 3)")" "times its time"
else
    row "Numba's simulator" skipped "numba is not installed"
fi

# By hand, so that only the way between host and device is timed; and twice as
# much, so that starting does not count.
"$build/warplings" cc tests/bench_bus.cu -o "$tmp/bus" 2>"$tmp/err"
more() { # more WHAT COUNT: seconds for as much again
    once=$(five "$tmp/bus" "$1" "$2" | median 1)
    twice=$(five "$tmp/bus" "$1" $((2 * $2)) | median 1)
    per "($twice - $once)" 1
}
row "10,000 empty launches" "$(more launches 10000)" "s wall"
row "copies of 256 MiB there and back" \
    "$(per 8.59 "$(more copies 16)")" "GB/s"

python3 tests/bench_trace.py "$tmp/million" 1000000
row "a record of 1 million events, opened" \
    "$(per "$(five "$build/warplings" view "$tmp/million" --json |
        median 1)" 1)" "s wall"

for compiler in $(compilers); do
    # A new answer each time, so that nothing comes from the cache.
    edit_and_check() {
        n=$((${n:-0} + 1))
        { cat solutions/11-tiling.cu; echo "// edit $n $(date +%s%N)"; } \
            >"$tmp/answer.cu"
        "$build/warplings" check 11 --file "$tmp/answer.cu" \
            --compiler "$compiler"
    }
    row "edit to verdict, lesson 11, $compiler" \
        "$(per "$(five edit_and_check | median 1)" 1)" "s wall"
done
