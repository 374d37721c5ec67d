import assert from "node:assert/strict";
import { test } from "node:test";

import { whole } from "../src/whole";

const cancelled = (): Error => new Error("cancelled");

void test("an answer that is waited for is handed on", async () => {
    const token = { isCancellationRequested: false };
    assert.equal(await whole(Promise.resolve("all"), token, cancelled), "all");
    assert.equal(await whole(null, token, cancelled), null);
});

void test("an answer that is cancelled while it is made is none", async () => {
    const token = { isCancellationRequested: false };
    const made = Promise.resolve().then(() => {
        token.isCancellationRequested = true;
        return "a part";
    });
    await assert.rejects(whole(made, token, cancelled), /cancelled/);
});
