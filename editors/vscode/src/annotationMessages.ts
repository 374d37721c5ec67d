/** What the annotation view and its page say to each other. Independent of the editor. */
import type { ShownSpan } from "./annotatedText";

/** The part of the file on the page: lines from `first`, `last` not included. */
export interface ShownPart {
    kind: "part";
    /** Counts the parts that were sent; what the page says about another one comes too late. */
    number: number;
    text: string;
    annotations: ShownSpan[];
    first: number;
    last: number;
    lineCount: number;
    compared: boolean;
    /** The range to bring into sight and choose, as offsets of the text. */
    chosen?: [start: number, end: number];
}

/** What can be done with the chosen text, each with its key. */
export interface Offers {
    kind: "offers";
    number: number;
    offers: { key: string; title: string; group: string }[];
}

/** A message in words, such as that of the difference that has been reached. */
export interface Notice {
    kind: "notice";
    text: string;
    /** Whether the chosen text is a difference, which keys accept and drop. */
    walks: boolean;
}

export type ToPage = ShownPart | Offers | Notice;

export type Act = "next" | "previous" | "accept" | "drop" | "undo" | "redo" | "legend" | "text";

export type FromPage =
    | { kind: "ready" }
    | { kind: "part"; first: number; last: number }
    | { kind: "choose"; number: number; start: number; end: number }
    | { kind: "offer"; number: number; index: number }
    | { kind: "act"; act: Act };

const ACTS: readonly unknown[] = ["next", "previous", "accept", "drop", "undo", "redo", "legend", "text"];

/** The members of each kind of message, all numbers of lines, offsets or parts, but for the name of an act. */
const MEMBERS = new Map<unknown, readonly string[]>([
    ["ready", []],
    ["part", ["first", "last"]],
    ["choose", ["number", "start", "end"]],
    ["offer", ["number", "index"]],
    ["act", ["act"]],
]);

/** A message of the page; undefined for anything else. */
export function messageOf(value: unknown): FromPage | undefined {
    if (typeof value !== "object" || value === null) {
        return undefined;
    }
    const message = value as Record<string, unknown>;
    const members = MEMBERS.get(message["kind"]);
    const isSound = members?.every((name) =>
        name === "act" ? ACTS.includes(message[name]) : isPlace(message[name]),
    );
    return isSound === true ? (value as FromPage) : undefined;
}

function isPlace(value: unknown): boolean {
    return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
