/** Errors of the whole file in the overview ruler, brought up to date when typing pauses. */
import * as vscode from "vscode";

import type { Server } from "./client";
import { verdictOf } from "./looks";
import { MARK_CLASSES, colourOf, markClassOf } from "./markClasses";
import type { MarkClassName } from "./markClasses";
import type { Mark } from "./messages";

const PAUSE_MS = 500;

/** Longer files show no errors in the ruler: to ask for all their marks would cost too much. */
const LONGEST_FILE_LINES = 20_000;

/** The number of lines per request, so that other requests never wait long. */
const WINDOW_LINES = 200;

export class Ruler implements vscode.Disposable {
    private readonly types: ReadonlyMap<MarkClassName, vscode.TextEditorDecorationType>;
    private readonly timers = new Map<vscode.TextEditor, NodeJS.Timeout>();

    constructor(private readonly server: Server) {
        const errors = MARK_CLASSES.filter((markClass) => markClass.isError);
        this.types = new Map(errors.map(({ name }) => [name, rulerType(name)]));
    }

    /** Brings an editor's ruler up to date soon; empty unless `isMarked`. */
    refresh(editor: vscode.TextEditor, isMarked: boolean): void {
        clearTimeout(this.timers.get(editor));
        if (!isMarked || editor.document.lineCount > LONGEST_FILE_LINES) {
            this.timers.delete(editor);
            this.paint(editor, []);
            return;
        }
        const timer = setTimeout(() => {
            this.timers.delete(editor);
            this.ask(editor).catch((error: unknown) => {
                this.server.log(error);
            });
        }, PAUSE_MS);
        this.timers.set(editor, timer);
    }

    dispose(): void {
        for (const timer of this.timers.values()) {
            clearTimeout(timer);
        }
        vscode.Disposable.from(...this.types.values()).dispose();
    }

    /** Asks window by window, and gives up as soon as the text changes. */
    private async ask(editor: vscode.TextEditor): Promise<void> {
        const { document } = editor;
        const { version } = document;
        const marks: Mark[] = [];
        for (let line = 0; line < document.lineCount; line += WINDOW_LINES) {
            const range = new vscode.Range(line, 0, Math.min(line + WINDOW_LINES, document.lineCount), 0);
            const answer = await this.server.marks(document.uri, document.validateRange(range));
            if (document.isClosed || document.version !== version || answer?.version !== version) {
                return;
            }
            marks.push(...answer.marks.filter((mark) => markClassOf(verdictOf(mark))?.isError));
        }
        this.paint(editor, marks);
    }

    private paint(editor: vscode.TextEditor, marks: readonly Mark[]): void {
        for (const [name, type] of this.types) {
            const own = marks.filter((mark) => markClassOf(verdictOf(mark))?.name === name);
            editor.setDecorations(
                type,
                own.map(({ range: { start } }) => new vscode.Range(start.line, 0, start.line, 0)),
            );
        }
    }
}

function rulerType(name: MarkClassName): vscode.TextEditorDecorationType {
    return vscode.window.createTextEditorDecorationType({
        overviewRulerColor: new vscode.ThemeColor(colourOf(name).line),
        overviewRulerLane: vscode.OverviewRulerLane.Center,
    });
}
