/** Lists after Return: under a blank line or the first line of an object, and never between, where Return goes on. */
import * as vscode from "vscode";

import { LISTING_LANGUAGES } from "./generated/languages";

const NEW_LINE = /^\r?\n[ \t]*$/;

/** Whether completions are triggered in the line after this one: it is empty, or begins in the first column. */
export function leadsToList(line: string): boolean {
    return !/^\s+\S/.test(line);
}

/** Opens the list of completions where a person ends such a line. */
export function listAfterReturn(): vscode.Disposable {
    return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        const isOurs =
            document === vscode.window.activeTextEditor?.document &&
            LISTING_LANGUAGES.includes(document.languageId);
        const ended =
            reason === undefined && isOurs
                ? contentChanges.find(({ text }) => NEW_LINE.test(text))
                : undefined;
        if (ended && leadsToList(document.lineAt(ended.range.start.line).text)) {
            void vscode.commands.executeCommand("editor.action.triggerSuggest", { auto: true });
        }
    });
}
