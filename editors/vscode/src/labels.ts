/** Short labels behind marks that cost something, as inlay hints: these count where lines break. */
import * as vscode from "vscode";

import { DOCUMENTS } from "./documents";
import { labelOf, looksOf } from "./looks";
import type { Painting } from "./marks";
import { inlayHintsShown } from "./settings";

interface Label {
    place: vscode.Position;
    text: string;
}

export class Labels implements vscode.InlayHintsProvider, vscode.Disposable {
    private readonly labels = new Map<string, Label[]>();
    private readonly changed = new vscode.EventEmitter<void>();
    private readonly listeners: vscode.Disposable[];

    readonly onDidChangeInlayHints = this.changed.event;

    constructor(onDidPaint: vscode.Event<Painting>) {
        this.listeners = [
            vscode.languages.registerInlayHintsProvider(DOCUMENTS, this),
            onDidPaint((painting) => {
                this.take(painting);
            }),
            vscode.workspace.onDidCloseTextDocument(({ uri }) => this.labels.delete(uri.toString())),
        ];
    }

    provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
        const labels = inlayHintsShown(document) ? this.labels.get(document.uri.toString()) : undefined;
        return (labels ?? []).filter(({ place }) => range.contains(place)).map(toHint);
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.changed).dispose();
    }

    /** The editor asks again only when a label changes. */
    private take({ uri, marks }: Painting): void {
        const labels = looksOf(marks).flatMap((looking) => {
            const text = labelOf(looking);
            return text === undefined ? [] : [{ place: looking.mark.range.end, text }];
        });
        const isSame = JSON.stringify(labels) === JSON.stringify(this.labels.get(uri) ?? []);
        this.labels.set(uri, labels);
        if (!isSame) {
            this.changed.fire();
        }
    }
}

function toHint({ place, text }: Label): vscode.InlayHint {
    const hint = new vscode.InlayHint(place, text);
    hint.paddingLeft = true;
    return hint;
}
