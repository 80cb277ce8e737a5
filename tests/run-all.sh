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

tests/unit.sh "$build"
for script in tests/e2e/*.sh; do
    echo "== $script"
    "$script" "$build" || echo "not ok  $script" >>"$WARPLINGS_TALLY.scripts"
done
command -v nvcc >/dev/null ||
    echo "skip    everything under nvcc: no nvcc here" | tee -a "$WARPLINGS_TALLY"
exec tests/tally.sh "$WARPLINGS_TALLY"
