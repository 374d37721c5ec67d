/** The reading view: markup around what is marked is hidden, the colours and the short labels stay. */
import * as vscode from "vscode";

import { isApplyingAction } from "./actions";
import { Concealed } from "./concealed";
import type { Markup, Piece } from "./concealed";
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
    private readonly markup = new PaintedEditors<vscode.TextEditor, Concealed>();
    private readonly listeners: vscode.Disposable[];
    private isOn = false;

    constructor(onDidPaint: vscode.Event<Painting>) {
        this.listeners = [
            onDidPaint(({ editor, uri, version, marks }) => {
                const content = this.concealedIn(editor, uri);
                content.take(markupsOf(marks, editor.document));
                this.markup.take(editor, { uri, version, content }, vscode.window.visibleTextEditors);
                this.paint(editor, content);
            }),
            vscode.workspace.onDidChangeTextDocument((event) => {
                this.follow(event);
            }),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => {
                this.markup.forget(uri.toString());
            }),
        ];
    }

    /** Switches the reading view on or off, with a message. */
    toggle(): void {
        this.isOn = !this.isOn;
        for (const [editor, { content }] of this.markup.entries()) {
            content.forget();
            if (vscode.window.visibleTextEditors.includes(editor)) {
                this.paint(editor, content);
            }
        }
        say(this.isOn ? t("reading view on") : t("reading view off"));
    }

    /** The ranges of a file that are hidden in its editors. */
    hiddenIn(uri: string): vscode.Range[] {
        const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
        return document && this.isOn
            ? this.markup.of(uri).flatMap(({ hidden }) => rangesOf(hidden, document))
            : [];
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.hidden).dispose();
    }

    private concealedIn(editor: vscode.TextEditor, uri: string): Concealed {
        const before = this.markup.last(editor);
        return before?.uri === uri ? before.content : new Concealed();
    }

    /** Hidden markup is revealed when the user edits inside it, so that every change is visible. */
    private follow({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
        const mayReveal = this.isOn && reason === undefined && !isApplyingAction();
        for (const [editor, { content }] of this.markup.entries()) {
            if (editor.document === document) {
                const reveals = contentChanges.map((change) => content.follow(change, mayReveal));
                if (reveals.includes(true)) {
                    this.paint(editor, content);
                }
            }
        }
    }

    private paint(editor: vscode.TextEditor, { hidden }: Concealed): void {
        editor.setDecorations(this.hidden, this.isOn ? rangesOf(hidden, editor.document) : []);
    }
}

/** The markup on both sides of the text of each mark. */
function markupsOf(marks: readonly PlacedMark[], document: vscode.TextDocument): Markup[] {
    return marks.flatMap(({ range, text }) =>
        text ? [[pieceOf(range.start, text.start, document), pieceOf(text.end, range.end, document)]] : [],
    );
}

function pieceOf(start: vscode.Position, end: vscode.Position, document: vscode.TextDocument): Piece {
    return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

function rangesOf(pieces: readonly Piece[], document: vscode.TextDocument): vscode.Range[] {
    return pieces.map(
        ({ start, end }) => new vscode.Range(document.positionAt(start), document.positionAt(end)),
    );
}
