import assert from "node:assert/strict";
import { test } from "node:test";

import { inLabel, inMarkdown, inNotice, oneLine } from "../src/inert";

test("line ends, controls and bidi controls are written as codes", () => {
    assert.equal(oneLine("a\nb\r\u001b[31m\u202ec"), "a\\u{a}b\\u{d}\\u{1b}[31m\\u{202e}c");
});

test("an icon in a label is text, and escaped once only", () => {
    assert.equal(inLabel("r$(trash).sgml"), "r\\$(trash).sgml");
    assert.equal(inLabel("r$(sync~spin)"), "r\\$(sync~spin)");
    assert.equal(inLabel("\\$(trash)"), "\\$(trash)");
});

test("a link in a notification is text", () => {
    assert.doesNotMatch(inNotice("[x](command:workbench.action.quit)"), /\]\(/);
});

test("Markdown, HTML and addresses are text", () => {
    const hostile = "**a** [x](command:y) <b> `c` | https://d @e $(f)";
    assert.equal(
        inMarkdown(hostile),
        "\\*\\*a\\*\\* \\[x\\]\\(command\\:y\\) \\<b\\> \\`c\\` \\| https\\://d \\@e \\$\\(f\\)",
    );
});
