#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Commands as a person types them. usage: cli.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$(cd "$1" && pwd) || exit 1
. tests/lib.sh
scratch
lab=$build/warplings
work=$tmp/work

"$lab" --help >"$tmp/out" 2>&1
expect "--help: exit" 0 $?
for command in list show check hint reset solution run compare cc devices \
    init; do
    has "--help names $command" "$command" "$tmp/out"
    "$lab" "$command" --help >"$tmp/help" 2>&1
    expect "$command --help: exit" 0 $?
    has "$command --help names itself" "$command" "$tmp/help"
done
"$lab" --version >"$tmp/out"
has "--version" "warplings" "$tmp/out"
"$lab" </dev/null >"$tmp/out" 2>&1
expect "no terminal: exit" 0 $?
has "no terminal: names a command" "check" "$tmp/out"

"$lab" init "$work" >"$tmp/out"
expect "init: exit" 0 $?
[ -f "$work/11-tiling/exercise.cu" ]
expect "init: the exercise is there" 0 $?
cd "$work" || exit 1
"$lab" list >"$tmp/out"
has "list: lesson 02" "02" "$tmp/out"
has "list: lesson 11" "11" "$tmp/out"
"$lab" show 02 --plain >"$tmp/out"
expect "show: exit" 0 $?
has "show: the code is pulled in" "if (" "$tmp/out"
"$lab" check 02 --json >"$tmp/out"
expect "check of the starter: exit" 1 $?
expect "check of the starter: finding" True "$(q "$tmp/out" \
    'any(f["id"] == "oob-global" for f in j["findings"])')"
"$lab" solution 02 >"$tmp/out" 2>&1
expect "solution before a pass: exit" 1 $?
for i in 1 2 3; do
    "$lab" hint 02 >"$tmp/hint$i"
    expect "hint $i: exit" 0 $?
done
cmp -s "$tmp/hint1" "$tmp/hint2"
expect "hints go on" 1 $?
cp "$build/../solutions/02-guard.cu" 02-guard/exercise.cu
"$lab" check 02 >"$tmp/out" 2>&1
expect "check of the solution: exit" 0 $?
"$lab" solution 02 >"$tmp/out" 2>&1
expect "solution after a pass: exit" 0 $?
"$lab" list --json >"$tmp/out"
has "progress is kept" "true" "$tmp/out"
"$lab" reset 02 --yes >"$tmp/out" 2>&1
expect "reset: exit" 0 $?
cmp -s 02-guard/exercise.cu "$build/../lessons/02-guard/exercise.cu"
expect "reset: the starter is back" 0 $?
ls 02-guard/*.bak* >/dev/null 2>&1
expect "reset: the old file is kept" 0 $?

# watch without a terminal: a result at once, and one after each save.
"$lab" watch 02 --plain >"$tmp/watch" 2>&1 &
watcher=$!
results() { grep -c -- '-- waiting for the next save' "$tmp/watch"; }
until_results() {
    for _ in $(seq 600); do
        [ "$(results)" -ge "$1" ] && break
        sleep 0.1
    done
    expect "watch: result $1" "$1" "$(results)"
}
until_results 1
echo >>02-guard/exercise.cu
until_results 2
cp 02-guard/exercise.cu 02-guard/.new
echo '// by renaming' >>02-guard/.new
mv 02-guard/.new 02-guard/exercise.cu
until_results 3
kill "$watcher"
wait "$watcher" 2>/dev/null

"$lab" devices >"$tmp/out"
for card in t4 rtx-4090 h100-sxm; do
    has "devices: $card" "$card" "$tmp/out"
done
"$lab" devices h100-sxm >"$tmp/out"
has "devices NAME: a source is cited" "source" "$tmp/out"
has "devices NAME: peaks" "bus_bandwidth" "$tmp/out"
"$lab" devices --compare t4 h200 --json >"$tmp/out"
expect "devices --compare: bandwidths" "320 4800" \
    "$(q "$tmp/out" "' '.join('%.0f' % c['peaks']['bus_bandwidth']['value']
        for c in j['cards'])")"
"$lab" run --sampled "$build/../tests/programs/saxpy.cu" --json \
    2>"$tmp/err" >"$tmp/out"
has "run --sampled says what it leaves out" "only the blocks" "$tmp/err"
"$lab" run --what-if "$build/../tests/time/copy.cu" --card t4 --json -- 8 \
    >"$tmp/out"
expect "run --what-if: caches are worth something, launches cost" True \
    "$(q "$tmp/out" "all(k['what_if']['no_caches']['gain'] <= 1.01 and
        k['what_if']['free_launch']['gain'] > 1 for k in j['kernels'])")"
"$lab" run --what-if "$build/../tests/time/copy.cu" --card t4 --plain \
    >"$tmp/out"
has "run --what-if: in words" "times as fast, modelled" "$tmp/out"
"$lab" devices --compare t4 >"$tmp/out" 2>&1
expect "devices --compare: one name is not enough" 2 $?
"$lab" run "$build/../tests/programs/saxpy.cu" -o "$tmp/saxpy.run" >"$tmp/out"
expect "run -o: exit" 0 $?
"$lab" view "$tmp/saxpy.run" --json >"$tmp/out"
expect "view of a record: the kernels" "['saxpy']" \
    "$(q "$tmp/out" '[k["name"] for k in j["kernels"]]')"
head -c 100 "$tmp/saxpy.run" >"$tmp/cut.run"
"$lab" view "$tmp/cut.run" >"$tmp/out" 2>&1
expect "view of a record cut short" 4 $?
"$lab" view "$tmp/none.run" >"$tmp/out" 2>&1
expect "view of nothing" 2 $?
"$lab" run "$build/../tests/programs/saxpy.cu" -o /nowhere/x >"$tmp/out" 2>&1
expect "run -o to nowhere" 4 $?
"$lab" calc bandwidth rate=14 width=256 >"$tmp/out"
has "calc: formula, numbers, unit" "= 448 GB/s" "$tmp/out"
"$lab" calc transfer 64M --card t4 >"$tmp/out"
has "calc: the card it applies to" "Tesla T4" "$tmp/out"
"$lab" calc nonsense >"$tmp/out" 2>&1
expect "calc: an unknown formula" 2 $?
"$lab" cc "$build/../tests/programs/saxpy.cu" -o "$tmp/saxpy" >"$tmp/out" 2>&1
expect "cc: exit" 0 $?
expect "cc: the program runs by hand" PASS "$("$tmp/saxpy" 2>"$tmp/err")"
"$lab" compare 11 --json >"$tmp/out"
expect "compare: exit" 0 $?
"$lab" compare 11 >"$tmp/out"
has "compare: names the card" "h100" "$tmp/out"
printf '#include <cstdio>\n#include <cstdlib>\nint main(int c, char **v)\n{ printf("%%s\\n", v[c - 1]); return 7; }\n' >"$tmp/args.cu"
"$lab" run "$tmp/args.cu" -- a b last >"$tmp/out" 2>&1
expect "run: exit is 0 whatever the program's" 0 $?
has "run: arguments after --" "last" "$tmp/out"
"$lab" run "$tmp/args.cu" --json -- x >"$tmp/out"
expect "run --json: the program's own code" 7 "$(q "$tmp/out" 'j["exit"]')"
exit $failed
