/** The score of the active editor's pair in the status bar. */
import * as vscode from "vscode";

import { briefly } from "./briefly";
import type { Server } from "./client";
import { isAnswers } from "./documents";
import { inLabel, inMarkdown } from "./inert";
import { t } from "./l10n";
import { activeDocument } from "./places";
import type { FileScore, ScoredFiles } from "./scoredFiles";
import { figuresMarkdown, scoreText, spokenScore } from "./scoreText";

/** Leftmost, because the editor omits items on the right if there is no room. */
const FIRST = 10_001;

const LONGEST_NAME = 24;

export class ScoreItem implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem(
        "keytally.score",
        vscode.StatusBarAlignment.Left,
        FIRST,
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
            vscode.window.tabGroups.onDidChangeTabs(update),
        ];
        update();
    }

    /** The current text of the status bar; empty while it is hidden. */
    get text(): string {
        return this.item.text;
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.item).dispose();
    }

    private update(): void {
        const document = activeDocument();
        const score = document && this.files.get(document.uri);
        if (score) {
            this.show(document, score);
        } else if (document && isAnswers(document)) {
            this.showNone();
        } else {
            this.item.text = "";
            this.item.hide();
        }
    }

    private show(document: vscode.TextDocument, { headline, figures, delta, pair }: FileScore): void {
        // The tab names a response; a key is scored against one of several.
        const isResponse = vscode.Uri.parse(pair.response).toString() === document.uri.toString();
        const name = isResponse ? "" : ` · ${inLabel(briefly(nameOf(pair.response), LONGEST_NAME))}`;
        this.item.text = `$(checklist) ${inLabel(scoreText(headline, delta))}${name}`;
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
              ? t(
                    "keytally: this file does not belong to a pair that can be scored. Click to list the pairs.",
                )
              : t("keytally: the server is not running.");
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
    return inMarkdown(nameOf(uri));
}
