import assert from "node:assert/strict";
import { test } from "node:test";

import { changed, countsText, openDocuments } from "../src/adjudicationText";

test("the status bar says how many items are open and how many are decided", () => {
    assert.equal(countsText({ open: 3, decided: 14 }), "3 open, 14 decided");
    assert.equal(countsText({ open: 0, decided: 0 }), "0 open, 0 decided");
});

test("only documents in which something is open are named", () => {
    const documents = new Map([
        ["0001", { open: 2, decided: 14 }],
        ["0002", { open: 0, decided: 9 }],
    ]);
    assert.deepEqual(openDocuments(documents), ["0001: 2 open, 14 decided"]);
    assert.deepEqual(openDocuments(new Map()), []);
});

test("of many documents a dozen are named", () => {
    const names = Array.from({ length: 40 }, (_, number) => `doc ${number}`);
    const lines = openDocuments(new Map(names.map((name) => [name, { open: 1, decided: 0 }])));
    assert.equal(lines.length, 13);
    assert.equal(lines[12], "and 28 more");
});

test("documents that are not told of stay as they were, and those that are gone go", () => {
    const known = new Map([
        ["0001", { open: 2, decided: 14 }],
        ["0002", { open: 1, decided: 9 }],
    ]);
    const told = changed(known, { "0002": { open: 0, decided: 10 }, "0001": {} });
    assert.deepEqual([...told], [["0002", { open: 0, decided: 10 }]]);
    assert.equal(known.size, 2);
});
