import assert from "node:assert/strict";
import { test } from "node:test";

import { Concealed } from "../src/concealed";

const TEXT = '<A T="X">Ada</A> of <B T="Y">Orrin</B>';

/** What is hidden of the text with its two tags, and the text itself, after changes. */
class File {
    readonly concealed = new Concealed();
    text = TEXT;

    constructor() {
        this.concealed.take(
            ["A", "B"].map((name) =>
                [new RegExp(`<${name} .*?>`), new RegExp(`</${name}>`)].map((tag) => {
                    const [found] = tag.exec(TEXT) ?? [""];
                    const start = TEXT.indexOf(found);
                    return { start, end: start + found.length };
                }),
            ),
        );
    }

    /** Replaces a text by another, as the person does or an action. */
    replace(old: string, text: string, mayReveal = true): boolean {
        const rangeOffset = this.text.indexOf(old);
        this.text = this.text.replace(old, text);
        return this.concealed.follow({ rangeOffset, rangeLength: old.length, text }, mayReveal);
    }

    get hidden(): string[] {
        return this.concealed.hidden.map(({ start, end }) => this.text.slice(start, end));
    }
}

test("tags are hidden, and stay so while words around them are edited", () => {
    const file = new File();
    const all = ['<A T="X">', "</A>", '<B T="Y">', "</B>"];
    assert.deepEqual(file.hidden, all);
    assert.ok(!file.replace("Ada", "Ada Brook"));
    assert.ok(!file.replace(" of ", ""));
    assert.deepEqual(file.hidden, all);
});

test("an edit within a hidden tag reveals the whole tag, and no other", () => {
    for (const [old, text] of [
        ["> of", " of"],
        ["X", "XY"],
        ["/A> o", ""],
        ['T="X"', ""],
    ] as const) {
        const file = new File();
        assert.ok(file.replace(old, text), old);
        assert.deepEqual(file.hidden, ['<B T="Y">', "</B>"]);
    }
});

test("a revealed tag stays revealed when it is painted again, until all is concealed anew", () => {
    const file = new File();
    file.replace("X", "XY");
    file.replace("Ada", "Ada Brook");
    file.concealed.take([
        [
            { start: 0, end: 10 },
            { start: 19, end: 23 },
        ],
    ]);
    assert.deepEqual(file.hidden, []);
    file.concealed.forget();
    assert.deepEqual(file.hidden, ['<A T="XY">', "</A>"]);
});

test("text that is typed at the edge of a hidden tag reveals nothing", () => {
    const file = new File();
    assert.ok(!file.concealed.follow({ rangeOffset: 0, rangeLength: 0, text: "The " }, true));
    file.text = `The ${file.text}`;
    assert.equal(file.hidden[0], '<A T="X">');
    assert.ok(!file.concealed.follow({ rangeOffset: 20, rangeLength: 0, text: "!" }, true));
});

test("an action that changes a tag reveals nothing", () => {
    const file = new File();
    assert.ok(!file.replace("X", "PERSON", false));
    assert.deepEqual(file.hidden, ['<A T="PERSON">', "</A>", '<B T="Y">', "</B>"]);
});
