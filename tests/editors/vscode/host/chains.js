const { acceptFirst, assert, rangeOf, settles, show, until, vscode } = require("./waiting.js");
const { painting, score } = require("./watching.js");

const RESPONSE = "chains/response.sgml";

function put(editor, text) {
    const { start } = rangeOf(editor.document, text);
    editor.selection = new vscode.Selection(start, start);
}

/** The code actions of a kind at a text. */
function actions(editor, text, kind) {
    const { start } = rangeOf(editor.document, text);
    const range = new vscode.Range(start, start);
    return vscode.commands.executeCommand("vscode.executeCodeActionProvider", editor.document.uri, range, kind);
}

async function act(editor, text, kind, title) {
    const action = await until(`${kind} on ${text}`, async () =>
        (await actions(editor, text, kind)).find((found) => title.test(found.title)),
    );
    assert.ok(await vscode.workspace.applyEdit(action.edit));
}

function scores(expected) {
    return settles(`a score of ${expected}`, async () => assert.equal(await score(), expected));
}

module.exports = {
    async "a whole chain is highlighted"() {
        const editor = await show(RESPONSE);
        await scores(40);
        const { start } = rangeOf(editor.document, "She<");
        const found = await vscode.commands.executeCommand("vscode.executeDocumentHighlights", editor.document.uri, start);
        const texts = found.map(({ range }) => editor.document.getText(range));
        assert.deepEqual(texts, ["the harbour office", "She", "it"]);
    },

    async "a mention is moved, a missing one accepted, a chain split and merged, and the score follows each"() {
        const editor = await show(RESPONSE);
        await scores(40);
        await act(editor, "She<", "refactor.rewrite.moveMention", /Mara Quill/);
        await scores(80);
        await act(editor, "Quill closed", "refactor.rewrite.acceptFromKey", /"Quill"/);
        await scores(100);
        const whole = editor.document.getText();
        await act(editor, "She<", "refactor.rewrite.splitChain", /./);
        await scores(80);
        await vscode.commands.executeCommand("undo");
        assert.equal(editor.document.getText(), whole);
        await scores(100);
        await act(editor, "She<", "refactor.rewrite.mergeChains", /harbour office/);
        await scores(85.71);
    },

    async "a broken link and a mention in the wrong chain have marks of their own"() {
        const editor = await show(RESPONSE);
        const { marks } = await painting(editor.document);
        const told = marks.map(({ level, status }) => `${level} ${status}`);
        assert.ok(told.includes("mention inc") && told.includes("link mis") && told.includes("mention mis"), told.join());
    },

    async "the command offers every operation on the mention, and does what is chosen"() {
        const editor = await show(RESPONSE);
        await painting(editor.document);
        put(editor, "She<");
        await acceptFirst("keytally.changeChain");
        await scores(80);
    },

    async "a REF is completed with the text of a mention, and an ID renamed with its REFs"() {
        const editor = await show(RESPONSE);
        await painting(editor.document);
        const at = rangeOf(editor.document, 'REF="2">She').start.translate(0, 5);
        await settles("a completion", async () => {
            const { items } = await vscode.commands.executeCommand("vscode.executeCompletionItemProvider", editor.document.uri, at);
            assert.ok(items.some((item) => (item.label.label ?? item.label) === '1 "Mara Quill"'));
        });
        const edit = await vscode.commands.executeCommand("vscode.executeDocumentRenameProvider", editor.document.uri, at, "8");
        assert.ok(await vscode.workspace.applyEdit(edit));
        assert.match(editor.document.getText(), /ID="8">the harbour office.*REF="8">She/s);
        await scores(40);
    },

    async "mentions have the colours of their chains"() {
        const editor = await show(RESPONSE);
        const legend = await vscode.commands.executeCommand("vscode.provideDocumentSemanticTokensLegend", editor.document.uri);
        assert.ok(legend.tokenTypes.includes("mention") && legend.tokenModifiers.includes("chain8"));
        const tokens = await vscode.commands.executeCommand("vscode.provideDocumentSemanticTokens", editor.document.uri);
        assert.ok(tokens.data.some((value, index) => index % 5 === 4 && value > 0));
    },
};
