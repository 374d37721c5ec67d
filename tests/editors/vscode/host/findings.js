const { assert, fileUri, replace, restore, settles, show, until, vscode } = require("./waiting.js");

function findings(name) {
    return vscode.languages.getDiagnostics(fileUri(name)).filter((finding) => finding.source === "keytally");
}

function quickFixes(uri, range) {
    return vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, range, "quickfix");
}

module.exports = {
    async "a value that the task does not know is found, with a link to its rule"() {
        const editor = await show("response.sgml");
        assert.equal(editor.document.languageId, "muc-sgml");
        await settles("the finding", () => {
            const [finding, ...more] = findings("response.sgml");
            assert.deepEqual(more, []);
            assert.equal(finding.code.value, "attribute-value");
            assert.match(finding.code.target.toString(), /attribute-value/);
            assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
            assert.match(editor.document.getText(finding.range), /PLACE/);
        });
    },

    async "a finding goes when it is mended and comes when it is made"() {
        const editor = await show("response.sgml");
        await settles("the finding", () => assert.equal(findings("response.sgml").length, 1));
        await replace(editor, '"PLACE"', '"LOCATION"');
        await settles("no finding", () => assert.equal(findings("response.sgml").length, 0));
        await replace(editor, "Caro Finch</ENAMEX>", "Caro  Finch</ENAMEX>");
        await settles("the altered text", () => {
            assert.deepEqual(
                findings("response.sgml").map((finding) => finding.code.value),
                ["text-altered"],
            );
        });
    },

    async "each finding of a list is mended by the quick fix that the list names"() {
        const list = await vscode.workspace.fs.readFile(fileUri("mended/list.json"));
        for (const { rule, file, title, after } of JSON.parse(Buffer.from(list).toString())) {
            const editor = await show(file);
            const { document } = editor;
            const found = () => findings(file).find(({ code }) => code.value === rule);
            const finding = await until(`${rule} in ${file}`, found);
            const action = await until(`${rule}: ${title}`, async () =>
                (await quickFixes(document.uri, finding.range)).find((each) => each.title === title),
            );
            assert.ok(await vscode.workspace.applyEdit(action.edit));
            assert.equal(document.getText(), after, rule);
            await settles(`${rule} mended`, () => assert.equal(found(), undefined));
            await restore(editor);
        }
    },

    async "a clean file has no findings though it looks wrong"() {
        await show("response2.sgml");
        await show("response.sgml");
        await settles("the other file's finding", () => assert.equal(findings("response.sgml").length, 1));
        assert.deepEqual(findings("response2.sgml"), []);
    },
};
