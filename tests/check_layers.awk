# SPDX-License-Identifier: Apache-2.0
# Every #include "module/file.h" must be allowed by layers.txt.
# usage: awk -f check_layers.awk layers.txt FILE...
function module(path) {
    sub(/^engine\//, "", path)
    sub(/\/.*/, "", path)
    return path
}
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    bad = 1
}
FNR == NR {
    if (/^#/) next
    for (i = 1; i <= NF; i++)
        allowed[$1, $i] = 1
    next
}
/^#include <(ncurses|curses)/ && FILENAME !~ /tui\/term_/ {
    complain("only tui/term_*.c may include curses")
}
/^#include "/ {
    split($0, quoted, "\"")
    if (quoted[2] == "suites.def")
        next
    if (quoted[2] !~ /\//)
        complain("write the include as \"module/file.h\"")
    else if (!((module(FILENAME), module(quoted[2])) in allowed))
        complain(module(FILENAME) " may not include " module(quoted[2]))
}
END { exit bad }
