import assert from "node:assert/strict";
import { test } from "node:test";

import { labelsOf, looksOf } from "../src/looks";
import { errorStops } from "../src/stops";
import type { MarkLike } from "../src/stops";

/** A mark of a stretch of one line, or of several where `lines` is more than one. */
function mark(
    status: string,
    level: string,
    start: number,
    end: number,
    more: Partial<MarkLike> = {},
): MarkLike {
    const range = { start: { line: 0, character: start }, end: { line: 0, character: end } };
    return { status, level, label: "", range, ...more };
}

/** `incorrect/whole INC` of each mark that is drawn. */
function drawn(...marks: MarkLike[]): string[] {
    const looks = looksOf(marks);
    const labels = new Map(labelsOf(looks).map(({ mark, text }) => [mark, text]));
    return looks.map(({ mark, markClass, form }) =>
        [`${markClass.name}/${form}`, labels.get(mark)].filter(Boolean).join(" "),
    );
}

test("a tag that is right is one mark without a label", () => {
    const marks = [mark("cor", "object", 0, 40), mark("cor", "slot", 14, 20), mark("cor", "fill", 14, 20)];
    assert.deepEqual(drawn(...marks), ["correct/whole"]);
});

test("the worst part decides the look of the whole tag, and stands out in it", () => {
    const marks = [
        mark("cor", "object", 0, 40, { verdict: "inc" }),
        mark("inc", "slot", 30, 34),
        mark("inc", "fill", 30, 34),
        mark("cor", "fill", 14, 20),
    ];
    assert.deepEqual(drawn(...marks), ["incorrect/whole INC", "incorrect/detail"]);
});

test("a tag that is spurious as a whole has one mark", () => {
    const marks = [mark("spu", "object", 0, 40), mark("spu", "fill", 14, 20), mark("spu", "fill", 30, 34)];
    assert.deepEqual(drawn(...marks), ["spurious/whole SPU"]);
});

test("of an object over several lines the parts are drawn", () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } };
    const marks = [
        mark("cor", "object", 0, 0, { range }),
        mark("cor", "fill", 14, 20),
        mark("inc", "fill", 30, 34),
    ];
    assert.deepEqual(drawn(...marks), ["correct/part", "incorrect/part INC"]);
});

test("a mention is shown by its link, not by its class", () => {
    assert.deepEqual(drawn(mark("inc", "mention", 0, 40, { verdict: "cor" })), ["correct/whole"]);
    assert.deepEqual(
        drawn(
            mark("cor", "mention", 0, 40, { verdict: "inc" }),
            mark("spu", "link", 8, 16),
            mark("mis", "link", 16, 16),
        ),
        ["incorrect/whole INC", "spurious/detail"],
    );
});

test("a mention that is wrong by its own verdict has one label, and its wrong link stands out in it", () => {
    assert.deepEqual(
        drawn(mark("inc", "mention", 0, 40), mark("spu", "link", 8, 16), mark("mis", "link", 16, 16)),
        ["incorrect/whole INC", "spurious/detail"],
    );
});

test("a slot and its last fill have one label where both end, that of the worse", () => {
    const slot = mark("par", "slot", 10, 30);
    assert.deepEqual(drawn(slot, mark("cor", "fill", 10, 18), mark("inc", "fill", 22, 30)), [
        "partial/part",
        "correct/part",
        "incorrect/part INC",
    ]);
    assert.deepEqual(drawn(mark("inc", "slot", 10, 30), mark("par", "fill", 22, 30)), [
        "incorrect/part INC",
        "partial/part",
    ]);
    assert.deepEqual(drawn(slot, mark("inc", "fill", 10, 18)), ["partial/part PAR", "incorrect/part INC"]);
});

test("something missing is a gap, its parts are nothing", () => {
    assert.deepEqual(drawn(mark("mis", "object", 5, 5), mark("mis", "fill", 5, 5)), ["missing/gap"]);
});

test("the next error is none at a mention whose link is right, and the part of a tag that is wrong", () => {
    const right = mark("inc", "mention", 0, 40, { verdict: "cor" });
    assert.deepEqual(errorStops([right]), []);
    const tag = [mark("cor", "object", 0, 40, { verdict: "inc" }), mark("inc", "fill", 30, 34)];
    assert.deepEqual(
        errorStops(tag).map((stop) => stop.range.start.character),
        [30],
    );
});
