import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST, briefly } from "../src/briefly";

void test("a short text stays", () => {
    for (const text of ["", "no differences left", "x".repeat(MOST)]) {
        assert.equal(briefly(text), text);
    }
});

void test("the end of a long text is left out", () => {
    const text = "Tove Aster-Lindqvist: 1 PERSON (anna, ben, cleo), 2 ORGANIZATION (dora), 3 nothing (emil)";
    const shown = briefly(text);
    assert.equal(shown, "Tove Aster-Lindqvist: 1 PERSON (anna, ben, cleo), 2 ORGANIZ…");
    assert.equal(shown.length, MOST);
});

void test("no character is cut in two, and no blank stands before the mark", () => {
    assert.equal(briefly("😀😀😀😀", 3), "😀😀…");
    assert.equal(briefly("ab cd", 4), "ab…");
});
