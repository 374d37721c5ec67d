/** The reading view: markup around what is marked is hidden, the colours and the short labels stay. */
import * as vscode from "vscode";

import type { PlacedMark } from "./decorations";
import type { Painting } from "./marks";

/** Hides text without a change of the document; what is hidden takes no room. */
const HIDDEN = "none; font-size: 0; letter-spacing: 0";

export class ReadingView implements vscode.Disposable {
    private readonly hidden = vscode.window.createTextEditorDecorationType({
        textDecoration: HIDDEN,
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    });
    private readonly marks = new Map<string, readonly PlacedMark[]>();
    private readonly listeners: vscode.Disposable[];
    private isOn = false;

    constructor(onDidPaint: vscode.Event<Painting>) {
        this.listeners = [
            onDidPaint(({ uri, marks }) => {
                this.marks.set(uri, marks);
                this.paint(uri);
            }),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => this.marks.delete(uri.toString())),
        ];
    }

    /** Switches between the file as it is and the file as it reads, and says which. */
    toggle(): void {
        this.isOn = !this.isOn;
        for (const uri of this.marks.keys()) {
            this.paint(uri);
        }
        vscode.window.setStatusBarMessage(`keytally: reading view ${this.isOn ? "on" : "off"}`, 3000);
    }

    /** What is hidden of a file. */
    hiddenIn(uri: string): vscode.Range[] {
        return this.isOn ? markupOf(this.marks.get(uri) ?? []) : [];
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.hidden).dispose();
    }

    private paint(uri: string): void {
        const ranges = this.hiddenIn(uri);
        for (const editor of vscode.window.visibleTextEditors) {
            if (editor.document.uri.toString() === uri) {
                editor.setDecorations(this.hidden, ranges);
            }
        }
    }
}

/** The markup on both sides of the text of each mark. */
function markupOf(marks: readonly PlacedMark[]): vscode.Range[] {
    return marks.flatMap(({ range, text }) =>
        text ? [new vscode.Range(range.start, text.start), new vscode.Range(text.end, range.end)] : [],
    );
}
