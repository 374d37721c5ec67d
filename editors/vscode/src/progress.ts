/** The progress of the work on the active file, next to the score in the status bar. */
import * as vscode from "vscode";

import type { Server } from "./client";
import { isAnswers } from "./documents";
import { inLabel } from "./inert";
import { t } from "./l10n";
import type { ScoredFiles } from "./scoredFiles";

/** Asked for once the cursor rests for so long. */
const REST_MS = 150;

export class ProgressItem implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem(
        "keytally.progress",
        vscode.StatusBarAlignment.Right,
        109,
    );
    private readonly listeners: vscode.Disposable[];
    private timer: NodeJS.Timeout | undefined;

    constructor(
        private readonly server: Server,
        files: ScoredFiles,
    ) {
        this.item.name = t("keytally progress");
        this.item.command = "keytally.nextDifference";
        this.item.tooltip = t("keytally: click for the next difference.");
        const soon = (): void => {
            clearTimeout(this.timer);
            this.timer = setTimeout(() => void this.update(), REST_MS);
        };
        this.listeners = [
            files.onDidChange(soon),
            server.onDidChangeRunning(soon),
            server.onProgressed(soon),
            vscode.workspace.onDidChangeTextDocument(({ document }) => {
                if (document === vscode.window.activeTextEditor?.document) {
                    soon();
                }
            }),
            vscode.window.onDidChangeActiveTextEditor(soon),
            vscode.window.onDidChangeTextEditorSelection(soon),
        ];
        soon();
    }

    /** The current text of the status bar; empty while it is hidden. */
    get text(): string {
        return this.item.text;
    }

    dispose(): void {
        clearTimeout(this.timer);
        vscode.Disposable.from(...this.listeners, this.item).dispose();
    }

    private async update(): Promise<void> {
        const editor = vscode.window.activeTextEditor;
        const wanted = editor && isAnswers(editor.document) ? editor : undefined;
        const progress = wanted && (await this.server.progress(wanted.document.uri, wanted.selection.active));
        if (vscode.window.activeTextEditor !== editor) {
            return;
        }
        this.item.text = inLabel(progress?.text ?? "");
        if (progress) {
            this.item.show();
        } else {
            this.item.hide();
        }
    }
}
