const { assert, replace, settles, show, vscode } = require("./waiting.js");
const { keytally, score, select } = require("./watching.js");

module.exports = {
    async "the status bar names the response, in the key too"() {
        const { score: text } = await keytally();
        await show("key.sgml");
        await select("response.sgml");
        await settles("the response's name", async () => assert.match(text(), / · response\.sgml$/));
        await select("response2.sgml");
        await settles("the other response's name", async () => assert.match(text(), / · response2\.sgml$/));
        await select("response.sgml");
    },

    async "numbers in texts are no colours, and hints are not cut"() {
        for (const languageId of ["muc-sgml", "muc-template", "m2"]) {
            const settings = vscode.workspace.getConfiguration("editor", { languageId });
            assert.equal(settings.get("colorDecorators"), false);
            assert.equal(settings.get("inlayHints.maximumLength"), 0);
        }
    },

    async "the status bar has the score of the pair, in the response and in the key"() {
        await show("response.sgml");
        await settles("the response's score", async () => assert.equal(await score(), 70.59));
        await show("key.sgml");
        await select("response.sgml");
        await settles("the key's score", async () => assert.equal(await score(), 70.59));
    },

    async "typing in the response changes the score, and the change is told"() {
        const { score: text } = await keytally();
        const editor = await show("response.sgml");
        await settles("the score", async () => assert.equal(await score(), 70.59));
        await replace(editor, '"LOCATION">Northgate', '"ORGANIZATION">Northgate');
        await settles("the better score", () => assert.match(text(), /P&R 76\.47 ↑ \+5\.9$/));
        await replace(editor, '"PERSON">Ada', '"LOCATION">Ada');
        await settles("the worse score", () => assert.match(text(), /P&R 70\.59 ↓ −5\.9$/));
    },

    async "typing in the key changes the score"() {
        const { score: text } = await keytally();
        await show("response.sgml");
        const editor = await show("key.sgml");
        await select("response.sgml");
        await settles("the score", async () => assert.equal(await score(), 70.59));
        await replace(editor, '"ORGANIZATION">Northgate', '"LOCATION">Northgate');
        await settles("the better score", () => assert.match(text(), /P&R 76\.47 ↑ \+5\.9 · response\.sgml$/));
        await vscode.commands.executeCommand("undo");
        await settles("the score again", () => assert.match(text(), /P&R 70\.59 ↓ −5\.9 · response\.sgml$/));
    },

    async "a file of no pair has no score"() {
        const { score: text } = await keytally();
        const document = await vscode.workspace.openTextDocument({ content: "nothing to score", language: "plaintext" });
        await vscode.window.showTextDocument(document);
        await settles("an empty status bar", () => assert.equal(text(), ""));
    },
};
