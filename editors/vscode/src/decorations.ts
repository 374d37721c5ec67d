/** The decoration types of the mark classes, and marks as decorations. */
import * as vscode from "vscode";

import { FORMS, looksOf } from "./looks";
import type { Form, Look, Looking } from "./looks";
import { MARK_CLASSES, borderOf, colourOf } from "./markClasses";
import type { MarkClass } from "./markClasses";

/** The source of decorations: a mark with an editor's ranges. */
export interface PlacedMark {
    range: vscode.Range;
    status: string;
    level: string;
    label: string;
    verdict?: string;
    /** Of something missing: the text that it should hold. */
    extent?: vscode.Range;
    /** Of something with markup around it: its text. */
    text?: vscode.Range;
}

/** A type for each class and form; the caller disposes of them. */
export function createDecorationTypes(): Map<Look, vscode.TextEditorDecorationType> {
    const pairs = MARK_CLASSES.flatMap((markClass) =>
        FORMS.map((form) => {
            const type = vscode.window.createTextEditorDecorationType(appearance(markClass, form));
            return [`${markClass.name}/${form}` as const, type] as const;
        }),
    );
    return new Map(pairs);
}

/** No look takes room of its own, so that lines break where the editor thinks that they do. */
function appearance(markClass: MarkClass, form: Form): vscode.DecorationRenderOptions {
    const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
    if (form === "detail") {
        return { rangeBehavior, fontWeight: "bold" };
    }
    const hasGround = form === "whole" || form === "gap";
    const ground = { backgroundColor: new vscode.ThemeColor(colourOf(markClass.name).background) };
    return { rangeBehavior, ...(hasGround ? ground : {}), ...border(markClass) };
}

function border(markClass: MarkClass): vscode.DecorationRenderOptions {
    const { style, width } = borderOf(markClass);
    const borderColor = new vscode.ThemeColor(colourOf(markClass.name).line);
    return { borderColor, borderStyle: style, borderWidth: width, borderRadius: "2px" };
}

/** Marks sorted into looks; `signGaps`: a sign stands above the places of what is missing. */
export function decorationsOf(
    marks: readonly PlacedMark[],
    document: vscode.TextDocument,
    signGaps: boolean,
): Map<Look, vscode.DecorationOptions[]> {
    const sorted = new Map<Look, vscode.DecorationOptions[]>();
    for (const looking of looksOf(marks)) {
        const options = looking.form === "gap" ? gap(looking, signGaps) : { range: looking.mark.range };
        for (const range of withoutIndents(options.range, document)) {
            append(sorted, `${looking.markClass.name}/${looking.form}`, { ...options, range });
        }
    }
    return sorted;
}

/** A range of several lines, line by line without what the lines are indented by. */
function withoutIndents(range: vscode.Range, document: vscode.TextDocument): vscode.Range[] {
    if (range.isSingleLine || range.end.line >= document.lineCount) {
        return [range];
    }
    const lines = Array.from({ length: range.end.line - range.start.line + 1 }, (_, at) => {
        const line = document.lineAt(range.start.line + at);
        return range.intersection(
            new vscode.Range(
                line.range.start.translate(0, line.firstNonWhitespaceCharacterIndex),
                line.range.end,
            ),
        );
    });
    return lines.filter((line) => line !== undefined).filter((line) => !line.isEmpty);
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
    const list = lists.get(key);
    if (list) {
        list.push(value);
    } else {
        lists.set(key, [value]);
    }
}

/** The text that something missing should hold; the sign lies over the text and moves none of it. */
function gap({ mark, markClass }: Looking<PlacedMark>, withSign: boolean): vscode.DecorationOptions {
    const range = mark.extent ?? mark.range;
    if (!withSign) {
        return { range };
    }
    const color = new vscode.ThemeColor(colourOf(markClass.name).line);
    const textDecoration = "none; position: absolute; transform: translate(-50%, -45%); font-size: 80%";
    return {
        range,
        renderOptions: { before: { contentText: markClass.sign, color, fontWeight: "bold", textDecoration } },
    };
}
