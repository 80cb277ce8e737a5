#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Make the pictures of the screens from a real session.
# usage: pictures.sh BUILD OUT
cd "$(dirname "$0")/.." || exit 1
build=$(cd "$1" && pwd) || exit 1
out=$2
shot=$PWD/tests/shot.py
tmp=$(mktemp -d) || exit 1
socket=warplings-pictures-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null; rm -rf "$tmp"' EXIT
export LC_ALL=C.UTF-8
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 1

t() { tmux -L "$socket" "$@"; }
keys() { t send-keys -t w "$@"; }
see() {
    end=$(($(date +%s) + 120))
    until t capture-pane -p -t w | grep -qF -- "$1"; do
        [ "$(date +%s)" -lt "$end" ] || { echo "no '$1'" >&2; exit 1; }
        sleep 0.1
    done
}
# One screen, with the folder that this script made called by what it stands for.
screen() { t capture-pane -e -p -t w | sed "s|$tmp|~|g"; }
picture() {
    screen | python3 "$shot" "$2" >"$out/$1.svg"
    echo "$out/$1.svg"
}
# One more screen of the tour.
tour() {
    [ -s "$tmp/tour" ] && printf '\f' >>"$tmp/tour"
    screen >>"$tmp/tour"
}

"$build/warplings" init "$tmp/warplings" >/dev/null || exit 1
t -f /dev/null new-session -d -s w -x 90 -y 30 \
    "cd '$tmp/warplings' && env TERM=tmux-256color '$build/warplings'" || exit 1
see "Your warp"
picture home "The list of lessons"
tour
keys / tiling Enter Enter
see "[chapter]"
picture lesson "Lesson 11"
tour
keys c
see "Goals"
picture check "A check of lesson 11: goals, the finding, the source line"
tour
cp solutions/11-tiling.cu "$tmp/warplings/11-tiling/exercise.cu"
keys c
see "pass  4/4"
tour
keys v
see "speed-up"
picture bars "Two kernels side by side: bars"
tour
keys 3
see "per column"
picture warps "Two kernels side by side: what each warp did"
tour
keys 4
see "(ideal"
picture memory "One load of a warp: lanes and sectors"
tour
python3 "$shot" "A tour of the lab" "The list of lessons; the chapter of \
lesson 11; a check that fails, with the goal it missed; the same check after \
the exercise is solved; then both kernels side by side: as bars, warp by \
warp, and as the lanes and sectors of one load." \
    <"$tmp/tour" >"$out/tour.svg"
echo "$out/tour.svg"
