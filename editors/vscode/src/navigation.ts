/** From error to error: what differs from the key, and what the rules find fault with. */
import * as vscode from "vscode";

import type { Server } from "./client";
import { t } from "./l10n";
import { goTo, rangeOf } from "./places";
import { say } from "./saying";
import { errorStops, inOrder, stopFrom } from "./stops";
import type { Stop } from "./stops";

type Direction = "next" | "previous";

/** The number of lines searched first; it grows with each further search. */
const FIRST_WINDOW_LINES = 500;
const WINDOW_GROWTH = 4;

/** Puts the cursor on the next or previous error, going round at the file's end. */
export async function goToError(server: Server, direction: Direction): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
        return;
    }
    const start = editor.selection.start;
    const stop = await nearestStop(server, editor.document, start, direction);
    if (!stop) {
        say(t("no errors"));
        return;
    }
    goTo(editor, rangeOf(stop));
    say(stop.message);
}

async function nearestStop(
    server: Server,
    document: vscode.TextDocument,
    from: vscode.Position,
    direction: Direction,
): Promise<Stop | undefined> {
    for (const { lines, place } of looks(document.lineCount, from, direction)) {
        const range = document.validateRange(
            new vscode.Range(lines[0], 0, lines[1], Number.MAX_SAFE_INTEGER),
        );
        const marks = (await server.marks(document.uri, range))?.marks ?? [];
        const stops = inOrder([...errorStops(marks), ...findingStops(document, range)]);
        const stop = stopFrom(stops, place, direction);
        if (stop) {
            return stop;
        }
    }
    return undefined;
}

/** Windows of lines away from a place to the file's end, then round to the place again. */
function* looks(
    lineCount: number,
    from: vscode.Position,
    direction: Direction,
): Generator<{ lines: [number, number]; place: { line: number; character: number } }> {
    const last = lineCount - 1;
    const beyond = direction === "next" ? { line: -1, character: 0 } : { line: lineCount, character: 0 };
    for (const lines of windows(from.line, direction === "next" ? last : 0)) {
        yield { lines, place: from };
    }
    for (const lines of windows(direction === "next" ? 0 : last, from.line)) {
        yield { lines, place: beyond };
    }
}

/** Stretches of lines (first, last) from one line to another, both included, each longer than the one before. */
function* windows(from: number, to: number): Generator<[number, number]> {
    const step = from <= to ? 1 : -1;
    let size = FIRST_WINDOW_LINES;
    for (let line = from; (to - line) * step >= 0; size *= WINDOW_GROWTH) {
        const end = step > 0 ? Math.min(line + size, to) : Math.max(line - size, to);
        yield step > 0 ? [line, end] : [end, line];
        line = end + step;
    }
}

function findingStops(document: vscode.TextDocument, range: vscode.Range): Stop[] {
    return vscode.languages
        .getDiagnostics(document.uri)
        .filter(
            (finding) =>
                finding.source === "keytally" && finding.severity <= vscode.DiagnosticSeverity.Warning,
        )
        .filter((finding) => range.contains(finding.range.start))
        .map((finding) => ({ range: finding.range, message: finding.message }));
}
