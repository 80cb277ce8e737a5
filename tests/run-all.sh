#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every test but the long ones. usage: run-all.sh BUILD
# The last line is `N passed, N failed`.
cd "$(dirname "$0")/.." || exit 1
build=$1
export WARPLINGS_TALLY="$PWD/$build/tally"
XDG_CACHE_HOME="$PWD/$build/test-cache"
XDG_STATE_HOME="$PWD/$build/test-state"
export XDG_CACHE_HOME XDG_STATE_HOME
: >"$WARPLINGS_TALLY"

# A script that ends badly without naming a failure is one.
run() {
    echo "== $1"
    before=$(grep -c '^FAILED' "$WARPLINGS_TALLY")
    "$@" && return
    status=$?
    [ "$before" != "$(grep -c '^FAILED' "$WARPLINGS_TALLY")" ] ||
        echo "FAILED  $1: ended with $status" | tee -a "$WARPLINGS_TALLY"
}

tests/unit.sh "$build"
for script in tests/e2e/*.sh; do
    run "$script" "$build"
done
run tests/fuzz.sh "$build" 4
command -v nvcc >/dev/null ||
    echo "skip    everything under nvcc: no nvcc here" | tee -a "$WARPLINGS_TALLY"
exec tests/tally.sh "$WARPLINGS_TALLY"
