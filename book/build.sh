#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Make the book from the product in BUILD. usage: build.sh BUILD
cd "$(dirname "$0")/.." || exit 1
for tool in python3 pandoc weasyprint; do
    command -v "$tool" >/dev/null || {
        echo "the book needs $tool; 'make setup-book' installs it" >&2
        exit 1
    }
done
export LC_ALL=C.UTF-8
# What the pictures need is built anew, wherever the book is made.
XDG_CACHE_HOME=$PWD/$1/book-cache
case $1 in /*) XDG_CACHE_HOME=$1/book-cache ;; esac
export XDG_CACHE_HOME
PYTHONDONTWRITEBYTECODE=1 exec python3 book/tools/make.py "$1"
