#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Pictures: well formed, described, inside their frame, the same every time.
# usage: plot.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$PWD/$1
case $1 in /*) build=$1 ;; esac
. tests/lib.sh
scratch
lab=$build/warplings
export XDG_CACHE_HOME="$tmp/cache" XDG_STATE_HOME="$tmp/state"

for what in 'sectors 06' 'bars 11' 'roofline 11' 'warps 11' 'banks 12' \
    'lanes 14' 'timeline 25' 'bars 24'; do
    # shellcheck disable=SC2086
    "$lab" plot $what -o "$tmp/${what%% *}.svg" 2>"$tmp/err"
    expect "plot $what: exit" 0 $?
    expect "plot $what: a good picture" ok \
        "$(python3 tests/svg_check.py "$tmp/${what%% *}.svg" 2>&1)"
done
has "sectors: what was wasted is told" \
    "touch 32 sectors of 32 bytes where 4 would do" "$tmp/sectors.svg"
has "banks: the conflicts are told" "in 32 wavefronts where 1" "$tmp/banks.svg"

"$lab" run tests/programs/saxpy.cu -o "$tmp/saxpy" >"$tmp/out" 2>&1
for kind in timeline warps sectors roofline; do
    "$lab" plot $kind "$tmp/saxpy" >"$tmp/a.svg" 2>"$tmp/err"
    expect "$kind of a record: exit" 0 $?
    "$lab" plot $kind tests/programs/saxpy.cu -o "$tmp/b.svg" 2>"$tmp/err"
    cmp -s "$tmp/a.svg" "$tmp/b.svg"
    expect "$kind: record and program give the same" 0 $?
done
"$lab" plot banks "$tmp/saxpy" >"$tmp/out" 2>"$tmp/err"
expect "banks of a program without shared memory: exit" 4 $?
has "and it says so" "no request to shared memory was recorded" "$tmp/err"
"$lab" plot bars "$tmp/saxpy" >"$tmp/out" 2>"$tmp/err"
expect "bars of one run: exit" 4 $?
"$lab" plot >"$tmp/out" 2>&1
expect "plot of nothing: exit" 2 $?
"$lab" plot pie 11 >"$tmp/out" 2>&1
expect "plot of no known kind: exit" 2 $?
"$lab" plot bars >"$tmp/out" 2>&1
expect "plot without a program: exit" 2 $?
"$lab" plot bars "$tmp/absent.cu" >"$tmp/out" 2>&1
expect "plot of an absent file: exit" 2 $?
head -c 100 "$tmp/saxpy" >"$tmp/short"
"$lab" plot timeline "$tmp/short" >"$tmp/out" 2>&1
expect "plot of half a record: exit" 4 $?
"$lab" plot timeline "$tmp/saxpy" -o /nowhere/t.svg >"$tmp/out" 2>&1
expect "plot to nowhere: exit" 4 $?
echo 'int main( { }' >"$tmp/bad.cu"
"$lab" plot timeline "$tmp/bad.cu" >"$tmp/out" 2>&1
expect "plot of what does not compile: exit" 3 $?
exit $failed
