#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Everything with the sanitizers' build: unit tests, then real programs.
# usage: run-san.sh BUILD (with SAN and CFLAGS set)
cd "$(dirname "$0")/.." || exit 1
build=$1
export WARPLINGS_TALLY="$PWD/$build/tally"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
export XDG_CACHE_HOME="$PWD/$build/test-cache"
: >"$WARPLINGS_TALLY"

tests/unit.sh "$build"
WARPLINGS_COMPILERS=clang tests/e2e/programs.sh "$build"
WARPLINGS_COMPILERS=clang tests/e2e/cli.sh "$build"
WARPLINGS_COMPILERS=clang tests/e2e/runtime.sh "$build"
exec tests/tally.sh "$WARPLINGS_TALLY"
