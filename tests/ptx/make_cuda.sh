#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compile each X.cu here to X.ptx with nvcc. The directives (see harness.h)
# stand in the .cu file; "@name" in them becomes the line that ends with
# "// @name".
cd "$(dirname "$0")" || exit 1
for cu in *.cu; do
    nvcc -ptx -arch=compute_80 -lineinfo -o "$cu.tmp" "$cu" || exit 1
    awk -v cu="$cu" '
        FNR == NR {
            if (match($0, /\/\/ @[a-z0-9-]+$/))
                at[substr($0, RSTART + 3)] = FNR
            next
        }
        FNR == 1 { print "// SPDX-License-Identifier: Apache-2.0"
                   print "// Made from " cu " by make_cuda.sh." }
        /^\/\/ (launch|buffer|value|expect):/ {
            line = $0
            while (match(line, /@[a-z0-9-]+/)) {
                tag = substr(line, RSTART, RLENGTH)
                if (!(tag in at)) {
                    print cu ": no line " tag > "/dev/stderr"; exit 1 }
                line = substr(line, 1, RSTART - 1) at[tag] \
                       substr(line, RSTART + RLENGTH)
            }
            print line
        }' "$cu" "$cu" >"${cu%.cu}.ptx" || exit 1
    # Paths of the machine that compiled it are nobody's business.
    sed -E '/^\/\//d; /^\t*\.file/{
        s|"/.*/include/(.*/)?([^"/]*)"|"/usr/include/\2"|
        s|"/[^"]*/([^"/]*\.cu)"|"\1"| }' "$cu.tmp" |
        sed '/^$/d' >>"${cu%.cu}.ptx"
    rm "$cu.tmp"
done
