#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Bad input gets a clear sentence and the right exit code, and nothing is
# lost: no crash, no hang, no stray process. usage: bad_input.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$(cd "$1" && pwd) || exit 1
. tests/lib.sh
scratch
lab=$build/warplings

# lab_run NAME WANT_EXIT TEXT ARGS...: exit code and text in what was printed
lab_run() {
    name=$1
    want=$2
    text=$3
    shift 3
    timeout 100 "$lab" "$@" >"$tmp/out" 2>&1 </dev/null
    expect "$name: exit" "$want" $?
    has "$name: says why" "$text" "$tmp/out"
}

# answer FILE BODY: an answer to lesson 02 with that host function body
answer() {
    {
        cat <<'A'
#include <cstdio>
#include <cstdlib>
#include <csignal>
#include <unistd.h>
__global__ void spin(volatile int *p) { while (!*p) ; }
void solve(const float *a, const float *b, float *out, int n)
{
A
        echo "$2"
        echo '}'
    } >"$tmp/$1"
}
check_answer() {
    name=$1
    want=$2
    text=$3
    answer bad.cu "$4"
    lab_run "$name" "$want" "$text" check 02 --file "$tmp/bad.cu" --timeout 5
}

echo 'int main( { return 0; }' >"$tmp/syntax.cu"
lab_run "does not compile" 3 "syntax.cu:1" run "$tmp/syntax.cu"
lab_run "no such file" 3 "nowhere.cu" run "$tmp/nowhere.cu"
lab_run "a folder" 3 "$tmp" run "$tmp"
: >"$tmp/empty.cu"
lab_run "an empty file" 3 "empty" run "$tmp/empty.cu"
lab_run "unknown command" 2 "chekc" chekc
lab_run "unknown option" 2 "--frobnicate" check 02 --frobnicate
lab_run "unknown lesson" 2 "99" check 99
lab_run "unknown card" 2 "rtx-9999" run tests/programs/saxpy.cu \
    --card rtx-9999

check_answer "answer crashes" 4 "" 'raise(SIGSEGV);'
check_answer "answer loops for ever" 4 "" 'for (volatile int i = 0;; i = i + 1) ;'
check_answer "answer sleeps for ever" 4 "" 'for (;;) pause();'
check_answer "answer exits early" 1 "output" 'exit(0);'
check_answer "answer prints a gigabyte" 1 "" \
    'char s[1024]; for (int i = 0; i < 1023; i++) s[i] = 65 + i % 26;
     s[1023] = 10; for (int i = 0; i < 1 << 20; i++) fwrite(s, 1, 1024, stdout);'
check_answer "answer allocates everything" 1 "" \
    'for (int i = 0; i < 1 << 16; i++) { char *p = (char *)malloc(1 << 26);
     if (!p) return; for (int k = 0; k < 1 << 26; k += 4096) p[k] = 1; }'
check_answer "answer forks" 4 "" \
    'for (int i = 0; i < 12; i++) fork(); for (;;) pause();'
strays=$(pgrep -f "$build/warplings-device" | wc -l)
expect "no stray device" 0 "$strays"

cat >"$tmp/forever.cu" <<'A'
__global__ void k(volatile int *p) { while (*p == 0) ; }
int main()
{
    int *p;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    k<<<1, 32>>>(p);
    return cudaDeviceSynchronize();
}
A
"$lab" run "$tmp/forever.cu" --json >"$tmp/out" 2>"$tmp/err" </dev/null
has "a kernel that never ends is named" "endless-kernel" "$tmp/out"

mkdir "$tmp/course" "$tmp/course/lessons" "$tmp/course/lessons/01-half"
printf 'title: T\nplanned: 32\nlessons: [01-half, 02-guard]\n' \
    >"$tmp/course/lessons/course.yaml"
printf -- '---\ntitle: Half\n' >"$tmp/course/lessons/01-half/lesson.md"
cp -R lessons/02-guard "$tmp/course/lessons/"
cp -R kernels solutions "$tmp/course/"
lab_run "a half-written lesson" 0 "01-half" list --course "$tmp/course"
has "the whole lesson beside it is listed" "02" "$tmp/out"

cat >"$tmp/ptx.cu" <<'A'
__global__ void k(int *p) { asm volatile("frobnicate.b32 %0;" :: "r"(*p)); }
int main()
{
    int *p;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize();
}
A
"$lab" run "$tmp/ptx.cu" --json --compiler clang >"$tmp/out" 2>"$tmp/err" \
    </dev/null
has "an unknown opcode is named" "frobnicate.b32" "$tmp/out"
expect "and its line" 1 "$(q "$tmp/out" 'j["findings"][0]["line"]')"

if [ "$(id -u)" = 0 ]; then
    readonly_run() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
else
    readonly_run() { "$@"; }
fi
mkdir "$tmp/locked"
chmod 755 "$tmp" "$tmp/locked"
[ "$(id -u)" = 0 ] || chmod a-w "$tmp/locked"
readonly_run env HOME="$tmp/locked" XDG_CACHE_HOME="$tmp/locked/c" \
    XDG_STATE_HOME="$tmp/locked/s" "$lab" init "$tmp/locked/work" \
    >"$tmp/out" 2>&1
expect "no write permission: exit" 4 $?
has "no write permission: says why" "ermission" "$tmp/out"

if [ -w /dev/full ]; then
    "$lab" list >/dev/full 2>"$tmp/err"
    expect "a full disk on stdout: exit" 4 $?
    has "a full disk on stdout: says why" "write" "$tmp/err"
fi
if mkdir "$tmp/full" && mount -t tmpfs -o size=64k none "$tmp/full" \
    2>/dev/null; then
    dd if=/dev/zero of="$tmp/full/fill" bs=1k count=64 2>/dev/null
    "$lab" init "$tmp/full/work" >"$tmp/out" 2>&1
    expect "a full disk: exit" 4 $?
    has "a full disk: says why" "space" "$tmp/out"
    umount "$tmp/full"
else
    skip "a full disk" "cannot mount a small one here"
fi
exit $failed
