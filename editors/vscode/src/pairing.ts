/** Pairing a file with another: the server's entry for keytally.toml, which the person looks at and saves. */
import * as vscode from "vscode";

import { choose } from "./choosing";
import type { Server } from "./client";
import { t } from "./l10n";

const MOST_FILES = 5000;

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
        placeholder: t("The other file of the pair: its key, or a response to it"),
        nothing: t("There is no other file here"),
    });
    const edit = choice && (await server.pairEdit(active, choice.uri));
    if (edit && (await vscode.workspace.applyEdit(edit))) {
        await showEnd(edit);
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
        .filter((uri) => uri.toString() !== active.toString() && !uri.path.endsWith("/keytally.toml"))
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
