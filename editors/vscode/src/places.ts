/** Targets of commands: the cursor is at the start, and the text is highlighted instead of selected. */
import * as vscode from "vscode";

import { VIEW_TYPE } from "./documents";
import type { Stretch } from "./stops";

/** A highlighted place and where the cursor stood when it was highlighted. */
interface Highlighted {
    editor: vscode.TextEditor;
    range: vscode.Range;
    version: number;
}

let highlighted: Highlighted | undefined;
let highlight: vscode.TextEditorDecorationType | undefined;

/** The document of the active text editor or annotation view. */
export function activeDocument(): vscode.TextDocument | undefined {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputCustom && input.viewType === VIEW_TYPE) {
        const name = input.uri.toString();
        return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name);
    }
    return vscode.window.activeTextEditor?.document;
}

export function rangeOf({ range: { start, end } }: { range: Stretch }): vscode.Range {
    return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Puts the cursor at the start of a place and brings the place into sight. Nothing is selected: no key deletes it. */
export function goTo(editor: vscode.TextEditor, range: vscode.Range): void {
    clearHighlight();
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    highlighted = { editor, range, version: editor.document.version };
    paintHighlight(highlighted);
}

function paintHighlight({ editor, range }: Highlighted): void {
    highlight ??= vscode.window.createTextEditorDecorationType({
        backgroundColor: new vscode.ThemeColor("editor.selectionBackground"),
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });
    editor.setDecorations(highlight, [range]);
}

/** The range that a command is about: what is selected, or the highlighted place while the cursor is at its start. */
export function rangeAtCursor(editor: vscode.TextEditor): vscode.Range {
    const { selection, document } = editor;
    const isOfText = highlighted?.editor.document === document && highlighted.version === document.version;
    return highlighted && isOfText && isCursorAt(editor, highlighted.range.start)
        ? highlighted.range
        : selection;
}

export function isCursorAt({ selection }: vscode.TextEditor, place: vscode.Position): boolean {
    return selection.isEmpty && selection.active.isEqual(place);
}

/** Removes the highlight when the cursor leaves the place or the text changes, and shows it again after a change of tab. */
export function followCursor(): vscode.Disposable {
    return vscode.Disposable.from(
        vscode.window.onDidChangeActiveTextEditor((editor) => {
            if (editor && highlighted?.editor.document === editor.document) {
                highlighted = { ...highlighted, editor };
                paintHighlight(highlighted);
            }
        }),
        vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
            if (textEditor === highlighted?.editor && !isCursorAt(textEditor, highlighted.range.start)) {
                clearHighlight();
            }
        }),
        vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
            if (document === highlighted?.editor.document && contentChanges.length > 0) {
                clearHighlight();
            }
        }),
        { dispose: () => highlight?.dispose() },
    );
}

function clearHighlight(): void {
    if (highlight && highlighted) {
        highlighted.editor.setDecorations(highlight, []);
    }
    highlighted = undefined;
}
