/** The progress of the adjudication of each open gold, as reported by the server. */
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
    /** The files for which the server has answered whether they are golds. */
    private readonly known = new Set<string>();
    private readonly changed = new vscode.EventEmitter<string>();
    private readonly listeners: vscode.Disposable[];

    /** Fires with the URI of a gold whose counts have changed. */
    readonly onDidChange = this.changed.event;

    constructor(private readonly server: Server) {
        this.listeners = [
            server.onAdjudicated((params) => {
                this.receive(params);
            }),
            server.onDidOpen((uri) => {
                void this.awaitReading(uri);
            }),
            server.onDidChangeRunning((isRunning) => {
                if (!isRunning) {
                    this.forget([...this.known]);
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

    /** Whether it is known if a file is a gold. */
    isKnown(uri: vscode.Uri): boolean {
        return this.known.has(uri.toString());
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.changed).dispose();
    }

    /** A file that the server has read without reporting a gold is none; nor is one that it cannot answer about. */
    private async awaitReading(uri: vscode.Uri): Promise<void> {
        const file = uri.toString();
        const isRead = await this.server.reads(uri).catch((error: unknown) => {
            this.server.log(error);
            return this.server.isRunning;
        });
        if (isRead && !this.known.has(file)) {
            this.known.add(file);
            this.changed.fire(file);
        }
    }

    private receive({ uri, open, decided, documents }: AdjudicatedParams): void {
        const file = vscode.Uri.parse(uri).toString();
        this.known.add(file);
        if (open === null || decided === null) {
            this.golds.delete(file);
            this.changed.fire(file);
            return;
        }
        const before = this.golds.get(file)?.documents ?? new Map<string, Counts>();
        this.golds.set(file, { open, decided, documents: changed(before, documents) });
        this.changed.fire(file);
    }

    private forget(files: string[]): void {
        for (const file of files) {
            this.golds.delete(file);
            if (this.known.delete(file)) {
                this.changed.fire(file);
            }
        }
    }
}
