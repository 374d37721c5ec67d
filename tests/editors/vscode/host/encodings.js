// Files whose bytes VS Code decodes by another encoding than theirs.
const { assert, fileUri, settles, show, vscode } = require("./waiting.js");

const TEXT = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Zoé Müller</ENAMEX> sat.\n</TXT>\n</DOC>\n';

module.exports = {
    async "a file in Latin-1 that is read as UTF-8 has one finding and no action that writes"() {
        for (const name of ["latin/a.key.sgml", "latin/a.response.sgml"]) {
            await vscode.workspace.fs.writeFile(fileUri(name), Buffer.from(TEXT, "latin1"));
        }
        const { document } = await show("latin/a.response.sgml");
        assert.ok(document.getText().includes("\ufffd"));
        await settles("the finding", () => {
            const found = vscode.languages.getDiagnostics(document.uri);
            assert.deepEqual(found.map(({ code }) => code), ["wrong-encoding"]);
            assert.match(found[0].message, /Latin-1.*Reopen with Encoding/);
        });
        const whole = new vscode.Range(0, 0, document.lineCount, 0);
        const actions = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, whole);
        assert.deepEqual(actions.filter(({ edit }) => edit), []);
        await vscode.workspace.fs.delete(fileUri("latin"), { recursive: true });
    },
};
