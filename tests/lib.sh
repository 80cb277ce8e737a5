# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Helpers for the whole-product tests. Source it after setting build=...
# Results go to stdout and to the file $WARPLINGS_TALLY, one line each.
: "${WARPLINGS_TALLY:=/dev/null}"
# shellcheck disable=SC2034  # read by the scripts that source this
failed=0

say() { echo "$1"; echo "$1" >>"$WARPLINGS_TALLY"; }
pass() { say "ok      $1"; }
skip() { say "skip    $1: $2"; }
fail() {
    say "FAILED  $1: $2"
    # shellcheck disable=SC2034
    failed=1
}

# expect NAME WANT GOT
expect() {
    if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "want '$2', got '$3'"; fi
}

# has NAME TEXT FILE: the file holds the text
has() {
    if grep -qF -- "$2" "$3"; then
        pass "$1"
    else
        fail "$1" "no '$2' in: $(head -c 400 "$3" | tr '\n' '|')"
    fi
}

# q FILE EXPRESSION: a Python expression over the JSON object j in the file
q() {
    python3 -c 'import json,sys
j = json.load(open(sys.argv[1]))
print(eval(sys.argv[2]))' "$1" "$2" 2>&1
}

# A folder that is gone when the script ends.
scratch() {
    tmp=$(mktemp -d) || exit 1
    trap 'chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
    trap 'exit 1' INT TERM HUP
}

# The compilers to test: every one that is here; absent ones are skipped.
compilers() {
    if [ -n "${WARPLINGS_COMPILERS:-}" ]; then
        echo "$WARPLINGS_COMPILERS"
        return
    fi
    if command -v clang++ >/dev/null || command -v clang++-14 >/dev/null; then
        echo clang
    fi
    if command -v nvcc >/dev/null; then echo nvcc; fi
}
