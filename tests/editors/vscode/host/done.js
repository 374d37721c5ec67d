const { assert, rangeOf, settles, show, until, vscode } = require("./waiting.js");
const { keytally } = require("./watching.js");

const KIND = "refactor.rewrite.done";

/** Marks the document at some text as done. */
async function mark(editor, text) {
    const range = rangeOf(editor.document, text);
    const { uri } = editor.document;
    const [action] = await until(`the action at ${text}`, async () => {
        const found = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, range, KIND);
        return found.length > 0 ? found : undefined;
    });
    assert.equal(action.title, "Mark this document as done");
    assert.ok(await vscode.workspace.applyEdit(action.edit));
}

module.exports = {
    async "the status bar counts the documents that keytally.toml says to be done, once that is saved"() {
        const { progress } = await keytally();
        const editor = await show("adjudication_named_entity/cleo.sgml");
        await settles("one document", () => assert.match(progress(), /^document 1 of 2\b.* 1 of 2 done$/));
        await mark(editor, "260205-0002");
        const project = vscode.workspace.textDocuments.find(({ isDirty }) => isDirty);
        assert.ok(await project.save());
        await settles("two documents", () => assert.match(progress(), / 2 of 2 done$/));
    },

    async "the status bar counts the documents that comments say to be done"() {
        const { progress } = await keytally();
        const editor = await show("adjudication_template_element/anna.tmpl");
        await settles("no count", () => assert.match(progress(), /^document 1 of \d+\b(?!.*done)/));
        await mark(editor, editor.document.lineAt(0).text);
        await settles("one document", () => assert.match(progress(), / 1 of \d+ done$/));
        await vscode.commands.executeCommand("undo");
        await settles("no count again", () => assert.match(progress(), /^document 1 of \d+\b(?!.*done)/));
    },
};
