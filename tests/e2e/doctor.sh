#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The doctor in situations made of fake tools. usage: doctor.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$PWD/$1
case $1 in /*) build=$1 ;; esac
. tests/lib.sh
scratch
bin=$tmp/bin

# Start a situation: an empty PATH but for what it makes.
situation() {
    name=$1
    rm -rf "$bin"
    mkdir -p "$bin" "$tmp/cache"
    vars="XDG_CACHE_HOME=$tmp/cache"
}
# tool NAME LINE...: a program of that name that runs these lines of shell
tool() {
    file=$bin/$1
    shift
    { echo '#!/bin/sh'; printf '%s\n' "$@"; } >"$file"
    chmod +x "$file"
}
# a driver of version $1 for CUDA $2, cards named by the rest
driver() {
    number=$1 cuda=$2
    shift 2
    lines=$(for card in "$@"; do printf 'echo "%s, %s"\n' "$number" "$card"
        done)
    tool nvidia-smi 'if [ $# -gt 0 ]; then' "${lines:-:}" \
        "else echo '| NVIDIA-SMI $number  CUDA Version: $cuda |'; fi"
}
toolkit() {
    tool nvcc "echo 'Cuda compilation tools, release $1, V$1.88'"
}
python() {
    # shellcheck disable=SC2016
    tool python3 'case $1 in --version) echo Python 3.11.2; exit;; esac' "$@"
}
# a PyTorch built for CUDA $1 that sees a card: $2
torch() {
    python "echo torch 2.5.1 cuda $1 sees $2"
}
clang_of() {
    tool fake-clang "echo 'clang version $1'"
    vars="$vars WARPLINGS_CLANG=$bin/fake-clang"
}
doctor() {
    # shellcheck disable=SC2086
    env -i PATH="$bin" HOME="$tmp" WARPLINGS_NVCC=/nowhere/nvcc $vars \
        "$build/warplings" doctor --json "$@" >"$tmp/out" 2>"$tmp/err"
    code=$?
}
# line WHAT STATUS TEXT: the check of that name says so
line() {
    got=$(q "$tmp/out" "[c['status'] + ': ' + ' / '.join([c['found'],
        c['matters'], c['remedy']]) for c in j['checks']
        if c['what'] == '$1']")
    case $got in
    *"$2: "*"$3"*) pass "doctor, $name: $1" ;;
    *) fail "doctor, $name: $1" "want '$2: ..$3..', got $got" ;;
    esac
}
absent() {
    expect "doctor, $name: no line on $1" "[]" \
        "$(q "$tmp/out" "[c for c in j['checks'] if c['what'] == '$1']")"
}

situation "nothing at all"
doctor
expect "doctor, $name: exit" 1 $code
line driver note "no nvidia-smi"
line toolkit note "no nvcc"
line framework note "no Python"
absent "driver >= toolkit"

situation "a laptop with clang"
clang_of 14.0.6
doctor
line clang ok "clang 14.0.6"
expect "doctor, $name: exit" 0 $code

situation "everything fits"
clang_of 19.1.7
driver 580.65 13.0 "NVIDIA H100 80GB HBM3"
toolkit 13.0
torch 13.0 True
doctor
line driver ok "up to CUDA 13.0; 1 card, NVIDIA H100"
line "driver >= toolkit" ok "holds"
line framework ok "it sees the card"
absent "driver >= framework"
expect "doctor, $name: exit" 0 $code

situation "four cards"
driver 550.54 12.4 "Tesla T4" "Tesla T4" "Tesla T4" "Tesla T4"
doctor
line driver ok "4 cards, Tesla T4"

situation "driver not loaded"
tool nvidia-smi "echo \"NVIDIA-SMI has failed because it couldn't \
communicate with the NVIDIA driver.\" >&2" 'exit 9'
doctor
line driver note "reload the driver"

situation "driver updated, not restarted"
tool nvidia-smi \
    'echo "Failed to initialize NVML: Driver/library version mismatch"' 'exit 18'
doctor
line driver note "restart"

situation "a driver without a card"
driver 550.54 12.4
doctor
line driver note "no card"

situation "nvidia-smi dies"
tool nvidia-smi 'kill -SEGV $$'
doctor
line driver note "nvidia-smi fails: killed by signal 11"

situation "nvidia-smi says nonsense"
tool nvidia-smi 'printf "\033]0;bad\007\377\n"'
doctor
line driver note "no card"

situation "driver a major version behind the toolkit"
driver 535.10 12.2 "RTX 3090"
toolkit 13.0
doctor
line "driver >= toolkit" problem "error 35"
expect "doctor, $name: exit" 1 $code

situation "driver a minor version behind the toolkit"
clang_of 14.0.0
driver 535.10 12.2 "RTX 3090"
toolkit 12.6
doctor
line "driver >= toolkit" note "error 222"
expect "doctor, $name: exit" 0 $code

situation "driver ahead of the toolkit"
driver 580.10 13.0 "RTX 3090"
toolkit 11.8
doctor
line "driver >= toolkit" ok "holds"

situation "a broken toolkit"
tool nvcc 'echo "nvcc: cannot find cudafe++" >&2' 'exit 1'
doctor
line toolkit note "cannot find cudafe++"

situation "nvcc instead of clang"
toolkit 12.4
doctor
line clang note "uses nvcc"
expect "doctor, $name: exit" 0 $code

situation "clang too old"
clang_of 11.0.1
doctor
line clang problem "install clang 14"

situation "PyTorch for the processor"
driver 580.10 13.0 "RTX 3090"
torch None False
doctor
line framework note "install the CUDA build"

situation "PyTorch newer than the driver"
driver 470.10 11.4 "RTX 3090"
torch 12.4 False
doctor
line "driver >= framework" problem "update the driver"

situation "PyTorch sees no card"
driver 580.10 13.0 "RTX 3090"
torch 12.4 False
doctor
line "driver >= framework" problem "CUDA_VISIBLE_DEVICES"

situation "a toolkit of another major version than PyTorch's"
driver 580.10 13.0 "RTX 3090"
toolkit 13.0
torch 12.4 True
doctor
line "toolkit >= framework" note "extensions"

situation "no PyTorch"
python 'exit 3'
doctor
line framework note "no PyTorch"

situation "a broken PyTorch"
python \
    'echo "ImportError: libcudart.so.12: cannot open" >&2' 'exit 1'
doctor
line framework note "libcudart.so.12"

situation "bubblewrap without namespaces"
tool bwrap 'echo "bwrap: No permissions to create new namespace" >&2' 'exit 1'
doctor
line sandbox note "containers"

situation "bubblewrap"
tool bwrap 'exit 0'
doctor
line sandbox ok "shut in"

situation "a place for the cache that is a file"
vars="XDG_CACHE_HOME=/dev/null/cache"
doctor
line disk problem "XDG_CACHE_HOME"

situation "arguments"
doctor more
expect "doctor, $name: exit" 2 $code
exit $failed
