import assert from "node:assert/strict";
import { test } from "node:test";

import { byClass, points, target } from "../src/errorList";

function error(name: string, key = "", document = "1"): Parameters<typeof target>[0][number] {
    return { class: name, key, response: "", document };
}

const [missed, type, spurious] = [error("missed", "Ann"), error("type", "Bo"), error("spurious")];

test("the first step leads to the error that gains most", () => {
    assert.equal(target([missed, type], undefined, 1), 0);
    assert.equal(target([missed, type], undefined, -1), 0);
});

test("steps lead from where the last error stands now", () => {
    assert.equal(target([missed, type, spurious], { error: missed, index: 0 }, 1), 1);
    assert.equal(target([type, missed, spurious], { error: missed, index: 0 }, 1), 2);
    assert.equal(target([missed, type, spurious], { error: spurious, index: 2 }, -1), 1);
});

test("of errors that say the same the nearest one is meant", () => {
    const twins = [spurious, type, spurious, missed];
    assert.equal(target(twins, { error: spurious, index: 2 }, 1), 3);
    assert.equal(target(twins, { error: spurious, index: 0 }, 1), 1);
});

test("behind an error that is repaired stands the next one in its place", () => {
    assert.equal(target([type, spurious], { error: missed, index: 0 }, 1), 0);
    assert.equal(target([missed, spurious], { error: type, index: 1 }, -1), 0);
});

test("errors are grouped in the order of the classes, and keep their own", () => {
    const classes = [{ class: "type" }, { class: "boundary" }, { class: "missed" }];
    const far = error("missed", "Zoë");
    assert.deepEqual(
        [...byClass(classes, [missed, type, far])],
        [
            ["type", [type]],
            ["missed", [missed, far]],
        ],
    );
});

test("gains have their sign", () => {
    assert.deepEqual([0.314, 0, -1.5].map(points), ["+0.31", "+0.00", "-1.50"]);
});
