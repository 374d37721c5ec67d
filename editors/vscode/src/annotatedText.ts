/** The text of an annotation view, and its places in the file. Independent of the editor. */
import { markClassOf } from "./markClasses";
import type { MarkClassName } from "./markClasses";
import { comparePlaces } from "./stops";
import type { Place, Stretch } from "./stops";

/** A range of a file as the server writes it: line and character of its start, then of its end. */
export type Four = [line: number, character: number, endLine: number, endCharacter: number];

/** The answer of the server about some lines of a file. */
export interface AnnotatedResult {
    version: number;
    compared: boolean;
    texts: [...Four, after: string][];
    annotations: AnnotatedSpan[];
    candidates: Four[];
}

export interface AnnotatedSpan {
    range: Stretch;
    texts: Four[];
    type: string;
    status?: string;
    label?: string;
    chain?: string;
    colour?: number;
}

/** An annotation as the view draws it; `ranges` are offsets of the shown text. */
export interface ShownSpan {
    ranges: [start: number, end: number][];
    type: string;
    look: MarkClassName | "plain";
    label: string;
    chain?: string;
    colour?: number;
}

/** A shown range of the file with its offset in the shown text, and the offsets of its lines. */
interface Text {
    start: Place;
    end: Place;
    offset: number;
    length: number;
    lines: number[];
}

const LINE_END = /\r\n|\r|\n/g;

/** The occurrences of a text, whatever its case and its white space, as offsets. */
export function occurrencesOf(wanted: string, text: string): [start: number, end: number][] {
    const escaped = wanted
        .trim()
        .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
        .replace(/\s+/g, "\\s+");
    return escaped === ""
        ? []
        : Array.from(text.matchAll(new RegExp(escaped, "giu")), ({ index, 0: found }) => [
              index,
              index + found.length,
          ]);
}

/** The shown text of some lines of a file; offsets are in UTF-16 code units. */
export class AnnotatedPart {
    readonly text: string;
    private readonly texts: Text[] = [];

    /** `read` returns the text of a range of the file. */
    constructor(
        readonly answer: AnnotatedResult,
        read: (range: Four) => string,
    ) {
        let text = "";
        for (const [line, character, endLine, endCharacter, after] of answer.texts) {
            const piece = read([line, character, endLine, endCharacter]);
            const lines = [0, ...Array.from(piece.matchAll(LINE_END), (end) => end.index + end[0].length)];
            this.texts.push({
                start: { line, character },
                end: { line: endLine, character: endCharacter },
                offset: text.length,
                length: piece.length,
                lines,
            });
            text += piece + after;
        }
        this.text = text;
    }

    /** The annotations in the order of the text; one that is missing without a text there is empty.
     *
     *  `hueOf` gives the colour of a type, which annotations without verdict and chain have. */
    annotations(hueOf: (type: string) => number): ShownSpan[] {
        const annotations = this.answer.annotations.map((span): ShownSpan => {
            const isPlain = span.status === undefined && span.chain === undefined;
            const colour = span.colour ?? (isPlain ? hueOf(span.type) : undefined);
            return {
                ranges: this.rangesOf(span),
                type: span.type,
                look: (span.status === undefined ? undefined : markClassOf(span.status)?.name) ?? "plain",
                label: span.label ?? span.type,
                ...(span.chain === undefined ? {} : { chain: span.chain }),
                ...(colour === undefined ? {} : { colour }),
            };
        });
        return annotations.sort((one, other) => (one.ranges[0]?.[0] ?? 0) - (other.ranges[0]?.[0] ?? 0));
    }

    /** Untagged text that is tagged elsewhere, as offsets of the shown text. */
    candidates(): [start: number, end: number][] {
        return this.answer.candidates.map((each) => this.offsetsOf(stretchOf(each)));
    }

    /** The range of the file of a range of the shown text; undefined where nothing of the file is. */
    placeOf(start: number, end: number): Stretch | undefined {
        const first = this.texts.find((text) => text.offset + text.length > start);
        const last = this.texts.findLast((text) => text.offset < end);
        if (start >= end || !first || !last || first.offset > last.offset) {
            return undefined;
        }
        return {
            start: placeIn(first, Math.max(start - first.offset, 0)),
            end: placeIn(last, Math.min(end - last.offset, last.length)),
        };
    }

    /** The range of the shown text of a range of the file; empty where its text is not shown. */
    offsetsOf({ start, end }: Stretch): [start: number, end: number] {
        const first = this.offsetOf(start);
        return [first, Math.max(first, this.offsetOf(end, first))];
    }

    /** The text that something missing at a place should cover; any other range as it is. */
    textOf(range: Stretch): Stretch {
        const missing = this.answer.annotations.find(
            (span) => isAt(span.range, range.start) && isAt(span.range, range.end),
        );
        const [first] = missing?.texts ?? [];
        return first ? stretchOf(first) : range;
    }

    private rangesOf({ range, texts }: AnnotatedSpan): [number, number][] {
        const covered = texts
            .map((each) => this.offsetsOf(stretchOf(each)))
            .filter(([start, end]) => start < end);
        return covered.length > 0 ? covered : [this.offsetsOf({ start: range.start, end: range.start })];
    }

    /** The offset of a place of the file: that of the next shown text if its own is hidden, before `after` the one before. */
    private offsetOf(place: Place, after?: number): number {
        const next = this.texts.findIndex((text) => comparePlaces(text.end, place) >= 0);
        const text = this.texts[next];
        if (!text) {
            const last = this.texts.at(-1);
            return last ? last.offset + last.length : 0;
        }
        if (comparePlaces(place, text.start) >= 0) {
            return text.offset + offsetIn(text, place);
        }
        const before = this.texts[next - 1];
        return after !== undefined && before ? before.offset + before.length : text.offset;
    }
}

/** Whether a range is empty, and at a place. */
function isAt({ start, end }: Stretch, place: Place): boolean {
    return comparePlaces(start, end) === 0 && comparePlaces(start, place) === 0;
}

export function stretchOf([line, character, endLine, endCharacter]: Four): Stretch {
    return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

function placeIn({ start, lines }: Text, offset: number): Place {
    const line = lines.findLastIndex((begin) => begin <= offset);
    const column = offset - (lines[line] ?? 0);
    return { line: start.line + line, character: line === 0 ? start.character + column : column };
}

function offsetIn({ start, lines, length }: Text, { line, character }: Place): number {
    const begin = lines[line - start.line] ?? length;
    return Math.min(begin + (line === start.line ? character - start.character : character), length);
}
