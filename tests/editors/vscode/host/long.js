// A pair that is made while the editor is open, and longer than a screen.
const { mkdirSync, writeFileSync } = require("node:fs");

const { assert, fileUri, rangeOf, settles, show, until, vscode, withServerHeld } = require("./waiting.js");
const { keytally, painting } = require("./watching.js");

const DOCUMENTS = 400;
const EDITS = 20;

function sgml(name) {
    const documents = Array.from({ length: DOCUMENTS }, (_, index) =>
        [
            "<DOC>",
            `<DOCNO> 2604010${String(index).padStart(3, "0")}. </DOCNO>`,
            "<TXT>",
            `<p> <ENAMEX TYPE="PERSON">${name}</ENAMEX> met <ENAMEX TYPE="PERSON">Ada Brook</ENAMEX> in Orrin. </p>`,
            "</TXT>",
            "</DOC>",
        ].join("\n"),
    );
    return `${documents.join("\n")}\n`;
}

function writePair() {
    const folder = fileUri("long").fsPath;
    mkdirSync(folder, { recursive: true });
    const pair = ["[[pair]]", 'task = "named_entity"', 'key = "a.key.sgml"', 'responses = ["a.response.sgml"]'];
    writeFileSync(`${folder}/keytally.toml`, pair.join("\n"));
    writeFileSync(`${folder}/a.key.sgml`, sgml("Tom Vale"));
    writeFileSync(`${folder}/a.response.sgml`, sgml("Tom Vale").replaceAll('"PERSON">Tom', '"LOCATION">Tom'));
}

function linesOf(marks) {
    return marks.map((mark) => mark.range.start.line);
}

/** How long an edit takes to show in the marks, in milliseconds. */
async function editToMarks({ onDidPaint }, editor) {
    const wanted = editor.document.version + 1;
    const began = performance.now();
    const painted = new Promise((tell) => {
        const listener = onDidPaint(({ uri, version, marks }) => {
            if (uri === editor.document.uri.toString() && version === wanted && marks.length > 0) {
                listener.dispose();
                tell();
            }
        });
    });
    await editor.edit((edit) => edit.insert(new vscode.Position(3, 3), " "));
    await painted;
    return performance.now() - began;
}

module.exports = {
    async "only what is visible is marked, and scrolling marks what comes into sight"() {
        writePair();
        const editor = await show("long/a.response.sgml");
        const last = editor.document.lineCount - 1;
        await settles("marks at the beginning", async () => {
            const { marks } = await painting(editor.document);
            assert.equal(Math.min(...linesOf(marks)), 3);
            assert.ok(Math.max(...linesOf(marks)) < last / 2);
        });
        editor.revealRange(new vscode.Range(last, 0, last, 0));
        await settles("marks at the end", async () => {
            const { marks } = await painting(editor.document);
            assert.equal(Math.max(...linesOf(marks)), last - 3);
            assert.ok(Math.min(...linesOf(marks)) > last / 2);
        });
    },

    async "two editors of one file show labels, and hide markup, each in its own part"() {
        const { hidden } = await keytally();
        const first = await show("long/a.response.sgml");
        const { document } = first;
        const last = document.lineCount - 1;
        first.revealRange(new vscode.Range(0, 0, 0, 0));
        const second = await show("long/a.response.sgml", vscode.ViewColumn.Two);
        second.revealRange(new vscode.Range(last, 0, last, 0));
        const whole = new vscode.Range(0, 0, document.lineCount, 0);
        await settles("labels at both ends", async () => {
            const hints = await vscode.commands.executeCommand("vscode.executeInlayHintProvider", document.uri, whole);
            const lines = hints.map(({ position }) => position.line);
            assert.deepEqual([Math.min(...lines), Math.max(...lines)], [3, last - 3]);
        });
        await vscode.commands.executeCommand("keytally.toggleReadingView");
        const lines = hidden(document.uri).map((range) => range.start.line);
        await vscode.commands.executeCommand("keytally.toggleReadingView");
        assert.deepEqual([Math.min(...lines), Math.max(...lines)], [3, last - 3]);
        await vscode.commands.executeCommand("workbench.action.joinAllGroups");
        await until("one editor", () => vscode.window.visibleTextEditors.length === 1);
    },

    async "a file that is closed and opened again before the server answers has its findings as it is edited"() {
        const name = "long/a.response.sgml";
        const { document } = await show(name);
        await painting(document);
        // What is asked when the file is closed is answered when it is open again.
        await withServerHeld(async () => {
            await vscode.commands.executeCommand("workbench.action.closeAllEditors");
            await show(name);
        });
        const editor = vscode.window.activeTextEditor;
        const { end } = rangeOf(editor.document, "Ada");
        assert.ok(await editor.edit((edit) => edit.insert(end, " ")));
        await settles("the finding", () => assert.equal(vscode.languages.getDiagnostics(document.uri).length, 1));
    },

    async "the next error is found far away"() {
        const editor = await show("long/a.response.sgml");
        await painting(editor.document);
        const spurious = editor.document.getText().replaceAll('"LOCATION">Tom', '"PERSON">Tom');
        const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
        await editor.edit((edit) => edit.replace(whole, `${spurious}`.replace(/Ada Brook(?![^]*Ada Brook)/, "Ada  Brook")));
        const far = editor.document.getText().lastIndexOf("Ada  Brook");
        const shown = await show("long/a.response.sgml");
        const goal = shown.document.positionAt(far).line;
        const line = () => vscode.window.activeTextEditor.selection.start.line;
        shown.selection = new vscode.Selection(0, 0, 0, 0);
        await until("the cursor at the start", () => line() === 0);
        // What the editor tells of an older selection may come behind the new one, for a moment.
        await settles("the far error", async () => {
            if (line() !== goal) {
                await vscode.commands.executeCommand("keytally.nextError");
            }
            assert.equal(line(), goal);
        });
    },

    async "marks follow every keystroke"() {
        const api = await keytally();
        const editor = await show("long/a.response.sgml");
        await painting(editor.document);
        const times = [];
        for (let count = 0; count < EDITS; count += 1) {
            times.push(await editToMarks(api, editor));
        }
        const median = times.sort((a, b) => a - b)[EDITS / 2];
        console.log(`# from an edit to its marks: ${median.toFixed(0)} ms (median of ${EDITS})`);
    },
};
