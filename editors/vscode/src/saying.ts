/** Messages of one line that disappear by themselves, at the latest when the text changes: they may be untrue then. */
import * as vscode from "vscode";

import { briefly } from "./briefly";
import { inLabel } from "./inert";

const SHOWN_MS = 8000;

let shown: vscode.Disposable | undefined;
let last = "";

/** The last message, also when it has disappeared. */
export function lastMessage(): string {
    return last;
}

export function say(text: string): void {
    last = text;
    shown?.dispose();
    shown = vscode.Disposable.from(
        vscode.window.setStatusBarMessage(inLabel(`keytally: ${briefly(text)}`), SHOWN_MS),
        vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
            if (contentChanges.length > 0 && document.uri.scheme === "file") {
                shown?.dispose();
            }
        }),
    );
}
