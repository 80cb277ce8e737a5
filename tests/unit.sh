#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Build and run all unit tests; each check counts. usage: unit.sh BUILD
cd "$(dirname "$0")/.." || exit 1
build=$1
log=$build/unit.log
: "${WARPLINGS_TALLY:=/dev/null}"
# A slow machine, or a sanitizer, is no failure.
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-60}"

for module in tests/unit/*/; do
    module=$(basename "$module")
    ls tests/unit/"$module"/test_*.c >/dev/null 2>&1 || continue
    make --no-print-directory -s BUILD="$build" "$build/unit-$module" || {
        echo "FAILED  unit $module: does not build" | tee -a "$WARPLINGS_TALLY"
        continue
    }
    echo "== unit $module"
    "$build/unit-$module" >"$log" 2>&1
    status=$?
    cat "$log"
    awk -v module="$module" -v status=$status '
        /^[0-9]+%: Checks: / {
            gsub(/,/, "")
            n += $3; bad += $5 + $7; seen = 1
        }
        END {
            for (i = 0; i < n - bad; i++) print "ok      unit " module
            for (i = 0; i < bad; i++) print "FAILED  unit " module
            if (!seen || (status && !bad))
                print "FAILED  unit " module ": ended with " status
        }' "$log" >>"$WARPLINGS_TALLY"
done
