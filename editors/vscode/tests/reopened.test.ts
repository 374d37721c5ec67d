import assert from "node:assert/strict";
import { test } from "node:test";

import { evenIfReopened } from "../src/reopened";

/** What happened, in order, when a file is shown or not while one asks and when the answer comes. */
async function told(before: boolean, after: boolean, answer: () => Promise<string>): Promise<string[]> {
    const said: string[] = [];
    let isShown = before;
    const asked = evenIfReopened(
        () => {
            isShown = after;
            return answer();
        },
        () => isShown,
        () => said.push("forgotten"),
    );
    await asked.then(
        (found) => said.push(found),
        () => said.push("failed"),
    );
    await new Promise((resume) => setTimeout(resume, 0));
    return said;
}

const found = (): Promise<string> => Promise.resolve("found");

void test("a file that is shown, hidden, or closed by then is not forgotten", async () => {
    assert.deepEqual(await told(true, true, found), ["found"]);
    assert.deepEqual(await told(false, false, found), ["found"]);
    assert.deepEqual(await told(true, false, found), ["found"]);
});

void test("a file that was closed and is open again is asked for again behind the answer", async () => {
    assert.deepEqual(await told(false, true, found), ["found", "forgotten"]);
    assert.deepEqual(await told(false, true, () => Promise.reject(new Error("cancelled"))), [
        "failed",
        "forgotten",
    ]);
});
