#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The runtime checks itself in virtual time: programs that say PASS, and get
# just the findings that their first lines name.
# usage: runtime.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

for compiler in $(compilers); do
    for f in tests/runtime/*.cu; do
        name="runtime $(basename "$f" .cu) ($compiler)"
        # shellcheck disable=SC2046  # options are words
        "$build/warplings" run "$f" --compiler "$compiler" --json \
            $(sed -n 's|^// options: ||p' "$f") \
            >"$tmp/out" 2>"$tmp/err"
        expect "$name" "0 PASS $(sed -n 's|^// finds: ||p' "$f")" \
            "$(q "$tmp/out" '"%s %s %s" % (j["exit"], j["output"].strip(),
            " ".join(sorted({f["id"] for f in j["findings"]})))')"
    done
done

# By hand, with a device of its own: the same, and two runs alike.
"$build/warplings" cc tests/runtime/events.cu -o "$tmp/events" 2>"$tmp/err"
expect "by hand: events" "PASS" "$("$tmp/events" 2>&1)"
for i in 1 2; do
    "$build/warplings" run tests/runtime/streams.cu --json >"$tmp/$i" 2>/dev/null
done
expect "two runs are alike" "" "$(cmp "$tmp/1" "$tmp/2" 2>&1)"

# Ranges are shown by name, and take in the calls they were put around.
"$build/warplings" trace tests/runtime/ranges.cu -o "$tmp/t.json" \
    >"$tmp/out" 2>&1
expect "ranges in the trace" "True True" "$(q "$tmp/t.json" \
    '(lambda e: "%s %s" % (
        {"[set up]", "[clear]", "[work]", "[launched]"} <= set(e),
        e["[set up]"]["ts"] <= e["cudaMalloc"]["ts"] and
        e["[set up]"]["ts"] + e["[set up]"]["dur"] >=
        e["cudaMalloc"]["ts"] + e["cudaMalloc"]["dur"]))(
        {x["name"]: x for x in (j if isinstance(j, list)
         else j["traceEvents"]) if x.get("ph") == "X"})')"

# The machine's own clock, when asked for.
cat >"$tmp/clock.cu" <<'EOF'
#include <chrono>
#include <cstdio>
int main()
{
    auto a = std::chrono::steady_clock::now();
    volatile double sum = 0;
    for (int i = 0; i < 10000000; i++)
        sum = sum + i;
    auto us = (std::chrono::steady_clock::now() - a) /
              std::chrono::microseconds(1);
    printf("%s\n", us > 1000 ? "work takes time" : "work is free");
}
EOF
for clock in virtual real; do
    "$build/warplings" run "$tmp/clock.cu" --host-clock $clock --json \
        >"$tmp/out" 2>/dev/null
    expect "the host's clock, $clock" \
        "$([ $clock = real ] && echo work takes time || echo work is free)" \
        "$(q "$tmp/out" 'j["output"].strip()')"
done
exit $failed
