#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# 16 million threads, 2 GB, 10,000 launches: all run, within some memory.
# usage: size.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

# Most MiB that any process of the command held.
peak() {
    python3 - "$@" >"$tmp/peak" <<'EOF'
import resource, subprocess, sys
with open(sys.argv[1], "w") as out:
    subprocess.run(sys.argv[2:], stdout=out, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
EOF
}

# kind KIND OUTPUT MIB LAUNCHES
kind() {
    peak "$tmp/out" "$build/warplings" run tests/size/big.cu --json -- "$1"
    expect "$1: answer" "$2" "$(q "$tmp/out" \
        '" ".join(j["output"].split())')"
    expect "$1: launches" "$4" "$(q "$tmp/out" \
        'j["run"]["launches"]["value"]')"
    expect "$1: launches of the kernels" "$4" "$(q "$tmp/out" \
        'sum(k.get("launches_summed", 1) for k in j["kernels"])')"
    expect "$1: findings" "[]" "$(q "$tmp/out" '[f["id"]
        for f in j["findings"] if f["severity"] == "error"]')"
    expect "$1: at most $3 MiB" True \
        "$(python3 -c "print($(cat "$tmp/peak") <= $3)")"
}

"$build/warplings" run tests/size/big.cu >/dev/null 2>&1 # the compiler is big
kind threads "16777215 cudaSuccess" 400 1
kind alloc "1 cudaSuccess cudaSuccess" 300 1
kind launches "999 cudaSuccess" 160 10000
expect "launches: the report is small" True \
    "$(python3 -c "print($(wc -c <"$tmp/out") < 1500000)")"
"$build/warplings" run tests/size/big.cu -o "$tmp/record" -- launches \
    >"$tmp/out" 2>&1
expect "launches: the record is small" True \
    "$(python3 -c "print($(wc -c <"$tmp/record") < 1800000)")"
expect "launches: says what is summed" 1 \
    "$(grep -c ' 9744 launches summed' "$tmp/out")"
exit $failed
