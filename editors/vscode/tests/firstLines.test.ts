import assert from "node:assert/strict";
import { test } from "node:test";

import { languageByBeginning } from "../src/firstLines";

const TOLD: readonly [text: string, language: string | undefined][] = [
    ["# by Ann\n\n<PERSON-9301-1> :=\n", "muc-template"],
    ["; by Ann\r\n# twice\r\n<PERSON-9301-1> :=\r\n", "muc-template"],
    ["<!-- by Ann,\nin May -->\n<DOC>\n", "muc-sgml"],
    ["\ufeff\n<!-- a --><!-- b -->\n  <doc id=1>", "muc-sgml"],
    ["; scorer\n:scoring_task named_entity\n", "muc-config"],
    ["/* task */\n<PERSON> :=\n    NAME", "muc-bnf"],
    ["# by Ann\n<DOC>\n", undefined],
    ["<!-- never closed\n<DOC>\n", undefined],
    ["#!/bin/sh\necho\n", undefined],
    ["# a heading\n\ntext\n", undefined],
    ["", undefined],
];

test("a file is told by its first line that is neither blank nor comment", () => {
    for (const [text, language] of TOLD) {
        assert.equal(languageByBeginning(text), language, text);
    }
});

test("long runs of comments take no longer than they are long", () => {
    assert.equal(languageByBeginning("# \n".repeat(20_000)), undefined);
    assert.equal(languageByBeginning(" ".repeat(50_000)), undefined);
});
