import assert from "node:assert/strict";
import { test } from "node:test";

import { errorStops, inOrder, stopFrom } from "../src/stops";
import type { MarkLike } from "../src/stops";

function mark(status: string, level: string, line: number, start: number, end: number, label = ""): MarkLike {
    return {
        status,
        level,
        label,
        range: { start: { line, character: start }, end: { line, character: end } },
    };
}

test("what is right or does not count is no error", () => {
    const marks = ["cor", "non", "opt", "uns", "rem", "unheard-of"].map((status) =>
        mark(status, "object", 0, 0, 9),
    );
    assert.deepEqual(errorStops(marks), []);
});

test("an object that is wrong as a whole is one error, with its slots", () => {
    const stops = errorStops([
        mark("spu", "slot", 0, 8, 14),
        mark("spu", "object", 0, 0, 40, 'SPU PERSON "Lee"'),
        mark("spu", "fill", 0, 9, 12),
    ]);
    assert.deepEqual(
        stops.map((stop) => stop.message),
        ['spurious: PERSON "Lee"'],
    );
});

test("the wrong part of an object that is right is an error of its own", () => {
    const stops = errorStops([
        mark("cor", "object", 0, 0, 40),
        mark("inc", "slot", 0, 8, 14, 'INC TYPE "PERSON" (key: "LOCATION")'),
    ]);
    assert.deepEqual(stops, [
        {
            range: { start: { line: 0, character: 8 }, end: { line: 0, character: 14 } },
            message: 'incorrect: TYPE "PERSON" (key: "LOCATION")',
        },
    ]);
});

test("a part is told from the object that it only stands behind", () => {
    const stops = errorStops([mark("mis", "object", 0, 5, 5), mark("inc", "slot", 0, 8, 14)]);
    assert.equal(stops.length, 2);
});

test("a part within an outer wrong object is found behind an inner one", () => {
    const stops = errorStops([
        mark("spu", "object", 0, 0, 100),
        mark("spu", "object", 0, 10, 20),
        mark("spu", "slot", 0, 50, 60),
    ]);
    assert.equal(stops.length, 2);
});

test("stops come in the order of the file, one a place", () => {
    const stops = inOrder(
        errorStops([
            mark("mis", "object", 3, 0, 0),
            mark("spu", "object", 1, 4, 9),
            mark("inc", "slot", 3, 0, 4),
        ]),
    );
    assert.deepEqual(
        stops.map((stop) => stop.range.start.line),
        [1, 3],
    );
});

test("next and previous leave the place at hand", () => {
    const stops = inOrder(errorStops([1, 2, 3].map((line) => mark("mis", "object", line, 0, 0))));
    const here = { line: 2, character: 0 };
    assert.equal(stopFrom(stops, here, "next")?.range.start.line, 3);
    assert.equal(stopFrom(stops, here, "previous")?.range.start.line, 1);
    assert.equal(stopFrom(stops, { line: 3, character: 0 }, "next"), undefined);
});
