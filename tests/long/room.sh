#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One installed copy for a room: thirty users at once, who may not write to it,
# without a network; then it is removed, and nothing of it is left.
# usage: room.sh BUILD [USERS]
cd "$(dirname "$0")/../.." || exit 1
build=$1
users=${2:-30}
. tests/lib.sh
scratch
chmod 755 "$tmp"
root=$tmp/root

make --no-print-directory -s BUILD="$build" install PREFIX=/usr \
    DESTDIR="$root" >"$tmp/out" 2>&1 || exit 1
chmod -R a-w,a+rX "$root"
find "$root" -type f -exec cksum {} + | sort -k 3 >"$tmp/before"

# What a user does, as a user of their own where this script may become one, and
# with no network where it may take it away.
cat >"$tmp/user.sh" <<'END'
id=$1
root=$2
HOME=$3
export HOME
unset XDG_CACHE_HOME XDG_STATE_HOME
cd "$HOME" || exit 1
PATH=$root/usr/bin:$PATH
warplings init "$HOME/warplings" >/dev/null || exit 1
cd "$HOME/warplings" || exit 1
warplings check 02 --json >fail.json
[ $? = 1 ] || exit 2
cp "$root/usr/share/warplings/solutions/02-guard.cu" 02-guard/exercise.cu
chmod u+w 02-guard/exercise.cu
warplings check 02 --json >pass.json || exit 3
warplings list --plain | grep -q "02 .*10 of 10" || exit 4
echo "$id done"
END
as_user() {
    id=$1
    home=$tmp/home$id
    mkdir -p "$home"
    set -- sh "$tmp/user.sh" "$id" "$root" "$home"
    if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
        uid=$((20000 + id))
        chown $uid:$uid "$home"
        set -- setpriv --reuid $uid --regid $uid --clear-groups "$@"
    fi
    if unshare -n true 2>/dev/null; then
        set -- unshare -n "$@"
    fi
    "$@" >"$tmp/out.$id" 2>&1 </dev/null
    echo $? >"$tmp/code.$id"
}
start=$(date +%s)
pids=""
for i in $(seq "$users"); do
    as_user "$i" &
    pids="$pids $!"
done
# shellcheck disable=SC2086
wait $pids
took=$(($(date +%s) - start))
bad=""
for i in $(seq "$users"); do
    [ "$(cat "$tmp/code.$i")" = 0 ] ||
        bad="$bad user $i: $(cat "$tmp/code.$i") $(tail -n 2 "$tmp/out.$i")"
done
expect "$users users: fail, mend, pass" "" "$bad"
echo "        $users users took $took s"
# The compiler and card are the same for all, and so is every byte of the report.
for f in fail pass; do
    expect "their reports ($f) are the same" 1 "$(for i in $(seq "$users"); do
        sed "s|$tmp/home$i||g" "$tmp/home$i/warplings/$f.json" | cksum
    done | sort -u | wc -l)"
done
find "$root" -type f -exec cksum {} + | sort -k 3 >"$tmp/after"
cmp -s "$tmp/before" "$tmp/after"
expect "the installed copy is untouched" 0 $?
chmod -R u+w "$root"
make --no-print-directory -s BUILD="$build" uninstall PREFIX=/usr \
    DESTDIR="$root" >"$tmp/out" 2>&1
expect "uninstall leaves nothing" "" "$(find "$root" ! -type d)"

# The sources of `make dist` build and install by themselves.
if git rev-parse --git-dir >/dev/null 2>&1; then
    dist=$(make --no-print-directory -s BUILD="$build" dist)
    tar -C "$tmp" -xzf "$dist"
    folder=$tmp/$(basename "$dist" .tar.gz)
    make --no-print-directory -s -j2 -C "$folder" BUILD=build install \
        PREFIX=/usr DESTDIR="$tmp/again" >"$tmp/out" 2>&1
    expect "the archive of make dist builds and installs" 0 $?
    XDG_CACHE_HOME=$tmp/cache "$tmp/again/usr/bin/warplings" run \
        "$tmp/again/usr/share/warplings/kernels/02-guard/guarded.cu" \
        >"$tmp/out" 2>&1
    expect "and runs a program" 0 $?
else
    skip "make dist" "not a clone"
fi
exit $failed
