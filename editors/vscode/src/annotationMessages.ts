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
    /** Untagged text that is tagged elsewhere, as offsets of the text. */
    candidates: [start: number, end: number][];
    /** The position in the file and the differences that are left, in words. */
    progress: string;
    /** The range to bring into sight and choose, as offsets of the text. */
    chosen?: [start: number, end: number];
}

/** A type with its key and its colour, from 0 to 7. */
export interface TypeKey {
    type: string;
    key: string;
    hue: number;
}

/** What can be done with the chosen text, each with its key; `type` is the type that it gives, "" for none. */
export interface Offers {
    kind: "offers";
    number: number;
    /** The last choice of the page that the view knows of. */
    choice: number;
    offers: { key: string; title: string; group: string; type: string }[];
    /** The palette: the types of the file that are known so far. */
    types: TypeKey[];
}

/** A message in words, such as that of the difference that has been reached. */
export interface Notice {
    kind: "notice";
    text: string;
    /** Whether the chosen text is a difference, which keys accept and drop. */
    walks: boolean;
}

export type ToPage = ShownPart | Offers | Notice;

const ACTS = [
    "next",
    "previous",
    "nextCandidate",
    "previousCandidate",
    "accept",
    "drop",
    "repeat",
    "resize",
    "undo",
    "redo",
    "document",
    "legend",
    "text",
] as const;

export type Act = (typeof ACTS)[number];

export type FromPage =
    | { kind: "ready" }
    | { kind: "part"; first: number; last: number }
    | { kind: "choose"; number: number; choice: number; start: number; end: number }
    | { kind: "find"; text: string; direction: "next" | "previous" }
    | { kind: "offer"; number: number; index: number }
    | { kind: "act"; act: Act };

const LONGEST_SEARCH = 1000;

type Check = (value: unknown) => boolean;

const isPlace: Check = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** The members of each kind of message, and what each must be. */
const MEMBERS: Record<FromPage["kind"], Record<string, Check>> = {
    ready: {},
    part: { first: isPlace, last: isPlace },
    choose: { number: isPlace, choice: isPlace, start: isPlace, end: isPlace },
    find: {
        text: (value) => typeof value === "string" && value.length <= LONGEST_SEARCH,
        direction: (value) => value === "next" || value === "previous",
    },
    offer: { number: isPlace, index: isPlace },
    act: { act: (value) => (ACTS as readonly unknown[]).includes(value) },
};

/** A message of the page; undefined for anything else. */
export function messageOf(value: unknown): FromPage | undefined {
    if (typeof value !== "object" || value === null) {
        return undefined;
    }
    const message = value as Record<string, unknown>;
    const { kind } = message;
    if (typeof kind !== "string" || !Object.hasOwn(MEMBERS, kind)) {
        return undefined;
    }
    const isSound = Object.entries(MEMBERS[kind as FromPage["kind"]]).every(([name, check]) =>
        check(message[name]),
    );
    return isSound ? (value as FromPage) : undefined;
}
