#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# No cheat has more points than an answer that does nothing, and none leaves a
# trace in a file that is not its own. usage: cheats.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

# mark FILE: check it; its report is in $tmp/report
mark() {
    lesson=$(basename "$1" | cut -c 1-2)
    CHEAT_VICTIM="$tmp/victim" timeout 120 "$build/warplings" check "$lesson" \
        --file "$1" --seed 7 --json >"$tmp/report" 2>"$tmp/err"
}

mark tests/cheats/11-nothing.cu
most=$(q "$tmp/report" 'j["points"]')
for cheat in tests/cheats/*.cu; do
    name=$(basename "$cheat" .cu)
    printf 'mine\n' >"$tmp/victim"
    mark "$cheat"
    expect "cheat $name: verdict" True \
        "$(q "$tmp/report" 'j["verdict"] in ("fail", "crash", "timeout")')"
    expect "cheat $name: no point more" True \
        "$(q "$tmp/report" "j['points'] <= $most")"
    expect "cheat $name: no trace" mine "$(cat "$tmp/victim")"
done
exit $failed
