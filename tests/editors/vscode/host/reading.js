// Long files while the server reads them: what the status bar says, and what VS Code asks for only once.
const { mkdirSync, writeFileSync } = require("node:fs");

const { assert, fileUri, settles, show, until, vscode } = require("./waiting.js");
const { keytally } = require("./watching.js");

const DOCUMENTS = 5000;

function sgml() {
    const documents = Array.from({ length: DOCUMENTS }, (_, index) =>
        [
            "<DOC>",
            `<DOCNO> 2605010${String(index).padStart(4, "0")}. </DOCNO>`,
            "<TXT>",
            ...Array(4).fill('<p> <ENAMEX TYPE="PERSON">Tom Vale</ENAMEX> met Ada Brook in Orrin. </p>'),
            "</TXT>",
            "</DOC>",
        ].join("\n"),
    );
    return `${documents.join("\n")}\n`;
}

module.exports = {
    async "the status bar says how much of a long file is read, and the outline comes without an edit"() {
        const folder = fileUri("reading").fsPath;
        mkdirSync(folder, { recursive: true });
        for (const side of ["key", "response"]) {
            writeFileSync(`${folder}/b.${side}.sgml`, sgml());
        }
        const { score: text } = await keytally();
        const shown = show("reading/b.response.sgml");
        await until("progress in the status bar", () => /reading \d+ %/.test(text()));
        const { document } = await shown;
        const symbols = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri);
        assert.ok(symbols.length > 3);
        assert.match(symbols.at(-1).name, /^… after /);
        await settles("a score", () => assert.match(text(), /\d+\.\d\d/));
    },
};
