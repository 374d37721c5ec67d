const { assert, rangeOf, replace, settles, show, until, vscode } = require("./waiting.js");
const { painting, score } = require("./watching.js");

const RESPONSE = "templates/response.tmpl";

module.exports = {
    async "a fix of a finding closes a quote"() {
        const editor = await show(RESPONSE);
        assert.equal(editor.document.languageId, "muc-template");
        const range = rangeOf(editor.document, '"Dr.');
        const fix = await until("the fix", async () =>
            (await vscode.commands.executeCommand("vscode.executeCodeActionProvider", editor.document.uri, range, "quickfix")).at(0),
        );
        assert.ok(await vscode.workspace.applyEdit(fix.edit));
        await settles("no finding", () => assert.equal(vscode.languages.getDiagnostics(editor.document.uri).length, 0));
        assert.match(editor.document.getText(), /"Dr\."/);
    },

    async "fills have marks, and the score changes as a slot is typed"() {
        const editor = await show(RESPONSE);
        const { marks } = await painting(editor.document);
        const wrong = marks.find(({ level, status }) => level === "fill" && status === "inc");
        assert.match(wrong.label, /GOVERNMENT/);
        const before = await score();
        await replace(editor, "GOVERNMENT", "COMPANY");
        await settles("a better score", async () => assert.ok((await score()) > before));
    },

    async "a missing object is hinted at on the blank line under the record before it, else behind its last fill"() {
        const editor = await show(RESPONSE);
        const lines = async () => {
            const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
            const hints = await vscode.commands.executeCommand("vscode.executeInlayHintProvider", editor.document.uri, whole);
            const told = (hints ?? []).map(({ label, position }) => [position.line, typeof label === "string" ? label : label[0].value]);
            return told.filter(([, label]) => /MIS PERSON/.test(label)).map(([line]) => line);
        };
        const record = editor.document.getText().slice(editor.document.getText().indexOf("<PERSON"));
        await replace(editor, record, "\n# the end\n");
        await settles("the hint on the blank line", async () => assert.deepEqual(await lines(), [3]));
        await replace(editor, "\n\n# the end", "\n# the end");
        await settles("the hint behind the last fill", async () => assert.deepEqual(await lines(), [2]));
    },

    async "a set fill is completed"() {
        const editor = await show(RESPONSE);
        await painting(editor.document);
        const { start } = rangeOf(editor.document, "GOVERNMENT");
        await settles("a completion", async () => {
            const { items } = await vscode.commands.executeCommand("vscode.executeCompletionItemProvider", editor.document.uri, start);
            assert.ok(items.some((item) => (item.label.label ?? item.label) === "COMPANY"));
        });
    },

    async "an object is renamed"() {
        const editor = await show(RESPONSE);
        await painting(editor.document);
        const { start } = rangeOf(editor.document, "PERSON-9601-3");
        const edit = await vscode.commands.executeCommand("vscode.executeDocumentRenameProvider", editor.document.uri, start, "9");
        assert.ok(await vscode.workspace.applyEdit(edit));
        assert.match(editor.document.getText(), /<PERSON-9601-9> :=/);
    },

    async "formatting changes nothing that is scored"() {
        const editor = await show(RESPONSE);
        await painting(editor.document);
        const before = await score();
        const edits = await vscode.commands.executeCommand("vscode.executeFormatDocumentProvider", editor.document.uri, {
            tabSize: 4,
            insertSpaces: false,
        });
        const edit = new vscode.WorkspaceEdit();
        edit.set(editor.document.uri, edits ?? []);
        assert.ok(await vscode.workspace.applyEdit(edit));
        await settles("the same score", async () => assert.equal(await score(), before));
    },
};
