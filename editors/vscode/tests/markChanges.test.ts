import assert from "node:assert/strict";
import { test } from "node:test";

import { KeptMarks } from "../src/markChanges";

interface Mark {
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
    label: string;
}

function mark(line: number, label: string): Mark {
    return { range: { start: { line, character: 0 }, end: { line, character: 1 } }, label };
}

/** What marks say, by line. */
function drawn(marks: readonly Mark[]): string {
    return marks.map(({ range, label }) => `${range.start.line}${label}`).join(" ");
}

test("a change moves old marks and replaces some by their old indices", () => {
    const kept = new KeptMarks<Mark>();
    kept.received("a", undefined, { resultId: "1", marks: [0, 1, 2, 3].map((line) => mark(line, "x")) });
    const edits = [
        { start: 1, deleteCount: 1, marks: [mark(1, "y"), mark(2, "y")] },
        { start: 4, deleteCount: 0, marks: [mark(5, "z")] },
    ];
    const marks = kept.received("a", kept.of("a"), { resultId: "2", change: { moved: 1, lines: 1, edits } });
    assert.equal(drawn(marks), "0x 1y 2y 3x 4x 5z");
    assert.equal(kept.of("a")?.resultId, "2");
    assert.equal(drawn(kept.of("a")?.marks ?? []), "0x 1y 2y 3x 4x 5z");
});

test("a server that sends no result id is never asked for changes", () => {
    const kept = new KeptMarks<Mark>();
    assert.equal(drawn(kept.received("a", undefined, { marks: [mark(0, "x")] })), "0x");
    assert.equal(kept.of("a"), undefined);
});

test("only the last answers are kept, and none after the server has ended", () => {
    const kept = new KeptMarks<Mark>();
    for (let part = 0; part < 9; part += 1) {
        kept.received(`part ${part}`, undefined, { resultId: String(part), marks: [] });
    }
    assert.equal(kept.of("part 0"), undefined);
    assert.equal(kept.of("part 8")?.resultId, "8");
    kept.clear();
    assert.equal(kept.of("part 8"), undefined);
});
