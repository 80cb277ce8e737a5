#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Install what building and using the lab needs, where it is missing.
# usage: setup.sh [test|grade|book]   also what only the tests, grading or the
# book use
set -u
what=${1:-lab}

has_command() { command -v "$1" >/dev/null 2>&1; }
has_lib() { has_command pkg-config && pkg-config --exists "$1"; }
has_cxx() { echo '#include <string>' | c++ -fsyntax-only -x c++ - 2>/dev/null; }
has_clang() {
    for v in '' -21 -20 -19 -18 -17 -16 -15 -14; do
        has_command "clang++$v" && return 0
    done
    return 1
}

missing=""
# need TEST PACKAGE WHY...: remember the package if the test fails
need() {
    test=$1
    package=$2
    shift 2
    if ! eval "$test"; then
        missing="$missing $package"
        printf '  %-18s %s\n' "$package" "$*"
    fi
}

list=$(
    need "has_command cc && has_cxx && has_command make" build-essential \
        "compiles the lab and links CUDA programs"
    need "has_command pkg-config" pkg-config "finds the libraries"
    need "has_clang" clang "compiles CUDA without a toolkit"
    need "has_lib ncursesw" libncurses-dev "draws the screens"
    need "has_lib yaml-0.1" libyaml-dev "reads cards and lessons"
    need "has_lib jansson" libjansson-dev "writes the reports"
    if [ "$what" = grade ] || [ "$what" = test ]; then
        need "has_command bwrap" bubblewrap "keeps submissions apart"
    fi
    if [ "$what" = test ]; then
        need "has_lib check" check "runs the unit tests"
        need "has_command tmux" tmux "tests the screens"
        need "has_command python3" python3 "reads reports in tests"
        need "has_command clang-format" clang-format "checks the style"
        need "has_command shellcheck" shellcheck "checks the scripts"
    fi
    if [ "$what" = book ]; then
        need "has_command python3" python3 "puts the book together"
        need "has_command pandoc" pandoc "makes HTML and EPUB"
        need "has_command weasyprint" weasyprint "makes the PDF"
        need "has_command pdftotext" poppler-utils "checks the PDF"
        need "has_command tmux" tmux "takes the pictures of the screens"
    fi
)
[ -z "$list" ] && exit 0
packages=$(printf '%s\n' "$list" | awk '{ print $1 }' | tr '\n' ' ')

if ! has_command apt-get; then
    echo "warplings needs these packages (Debian's names); install them with" >&2
    echo "your system's package manager, then run make again:" >&2
    printf '%s\n' "$list" >&2
    exit 1
fi
sudo=""
if [ "$(id -u)" != 0 ]; then
    if ! has_command sudo; then
        echo "warplings needs these packages; as root run:" >&2
        echo "  apt-get install $packages" >&2
        exit 1
    fi
    sudo=sudo
fi
echo "warplings installs these packages with apt-get${sudo:+ (through sudo)}:"
printf '%s\n' "$list"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
if ! { $sudo apt-get update && $sudo env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $packages; } \
        </dev/null >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "warplings: apt-get could not install: $packages" >&2
    exit 1
fi
echo "installed: $packages"
