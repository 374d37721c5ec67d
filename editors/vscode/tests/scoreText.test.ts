import assert from "node:assert/strict";
import { test } from "node:test";

import { changeText, headline, scoreText, spokenScore, talliesMarkdown } from "../src/scoreText";
import type { CoreferenceTotals, TallyTotals } from "../src/scoreText";

const tallies: TallyTotals = {
    pos: 4,
    act: 5,
    cor: 3,
    par: 0,
    inc: 0,
    mis: 1,
    spu: 2,
    non: 6,
    rec: 75,
    pre: 60,
    und: 25,
    ovg: 40,
    sub: 0,
    err: 50,
    f: { "p&r": 66.6667, "2p&r": 62.5, "p&2r": 71.4286 },
};

const coreference: CoreferenceTotals = {
    key_classes: 2,
    response_classes: 3,
    recall: [2, 3],
    precision: [2, 2],
    f: 80,
};

test("the headline is F of precision and recall, or coreference F", () => {
    assert.equal(headline(tallies), 66.6667);
    assert.equal(headline(coreference), 80);
});

test("the status bar names the measure and rounds to two decimals", () => {
    assert.equal(scoreText(tallies, null), "P&R 66.67");
    assert.equal(scoreText(coreference, null), "F 80.00");
});

test("a change has an arrow and a sign, so that no colour is needed", () => {
    assert.equal(scoreText(tallies, 0.4), "P&R 66.67 ↑ +0.4");
    assert.equal(scoreText(tallies, -12.34), "P&R 66.67 ↓ −12.3");
});

test("a small change is told in two decimals, none is not told", () => {
    assert.equal(changeText(0.04), "↑ +0.04");
    assert.equal(changeText(0.001), "");
    assert.equal(changeText(0), "");
    assert.equal(changeText(null), "");
});

test("a screen reader hears the score and its direction", () => {
    assert.equal(spokenScore(tallies, -0.5), "keytally score 66.67 percent, down 0.50");
    assert.equal(spokenScore(tallies, 0), "keytally score 66.67 percent");
});

test("the tooltip has every count and every ratio", () => {
    const text = talliesMarkdown(tallies);
    assert.match(text, /\|POS\|ACT\|COR\|PAR\|INC\|MIS\|SPU\|NON\|\n.*\n\|4\|5\|3\|0\|0\|1\|2\|6\|/);
    assert.match(text, /\|REC\|PRE\|UND\|OVG\|SUB\|ERR\|\n.*\n\|75\.0\|60\.0\|25\.0\|40\.0\|0\.0\|50\.0\|/);
    assert.match(text, /\|P&R\|2P&R\|P&2R\|\n.*\n\|66\.67\|62\.50\|71\.43\|/);
});

test("the tooltip of coreference has its ratios as they were counted", () => {
    assert.match(talliesMarkdown(coreference), /\|2\|3\|2\/3\|2\/2\|80\.00\|/);
});
