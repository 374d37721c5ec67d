/** The decoration types of the mark classes, and marks as decorations. */
import * as vscode from "vscode";

import { MARK_CLASSES, bareLabel, borderOf, colourOf, markClassOf, missingText, tierOf } from "./markClasses";
import type { MarkClass, MarkClassName, Tier } from "./markClasses";
import { withoutRepeats } from "./stops";

/** A gap is a mark of zero width: something that is not there. */
export type Form = Tier | "gap";

export type Look = `${MarkClassName}/${Form}`;

/** What decorations are made from: a mark with an editor's range. */
export interface PlacedMark {
    range: vscode.Range;
    status: string;
    level: string;
    label: string;
}

const FORMS: readonly Form[] = ["whole", "part", "gap"];

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

function appearance(markClass: MarkClass, form: Form): vscode.DecorationRenderOptions {
    const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
    if (form === "gap") {
        return { rangeBehavior };
    }
    const colour = colourOf(markClass.name);
    const isQuiet = form === "whole" && markClass.name === "correct";
    return {
        rangeBehavior,
        ...(form === "whole" ? { backgroundColor: new vscode.ThemeColor(colour.background) } : {}),
        ...(isQuiet ? {} : border(markClass)),
        ...(form === "part" && !markClass.isError ? {} : { after: sign(markClass, form) }),
    };
}

function border(markClass: MarkClass): vscode.DecorationRenderOptions {
    const { style, width } = borderOf(markClass);
    const borderColor = new vscode.ThemeColor(colourOf(markClass.name).line);
    return { borderColor, borderStyle: style, borderWidth: width, borderRadius: "2px" };
}

function sign(markClass: MarkClass, form: Form): vscode.ThemableDecorationAttachmentRenderOptions {
    const text =
        form === "whole" && markClass.isError
            ? `${markClass.sign} ${markClass.statuses[0] ?? ""}`
            : markClass.sign;
    return {
        contentText: text,
        color: new vscode.ThemeColor(colourOf(markClass.name).line),
        margin: "0 0 0 2px",
    };
}

/**
 * Marks sorted into looks; those of statuses or levels that this client does not know are left out.
 *
 * A slot and its only fill are one stretch of text: where they look the same, they are drawn once.
 */
export function decorationsOf(
    marks: readonly PlacedMark[],
    labelGaps: boolean,
): Map<Look, vscode.DecorationOptions[]> {
    const sorted = new Map<Look, vscode.DecorationOptions[]>();
    const drawn = new Set<string>();
    for (const mark of withoutRepeats(marks)) {
        const drawing = drawingOf(mark, labelGaps);
        const place = `${drawing?.look ?? ""} ${placeOf(mark.range)}`;
        if (drawing && !drawn.has(place)) {
            drawn.add(place);
            append(sorted, drawing.look, drawing.options);
        }
    }
    return sorted;
}

interface Drawing {
    look: Look;
    options: vscode.DecorationOptions;
}

function drawingOf(mark: PlacedMark, labelGaps: boolean): Drawing | undefined {
    const markClass = markClassOf(mark.status);
    const form = mark.range.isEmpty ? gapForm(mark) : tierOf(mark.level);
    if (!markClass || !form) {
        return undefined;
    }
    const options = form === "gap" ? gap(mark, markClass, labelGaps) : { range: mark.range };
    return { look: `${markClass.name}/${form}`, options };
}

function placeOf({ start, end }: vscode.Range): string {
    return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
    const list = lists.get(key);
    if (list) {
        list.push(value);
    } else {
        lists.set(key, [value]);
    }
}

/** A gap stands for the whole thing that is missing; its slots and fills are not shown besides. */
function gapForm(mark: PlacedMark): Form | undefined {
    return tierOf(mark.level) === "whole" ? "gap" : undefined;
}

function gap(mark: PlacedMark, markClass: MarkClass, withLabel: boolean): vscode.DecorationOptions {
    const contentText =
        markClass.name === "missing" ? missingText(bareLabel(mark), withLabel) : markClass.sign;
    const color = new vscode.ThemeColor(colourOf(markClass.name).line);
    return { range: mark.range, renderOptions: { before: { contentText, color, fontWeight: "bold" } } };
}
