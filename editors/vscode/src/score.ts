/** The score of the active editor's pair in the status bar. */
import * as vscode from "vscode";

import type { Server } from "./client";
import { isAnswers } from "./documents";
import { t } from "./l10n";
import type { FileScore, ScoredFiles } from "./scoredFiles";
import { figuresMarkdown, scoreText, spokenScore } from "./scoreText";

export class ScoreItem implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem(
        "keytally.score",
        vscode.StatusBarAlignment.Right,
        110,
    );
    private readonly listeners: vscode.Disposable[];

    constructor(
        private readonly server: Server,
        private readonly files: ScoredFiles,
    ) {
        this.item.name = t("keytally score");
        this.item.command = "keytally.showPairs";
        const update = (): void => {
            this.update();
        };
        this.listeners = [
            files.onDidChange(update),
            server.onDidChangeRunning(update),
            vscode.window.onDidChangeActiveTextEditor(update),
        ];
        update();
    }

    /** What the status bar says now; empty while it says nothing. */
    get text(): string {
        return this.item.text;
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.item).dispose();
    }

    private update(): void {
        const document = vscode.window.activeTextEditor?.document;
        const score = document && this.files.get(document.uri);
        if (score) {
            this.show(score);
        } else if (document && isAnswers(document)) {
            this.showNone();
        } else {
            this.item.text = "";
            this.item.hide();
        }
    }

    private show({ headline, figures, delta, pair }: FileScore): void {
        this.item.text = `$(checklist) ${scoreText(headline, delta)} · ${nameOf(pair.response)}`;
        this.item.tooltip = new vscode.MarkdownString(
            [
                t("**{0}** against **{1}**", baseName(pair.response), baseName(pair.key)),
                figuresMarkdown(figures),
            ].join("\n\n"),
        );
        this.item.accessibilityInformation = { label: spokenScore(headline, delta) };
        this.item.show();
    }

    private showNone(): void {
        const { isRunning, busy } = this.server;
        this.item.text = `$(checklist) ${busy ?? (isRunning ? t("no score") : t("no server"))}`;
        this.item.tooltip = busy
            ? t("keytally: {0}; the score follows.", busy)
            : isRunning
              ? t("keytally: this file is in no pair that can be scored. Click for the pairs.")
              : t("keytally: the server does not run.");
        this.item.accessibilityInformation = { label: this.item.text.replace("$(checklist)", "keytally:") };
        this.item.show();
    }
}

/** A file's name. */
function nameOf(uri: string): string {
    return vscode.Uri.parse(uri).path.split("/").at(-1) ?? uri;
}

/** A file's name, escaped for Markdown. */
function baseName(uri: string): string {
    return nameOf(uri).replace(/[\\`*_{}[\]()#+.!|<>-]/g, "\\$&");
}
