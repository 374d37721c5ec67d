/** The shown text on the page: its lines, and the ranges, words and characters in it. Offsets are in UTF-16 code units. */

import { occurrencesOf } from "../src/annotatedText";

/** A line: its offset, and its node unless it is empty. */
interface Line {
    start: number;
    node: Text | undefined;
}

export type Stretch = [start: number, end: number];

/** The number of code units in which a character is sought, such as an emoji of several parts. */
const LONGEST_CHARACTER = 64;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export class Lines {
    text = "";
    private lines: Line[] = [];

    constructor(private readonly container: HTMLElement) {}

    get count(): number {
        return this.lines.length;
    }

    /** Replaces the text on the page. */
    draw(text: string): void {
        this.text = text;
        this.lines = [];
        let start = 0;
        const drawn = text.split("\n").map((piece) => {
            const line = document.createElement("div");
            const node = piece === "" ? undefined : document.createTextNode(piece);
            line.append(node ?? document.createElement("br"));
            line.classList.toggle("blank", node === undefined);
            this.lines.push({ start, node });
            start += piece.length + 1;
            return line;
        });
        this.container.replaceChildren(...drawn);
    }

    /** The DOM ranges of a range of the text, line by line. */
    rangesOf(start: number, end: number): Range[] {
        const found: Range[] = [];
        for (let number = this.lineAt(start); number < this.lines.length; number += 1) {
            const line = this.lines[number];
            if (!line || line.start >= end) {
                break;
            }
            if (line.node) {
                const first = Math.max(start - line.start, 0);
                const last = Math.min(end - line.start, line.node.length);
                if (first < last) {
                    const range = document.createRange();
                    range.setStart(line.node, first);
                    range.setEnd(line.node, last);
                    found.push(range);
                }
            }
        }
        return found;
    }

    /** The empty DOM range at an offset; none in an empty line. */
    caretOf(offset: number): Range[] {
        const line = this.lines[this.lineAt(offset)];
        if (!line?.node) {
            return [];
        }
        const range = document.createRange();
        range.setStart(line.node, Math.min(offset - line.start, line.node.length));
        return [range];
    }

    lineAt(offset: number): number {
        let low = 0;
        let high = this.lines.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if ((this.lines[middle]?.start ?? Infinity) <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    startOfLine(number: number): number {
        return this.lines[number]?.start ?? 0;
    }

    /** The offset of a place of the page in the text; undefined outside of it. */
    offsetOf(node: Node, offset: number): number | undefined {
        const isText = node.nodeType === Node.TEXT_NODE;
        const line =
            node === this.container ? this.container.childNodes[offset] : isText ? node.parentNode : node;
        const number = line ? Array.prototype.indexOf.call(this.container.childNodes, line) : -1;
        const found = this.lines[number];
        return found && found.start + (isText ? offset : 0);
    }

    /** The words of a line, by Unicode's word boundaries. */
    wordsOf(number: number): Stretch[] {
        const line = this.lines[number];
        if (!line?.node) {
            return [];
        }
        const { start } = line;
        return [...WORDS.segment(line.node.data)]
            .filter(({ isWordLike }) => isWordLike)
            .map(({ index, segment }) => [start + index, start + index + segment.length]);
    }

    /** The next word after an offset, or the one before it, on whichever line it is. */
    wordFrom(offset: number, step: 1 | -1): Stretch | undefined {
        for (let number = this.lineAt(offset); number >= 0 && number < this.lines.length; number += step) {
            const words = this.wordsOf(number);
            const found =
                step > 0
                    ? words.find(([start]) => start >= offset)
                    : words.findLast(([, end]) => end <= offset);
            if (found) {
                return found;
            }
        }
        return undefined;
    }

    /** The end of the character after an offset, or the start of the one before it. */
    characterFrom(offset: number, step: 1 | -1): number | undefined {
        const first = Math.max(offset - (step > 0 ? 0 : LONGEST_CHARACTER), 0);
        const near = this.text.slice(first, step > 0 ? first + LONGEST_CHARACTER : offset);
        const characters = [...CHARACTERS.segment(near)];
        const found = step > 0 ? characters[0] : characters.at(-1);
        return found && first + found.index + (step > 0 ? found.segment.length : 0);
    }

    /** A range widened to the words that it cuts. */
    wholeWords(start: number, end: number): Stretch {
        const first = this.wordsOf(this.lineAt(start)).find(([, last]) => last > start)?.[0] ?? start;
        const last = this.wordsOf(this.lineAt(end)).findLast(([begin]) => begin < end)?.[1] ?? end;
        return [Math.min(first, start), Math.max(last, end)];
    }

    /** The next occurrence of a text from an offset on, or the last one before it. */
    find(wanted: string, from: number, step: 1 | -1): Stretch | undefined {
        const found = occurrencesOf(wanted, this.text);
        return step > 0 ? found.find(([start]) => start >= from) : found.findLast(([, end]) => end <= from);
    }
}
