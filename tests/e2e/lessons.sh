#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each lesson proves itself: the starter fails, the solution passes, every
# typical wrong answer fails for the reason on its first line, and no two for
# the same one. usage: lessons.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

# check LESSON FILE COMPILER: JSON to $tmp/out, the exit code in $status
check() {
    "$build/warplings" check "$1" --file "$2" --compiler "$3" --json \
        >"$tmp/out" 2>"$tmp/err" </dev/null
    status=$?
}

word() { sed -n "1s/.*$1=\([^ ]*\).*/\1/p" "$2"; }

for compiler in $(compilers); do
    for dir in lessons/*/; do
        lesson=$(basename "$dir")
        on="$lesson ($compiler)"
        check "$lesson" "$dir/exercise.cu" "$compiler"
        expect "starter fails: $on" 1 $status
        expect "starter gives no points it has not earned: $on" True \
            "$(q "$tmp/out" 'j["points"] < j["of"]')"
        check "$lesson" "solutions/$lesson.cu" "$compiler"
        expect "solution passes: $on" "0 pass []" "$status $(q "$tmp/out" \
            'j["verdict"] + " " + str([f["id"] for f in j["findings"]
            if f["severity"] != "advice"])')"
        : >"$tmp/reasons"
        for f in tests/wrong/"$lesson"/*.cu; do
            goal=$(word goal "$f")
            finding=$(word finding "$f")
            line=$(word line "$f")
            name="$(basename "$f" .cu) of $on"
            check "$lesson" "$f" "$compiler"
            expect "wrong answer fails: $name" 1 $status
            expect "it fails by '$goal': $name" True "$(q "$tmp/out" \
                "not [g for g in j['goals'] if g['id'] == '$goal'][0]['pass']")"
            [ "$finding" = - ] || expect "it gets '$finding': $name" True \
                "$(q "$tmp/out" "any(f['id'] == '$finding' and
                '$line' in ('-', str(f.get('line'))) for f in j['findings'])")"
            echo "$goal $finding $line" >>"$tmp/reasons"
        done
        expect "no two wrong answers fail alike: $on" "" \
            "$(sort "$tmp/reasons" | uniq -d)"
    done
done
exit $failed
