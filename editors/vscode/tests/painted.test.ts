import assert from "node:assert/strict";
import { test } from "node:test";

import { PaintedEditors } from "../src/painted";

const VISIBLE = ["above", "below"];

test("two editors of one file keep what each of them shows", () => {
    const painted = new PaintedEditors<string, string>();
    painted.take("above", { uri: "a", version: 1, content: "beginning" }, VISIBLE);
    painted.take("below", { uri: "a", version: 1, content: "end" }, VISIBLE);
    assert.deepEqual(painted.of("a"), ["beginning", "end"]);
    painted.take("above", { uri: "a", version: 1, content: "middle" }, VISIBLE);
    assert.deepEqual(painted.of("a"), ["middle", "end"]);
    assert.deepEqual(painted.of("b"), []);
});

test("what stands in an older text is left out until it is painted anew", () => {
    const painted = new PaintedEditors<string, string>();
    painted.take("above", { uri: "a", version: 1, content: "old" }, VISIBLE);
    painted.take("below", { uri: "a", version: 2, content: "new" }, VISIBLE);
    assert.deepEqual(painted.of("a"), ["new"]);
});

test("an editor that is out of sight keeps its paint until another shows the file", () => {
    const painted = new PaintedEditors<string, string>();
    painted.take("above", { uri: "a", version: 1, content: "x" }, VISIBLE);
    painted.take("below", { uri: "b", version: 1, content: "y" }, ["below"]);
    assert.deepEqual(painted.of("a"), ["x"]);
    painted.take("below", { uri: "a", version: 1, content: "z" }, ["below"]);
    assert.deepEqual(painted.of("a"), ["z"]);
    assert.deepEqual(painted.of("b"), []);
});

test("a closed file is forgotten", () => {
    const painted = new PaintedEditors<string, string>();
    painted.take("above", { uri: "a", version: 1, content: "x" }, VISIBLE);
    painted.forget("a");
    assert.deepEqual(painted.of("a"), []);
    assert.deepEqual([...painted.entries()], []);
});
