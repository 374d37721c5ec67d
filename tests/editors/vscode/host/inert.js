// Names of files that the editor could read more into: they are shown as they are written.
const { assert, fileUri, settles, show, vscode } = require("./waiting.js");
const { keytally, painting } = require("./watching.js");

const DOCUMENT = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX> sat.\n</TXT>\n</DOC>\n';
const NAMES = ["inert/r$(trash).key.sgml", "inert/r$(trash).response.sgml"];

module.exports = {
    async "an icon in the name of a file is text in the status bar"() {
        for (const name of NAMES) {
            await vscode.workspace.fs.writeFile(fileUri(name), Buffer.from(DOCUMENT));
        }
        const { document } = await show(NAMES[0]);
        await painting(document);
        const { score: text } = await keytally();
        await settles("the name in the status bar", () => assert.match(text(), / · r\\\$\(trash\)/));
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        await vscode.workspace.fs.delete(fileUri("inert"), { recursive: true });
    },
};
