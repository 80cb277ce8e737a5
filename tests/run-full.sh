#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The long tests: sanitizers, fuzzing of every reader, the book, a full room.
# usage: run-full.sh BUILD. The last line is `N passed, N failed`.
cd "$(dirname "$0")/.." || exit 1
build=$1
export WARPLINGS_TALLY="$PWD/$build/tally-full"
: >"$WARPLINGS_TALLY"
. tests/lib.sh

if make --no-print-directory san >"$build/san.log" 2>&1; then
    pass "make san"
else
    tail -n 40 "$build/san.log"
    fail "make san" "see $build/san.log"
fi
tests/fuzz.sh "$build" 60
for script in tests/long/*.sh; do
    echo "== $script"
    "$script" "$build"
done
exec tests/tally.sh "$WARPLINGS_TALLY"
