const { acceptFirst, assert, rangeOf, settles, show, until, vscode } = require("./waiting.js");
const { keytally, painting, paintings, score } = require("./watching.js");

function tabs() {
    return vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));
}

/** Where a command that moves leads to, from a place. */
async function leads(editor, command, from) {
    editor.selection = new vscode.Selection(from, from);
    await vscode.commands.executeCommand(command);
    return editor.selection;
}

module.exports = {
    async "next error visits every error in turn and goes round"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        const places = ['LOCATION">Northgate', "Friday", '<ENAMEX TYPE="PERSON">Profits', "Tom Vale", "PLACE"];
        const stops = places.map((text) => rangeOf(editor.document, text).start);
        let at = new vscode.Position(0, 0);
        for (const stop of [...stops, stops[0]]) {
            at = (await leads(editor, "keytally.nextError", at)).start;
            assert.deepEqual(at, stop);
        }
        for (const stop of stops.toReversed()) {
            at = (await leads(editor, "keytally.previousError", at)).start;
            assert.deepEqual(at, stop);
        }
    },

    async "marks are hidden and shown, and the score stays"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        await vscode.commands.executeCommand("keytally.toggleMarks");
        await settles("no marks", () => assert.deepEqual(paintings.get(editor.document.uri.toString()).marks, []));
        assert.equal(await score(), 70.59);
        await vscode.commands.executeCommand("keytally.toggleMarks");
        await painting(editor.document);
    },

    async "a pair is opened side by side"() {
        await show("response2.sgml");
        await acceptFirst("keytally.showPairs");
        await settles("both files", () => {
            const shown = vscode.window.visibleTextEditors.map(({ document }) => document.uri.path.split("/").at(-1));
            assert.ok(shown.includes("key.sgml") && shown.some((name) => name.startsWith("response")), String(shown));
        });
    },

    async "a document is found by its name, those of the active file first"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        editor.selection = new vscode.Selection(12, 0, 12, 0);
        await acceptFirst("keytally.goToDocument");
        await settles("the first document", () => {
            const active = vscode.window.activeTextEditor;
            assert.equal(active.document.uri.path, editor.document.uri.path);
            assert.ok(active.selection.isEmpty && active.selection.active.line < 9, String(active.selection.active.line));
        });
    },

    async "the page of a rule opens as a preview"() {
        const folder = vscode.Uri.joinPath(vscode.extensions.getExtension("keytally.keytally").extensionUri, "bundled/pages/keytally/findings/rule_pages");
        const [[name]] = await vscode.workspace.fs.readDirectory(folder);
        await vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(folder, name));
        await settles("the preview", () => {
            const { input } = vscode.window.tabGroups.activeTabGroup.activeTab;
            assert.equal(input.viewType, "vscode.markdown.preview.editor");
        });
    },

    async "a report opens read-only and is about what is on screen"() {
        const editor = await show("response.sgml");
        await settles("the score", async () => assert.equal(await score(), 70.59));
        await editor.edit((edit) => edit.replace(rangeOf(editor.document, '"LOCATION">Northgate'), '"ORGANIZATION">Northgate'));
        await acceptFirst("keytally.openReports");
        const report = await until("a report", () => {
            const active = vscode.window.activeTextEditor?.document;
            return active?.uri.scheme === "keytally-report" && active;
        });
        assert.match(report.getText(), /76\.47/);
    },

    async "the legend opens once"() {
        await show("response.sgml");
        await vscode.commands.executeCommand("keytally.showLegend");
        await vscode.commands.executeCommand("keytally.showLegend");
        await settles("the legend", () => assert.equal(tabs().filter((label) => label === "Legend of the marks").length, 1));
    },

    async "a file whose name tells nothing has the language that its pair gives it"() {
        const editor = await show("extra/answers");
        await settles("the language", () => assert.equal(editor.document.languageId, "muc-sgml"));
    },

    async "a file that begins with comments is told by the line after them"() {
        for (const [name, language] of [["commented.key", "muc-template"], ["commented.rsp", "muc-sgml"]]) {
            const editor = await show(`extra/${name}`);
            await settles("the language", () => assert.equal(editor.document.languageId, language));
        }
    },

    async "a file is paired with another by an entry that waits to be saved"() {
        await show("pairing/system.sgml");
        await acceptFirst("keytally.pairWith");
        const document = await until("the project file", () => {
            const active = vscode.window.activeTextEditor?.document;
            return active?.uri.path.endsWith("/keytally.toml") && active;
        });
        assert.ok(document.isDirty);
        const entry = '\n[[pair]]\ntask = "named_entity"\nkey = "pairing/gold.sgml"\nresponses = ["pairing/system.sgml"]\n';
        assert.ok(document.getText().endsWith(entry), document.getText());
    },

    async "the settings of this machine open at the place of the server"() {
        const known = await vscode.commands.getCommands(true);
        assert.ok(vscode.env.remoteName && known.includes("workbench.action.openRemoteSettings"));
        await vscode.commands.executeCommand("workbench.action.openRemoteSettings", { query: "keytally.server.path" });
        await settles("the settings", () => assert.ok(tabs().includes("Settings"), String(tabs())));
    },

    async "after a restart the score and the marks are there again"() {
        const { isRunning } = await keytally();
        const editor = await show("response.sgml");
        await painting(editor.document);
        await vscode.commands.executeCommand("keytally.restart");
        paintings.clear();
        await until("the server", isRunning);
        await painting(editor.document);
        assert.equal(await score(), 70.59);
    },
};
