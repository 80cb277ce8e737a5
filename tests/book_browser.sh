#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Look at the HTML book in a browser: no page is wider than the screen, the
# search finds. usage: book_browser.sh BOOK; prints `ok`, or what is wrong
book=$(cd "$1" && pwd) || exit 1
for browser in chromium chromium-browser google-chrome; do
    command -v $browser >/dev/null && break
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
{
    echo '<!DOCTYPE html><pre id="out"></pre><script>'
    printf 'var base = "file://%s/", pages = [' "$book"
    for f in "$book"/*.html; do printf '"%s",' "${f##*/}"; done
    cat <<'END'
];
var frame = document.createElement("iframe"), todo = [], bad = [];
[390, 1280].forEach(function (w) {
    pages.forEach(function (p) { todo.push([p, w]); });
});
document.body.appendChild(frame);
frame.height = 900;
function next() {
    if (!todo.length) {
        document.getElementById("out").textContent =
            "RESULT " + (bad.length ? bad.join("; ") : "ok");
        return;
    }
    frame.width = todo[0][1];
    frame.src = base + todo[0][0];
}
frame.onload = function () {
    var d = frame.contentDocument, root = d.documentElement, now = todo.shift();
    if (root.scrollWidth > now[1])
        bad.push(now[0] + " is " + root.scrollWidth + " wide at " + now[1]);
    d.querySelectorAll("img").forEach(function (i) { i.loading = "eager"; });
    var input = d.getElementById("words");
    input.value = "coalesced";
    input.dispatchEvent(new Event("input"));
    if (d.querySelectorAll("#found li a").length < 2)
        bad.push(now[0] + ": the search finds nothing");
    setTimeout(next, 0);
};
next();
</script>
END
} >"$work/look.html"
"$browser" --headless=new --no-sandbox --disable-gpu \
    --allow-file-access-from-files --user-data-dir="$work/profile" \
    --virtual-time-budget=120000 --timeout=100000 --window-size=1400,1000 \
    --dump-dom "file://$work/look.html" 2>/dev/null |
    sed -n 's/.*RESULT \([^<]*\)<.*/\1/p'
