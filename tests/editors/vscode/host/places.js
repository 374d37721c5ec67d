// Places that belong together: what names lead to, equal entities, tags that are edited as one, ghosts of the key.
const { assert, fileUri, rangeOf, settles, show, vscode } = require("./waiting.js");
const { painting } = require("./watching.js");

/** Asks about the beginning of a text until the answer passes. */
function asks(command, { document }, text, passes) {
    return settles(`${command} at ${text}`, async () => {
        const { start } = rangeOf(document, text);
        await passes(await vscode.commands.executeCommand(command, document.uri, start));
    });
}

async function leadsTo(command, editor, text, name, wanted) {
    await asks(command, editor, text, async ([found]) => {
        const uri = found.targetUri ?? found.uri;
        assert.equal(uri.toString(), fileUri(name).toString());
        const { start } = found.targetRange ?? found.range;
        const target = await vscode.workspace.openTextDocument(uri);
        assert.match(target.lineAt(start.line).text, wanted);
    });
}

module.exports = {
    async "a fill leads to its definition in the BNF"() {
        const editor = await show("templates/response.tmpl");
        await painting(editor.document);
        for (const command of ["vscode.executeTypeDefinitionProvider", "vscode.executeDeclarationProvider"]) {
            await leadsTo(command, editor, "GOVERNMENT", "templates/te.bnf", /ORG_TYPE/);
        }
    },

    async "an entity is highlighted as a whole, wherever it has the same type"() {
        const editor = await show("response.sgml");
        const { document } = editor;
        await editor.edit((edit) =>
            edit.replace(rangeOf(document, "Tom Vale"), '<ENAMEX TYPE="PERSON">Ada Brook</ENAMEX>'),
        );
        await asks("vscode.executeDocumentHighlights", editor, "Ada Brook", (found) => {
            const texts = found.map(({ range }) => document.getText(range));
            assert.equal(texts.length, 2);
            assert.ok(texts.every((text) => text.includes("Ada Brook")), texts.join());
        });
    },

    async "the names of both tags are edited as one"() {
        const editor = await show("response.sgml");
        await asks("_executeLinkedEditingProvider", editor, "ENAMEX", ({ ranges }) => {
            const starts = ranges.map(({ startLineNumber, startColumn }) => [startLineNumber - 1, startColumn - 1]);
            const wanted = [rangeOf(editor.document, "ENAMEX"), rangeOf(editor.document, "ENAMEX", 1)];
            assert.deepEqual(starts, wanted.map(({ start }) => [start.line, start.character]));
        });
    },

    async "entities are symbols of the workspace"() {
        await painting((await show("response.sgml")).document);
        await settles("the symbol", async () => {
            const found = await vscode.commands.executeCommand("vscode.executeWorkspaceSymbolProvider", "Caro Finch");
            assert.ok(found.some(({ name }) => name.includes("Caro Finch")), found.map(({ name }) => name).join());
        });
    },

    async "what the key has at the cursor stands there as a ghost, and is taken"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        const { start } = rangeOf(editor.document, "Friday");
        editor.selection = new vscode.Selection(start, start);
        await settles("the tag", async () => {
            await vscode.commands.executeCommand("editor.action.inlineSuggest.trigger");
            await vscode.commands.executeCommand("editor.action.inlineSuggest.commit");
            assert.ok(editor.document.getText().includes('<TIMEX TYPE="DATE">Friday</TIMEX>'));
        });
    },
};
