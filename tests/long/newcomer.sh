#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A newcomer's first five minutes: a fresh clone, `make lab`, a chapter, a check
# that fails, a hint, both kernels, the exercise solved. Recorded on the way, as
# the moving picture BUILD/newcomer.svg. usage: newcomer.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$(cd "$1" && pwd) || exit 1
top=$PWD
. tests/lib.sh
scratch
git rev-parse --git-dir >/dev/null 2>&1 || {
    skip "a newcomer" "not a clone"
    exit 0
}
socket=warplings-newcomer-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$tmp"' EXIT
export LC_ALL=C.UTF-8

t() { tmux -L "$socket" "$@"; }
keys() { t send-keys -t w "$@"; }
# see NAME TEXT SECONDS: the text appears in time; the screen is recorded
see() {
    end=$(($(date +%s) + $3))
    until t capture-pane -p -t w 2>/dev/null | grep -qF -- "$2"; do
        if [ "$(date +%s)" -ge "$end" ]; then
            fail "$1" "no '$2': $(t capture-pane -p -t w | head -n 12)"
            exit 1
        fi
        sleep 0.2
    done
    [ -s "$tmp/film" ] && printf '\f' >>"$tmp/film"
    t capture-pane -e -p -t w | sed "s|$tmp|~|g" >>"$tmp/film"
    pass "$1"
}
start=$(date +%s)
git clone -q "$top" "$tmp/clone" || exit 1
mkdir "$tmp/home"
t -f /dev/null new-session -d -s w -x 90 -y 30 "cd '$tmp/clone' && env \
    -u XDG_CACHE_HOME -u XDG_STATE_HOME HOME='$tmp/home' \
    TERM=tmux-256color make lab"
see "make lab opens the lab" "Your warp" 400
keys Enter
see "Enter opens lesson 01" "[chapter]" 10
keys c
see "c checks: it fails, and says why" "FAIL" 60
keys q
see "back to the chapter" "[chapter]" 10
keys h
see "h gives a hint" "Hint 1 of 3" 10
keys v
see "v shows both kernels" "speed-up" 60
keys q
see "and back" "[chapter]" 10
cp solutions/01-hello-grid.cu "$tmp/home/warplings/01-hello-grid/exercise.cu"
keys c
see "solved, it passes" "PASS" 60
took=$(($(date +%s) - start))
expect "all of it in five minutes" yes \
    "$([ $took -lt 300 ] && echo yes || echo "$took s")"
python3 tests/shot.py "A newcomer's first minutes" "From a fresh clone to the \
first lesson passed, with make lab, a hint and the comparison of two kernels." \
    <"$tmp/film" >"$build/newcomer.svg"
expect "the recording is well formed" 0 "$(python3 -c 'import sys
import xml.etree.ElementTree as tree
tree.parse(sys.argv[1]); print(0)' "$build/newcomer.svg" 2>&1)"
exit $failed
