import assert from "node:assert/strict";
import { test } from "node:test";

import { chosen, isBelow, isInSkipped, isMirrored, isSkippedDirectory, pathOf } from "../src/mirrorRules";

test("keys, settings and files without an extension are copied, and pictures and archives are not", () => {
    for (const name of ["key.sgml", "keytally.toml", "gold", "a.key.dat", "README.md", ".hidden"]) {
        assert.ok(isMirrored(name), name);
    }
    for (const name of ["page.PNG", "corpus.tar.gz", "model.safetensors"]) {
        assert.ok(!isMirrored(name), name);
    }
});

test("directories that the search for pairs skips are skipped", () => {
    assert.ok(isSkippedDirectory(".git") && isSkippedDirectory("node_modules"));
    assert.ok(!isSkippedDirectory("keys"));
    assert.ok(isInSkipped("/corpus/.git/index") && !isInSkipped("/corpus/git/key.sgml"));
});

test("a path is the one that the server takes from the URI", () => {
    assert.equal(pathOf({ authority: "", path: "/corpus/a key.sgml" }), "/corpus/a key.sgml");
    assert.equal(pathOf({ authority: "", path: "/C:/corpus" }), "/c:/corpus");
    assert.equal(pathOf({ authority: "server", path: "/share/key.sgml" }), "//server/share/key.sgml");
});

test("a directory contains what is below it, and no directory of a longer name", () => {
    assert.ok(isBelow("/a/b", "/a") && isBelow("/a", "/a") && isBelow("/a", "/"));
    assert.ok(!isBelow("/ab", "/a"));
});

test("what is too large by itself or with the others is left out, the largest files first", () => {
    const files = [5, 1, 3, 9].map((size) => ({ path: `/${size}`, size }));
    const sizes = (limits: { file: number; total: number; files: number }): number[][] => {
        const { taken, leftOut } = chosen(files, limits);
        return [taken, leftOut].map((each) => each.map(({ size }) => size));
    };
    assert.deepEqual(sizes({ file: 10, total: 100, files: 10 }), [[1, 3, 5, 9], []]);
    assert.deepEqual(sizes({ file: 4, total: 100, files: 10 }), [
        [1, 3],
        [5, 9],
    ]);
    assert.deepEqual(sizes({ file: 10, total: 9, files: 10 }), [[1, 3, 5], [9]]);
    assert.deepEqual(sizes({ file: 10, total: 100, files: 1 }), [[1], [3, 5, 9]]);
});
