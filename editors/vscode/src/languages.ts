/** Languages of files with other names: by their beginning, otherwise by their pair. */
import * as vscode from "vscode";

import type { Server } from "./client";
import { languageByBeginning } from "./firstLines";
import type { PairDescription } from "./messages";

/** Languages that the editor guesses from a file name alone; any other is left as it is. */
const GUESSED = new Set(["plaintext", "xml", "html", "ini", "properties", "json", "jsonl"]);

/** The editor itself examines only the very first line, so a comment hides the significant line. */
const LINES_READ = 50;

/** Gives files that open, and those open when the server starts, the language that they begin in or that of their pair. */
export function assignLanguages(server: Server): vscode.Disposable {
    const assign = (documents: readonly vscode.TextDocument[]): void => {
        assignFrom(server, documents).catch((error: unknown) => {
            server.log(error);
        });
    };
    assign(vscode.workspace.textDocuments);
    return vscode.Disposable.from(
        server.onDidChangeRunning((isRunning) => {
            if (isRunning) {
                assign(vscode.workspace.textDocuments);
            }
        }),
        vscode.workspace.onDidOpenTextDocument((document) => {
            assign([document]);
        }),
    );
}

/** Gives a file the language of its first line that is neither blank nor comment. */
async function assignByBeginning(document: vscode.TextDocument): Promise<void> {
    const language = languageByBeginning(document.getText(new vscode.Range(0, 0, LINES_READ, 0)));
    if (language !== undefined && !document.isClosed) {
        assigned.add(document);
        await vscode.languages.setTextDocumentLanguage(document, language);
    }
}

const assigned = new WeakSet<vscode.TextDocument>();

async function assignFrom(server: Server, documents: readonly vscode.TextDocument[]): Promise<void> {
    const unsure = documents.filter(isUnsure);
    for (const document of unsure) {
        await assignByBeginning(document);
    }
    if (unsure.every((document) => assigned.has(document))) {
        return;
    }
    const languages = languagesOf((await server.execute("keytally.listPairs")) ?? []);
    for (const document of unsure.filter(isUnsure)) {
        const language = languages.get(document.uri.toString());
        if (language !== undefined && !document.isClosed) {
            assigned.add(document);
            await vscode.languages.setTextDocumentLanguage(document, language);
        }
    }
}

function isUnsure(document: vscode.TextDocument): boolean {
    return document.uri.scheme === "file" && GUESSED.has(document.languageId) && !assigned.has(document);
}

function languagesOf(pairs: readonly PairDescription[]): Map<string, string> {
    const languages = new Map<string, string>();
    for (const pair of pairs) {
        for (const file of [pair.key, pair.response]) {
            note(languages, file, pair.language);
        }
        for (const [part, language] of Object.entries(pair.languages ?? {})) {
            note(languages, pair[part], language);
        }
    }
    return languages;
}

/** Stores the language of a file by its URI; other values, such as a built-in name, are ignored. */
function note(languages: Map<string, string>, file: unknown, language: string): void {
    if (typeof file === "string" && file.startsWith("file:")) {
        languages.set(vscode.Uri.parse(file).toString(), language);
    }
}
