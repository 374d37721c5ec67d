/** The reading view: markup around what is marked is hidden, the colours and the short labels stay. */
import * as vscode from "vscode";

import type { PlacedMark } from "./decorations";
import { t } from "./l10n";
import type { Painting } from "./marks";
import { PaintedEditors } from "./painted";
import { say } from "./saying";

/** Hides text without a change of the document; what is hidden takes no room. */
const HIDDEN = "none; font-size: 0; letter-spacing: 0";

export class ReadingView implements vscode.Disposable {
    private readonly hidden = vscode.window.createTextEditorDecorationType({
        textDecoration: HIDDEN,
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });
    private readonly markup = new PaintedEditors<vscode.TextEditor, vscode.Range[]>();
    private readonly listeners: vscode.Disposable[];
    private isOn = false;

    constructor(onDidPaint: vscode.Event<Painting>) {
        this.listeners = [
            onDidPaint(({ editor, uri, version, marks }) => {
                const content = markupOf(marks);
                this.markup.take(editor, { uri, version, content }, vscode.window.visibleTextEditors);
                this.paint(editor, content);
            }),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => {
                this.markup.forget(uri.toString());
            }),
        ];
    }

    /** Switches between the file as it is and the file as it reads, and says which. */
    toggle(): void {
        this.isOn = !this.isOn;
        for (const [editor, { content }] of this.markup.entries()) {
            if (vscode.window.visibleTextEditors.includes(editor)) {
                this.paint(editor, content);
            }
        }
        say(this.isOn ? t("reading view on") : t("reading view off"));
    }

    /** What is hidden of a file in the editors that show it. */
    hiddenIn(uri: string): vscode.Range[] {
        return this.isOn ? this.markup.of(uri).flat() : [];
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.hidden).dispose();
    }

    private paint(editor: vscode.TextEditor, markup: vscode.Range[]): void {
        editor.setDecorations(this.hidden, this.isOn ? markup : []);
    }
}

/** The markup on both sides of the text of each mark. */
function markupOf(marks: readonly PlacedMark[]): vscode.Range[] {
    return marks.flatMap(({ range, text }) =>
        text ? [new vscode.Range(range.start, text.start), new vscode.Range(text.end, range.end)] : [],
    );
}
