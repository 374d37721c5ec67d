// First of all, while the key has not been opened in an editor.
const { readFileSync, writeFileSync } = require("node:fs");

const { assert, fileUri, settles, show, until, vscode } = require("./waiting.js");
const { keytally, score } = require("./watching.js");

module.exports = {
    async "the server starts"() {
        await until("the server", (await keytally()).isRunning);
    },

    async "a change of the key on disk changes the score"() {
        await show("response.sgml");
        await settles("the first score", async () => assert.equal(await score(), 70.59));
        const file = fileUri("key.sgml").fsPath;
        const before = readFileSync(file, "utf8");
        try {
            writeFileSync(file, before.replace('"ORGANIZATION">Northgate', '"LOCATION">Northgate'));
            await settles("the new score", async () => assert.equal(await score(), 76.47));
        } finally {
            writeFileSync(file, before);
        }
        await settles("the first score again", async () => assert.equal(await score(), 70.59));
        assert.ok(!vscode.workspace.textDocuments.some((document) => document.uri.path.endsWith("/key.sgml")));
    },
};
