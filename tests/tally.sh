#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sum up a tally file; 1 if anything failed. usage: tally.sh FILE
grep '^FAILED' "$1"
grep '^skip' "$1"
awk '/^ok/ { ok++ } /^FAILED/ { bad++ } /^skip/ { skipped++ }
    END {
        if (skipped) printf "%d skipped\n", skipped
        printf "%d passed, %d failed\n", ok, bad
        exit bad > 0 || ok == 0
    }' "$1"
