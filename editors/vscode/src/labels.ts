/** Short labels after marks of errors, as inlay hints, which wrap with the line. */
import * as vscode from "vscode";

import { DOCUMENTS } from "./documents";
import { labelsOf, looksOf } from "./looks";
import type { Painting } from "./marks";
import { PaintedEditors } from "./painted";
import { inlayHintsShown } from "./settings";

interface Label {
    place: vscode.Position;
    text: string;
}

export class Labels implements vscode.InlayHintsProvider, vscode.Disposable {
    private readonly labels = new PaintedEditors<vscode.TextEditor, Label[]>();
    private readonly changed = new vscode.EventEmitter<void>();
    private readonly listeners: vscode.Disposable[];

    readonly onDidChangeInlayHints = this.changed.event;

    constructor(onDidPaint: vscode.Event<Painting>) {
        this.listeners = [
            vscode.languages.registerInlayHintsProvider(DOCUMENTS, this),
            onDidPaint((painting) => {
                this.take(painting);
            }),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => {
                this.labels.forget(uri.toString());
            }),
        ];
    }

    provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
        const labels = inlayHintsShown(document) ? this.labelsOf(document.uri.toString()) : [];
        return labels.filter(({ place }) => range.contains(place)).map(toHint);
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.changed).dispose();
    }

    /** The labels in all parts of a file that are shown, each once. */
    private labelsOf(uri: string): Label[] {
        const labels = this.labels.of(uri).flat();
        return [...new Map(labels.map((label) => [nameOf(label), label])).values()];
    }

    /** VS Code asks again only when a label changes. */
    private take({ editor, uri, version, marks }: Painting): void {
        const labels = labelsOf(looksOf(marks)).map(({ mark, text }) => ({ place: mark.range.end, text }));
        const before = this.labelsOf(uri).map(nameOf);
        this.labels.take(editor, { uri, version, content: labels }, vscode.window.visibleTextEditors);
        if (this.labelsOf(uri).map(nameOf).join("\n") !== before.join("\n")) {
            this.changed.fire();
        }
    }
}

function nameOf({ place, text }: Label): string {
    return `${place.line}:${place.character} ${text}`;
}

function toHint({ place, text }: Label): vscode.InlayHint {
    const hint = new vscode.InlayHint(place, text);
    hint.paddingLeft = true;
    return hint;
}
