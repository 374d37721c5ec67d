// What is other where the server runs in WebAssembly: its copies of files, and what it cannot do.
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require("node:fs");

const { assert, fileUri, replace, show, settles, until, vscode } = require("./waiting.js");
const { keytally, painting, paintings, score } = require("./watching.js");

/** The text of a key, from which a pair by names is made. */
const key = () => readFileSync(fileUri("key.sgml").fsPath, "utf8");

module.exports = {
    async "a folder that is created, renamed and removed is seen by the server"() {
        const folder = fileUri("copied").fsPath;
        const renamed = fileUri("copied again").fsPath;
        mkdirSync(folder);
        writeFileSync(`${folder}/a.key.sgml`, key());
        writeFileSync(`${folder}/a.response.sgml`, key());
        await show("copied/a.response.sgml");
        await settles("the score", async () => assert.equal(await score(), 100));
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        renameSync(folder, renamed);
        await show("copied again/a.response.sgml");
        await settles("the score", async () => assert.equal(await score(), 100));
        rmSync(`${renamed}/a.key.sgml`);
        await until("no score", async () => !/100/.test((await keytally()).score()));
        rmSync(renamed, { recursive: true });
    },

    async "a server whose worker dies is started again, and knows the file with its edits"() {
        const { crash, isRunning } = await keytally();
        const editor = await show("response.sgml");
        await settles("the score", async () => assert.equal(await score(), 70.59));
        await replace(editor, '"LOCATION">Northgate', '"ORGANIZATION">Northgate');
        await settles("the new score", async () => assert.equal(await score(), 76.47));
        crash();
        await until("the end", () => !isRunning());
        paintings.clear();
        await painting(editor.document);
        await settles("the score again", async () => assert.equal(await score(), 76.47));
    },

    async "a file outside the workspace is compared with the file next to it"() {
        const folder = vscode.Uri.joinPath(fileUri("."), "../outside").fsPath;
        mkdirSync(folder);
        writeFileSync(`${folder}/b.key.sgml`, key());
        writeFileSync(`${folder}/b.response.sgml`, key());
        const document = await vscode.workspace.openTextDocument(vscode.Uri.file(`${folder}/b.response.sgml`));
        await vscode.window.showTextDocument(document);
        await painting(document);
        assert.equal(await score(), 100);
    },
};
