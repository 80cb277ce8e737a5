#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fuzz every reader of files that others wrote, from the kept corpus.
# usage: fuzz.sh BUILD SECONDS-EACH
cd "$(dirname "$0")/.." || exit 1
build=$1
seconds=$2
. tests/lib.sh

cc=""
for c in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
    if echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n)
        { return d && n > 1 ? 0 : 0; }' | "$c" -fsanitize=fuzzer -x c - \
        -o "$build/fuzz-probe" 2>/dev/null; then
        cc=$c
        break
    fi
done
if [ -z "$cc" ]; then
    skip fuzz "no clang with libFuzzer here"
    exit 0
fi
for f in tests/fuzz/fuzz_*.c; do
    name=$(basename "$f" .c)
    module=${name#fuzz_}
    # The module and all it may include.
    modules=$(awk -v m="$module" '$1 == m { for (i = 2; i <= NF; i++)
        printf "%s ", $i }' tests/layers.txt)
    sources=$(for m in $modules $module; do ls engine/"$m"/*.c; done |
        grep -v /main)
    # shellcheck disable=SC2086
    if [ -n "$(find "$build/$name" -newer "$f" 2>/dev/null)" ] &&
        [ -z "$(find $sources engine -name '*.[chd]*' -newer "$build/$name")" ]
    then
        : built since the last change
    elif ! "$cc" -std=c11 -D_GNU_SOURCE -I. -Iengine -O1 -g \
        -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
        -ffp-contract=off -o "$build/$name" "$f" $sources -lyaml -ljansson \
        -lm -lpthread -l:libstdc++.so.6 2>"$build/$name.log"; then
        fail "$name" "does not build: $(head -n 3 "$build/$name.log")"
        continue
    fi
    mkdir -p "$build/corpus/$module" tests/fuzz/corpus/"$module"
    if "$build/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$build/$name-" "$build/corpus/$module" \
        tests/fuzz/corpus/"$module" >"$build/$name.log" 2>&1; then
        pass "$name: $seconds s"
    else
        fail "$name" "$(grep -m 1 -E 'ERROR|error|timeout' "$build/$name.log")"
    fi
done
exit $failed
