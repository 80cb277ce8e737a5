#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Help, man page and completions. usage: manual.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$PWD/$1
case $1 in /*) build=$1 ;; esac
. tests/lib.sh
scratch
lab=$build/warplings

"$lab" --help >"$tmp/help"
"$lab" help >"$tmp/out"
cmp -s "$tmp/help" "$tmp/out"
expect "help is --help" 0 $?
"$lab" help check >"$tmp/out"
has "help COMMAND" "usage: warplings check" "$tmp/out"
"$lab" check --help >"$tmp/help"
cmp -s "$tmp/help" "$tmp/out"
expect "help COMMAND is COMMAND --help" 0 $?
"$lab" help nothing >"$tmp/out" 2>&1
expect "help of nothing: exit" 2 $?
wide=$("$lab" --help | awk 'length > 80' | wc -l)
expect "--help fits 80 columns" 0 "$wide"

"$lab" help man >"$tmp/warplings.1"
if command -v groff >/dev/null; then
    groff -man -ww -Tascii -z "$tmp/warplings.1" >"$tmp/out" 2>&1
    expect "man page: groff has nothing to say" "" "$(cat "$tmp/out")"
else
    skip "man page" "no groff here"
fi
"$lab" help bash >"$tmp/bash"
# completes WORDS...: what bash offers for the last of them
completes() {
    bash -c '. "$0"; COMP_WORDS=(warplings "$@"); COMP_CWORD=$#
        _warplings; echo "${COMPREPLY[*]}"' "$tmp/bash" "$@"
}
expect "bash completes a command" check "$(completes che)"
expect "bash completes an option" "--compiler" "$(completes run --compi)"
expect "bash leaves files to itself" "" "$(completes run x)"
for shell in zsh fish; do
    "$lab" help $shell >"$tmp/$shell"
    if command -v $shell >/dev/null; then
        $shell -n "$tmp/$shell" 2>"$tmp/err"
        expect "$shell completion: syntax" "0" $?
    else
        skip "$shell completion" "no $shell here"
    fi
done
awk '/^COMMAND\(/ { gsub(/COMMAND\(|,/, ""); print $1 }' \
    engine/cli/commands.def >"$tmp/commands"
while read -r command; do
    for f in warplings.1 bash zsh fish; do
        grep -q -w "$command" "$tmp/$f" || fail "$f" "no $command"
    done
done <"$tmp/commands"
pass "every command is in man page and completions"

make --no-print-directory -s BUILD="$1" install PREFIX=/usr \
    DESTDIR="$tmp/root" >"$tmp/out" 2>&1
expect "install" 0 $?
expect "install: the man page" 0 \
    "$(cmp "$tmp/warplings.1" "$tmp/root/usr/share/man/man1/warplings.1" \
        >"$tmp/err" 2>&1; echo $?)"
XDG_CACHE_HOME=$tmp/c XDG_STATE_HOME=$tmp/s "$tmp/root/usr/bin/warplings" run \
    tests/programs/saxpy.cu >"$tmp/out" 2>&1
expect "installed, it runs a program" 0 $?
make --no-print-directory -s BUILD="$1" uninstall PREFIX=/usr \
    DESTDIR="$tmp/root" >"$tmp/out" 2>&1
expect "uninstall leaves no file" "" "$(find "$tmp/root" -type f)"
exit $failed
