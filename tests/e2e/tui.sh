#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A scripted newcomer in a terminal: opens lesson 11, reads, checks, compares,
# quits; and what terminals do to programs. usage: tui.sh BUILD
# Waits for texts on the screen with a deadline, never for a fixed time.
# shellcheck disable=SC2016,SC2317  # helpers are called by name
cd "$(dirname "$0")/../.." || exit 1
build=$(cd "$1" && pwd) || exit 1
. tests/lib.sh
if ! command -v tmux >/dev/null; then
    skip "the screens in a terminal" "no tmux here"
    exit 0
fi
scratch
lab=$build/warplings
socket=warplings-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null
      chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
export LC_ALL=C.UTF-8
unset NO_COLOR CLICOLOR CLICOLOR_FORCE TMUX
DEADLINE_S=${WARPLINGS_TUI_DEADLINE:-120}

t() { tmux -L "$socket" "$@"; }
screen() { t capture-pane -p -t w 2>/dev/null; }
keys() { t send-keys -t w "$@"; }
field() { t display-message -p -t w "#{$1}"; }

# wait_for NAME COMMAND...: until the command succeeds
wait_for() {
    name=$1
    shift
    end=$(($(date +%s) + DEADLINE_S))
    until "$@" >/dev/null 2>&1; do
        if [ "$(date +%s)" -ge "$end" ]; then
            fail "$name" "not within $DEADLINE_S s: $(screen | tr '\n' '~')"
            return 1
        fi
        sleep 0.05
    done
    pass "$name"
}
shows() { screen | grep -qF -- "$1"; }
# see NAME TEXT: the text comes onto the screen
see() { wait_for "$scene: $1" shows "$2"; }

# start COLS ROWS COMMAND: an interactive shell, then the command in it
start() {
    t -f /dev/null new-session -d -s w -x "$1" -y "$2" \
        "env PS1='prompt> ' sh -i" || return 1
    t set-option -g default-terminal tmux-256color
    t set-option -g remain-on-exit off
    keys "cd '$work' && export TERM=tmux-256color && stty -g >'$tmp/before'" \
        Enter
    wait_for "$scene: a shell" test -s "$tmp/before"
    keys "clear" Enter
    wait_for "$scene: a clear screen" cleared
    keys "$3; echo \"code=\$?\"; stty -g >'$tmp/after'" Enter
}
cleared() { [ "$(screen | grep -c .)" -le 1 ]; }

# restored CODE: the program ended and the terminal is as it was
restored() {
    see "ends with $1" "code=$1"
    wait_for "$scene: stty after" test -s "$tmp/after"
    expect "$scene: modes restored" "$(cat "$tmp/before")" \
        "$(cat "$tmp/after")"
    expect "$scene: main screen" 0 "$(field alternate_on)"
    expect "$scene: cursor shown" 1 "$(field cursor_flag)"
    rm -f "$tmp/before" "$tmp/after"
}
stop() { t kill-server 2>/dev/null; wait_for "$scene: tmux ends" gone; }
gone() { ! t list-sessions; }
newcopy() {
    work=$tmp/work-$1
    "$lab" init "$work" >/dev/null 2>&1
}

# Which lesson, what it is about, what is wrong, why the other kernel wins.
walk() {
    see "the list" "Your warp"
    keys d
    see "the cards" "At best"
    keys m n
    see "two cards" "; beside h100-sxm"
    keys q
    see "the list again" "Your warp"
    keys / tiling Enter
    see "the lesson is found" "11"
    keys Enter
    see "the chapter" "chapter"
    keys Space
    keys g
    keys h
    see "a hint" "Hint 1 of 3"
    keys c
    see "the verdict" "FAIL"
    see "the goals" "Goals"
    keys v
    see "the bars" "speed-up"
    see "the bars name the card" "modelled for h100-sxm"
    keys 2
    see "the counters" "What changed"
    see "a counter by its name" "global_load_sectors"
    keys 3
    see "the warps" "per column"
    see "a state by its name" "waits: memory"
    keys + Right
    keys 4
    see "the memory" "of global memory"
    see "a request's sectors" "(ideal"
    keys '?'
    see "the help" "Two kernels side by side"
    keys q
    keys q
    see "back to the chapter" "chapter"
    keys q
    see "back to the list" "you stopped here"
}
leave() {
    keys q
    restored 0
    stop
}

for size in "80 24" "200 60"; do
    scene="${size% *}x${size#* }"
    newcopy "${size% *}"
    # shellcheck disable=SC2086  # two words
    start $size "'$lab'" || fail "$scene" "tmux did not start"
    walk
    t capture-pane -e -p -t w >"$tmp/out"
    expect "$scene: in colour" yes "$(grep -q '\[[0-9;]*38;5;' "$tmp/out" &&
        echo yes || echo no)"
    leave
    (cd "$work" && "$lab" list --json) >"$tmp/out"
    expect "$scene: one try and one hint are kept" "[(1, 1)]" "$(q "$tmp/out" \
        '[(l["tries"], l["hints"]) for l in j["lessons"]
          if l["lesson"] == "11-tiling"]')"
done

scene="no colour"
newcopy mono
start 80 24 "NO_COLOR=1 '$lab'"
walk
t capture-pane -e -p -t w >"$tmp/out"
expect "$scene: none" 0 "$(grep -cE '\[([0-9]*;)*[34][0-8](;[0-9]+)*m' \
    "$tmp/out")"
leave

scene="ascii"
newcopy ascii
start 80 24 "'$lab' --ascii"
walk
screen >"$tmp/out"
expect "$scene: nothing else" 0 "$(LC_ALL=C grep -c '[^ -~]' "$tmp/out")"
leave

for size in "80 24" "200 60"; do
    scene="view ${size% *}x${size#* }"
    newcopy "view${size% *}"
    # shellcheck disable=SC2086  # two words
    start $size "'$lab' view '$PWD/tests/programs/reduction.cu'"
    see "the axis of time" "host calls"
    keys n
    see "why the device is idle" "The device is idle for"
    keys m Right Right
    see "measuring" "from the mark"
    keys 2
    see "warps" "share of warp cycles"
    keys . . ,
    see "a step" "▲ cycle"
    keys Space
    keys 3
    see "lanes" "lanes at work"
    keys 4
    see "a request" "(ideal"
    keys 5
    see "the banks" "wavefront"
    keys 6
    see "the cost of lines" "PTX of reduction.cu"
    keys 7
    see "limits" "speed_of_light_memory_pct"
    keys '('
    see "another launch" "launch 2 of"
    keys '?'
    see "its keys" "One run"
    keys q
    leave
done

scene="save"
newcopy save
start 80 24 "'$lab' watch 02"
see "the lesson is open" "chapter"
printf '\n' >>"$work/02-guard/exercise.cu"
see "a save is checked" "FAIL"
cp solutions/02-guard.cu "$work/02-guard/.new"
mv "$work/02-guard/.new" "$work/02-guard/exercise.cu"
see "a save by renaming is checked" "PASS"
keys q
see "back to the chapter" "chapter"
keys q
leave

scene="resize"
newcopy resize
start 80 24 "'$lab'"
see "the list" "Your warp"
t resize-window -t w -x 20 -y 5
see "too small is said" "needs 60x18"
t resize-window -t w -x 100 -y 30
see "and the list is back" "Your warp"
keys C-l
see "after a redraw" "Your warp"
leave

scene="20x5"
start 20 5 "'$lab'"
see "too small is said" "needs 60x18"
keys q
restored 0
stop

scene="suspend"
start 80 24 "'$lab'"
see "the list" "Your warp"
keys C-z
see "the shell is back" "prompt>"
expect "$scene: main screen" 0 "$(field alternate_on)"
rm -f "$tmp/after"
keys "fg; echo \"code=\$?\"; stty -g >'$tmp/after'" Enter
see "the list is back" "Your warp"
leave

scene="editor"
newcopy editor
printf '#!/bin/sh\necho "$@" >"%s"\nprintf "\\n// edited\\n" >>"$1"\n' \
    "$tmp/edited" >"$tmp/ed"
chmod +x "$tmp/ed"
start 80 24 "VISUAL='$tmp/ed' '$lab'"
see "the list" "Your warp"
keys / tiling Enter Enter
see "the chapter" "chapter"
keys e
wait_for "$scene: it was called" test -s "$tmp/edited"
has "$scene: with the exercise" "11-tiling/exercise.cu" "$tmp/edited"
see "the chapter is back" "chapter"
keys Tab
keys G
see "the change is shown" "// edited"
keys x
see "reset asks" "[y/n]"
keys y
see "reset keeps the old one" ".bak"
cmp -s "$work/11-tiling/exercise.cu" \
    "$build/../lessons/11-tiling/exercise.cu"
expect "$scene: the starter is back" 0 $?
keys q
leave

scene="cancel"
start 80 24 "'$lab'"
see "the list" "Your warp"
keys / tiling Enter Enter
see "the chapter" "chapter"
keys c Escape
wait_for "$scene: it stops" sh -c "tmux -L $socket capture-pane -p -t w |
    grep -qE 'stopped|FAIL'"
keys C-c
restored 0
stop

lab_pid() { pgrep -P "$(field pane_pid)"; }
for signal in TERM HUP SEGV; do
    scene="SIG$signal"
    start 80 24 "'$lab'"
    see "the list" "Your warp"
    kill -"$signal" "$(lab_pid)"
    case $signal in
    TERM) restored 143 ;;
    HUP) restored 129 ;;
    SEGV) restored 139 ;;
    esac
    stop
done

scene="idle"
start 80 24 "'$lab'"
see "the list" "Your warp"
pid=$(lab_pid)
ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }
before=$(ticks)
sleep 1 # the time over which it is measured
expect "$scene: costs no CPU" yes \
    "$([ $(($(ticks) - before)) -le 1 ] && echo yes || echo no)"
scene="lost terminal"
t kill-server
wait_for "$scene: the lab ends" sh -c "! kill -0 $pid 2>/dev/null"
exit $failed
