import assert from "node:assert/strict";
import { test } from "node:test";

import { isReading, readingText } from "../src/reading";

test("reading is told with its percentage, the scoring that follows without one", () => {
    assert.equal(readingText({ message: "reading", percentage: 40 }), "reading 40 %");
    assert.equal(readingText({ message: "scoring", percentage: 100 }), "scoring");
    assert.equal(readingText({}), "reading");
});

test("other progress of the server is not that of reading", () => {
    assert.ok(isReading("keytally-reading-1"));
    assert.ok(!isReading("keytally-search-1"));
    assert.ok(!isReading(7));
});
