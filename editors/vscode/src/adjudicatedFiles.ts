/** How far the adjudication of each open gold is, as the server tells it. */
import * as vscode from "vscode";

import { changed } from "./adjudicationText";
import type { Counts } from "./adjudicationText";
import type { Server } from "./client";
import type { AdjudicatedParams } from "./messages";

/** The items of a gold, and those of each of its documents by its name. */
export interface Adjudicated extends Counts {
    documents: ReadonlyMap<string, Counts>;
}

export class AdjudicatedFiles implements vscode.Disposable {
    private readonly golds = new Map<string, Adjudicated>();
    private readonly changed = new vscode.EventEmitter<string>();
    private readonly listeners: vscode.Disposable[];

    /** Fires with the URI of a gold of which something else is told than before. */
    readonly onDidChange = this.changed.event;

    constructor(server: Server) {
        this.listeners = [
            server.onAdjudicated((params) => {
                this.receive(params);
            }),
            server.onDidChangeRunning((isRunning) => {
                if (!isRunning) {
                    this.forget([...this.golds.keys()]);
                }
            }),
            vscode.workspace.onDidCloseTextDocument((document) => {
                this.forget([document.uri.toString()]);
            }),
        ];
    }

    get(uri: vscode.Uri): Adjudicated | undefined {
        return this.golds.get(uri.toString());
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.changed).dispose();
    }

    private receive({ uri, open, decided, documents }: AdjudicatedParams): void {
        const file = vscode.Uri.parse(uri).toString();
        if (open === null || decided === null) {
            this.forget([file]);
            return;
        }
        const known = this.golds.get(file)?.documents ?? new Map<string, Counts>();
        this.golds.set(file, { open, decided, documents: changed(known, documents) });
        this.changed.fire(file);
    }

    private forget(files: string[]): void {
        for (const file of files) {
            if (this.golds.delete(file)) {
                this.changed.fire(file);
            }
        }
    }
}
