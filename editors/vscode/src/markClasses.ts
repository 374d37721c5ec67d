/**
 * The appearance of verdicts: one table for decorations and legend. Independent of the editor.
 *
 * No class is distinguished only by its colour: each has its own line style and sign.
 */
import { t } from "./l10n";

export type Status = "cor" | "par" | "inc" | "mis" | "spu" | "non" | "opt" | "uns" | "rem";

export type MarkClassName = "correct" | "partial" | "incorrect" | "missing" | "spurious" | "unscored";

/** A kind of mark; `line` and `width` are CSS of the border, which is a box where `boxed`. */
export interface MarkClass {
    name: MarkClassName;
    /** The verdict in a word or two, in the language of the editor. */
    word: () => string;
    statuses: readonly Status[];
    sign: string;
    line: "solid" | "dashed" | "dotted" | "double";
    width: number;
    boxed: boolean;
    isError: boolean;
    /** Its meaning, in the language of the editor. */
    meaning: () => string;
}

export const MARK_CLASSES: readonly MarkClass[] = [
    {
        name: "correct",
        word: () => t("correct"),
        statuses: ["cor"],
        sign: "✓",
        line: "solid",
        width: 1,
        boxed: false,
        isError: false,
        meaning: () => t("The response agrees with the key."),
    },
    {
        name: "partial",
        word: () => t("partially correct"),
        statuses: ["par"],
        sign: "≈",
        line: "dashed",
        width: 2,
        boxed: false,
        isError: true,
        meaning: () =>
            t("The response matches part of the key, and earns partial credit if the task gives any."),
    },
    {
        name: "incorrect",
        word: () => t("incorrect"),
        statuses: ["inc"],
        sign: "✗",
        line: "double",
        width: 3,
        boxed: false,
        isError: true,
        meaning: () => t("The response differs from the key: a part is wrong, or a link breaks a chain."),
    },
    {
        name: "missing",
        word: () => t("missing"),
        statuses: ["mis"],
        sign: "∅",
        line: "dashed",
        width: 1,
        boxed: true,
        isError: true,
        meaning: () => t("In the key but not in the response; shown at its position in the text."),
    },
    {
        name: "spurious",
        word: () => t("spurious"),
        statuses: ["spu"],
        sign: "+",
        line: "solid",
        width: 1,
        boxed: true,
        isError: true,
        meaning: () => t("In the response but not in the key."),
    },
    {
        name: "unscored",
        word: () => t("not scored"),
        statuses: ["non", "opt", "uns", "rem"],
        sign: "·",
        line: "dotted",
        width: 1,
        boxed: false,
        isError: false,
        meaning: () => t("Does not count: optional, noncommittal, unscored or removed."),
    },
];

const CLASS_OF_STATUS: ReadonlyMap<string, MarkClass> = new Map(
    MARK_CLASSES.flatMap((markClass) => markClass.statuses.map((status) => [status, markClass] as const)),
);

/** The class of a status; none for a status that this client does not know. */
export function markClassOf(status: string): MarkClass | undefined {
    return CLASS_OF_STATUS.get(status);
}

/** Whether a mark is about a part (a slot, a fill, a link) of something that has a mark of its own. */
export type Tier = "whole" | "part";

const TIERS: ReadonlyMap<string, Tier> = new Map([
    ["object", "whole"],
    ["mention", "whole"],
    ["item", "whole"],
    ["relation", "whole"],
    ["edit", "whole"],
    ["slot", "part"],
    ["fill", "part"],
    ["link", "part"],
]);

export function tierOf(level: string): Tier | undefined {
    return TIERS.get(level);
}

/** Ids of the colours that package.json contributes. */
export function colourOf(name: MarkClassName): { line: string; background: string } {
    return { line: `keytally.${name}`, background: `keytally.${name}Background` };
}

/** The border of a class as CSS. */
export function borderOf(markClass: MarkClass): { style: string; width: string } {
    const width = `${markClass.width}px`;
    return { style: markClass.line, width: markClass.boxed ? width : `0 0 ${width} 0` };
}

/** A mark's label without the status that it begins with: `PERSON "Kory"` of `MIS PERSON "Kory"`. */
export function bareLabel({ status, label }: { status: string; label: string }): string {
    const prefix = `${status.toUpperCase()} `;
    return label.startsWith(prefix) ? label.slice(prefix.length) : label;
}
