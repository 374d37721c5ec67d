/** Files that the editor has read in a wrong encoding: a warning, and a question before they are saved. */
import { basename } from "node:path";
import * as vscode from "vscode";

import { inNotice } from "./inert";
import { t } from "./l10n";

/** The code of the server's finding in such a file. */
const CODE = "wrong-encoding";

/** The context key with the paths of such files, in which the key that saves asks first. */
const CONTEXT = "keytally.misread";

export class Encodings implements vscode.Disposable {
    private misread: readonly string[] = [];
    private readonly listener: vscode.Disposable;

    constructor() {
        this.listener = vscode.Disposable.from(
            vscode.commands.registerCommand("keytally.confirmSave", () => confirmSave()),
            vscode.languages.onDidChangeDiagnostics(({ uris }) => {
                if (uris.some((uri) => this.misread.includes(uri.toString()) || isMisread(uri))) {
                    this.update();
                }
            }),
        );
    }

    dispose(): void {
        this.listener.dispose();
    }

    private update(): void {
        const documents = vscode.workspace.textDocuments.filter(({ uri }) => isMisread(uri));
        const before = this.misread;
        this.misread = documents.map(({ uri }) => uri.toString());
        const paths = documents.flatMap(({ uri }) => [uri.fsPath, uri.path]);
        void vscode.commands.executeCommand("setContext", CONTEXT, paths);
        for (const document of documents.filter(({ uri }) => !before.includes(uri.toString()))) {
            void warn(document);
        }
    }
}

function isMisread(uri: vscode.Uri): boolean {
    return vscode.languages.getDiagnostics(uri).some(({ code }) => code === CODE);
}

/** Saves the active file, if the person confirms it. */
async function confirmSave(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) {
        return;
    }
    const message = t(
        "{0} was opened in the wrong encoding. Saving it permanently replaces characters.",
        inNotice(basename(document.fileName)),
    );
    const [reopen, save] = [t("Reopen with Encoding"), t("Save Anyway")];
    const choice = await vscode.window.showWarningMessage(message, { modal: true }, reopen, save);
    if (choice === save) {
        await document.save();
    } else if (choice === reopen) {
        await reopenWithEncoding(document);
    }
}

async function warn(document: vscode.TextDocument): Promise<void> {
    const reopen = t("Reopen with Encoding");
    const choice = await vscode.window.showWarningMessage(
        t(
            "{0} was opened in the wrong encoding. Reopen it before you save it.",
            inNotice(basename(document.fileName)),
        ),
        reopen,
    );
    if (choice === reopen) {
        await reopenWithEncoding(document);
    }
}

async function reopenWithEncoding(document: vscode.TextDocument): Promise<void> {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.editor.changeEncoding");
}
