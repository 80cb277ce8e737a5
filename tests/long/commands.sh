#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every command in README, book and chapters, run as it is written, by an
# installed copy, in a learner's folder. usage: commands.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$PWD/$1
case $1 in /*) build=$1 ;; esac
top=$PWD
. tests/lib.sh
scratch
# make install goes to a scratch root, whatever the reader's PREFIX is.
DESTDIR=$tmp/root
BUILD=$1
HOME=$tmp/home
XDG_CACHE_HOME=$tmp/cache
XDG_STATE_HOME=$tmp/state
export DESTDIR BUILD HOME XDG_CACHE_HOME XDG_STATE_HOME
mkdir -p "$HOME" "$tmp/bin"
make --no-print-directory -s install PREFIX=/usr >"$tmp/out" 2>&1 || exit 1
# A check of an exercise that nobody has done fails: that is no surprise.
cat >"$tmp/bin/warplings" <<END
#!/bin/sh
"$tmp/root/usr/bin/warplings" "\$@" </dev/null
code=\$?
[ "\$1" = check ] && [ \$code = 1 ] && code=0
exit \$code
END
chmod +x "$tmp/bin/warplings"
PATH=$tmp/bin:$PATH
warplings init "$HOME/warplings" >"$tmp/out" || exit 1

files="README.md CONTRIBUTING.md book/*.md lessons/*/lesson.md"
# shellcheck disable=SC2086
python3 tests/commands.py $files >"$tmp/commands"
expect "there are commands to run" yes \
    "$([ "$(grep -c '^[^ ]' "$tmp/commands")" -gt 30 ] && echo yes)"

# try NAME WHERE: run the block in $tmp/block
try() {
    case $2 in
    work) dir=$HOME/warplings ;;
    source) dir=$top ;;
    elsewhere:*)
        script=${2#elsewhere: }
        if [ -x "$script" ] || [ -f "$script" ]; then
            pass "$1: in $script"
        else
            fail "$1" "no $script"
        fi
        return
        ;;
    *) dir=$(echo "$HOME/warplings/$2"-*) ;;
    esac
    (cd "$dir" && timeout 300 sh -e "$tmp/block") >"$tmp/out" 2>&1
    code=$?
    if [ $code = 0 ]; then
        pass "$1"
    else
        fail "$1" "ended with $code: $(tail -n 3 "$tmp/out" | tr '\n' '|')"
    fi
}
name=""
while IFS= read -r line; do
    case $line in
    " "*) printf '%s\n' "${line# }" >>"$tmp/block" ;;
    *)
        [ -n "$name" ] && try "$name" "$where"
        name=${line%% *}
        where=${line#* }
        : >"$tmp/block"
        ;;
    esac
done <"$tmp/commands"
[ -n "$name" ] && try "$name" "$where"

# Commands inside sentences: the command and its options exist.
# shellcheck disable=SC2086
expect "commands in sentences exist" ok "$(python3 tests/commands.py --inline \
    "$("$build/warplings" --help)" $files)"
exit $failed
