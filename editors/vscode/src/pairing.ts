/** Pairing a file with another: the server's entry for keytally.toml, which the person looks at and saves. */
import * as vscode from "vscode";

import { choose } from "./choosing";
import type { Server } from "./client";
import { t } from "./l10n";

const MOST_FILES = 5000;

/** The files of a pair, as the server writes its entry. */
const ENTRY = /^key = (".*")\nresponses = \[(".*")\]$/m;

interface FileItem extends vscode.QuickPickItem {
    uri: vscode.Uri;
}

/** Lists the files of the active file's folder, then all others; writes the pair with the chosen one. */
export async function pairWith(server: Server): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    if (active?.scheme !== "file") {
        return;
    }
    const choice = await choose(candidates(active), {
        title: t("Pair {0} with…", vscode.workspace.asRelativePath(active)),
        placeholder: t("The other file of the pair: the key or a response"),
        nothing: t("No other files found"),
    });
    const entry = choice && (await server.pairEdit(active, choice.uri));
    const edit = entry && (await withChosenKey(entry));
    if (edit && (await vscode.workspace.applyEdit(edit))) {
        await showEnd(edit);
    }
}

/** Asks which of the two files is the key, and exchanges them where the server has guessed wrong; none if dismissed. */
async function withChosenKey(entry: vscode.WorkspaceEdit): Promise<vscode.WorkspaceEdit | undefined> {
    const files = entry.entries().flatMap(([, edits]) => edits.flatMap(({ newText }) => filesIn(newText)));
    if (files.length === 0) {
        return entry;
    }
    const entries = files.map((name) => ({ label: t("{0} is the key", name), name }));
    const choice = await choose(Promise.resolve(entries), {
        title: t("Which file is the key?"),
        nothing: "",
    });
    if (choice && choice.name !== files[0]) {
        exchange(entry);
    }
    return choice && entry;
}

/** The names of key and response in an entry for keytally.toml, as it has them. */
function filesIn(text: string): string[] {
    return ENTRY.exec(text)?.slice(1) ?? [];
}

function exchange(entry: vscode.WorkspaceEdit): void {
    for (const [uri, edits] of entry.entries()) {
        const exchanged = edits.map(({ range, newText }) => {
            const text = newText.replace(ENTRY, (_, key: string, response: string) =>
                [`key = ${response}`, `responses = [${key}]`].join("\n"),
            );
            return new vscode.TextEdit(range, text);
        });
        entry.set(uri, exchanged);
    }
}

async function candidates(active: vscode.Uri): Promise<FileItem[]> {
    const folder = vscode.workspace.getWorkspaceFolder(active);
    const within = folder ?? vscode.Uri.joinPath(active, "..");
    const found = await vscode.workspace.findFiles(
        new vscode.RelativePattern(within, "**/*"),
        "**/{node_modules,.*}/**",
        MOST_FILES,
    );
    const beside = folderOf(active);
    return found
        .filter(
            (uri) => uri.toString() !== active.toString() && !/\/(keytally|pyproject)\.toml$/.test(uri.path),
        )
        .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }))
        .sort((a, b) => rank(a.uri, beside) - rank(b.uri, beside) || a.label.localeCompare(b.label));
}

function rank(uri: vscode.Uri, beside: string): number {
    return folderOf(uri) === beside ? 0 : 1;
}

function folderOf(uri: vscode.Uri): string {
    return uri.path.slice(0, uri.path.lastIndexOf("/"));
}

/** Shows the new entry, which is not saved yet. */
async function showEnd(edit: vscode.WorkspaceEdit): Promise<void> {
    const [[uri] = []] = edit.entries();
    if (uri) {
        const editor = await vscode.window.showTextDocument(uri);
        const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
        editor.selection = new vscode.Selection(end, end);
        editor.revealRange(editor.selection);
    }
}
