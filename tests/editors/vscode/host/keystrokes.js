// A benchmark: how long a keystroke takes to its painted marks, in a small and in a large file. Not one of the tests.
const { show, vscode } = require("./waiting.js");
const { keytally, painting } = require("./watching.js");

const STROKES = 20;

/** How often marks of a file are waited for. */
const LOOKS = 4;

/** Milliseconds from an edit to the marks of its version. */
async function stroke({ onDidPaint }, editor, place) {
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
    await editor.edit((edit) => edit.insert(place, "x"));
    await painted;
    return performance.now() - began;
}

/** Waits for the first marks of a file, which may take as long as reading it. */
async function painted(document) {
    for (let tries = 0; tries < LOOKS; tries += 1) {
        if (await painting(document).catch(() => undefined)) {
            return;
        }
    }
    throw new Error("there are no marks");
}

/** Types in the middle of a file, with pauses in which the editor asks for all the rest. */
async function median(folder) {
    const api = await keytally();
    const editor = await show(`${folder}/a.response.sgml`);
    const place = new vscode.Position(Math.floor(editor.document.lineCount / 2), 1);
    editor.selection = new vscode.Selection(place, place);
    editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenter);
    await painted(editor.document);
    const times = [];
    for (let count = 0; count < STROKES; count += 1) {
        times.push(await stroke(api, editor, place));
        await new Promise((resume) => setTimeout(resume, 300));
    }
    return times.sort((a, b) => a - b)[STROKES / 2];
}

module.exports = {
    async "keystrokes"() {
        const small = await median("small");
        const large = await median("large");
        const figures = [small, large].map((time) => time.toFixed(0));
        console.log(`# VS Code, keystroke to marks: ${figures[0]} ms at 100 KB, ${figures[1]} ms at 10 MB`);
        console.log(`# VS Code, ratio: ${(large / small).toFixed(2)} (<= 2)`);
    },
};
