/** The newest score of each open file, as reported by the server. */
import * as vscode from "vscode";

import type { Server } from "./client";
import type { PairFiles } from "./messages";
import { changeText } from "./scoreText";
import type { Figure, Headline } from "./scoreText";

/** A file's score; `delta` is the last change that shows, in points. */
export interface FileScore {
    version: number | null;
    pair: PairFiles;
    headline: Headline;
    figures: Figure[];
    delta: number | null;
}

export class ScoredFiles implements vscode.Disposable {
    private readonly scores = new Map<string, FileScore>();
    private readonly changed = new vscode.EventEmitter<string>();
    private readonly listeners: vscode.Disposable[];

    /** Fires with the URI of a file whose score came or went. */
    readonly onDidChange = this.changed.event;

    constructor(server: Server) {
        this.listeners = [
            server.onScored(({ uri, version, pair, headline, figures, delta }) => {
                const file = vscode.Uri.parse(uri).toString();
                if (pair === null || headline === null) {
                    this.forget([file]);
                    return;
                }
                const isVisible = changeText(delta) !== "";
                const before = this.scores.get(file);
                const isSamePair = before?.pair.key === pair.key && before.pair.response === pair.response;
                const last = isSamePair ? before.delta : null;
                const shown = isVisible ? delta : last;
                this.scores.set(file, { version, pair, headline, figures, delta: shown });
                this.changed.fire(file);
            }),
            server.onDidChangeRunning((isRunning) => {
                if (!isRunning) {
                    this.forget([...this.scores.keys()]);
                }
            }),
            vscode.workspace.onDidCloseTextDocument((document) => {
                this.forget([document.uri.toString()]);
            }),
        ];
    }

    get(uri: vscode.Uri): FileScore | undefined {
        return this.scores.get(uri.toString());
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.changed).dispose();
    }

    private forget(files: string[]): void {
        for (const file of files) {
            if (this.scores.delete(file)) {
                this.changed.fire(file);
            }
        }
    }
}
