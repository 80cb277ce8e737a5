#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run unit test programs; fail if any fails.
bad=0
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-60}"
for t in "$@"; do
    echo "== ${t##*/}"
    "$t" || bad=1
done
exit $bad
