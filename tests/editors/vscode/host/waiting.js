// Waiting on conditions and working on files, for the tests that run inside the extension host.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const vscode = require("vscode");

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 20;

/** Polls until `condition` gives something true (and no error), and returns it. */
async function until(what, condition) {
    const end = Date.now() + TIMEOUT_MS;
    let last;
    for (;;) {
        try {
            last = undefined;
            const result = await condition();
            if (result) {
                return result;
            }
        } catch (error) {
            last = error;
        }
        if (Date.now() > end) {
            throw new Error(`waited in vain for ${what}${last ? `: ${last.message}` : ""}`);
        }
        await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
}

/** Polls until `assertion` no longer throws. */
function settles(what, assertion) {
    return until(what, async () => {
        await assertion();
        return true;
    });
}

function fileUri(name) {
    return vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
}

async function show(name, column = vscode.ViewColumn.One) {
    const document = await vscode.workspace.openTextDocument(fileUri(name));
    return vscode.window.showTextDocument(document, column);
}

/** The range of the `which`th occurrence of `text` in a document. */
function rangeOf(document, text, which = 0) {
    let offset = document.getText().indexOf(text);
    for (let skipped = 0; skipped < which; skipped += 1) {
        offset = document.getText().indexOf(text, offset + 1);
    }
    assert.ok(offset >= 0, `${text} is not in ${document.uri.path}`);
    return new vscode.Range(document.positionAt(offset), document.positionAt(offset + text.length));
}

async function replace(editor, text, replacement) {
    assert.ok(await editor.edit((edit) => edit.replace(rangeOf(editor.document, text), replacement)));
}

/** Writes files, and waits until the editor has seen them, from which a server in WebAssembly has them. */
async function writeSeen(texts) {
    const seen = new Set();
    const watcher = vscode.workspace.createFileSystemWatcher("**/*");
    for (const happens of [watcher.onDidCreate, watcher.onDidChange]) {
        happens(({ path }) => seen.add(path));
    }
    try {
        for (const [name, text] of Object.entries(texts)) {
            await vscode.workspace.fs.writeFile(fileUri(name), Buffer.from(text));
        }
        await until("the files", () => Object.keys(texts).every((name) => seen.has(fileUri(name).path)));
    } finally {
        watcher.dispose();
    }
}

/** Gives an open document the text of the file again, without saving. */
async function restore(editor) {
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    await vscode.commands.executeCommand("workbench.action.files.revert");
}

/** Runs a command that asks in a quick pick, and accepts the pick's first entry as soon as it is there. */
async function acceptFirst(command) {
    let isDone = false;
    const done = vscode.commands.executeCommand(command).then(() => (isDone = true));
    await until(`an answer to ${command}`, async () => {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return isDone;
    });
    await done;
}

/** Does something while the server is stopped, so that what it is asked meanwhile is answered only afterwards. */
async function withServerHeld(act) {
    const pid = Number(readFileSync(fileUri("../server.pid").fsPath, "utf8"));
    process.kill(pid, "SIGSTOP");
    try {
        await act();
    } finally {
        process.kill(pid, "SIGCONT");
    }
}

module.exports = { assert, acceptFirst, fileUri, rangeOf, replace, restore, settles, show, until, vscode, withServerHeld, writeSeen };
