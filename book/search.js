/* SPDX-License-Identifier: Apache-2.0 */
/* Search without a network: every word must stand in a section; those with
   the words in their title come first. */
(function () {
    "use strict";
    var form = document.getElementById("search");
    var input = document.getElementById("words");
    var found = document.getElementById("found");
    var most = 20;

    function score(row, words) {
        var title = (row[1] + " " + row[2]).toLowerCase();
        var text = row[3].toLowerCase(), sum = 0;
        for (var i = 0; i < words.length; i++) {
            if (title.indexOf(words[i]) >= 0)
                sum += 10;
            else if (text.indexOf(words[i]) < 0)
                return 0;
            else
                sum += 1;
        }
        return sum;
    }

    function excerpt(text, word) {
        var at = text.toLowerCase().indexOf(word);
        var from = Math.max(0, at - 40);
        return (from ? "… " : "") + text.substr(from, 140) + " …";
    }

    function show() {
        var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        var hits = [], list = document.createElement("ul");
        found.hidden = !words.length;
        found.textContent = "";
        if (!words.length)
            return;
        window.bookIndex.forEach(function (row, i) {
            var s = score(row, words);
            if (s)
                hits.push([s, i, row]);
        });
        hits.sort(function (a, b) { return b[0] - a[0] || a[1] - b[1]; });
        var head = document.createElement("p");
        head.textContent = hits.length === 1 ? "1 place"
            : hits.length + " places" +
              (hits.length > most ? ", the first " + most : "");
        found.appendChild(head);
        hits.slice(0, most).forEach(function (hit) {
            var row = hit[2], item = document.createElement("li");
            var link = document.createElement("a");
            link.href = row[0];
            link.textContent = row[1] === row[2] ? row[1]
                : row[1] + ": " + row[2];
            item.appendChild(link);
            var text = document.createElement("span");
            text.textContent = excerpt(row[3], words[0]);
            item.appendChild(text);
            list.appendChild(item);
        });
        found.appendChild(list);
    }

    form.hidden = false;
    form.addEventListener("submit", function (e) { e.preventDefault(); });
    input.addEventListener("input", show);
    document.addEventListener("keydown", function (e) {
        if (e.key === "/" && document.activeElement !== input) {
            e.preventDefault();
            input.focus();
        } else if (e.key === "Escape" && document.activeElement === input) {
            input.value = "";
            show();
        }
    });
    /* On a wide screen the contents stand beside the text, always open. */
    var all = document.querySelector("details.all");
    var wide = window.matchMedia("(min-width: 64rem)");
    function fit() { all.open = wide.matches; }
    wide.addEventListener("change", fit);
    fit();
})();
