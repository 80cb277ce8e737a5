#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The book: made from nothing in five minutes, every link, picture and reference
# resolved, nothing off a page, accessible. usage: book.sh BUILD
cd "$(dirname "$0")/../.." || exit 1
build=$1
. tests/lib.sh
scratch

rm -rf "$build/book" "$build/book-cache"
start=$(date +%s)
make --no-print-directory BUILD="$build" book >"$tmp/log" 2>&1
expect "make book: exit" 0 $?
took=$(($(date +%s) - start))
expect "make book takes under five minutes" yes \
    "$([ $took -lt 300 ] && echo yes || echo "$took s")"
[ -f "$build/book/index.html" ] || { tail -n 5 "$tmp/log"; exit 1; }
for what in html epub pdf contrast sources; do
    expect "the book's $what" ok \
        "$(python3 tests/book_check.py $what "$build/book" 2>&1)"
done
for f in "$build"/book/pictures/[0-9]*.svg; do
    expect "${f##*/}" ok "$(python3 tests/svg_check.py "$f" 2>&1)"
done
if command -v chromium >/dev/null || command -v google-chrome >/dev/null; then
    expect "pages fit 390 and 1280 pixels, the search finds" ok \
        "$(tests/book_browser.sh "$build/book")"
else
    skip "the book in a browser" "no chromium here"
fi
# Made twice, it is the same, but for the PDF's and the EPUB's dates.
cp -R "$build/book" "$tmp/first"
book/build.sh "$build" >"$tmp/log" 2>&1
diff -rq -x '*.pdf' -x '*.epub' "$tmp/first" "$build/book" >"$tmp/diff"
expect "made again, it is the same" "" "$(cat "$tmp/diff")"
exit $failed
