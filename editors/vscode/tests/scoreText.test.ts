import assert from "node:assert/strict";
import { test } from "node:test";

import { changeText, figuresMarkdown, scoreText, spokenScore } from "../src/scoreText";
import type { Figure, Headline } from "../src/scoreText";

const pr: Headline = { name: "P&R", value: 66.6667 };

test("the status bar names the measure and rounds to two decimals", () => {
    assert.equal(scoreText(pr, null), "P&R 66.67");
    assert.equal(scoreText({ name: "F", value: 80 }, null), "F 80.00");
});

test("a change has an arrow and a sign, so that no colour is needed", () => {
    assert.equal(scoreText(pr, 0.4), "P&R 66.67 ↑ +0.4");
    assert.equal(scoreText(pr, -12.34), "P&R 66.67 ↓ −12.3");
});

test("a small change is told in two decimals, none is not told", () => {
    assert.equal(changeText(0.04), "↑ +0.04");
    assert.equal(changeText(0.001), "");
    assert.equal(changeText(0), "");
    assert.equal(changeText(null), "");
});

test("a screen reader hears the score and its direction", () => {
    assert.equal(spokenScore(pr, -0.5), "keytally score 66.67 percent, down 0.50");
    assert.equal(spokenScore(pr, 0), "keytally score 66.67 percent");
});

test("the tooltip has every figure, in tables of eight columns at most", () => {
    const figures = Array.from("ABCDEFGHIJ").map((name, index): Figure => [name, String(index)]);
    const [first, second] = figuresMarkdown(figures).split("\n\n");
    assert.match(first ?? "", /^\|A\|B\|C\|D\|E\|F\|G\|H\|\n(\|--:){8}\|\n\|0\|1\|2\|3\|4\|5\|6\|7\|$/);
    assert.equal(second, "|I|J|\n|--:|--:|\n|8|9|");
    assert.equal(figuresMarkdown([]), "");
});
