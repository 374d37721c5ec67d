/** Selecting a place that the server has found. */
import * as vscode from "vscode";

import type { NextResult } from "./messages";

export function selectionOf({ range: { start, end } }: Pick<NextResult, "range">): vscode.Selection {
    return new vscode.Selection(start.line, start.character, end.line, end.character);
}

/** Selects a place in an editor, and brings it into sight. */
export function select(editor: vscode.TextEditor, selection: vscode.Selection): void {
    editor.selection = selection;
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
