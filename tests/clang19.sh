#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Print the path of a clang++ 19, for tests that compare what it emits with
# what the machine's own clang does. It is not installed, because the lab would
# take it for everything then: Debian's packages are unpacked into the build
# folder. Nothing is printed where there is none. usage: clang19.sh BUILD
set -u
case $1 in /*) dir=$1/clang-19 ;; *) dir=$PWD/$1/clang-19 ;; esac

works() { "$1" --version 2>/dev/null | grep -q 'clang version 19'; }

for c in "${WARPLINGS_CLANG19:-}" clang++-19 "$dir/clang++-19" clang++; do
    [ -n "$c" ] && works "$c" && command -v "$c" && exit 0
done

command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || exit 0
apt-cache policy clang-19 2>/dev/null | grep -q 'Candidate: 1:19' || exit 0
mkdir -p "$dir/root" && cd "$dir" || exit 0
apt-get download clang-19 libclang-common-19-dev libclang-cpp19 libllvm19 \
    libclang1-19 >log 2>&1 </dev/null || exit 0
for p in ./*.deb; do
    dpkg-deb -x "$p" root >>log 2>&1 || exit 0
    rm -f "$p"
done
cat >clang++-19 <<EOF
#!/bin/sh
LD_LIBRARY_PATH="$(dirname "$(find "$dir/root" -name 'libLLVM.so.19*' |
    head -n 1)")" exec "$dir/root/usr/lib/llvm-19/bin/clang++" "\$@"
EOF
chmod +x clang++-19
works ./clang++-19 && echo "$dir/clang++-19"
exit 0
