#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A fifth of the published experiments under the model: `make validate` has
# all. The floors are what the book promises. usage: validate.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

if [ "$(compilers | head -1)" != clang ]; then
    skip "published experiments" "no clang"
    exit 0
fi
validate() {
    tests/validation/validate.py "$build" "$@" >"$tmp/out" 2>"$tmp/err"
}
validate --every 5 --floor 20 86
expect "a fifth of the published pairs: error and ranking" "0 " \
    "$? $(head -c 300 "$tmp/err")"
grep '^all ' "$tmp/out"
validate --only R335 --floor 0.001 100
expect "a floor that is missed fails" 1 $?
has "and says so" "the model got worse" "$tmp/err"
validate --only R335
cp "$tmp/out" "$tmp/first"
validate --only R335
expect "the same pair gives the same bytes" "$(cat "$tmp/first")" \
    "$(cat "$tmp/out")"

exit $failed
