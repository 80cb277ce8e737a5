#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Style that can be checked: layering, format, lengths, licence lines, shell.
set -u
cd "$(dirname "$0")/.." || exit 1
bad=0
c_files=$(find engine tui tests -name '*.[ch]' -not -path '*/cudart/include/*' \
    -not -path 'tests/wrong/*' -not -path 'tests/programs/*')
all=$(find engine tui tests lessons kernels solutions book \
    \( -name '*.[ch]' -o -name '*.def' -o -name '*.cu' -o -name '*.sh' \
       -o -name '*.awk' -o -name '*.yaml' -o -name '*.py' -o -name '*.lua' \
       -o -name '*.cuh' \))

# shellcheck disable=SC2086
{
awk -f tests/check_layers.awk tests/layers.txt $c_files || bad=1
awk 'FNR == 1 { start = 0 }
    /^\{/ { start = FNR }
    /^\}/ && start {
        if (FNR - start - 1 > 70 && !dispatch) {
            bad = 1; print FILENAME ":" start ": " FNR - start - 1 " lines" }
        start = 0; dispatch = 0 }
    /lint: dispatch switch/ { dispatch = 1 }
    length > 80 && FILENAME !~ /test_/ {
        bad = 1; print FILENAME ":" FNR ": over 80 columns" }
    END { exit bad }' $c_files || bad=1
for f in $all; do
    head -n 3 "$f" | grep -q 'SPDX-License-Identifier: Apache-2.0' || {
        echo "$f: no SPDX line"; bad=1; }
done
if command -v clang-format >/dev/null; then
    clang-format --dry-run -Werror $c_files 2>&1 | grep -m 20 error && bad=1
else
    echo "lint: clang-format is missing; format not checked"
fi
if command -v shellcheck >/dev/null; then
    find engine tests book .ci \( -name "*.sh" -o -path .ci/run \) -print0 |
        xargs -0 shellcheck || bad=1
fi
}
[ $bad = 0 ] && echo "lint: clean"
exit $bad
