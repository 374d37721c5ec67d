/** Marks: every tag and fill that is on screen shows its verdict. */
import * as vscode from "vscode";

import type { Server } from "./client";
import { createDecorationTypes, decorationsOf } from "./decorations";
import type { PlacedMark } from "./decorations";
import { t } from "./l10n";
import type { Look } from "./looks";
import type { Mark } from "./messages";
import { Ruler } from "./ruler";
import { say } from "./saying";
import type { ScoredFiles } from "./scoredFiles";
import { inlayHintsShown, marksEnabled, onSetting, setMarksEnabled } from "./settings";

/** Lines beyond the visible ones, so that scrolling a little shows no bare text. */
const MARGIN_LINES = 40;

/** The marks last shown in an editor; for tests. */
export interface Painting {
    editor: vscode.TextEditor;
    uri: string;
    version: number;
    counts: Partial<Record<Look, number>>;
    /** The texts that are drawn in each look. */
    drawn: Partial<Record<Look, string[]>>;
    marks: PlacedMark[];
}

export class Marks implements vscode.Disposable {
    private readonly types = createDecorationTypes();
    private readonly ruler: Ruler;
    private readonly asked = new Map<vscode.TextEditor, vscode.CancellationTokenSource>();
    private readonly painted = new vscode.EventEmitter<Painting>();
    private readonly listeners: vscode.Disposable[];

    readonly onDidPaint = this.painted.event;

    constructor(
        private readonly server: Server,
        private readonly files: ScoredFiles,
    ) {
        this.ruler = new Ruler(server);
        this.listeners = [
            files.onDidChange((uri) => {
                this.refreshAll(uri);
            }),
            vscode.window.onDidChangeVisibleTextEditors((editors) => {
                this.forgetHidden(editors);
                this.refreshAll();
            }),
            vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
                this.refresh(textEditor);
            }),
            onSetting("keytally.marks.enabled", () => {
                this.refreshAll();
            }),
            ...["keytally.inlayHints.enabled", "editor.inlayHints.enabled"].map((setting) =>
                onSetting(setting, () => {
                    this.refreshAll();
                }),
            ),
        ];
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.painted, this.ruler, ...this.types.values()).dispose();
        for (const source of this.asked.values()) {
            source.cancel();
        }
    }

    private refreshAll(uri?: string): void {
        for (const editor of vscode.window.visibleTextEditors) {
            if (uri === undefined || editor.document.uri.toString() === uri) {
                this.refresh(editor);
                this.ruler.refresh(editor, this.isMarked(editor));
            }
        }
    }

    private isMarked(editor: vscode.TextEditor): boolean {
        return marksEnabled() && this.files.get(editor.document.uri) !== undefined;
    }

    /** Asks for the marks of what is visible; a newer question drops the older. */
    private refresh(editor: vscode.TextEditor): void {
        this.asked.get(editor)?.cancel();
        if (!this.isMarked(editor)) {
            this.asked.delete(editor);
            this.paint(editor, []);
            return;
        }
        const source = new vscode.CancellationTokenSource();
        this.asked.set(editor, source);
        this.ask(editor, source.token).catch((error: unknown) => {
            if (!source.token.isCancellationRequested) {
                this.server.log(error);
            }
        });
    }

    private async ask(editor: vscode.TextEditor, token: vscode.CancellationToken): Promise<void> {
        const { document } = editor;
        const answers = await Promise.all(
            editor.visibleRanges.map((range) =>
                this.server.marks(document.uri, withMargin(range, document), token),
            ),
        );
        const isCurrent = answers.every(
            (answer) => answer !== null && [null, document.version].includes(answer.version),
        );
        if (!token.isCancellationRequested && isCurrent) {
            this.paint(
                editor,
                answers.flatMap((answer) => (answer?.marks ?? []).map(placed)),
            );
        }
    }

    private paint(editor: vscode.TextEditor, marks: PlacedMark[]): void {
        const { document } = editor;
        const decorations = decorationsOf(marks, document, !inlayHintsShown(document));
        for (const [look, type] of this.types) {
            editor.setDecorations(type, decorations.get(look) ?? []);
        }
        const counts = Object.fromEntries([...decorations].map(([look, options]) => [look, options.length]));
        const drawn = Object.fromEntries(
            [...decorations].map(([look, options]) => [
                look,
                options.map(({ range }) => document.getText(range)),
            ]),
        );
        const { version } = document;
        this.painted.fire({ editor, uri: document.uri.toString(), version, counts, drawn, marks });
    }

    private forgetHidden(visible: readonly vscode.TextEditor[]): void {
        for (const [editor, source] of this.asked) {
            if (!visible.includes(editor)) {
                source.cancel();
                this.asked.delete(editor);
            }
        }
    }
}

function placed({ range, status, level, label, verdict, extent, text }: Mark): PlacedMark {
    return {
        range: toRange(range),
        status,
        level,
        label,
        ...(verdict === undefined ? {} : { verdict }),
        ...(extent ? { extent: toRange(extent) } : {}),
        ...(text ? { text: toRange(text) } : {}),
    };
}

interface RangeLike {
    start: { line: number; character: number };
    end: { line: number; character: number };
}

function toRange({ start, end }: RangeLike): vscode.Range {
    return new vscode.Range(start.line, start.character, end.line, end.character);
}

function withMargin(range: vscode.Range, document: vscode.TextDocument): vscode.Range {
    const first = Math.max(0, range.start.line - MARGIN_LINES);
    return document.validateRange(
        new vscode.Range(first, 0, range.end.line + MARGIN_LINES, Number.MAX_SAFE_INTEGER),
    );
}

/** Shows or hides the marks, with a message. */
export async function toggleMarks(): Promise<void> {
    const enabled = !marksEnabled();
    await setMarksEnabled(enabled);
    say(enabled ? t("marks shown") : t("marks hidden"));
}
