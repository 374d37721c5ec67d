import assert from "node:assert/strict";
import { test } from "node:test";

import { AnnotatedPart, occurrencesOf } from "../src/annotatedText";
import type { AnnotatedResult, Four } from "../src/annotatedText";
import { messageOf } from "../src/annotationMessages";

const FILE = ["<TXT>", "<E>Ann</E> met", "Bo. <E>X</E>", ""];

function read([line, character, endLine, endCharacter]: Four): string {
    if (line === endLine) {
        return FILE[line]?.slice(character, endCharacter) ?? "";
    }
    const between = FILE.slice(line + 1, endLine);
    return [FILE[line]?.slice(character), ...between, FILE[endLine]?.slice(0, endCharacter)].join("\n");
}

const ANSWER: AnnotatedResult = {
    version: 1,
    compared: true,
    texts: [
        [0, 5, 1, 0, ""],
        [1, 3, 1, 6, ""],
        [1, 10, 2, 4, ""],
        [2, 7, 2, 8, ""],
    ],
    annotations: [
        {
            range: { start: { line: 1, character: 0 }, end: { line: 1, character: 10 } },
            texts: [[1, 3, 1, 6]],
            type: "PERSON",
            status: "cor",
            label: 'COR PERSON "Ann"',
        },
        {
            range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } },
            texts: [],
            type: "PERSON",
            status: "mis",
        },
    ],
    candidates: [[1, 10, 1, 14]],
};

test("the shown text has no tags", () => {
    assert.equal(new AnnotatedPart(ANSWER, read).text, "\nAnn met\nBo. X");
});

test("annotations have offsets of the shown text, and the look of their verdict", () => {
    const [first, missing] = new AnnotatedPart(ANSWER, read).annotations(() => 0);
    assert.deepEqual([first?.ranges, first?.look, first?.type], [[[1, 4]], "correct", "PERSON"]);
    assert.deepEqual([missing?.ranges, missing?.look], [[[9, 9]], "missing"]);
});

test("annotations without verdict and chain have the colour of their type", () => {
    const annotations = ANSWER.annotations.map(({ range, texts, type }) => ({ range, texts, type }));
    const part = new AnnotatedPart({ ...ANSWER, annotations }, read);
    assert.deepEqual(
        part.annotations((type) => type.length).map(({ colour }) => colour),
        [6, 6],
    );
});

test("candidates have offsets of the shown text", () => {
    assert.deepEqual(new AnnotatedPart(ANSWER, read).candidates(), [[4, 8]]);
});

test("text is found whatever its case and white space, and as it is written", () => {
    assert.deepEqual(occurrencesOf(" ann  met", "Ann\nmet. ANN MET"), [
        [0, 7],
        [9, 16],
    ]);
    assert.deepEqual(occurrencesOf("a.c", "abc a.c"), [[4, 7]]);
    assert.deepEqual(occurrencesOf(" ", "a b"), []);
});

test("a selection is the range of the file without the tags around it", () => {
    const part = new AnnotatedPart(ANSWER, read);
    assert.deepEqual(part.placeOf(1, 4), {
        start: { line: 1, character: 3 },
        end: { line: 1, character: 6 },
    });
    assert.deepEqual(part.placeOf(5, 11), {
        start: { line: 1, character: 11 },
        end: { line: 2, character: 2 },
    });
    assert.equal(part.placeOf(3, 3), undefined);
});

test("each place that is shown comes back from its offset", () => {
    const part = new AnnotatedPart(ANSWER, read);
    for (let start = 0; start < part.text.length; start += 1) {
        const place = part.placeOf(start, start + 1);
        assert.deepEqual(place && part.offsetsOf(place), [start, start + 1]);
    }
});

test("a range with its tags has the offsets of its text", () => {
    const part = new AnnotatedPart(ANSWER, read);
    const whole = { start: { line: 1, character: 0 }, end: { line: 1, character: 10 } };
    assert.deepEqual(part.offsetsOf(whole), [1, 4]);
});

test("the place of something missing stands for the text that it should cover", () => {
    const missing = { line: 1, character: 10 };
    const annotations: AnnotatedResult["annotations"] = [
        { range: { start: missing, end: missing }, texts: [[1, 11, 1, 14]], type: "PERSON", status: "mis" },
    ];
    const part = new AnnotatedPart({ ...ANSWER, annotations }, read);
    assert.deepEqual(part.textOf({ start: missing, end: missing }), {
        start: { line: 1, character: 11 },
        end: { line: 1, character: 14 },
    });
});

test("tokens of columns are separated as the server says", () => {
    const rows = ["Ann\tB-PER", "met\tO"];
    const answer: AnnotatedResult = {
        version: 1,
        compared: false,
        texts: [
            [0, 0, 0, 3, " "],
            [1, 0, 1, 3, "\n"],
        ],
        annotations: [],
        candidates: [],
    };
    const part = new AnnotatedPart(answer, ([line, start, , end]) => rows[line]?.slice(start, end) ?? "");
    assert.equal(part.text, "Ann met\n");
    assert.deepEqual(part.placeOf(0, 7), {
        start: { line: 0, character: 0 },
        end: { line: 1, character: 3 },
    });
});

test("only sound messages of the page are taken", () => {
    assert.deepEqual(messageOf({ kind: "choose", number: 1, choice: 1, start: 0, end: 3 }), {
        kind: "choose",
        number: 1,
        choice: 1,
        start: 0,
        end: 3,
    });
    for (const wrong of [
        null,
        "ready",
        { kind: "choose", number: 1, choice: 1, start: -1, end: 3 },
        { kind: "choose", number: 1, choice: 1, start: 0 },
        { kind: "offer", number: 1, index: 0.5 },
        { kind: "act", act: "rm" },
        { kind: "find", text: 3, direction: "next" },
        { kind: "find", text: "Ann", direction: "up" },
        { kind: "find", text: "A".repeat(1001), direction: "next" },
        { kind: "other" },
    ]) {
        assert.equal(messageOf(wrong), undefined);
    }
});
