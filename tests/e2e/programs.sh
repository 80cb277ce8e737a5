#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Programs in the style of public tutorials, each against its CPU answer.
# usage: programs.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

for compiler in $(compilers); do
    for f in tests/programs/*.cu; do
        name="run $(basename "$f" .cu) ($compiler)"
        "$build/warplings" run "$f" --compiler "$compiler" --json \
            >"$tmp/out" 2>"$tmp/err"
        expect "$name: exit" 0 $?
        expect "$name: answer" "0 PASS [] 0" "$(q "$tmp/out" \
            '"%s %s %s %d" % (j["exit"], j["output"].strip(), [f["id"] +
            ":" + str(f["line"]) for f in j["findings"]
            if f["severity"] != "advice"], len(j["kernels"]) == 0)')"
        # Advice only where the program's comments say so.
        expect "$name: advice" \
            "$(sed -n 's|^// advice: ||p' "$f")" "$(q "$tmp/out" \
            '" ".join(sorted({f["id"] for f in j["findings"]
            if f["severity"] == "advice"}))')"
    done
done

# Two sources: kernels are found whichever of them is loaded first.
parts=tests/programs/parts
for compiler in $(compilers); do
    for order in "main more" "more main"; do
        # shellcheck disable=SC2086  # two words
        set -- $order
        "$build/warplings" run "$parts/$1.cu" "$parts/$2.cu" \
            --compiler "$compiler" --json >"$tmp/out" 2>"$tmp/err"
        expect "two sources, $order ($compiler)" "PASS start grow start []" \
            "$(q "$tmp/out" 'j["output"].strip() + " " + " ".join(k["name"]
            for k in j["kernels"]) + " " + str(j["findings"])')"
    done
done

# What compilers emit for other architectures, and without optimisation.
run_features() {
    name="features.cu, $*"
    "$build/warplings" run tests/programs/features.cu "$@" --json \
        >"$tmp/out" 2>"$tmp/err"
    expect "$name" "0 PASS []" "$(q "$tmp/out" \
        '"%s %s %s" % (j["exit"], j["output"].strip(), [f["id"] + ":" +
        str(f["line"]) for f in j["findings"] if f["severity"] != "advice"])')"
}
for compiler in $(compilers); do
    run_features --compiler "$compiler" -G
    [ "$compiler" = nvcc ] || continue
    for arch in 75 90 100 120; do
        run_features --compiler nvcc "-arch=sm_$arch"
    done
done
exit $failed
