#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Make the HTML book. usage: build.sh BUILD
cd "$(dirname "$0")/.." || exit 1
out=$1/book
mkdir -p "$out" || exit 1
command -v pandoc >/dev/null || {
    echo "the book needs pandoc (Debian package: pandoc)" >&2
    exit 1
}

# page TITLE INPUT OUTPUT: one page, code pulled in from the sources
page() {
    pandoc --standalone --from markdown --to html5 --toc --toc-depth 2 \
        --lua-filter book/include.lua --css style.css \
        --metadata title="$1" --metadata lang=en -o "$out/$3" "$2" || exit 1
    contents="$contents- [$1]($3)
"
}

contents=""
cp book/style.css "$out/" || exit 1
cp -R book/pictures "$out/" || exit 1
page "How Warplings is built" book/architecture.md architecture.html
page "How far the model is off" book/validation.md validation.html
page "Reports and files" book/formats.md formats.html
page "How fast the lab is" book/bench.md bench.html
for dir in lessons/*/; do
    [ -f "$dir/lesson.md" ] || continue
    name=$(basename "$dir")
    title=$(sed -n 's/^title: *//p' "$dir/lesson.md" | head -n 1)
    # The lab's own rendering: it fills in the numbers of seen.txt.
    "$1/warplings" show "$name" | tail -n +3 >"$out/$name.md" || exit 1
    page "${name%%-*} $title" "$out/$name.md" "$name.html"
    rm "$out/$name.md"
done
# The first quote marks of a YAML string are not part of the title.
printf '%s' "$contents" | pandoc --standalone --from markdown --to html5 \
    --css style.css --metadata title="Warplings" --metadata lang=en \
    -o "$out/index.html" || exit 1
echo "$out/index.html"
