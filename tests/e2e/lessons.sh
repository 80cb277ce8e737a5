#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each lesson proves itself under each compiler that is here: see
# `warplings author check`. usage: lessons.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

# `make golden`: the numbers of the chapters are rewritten from runs.
if [ "${WARPLINGS_GOLDEN:-}" = write ]; then
    "$build/warplings" author seen --no-input </dev/null
fi

for compiler in $(compilers); do
    "$build/warplings" author check --compiler "$compiler" --no-input \
        >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
    grep -E '^(ok|FAILED|skip) ' "$tmp/out" >"$tmp/lines"
    cat "$tmp/lines"
    cat "$tmp/lines" >>"$WARPLINGS_TALLY"
    expect "every lesson holds ($compiler)" "0 " "$status $(cat "$tmp/err")"
    expect "there are proofs ($compiler)" True \
        "$([ "$(wc -l <"$tmp/lines")" -gt 100 ] && echo True)"
done

# A lesson's pair is compared by what the lesson is about, and the run answers
# its predictions.
"$build/warplings" compare 24 --plain >"$tmp/out" 2>&1 </dev/null
has "a lesson about the host compares runs" "run time, modelled" "$tmp/out"
has "the run answers the prediction" "This run says" "$tmp/out"
"$build/warplings" compare 11 --plain >"$tmp/out" 2>&1 </dev/null
has "a lesson about kernels compares kernels" "kernel time, modelled" "$tmp/out"

# A new lesson passes but for its text.
mkdir -p "$tmp/own/lessons"
printf 'title: Own\nplanned: 1\nlessons: [01-mine]\n' \
    >"$tmp/own/lessons/course.yaml"
"$build/warplings" author new 01-mine --course "$tmp/own" >"$tmp/out" 2>&1
expect "author new makes a lesson" 0 $?
"$build/warplings" author new 01-mine --course "$tmp/own" >"$tmp/out" 2>&1
expect "author new overwrites nothing" 4 $?
"$build/warplings" author seen 01 --course "$tmp/own" >"$tmp/out" 2>&1
expect "author seen fills in numbers" 0 $?
"$build/warplings" author check 01 --course "$tmp/own" \
    --compiler "$(compilers | head -n 1)" >"$tmp/out" 2>"$tmp/err" </dev/null
expect "a new lesson is not whole" 1 $?
expect "only its text is missing" "1" "$(grep -c '^FAILED' "$tmp/out")"
has "its text is missing" "400 to 900 words" "$tmp/out"
for bad in mine 1-x 00-x 99-x 01-UP ../01-x; do
    "$build/warplings" author new "$bad" --course "$tmp/own" >"$tmp/out" 2>&1
    expect "'$bad' is no name of a lesson" 4 $?
done
"$build/warplings" author nonsense >"$tmp/out" 2>&1
expect "author says what it can do" 2 $?
exit $failed
