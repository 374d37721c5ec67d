const { assert, fileUri, rangeOf, settles, show, vscode } = require("./waiting.js");
const { painting } = require("./watching.js");

/** Asks a provider until its answer passes. */
function asks(command, editor, args, passes) {
    return settles(command, async () => {
        await passes(await vscode.commands.executeCommand(command, editor.document.uri, ...args));
    });
}

function place({ document }, text) {
    return rangeOf(document, text).start;
}

module.exports = {
    async "a tag's hover has its verdict and its partner"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        await asks("vscode.executeHoverProvider", editor, [place(editor, "Northgate")], (hovers) => {
            const text = hovers.flatMap((hover) => hover.contents.map((content) => content.value)).join("\n");
            assert.match(text, /ORGANIZATION/);
            assert.match(text, /LOCATION/);
            assert.match(text, /70\.6/);
        });
    },

    async "each document and the file have a lens with tallies, and the lens follows"() {
        const editor = await show("response.sgml");
        const titles = async (passes) =>
            asks("vscode.executeCodeLensProvider", editor, [10], (lenses) => passes(lenses.map((lens) => lens.command.title)));
        await titles((found) => {
            assert.equal(found.length, 3);
            assert.match(found.join("\n"), /70\.6/);
        });
        await editor.edit((edit) => edit.replace(rangeOf(editor.document, '"LOCATION">Northgate'), '"ORGANIZATION">Northgate'));
        await titles((found) => assert.match(found.join("\n"), /76\.5/));
    },

    async "what is missing has an inlay hint where it would stand"() {
        const editor = await show("response.sgml");
        const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
        await asks("vscode.executeInlayHintProvider", editor, [whole], (hints) => {
            const missing = hints.filter(({ label }) => JSON.stringify(label).includes("MIS "));
            const places = missing.map((hint) => editor.document.offsetAt(hint.position));
            assert.deepEqual(
                places,
                ["Friday", "Tom Vale"].map((name) => editor.document.offsetAt(place(editor, name))),
            );
        });
    },

    async "the definition of a tag is its partner"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        await asks("vscode.executeDefinitionProvider", editor, [place(editor, "Northgate")], ([found]) => {
            assert.equal((found.uri ?? found.targetUri).toString(), fileUri("key.sgml").toString());
        });
    },

    async "documents are symbols, and fold"() {
        const editor = await show("response.sgml");
        await asks("vscode.executeDocumentSymbolProvider", editor, [], (symbols) => assert.equal(symbols.length, 2));
        await asks("vscode.executeFoldingRangeProvider", editor, [], (ranges) => {
            assert.ok(ranges.filter((range) => [0, 9].includes(range.start)).length >= 2);
        });
    },

    async "a type's values are completed"() {
        const editor = await show("response.sgml");
        const at = place(editor, 'PERSON">Ada');
        await asks("vscode.executeCompletionItemProvider", editor, [at], ({ items }) => {
            const labels = items.map((item) => item.label.label ?? item.label);
            assert.ok(["PERSON", "ORGANIZATION", "LOCATION"].every((value) => labels.includes(value)));
        });
    },

    async "tags have semantic tokens"() {
        const editor = await show("response.sgml");
        await asks("vscode.provideDocumentSemanticTokens", editor, [], (tokens) => assert.ok(tokens.data.length > 0));
    },
};
