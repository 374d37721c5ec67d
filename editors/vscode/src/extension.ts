/** Where the editor starts the extension: makes the parts and registers their commands. */
import * as vscode from "vscode";

import { Server } from "./client";
import { assignLanguages } from "./languages";
import { showLegend } from "./legend";
import { Marks, toggleMarks } from "./marks";
import type { Painting } from "./marks";
import { goToError } from "./navigation";
import { chooseResponse, showPairs } from "./pairs";
import { Reports } from "./reports";
import { ScoreItem } from "./score";
import { ScoredFiles } from "./scoredFiles";
import { changeChain, tagSelection } from "./tagging";

/** What other extensions and the tests may watch. */
export interface Api {
    /** Fires whenever the marks of an editor have been set. */
    onDidPaint: vscode.Event<Painting>;
    /** What the status bar says. */
    score(): string;
    isRunning(): boolean;
}

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Api {
    const started = new Server();
    server = started;
    const files = new ScoredFiles(started);
    const marks = new Marks(started, files);
    const score = new ScoreItem(started, files);
    const reports = new Reports(started);
    const restart = (): Promise<void> => started.restart();
    context.subscriptions.push(
        started,
        files,
        marks,
        score,
        reports,
        assignLanguages(started),
        vscode.workspace.onDidGrantWorkspaceTrust(restart),
        ...registerCommands({
            "keytally.showPairs": () => showPairs(started),
            "keytally.chooseResponse": () => chooseResponse(started),
            "keytally.nextError": () => goToError(started, "next"),
            "keytally.previousError": () => goToError(started, "previous"),
            "keytally.tagSelection": tagSelection,
            "keytally.changeChain": changeChain,
            "keytally.toggleMarks": toggleMarks,
            "keytally.openReports": () => reports.open(),
            "keytally.showLegend": showLegend,
            "keytally.restart": restart,
        }),
    );
    void restart();
    return { onDidPaint: marks.onDidPaint, score: () => score.text, isRunning: () => started.isRunning };
}

export function deactivate(): Promise<void> | undefined {
    return server?.stop();
}

function registerCommands(commands: Record<string, () => unknown>): vscode.Disposable[] {
    return Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
}
