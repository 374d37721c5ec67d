/** Errors of the whole file in the overview ruler, brought up to date when typing pauses. */
import * as vscode from "vscode";

import type { Server } from "./client";
import { MARK_CLASSES, colourOf, markClassOf } from "./markClasses";
import type { MarkClassName } from "./markClasses";
import type { Mark } from "./messages";

const PAUSE_MS = 250;

/** Longer files show no errors in the ruler: to ask for all their marks would cost too much. */
const LONGEST_FILE_LINES = 20_000;

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

    private async ask(editor: vscode.TextEditor): Promise<void> {
        const answer = await this.server.marks(editor.document.uri, undefined);
        if (answer && (answer.version === null || answer.version === editor.document.version)) {
            this.paint(editor, answer.marks);
        }
    }

    private paint(editor: vscode.TextEditor, marks: readonly Mark[]): void {
        for (const [name, type] of this.types) {
            const own = marks.filter((mark) => markClassOf(mark.status)?.name === name);
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
