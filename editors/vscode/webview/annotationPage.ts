/** The script of the annotation view: draws the text with its labels, and says what the person chooses. */
import type { ShownSpan } from "../src/annotatedText";
import type { Act, FromPage, Notice, Offers, ShownPart, ToPage } from "../src/annotationMessages";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const editor = acquireVsCodeApi();
const say = (message: FromPage): void => {
    editor.postMessage(message);
};
const act = (name: Act): true => {
    say({ kind: "act", act: name });
    return true;
};

const scroller = element("scroller");
const text = element("text");
const layer = element("layer");
const before = element("before");
const after = element("after");
const spanList = element("annotations");
const offerList = element("offers");
const notice = element("notice");

/** The lines of the shown text: their offsets, and the node of each that is not empty. */
interface Line {
    start: number;
    node: Text | undefined;
}

const LANE_PX = 4;
const TAG_PX = 11;
/** The number of code units in which a character is sought, such as an emoji of several parts. */
const LONGEST_CHARACTER = 64;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

let shown: ShownPart | undefined;
let lines: Line[] = [];
let chosen: [start: number, end: number] | undefined;
let offers: Offers["offers"] = [];
let isWalking = false;
let isAsking = false;

function element(id: string): HTMLElement {
    const found = document.getElementById(id);
    if (!found) {
        throw new Error(`the page lacks ${id}`);
    }
    return found;
}

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === "part") {
        show(data);
    } else if (data.kind === "offers") {
        showOffers(data);
    } else {
        showNotice(data);
    }
});

/** Draws a part; the line at the top of the window stays there unless something is to be brought into sight. */
function show(part: ShownPart): void {
    const isMoved = shown?.first !== part.first || shown.last !== part.last;
    const height = averageHeight();
    shown = part;
    isAsking = false;
    const pieces = part.text.split("\n");
    let start = 0;
    lines = [];
    const drawn = pieces.map((piece) => {
        const line = document.createElement("div");
        const node = piece === "" ? undefined : document.createTextNode(piece);
        line.append(node ?? document.createElement("br"));
        line.classList.toggle("blank", node === undefined);
        lines.push({ start, node });
        start += piece.length + 1;
        return line;
    });
    const top = scroller.scrollTop;
    text.replaceChildren(...drawn);
    if (isMoved) {
        before.style.height = `${part.first * height}px`;
        after.style.height = `${Math.max(part.lineCount - part.last, 0) * height}px`;
    }
    scroller.scrollTop = top;
    chosen = part.chosen;
    if (!chosen) {
        isWalking = false;
    }
    drawSpans(part.annotations);
    listSpans(part.annotations);
    drawChosen(chosen !== undefined);
}

/** The mean height of a line of the file, for what is not drawn. */
function averageHeight(): number {
    return shown && shown.last > shown.first
        ? Math.max(text.offsetHeight / (shown.last - shown.first), 4)
        : 24;
}

function drawSpans(annotations: readonly ShownSpan[]): void {
    const drawing = new Drawing();
    annotations
        .map((span, number) => ({ span, number }))
        .sort((one, other) => startOf(one.span) - startOf(other.span) || endOf(other.span) - endOf(one.span))
        .forEach(({ span, number }) => {
            drawing.add(span, number);
        });
    layer.replaceChildren(...drawing.boxes);
    for (const name of [...CSS.highlights.keys()].filter((each) => each.startsWith("keytally-"))) {
        CSS.highlights.delete(name);
    }
    for (const [name, ranges] of drawing.highlighted) {
        CSS.highlights.set(name, new Highlight(...ranges));
    }
}

/** The grounds of annotations, the bars under them, and a tag with the type at the beginning of each. */
class Drawing {
    readonly boxes: HTMLElement[] = [];
    readonly highlighted = new Map<string, Range[]>();
    private readonly origin = layer.getBoundingClientRect();
    private readonly laneEnds: number[] = [];
    private readonly tagEnds = new Map<number, number>();

    add(span: ShownSpan, number: number): void {
        const lane = laneOf(this.laneEnds, startOf(span), endOf(span));
        const ranges = span.ranges.flatMap(([start, end]) => rangesOf(start, end));
        const isOfChain = span.look === "plain" && span.colour !== undefined;
        const name = `keytally-${isOfChain ? `chain${span.colour}` : span.look}`;
        this.highlighted.set(name, [...(this.highlighted.get(name) ?? []), ...ranges]);
        const rects = (ranges.length > 0 ? ranges : caretOf(startOf(span))).flatMap((range) => [
            ...range.getClientRects(),
        ]);
        rects.forEach((rect, index) => {
            const left = rect.left - this.origin.left;
            const top = rect.top - this.origin.top;
            const bar = box(`bar ${classesOf(span)}`, left, top + rect.height + lane * LANE_PX);
            bar.style.width = `${Math.max(rect.width, 2)}px`;
            bar.dataset["span"] = String(number);
            this.boxes.push(bar);
            if (index === 0) {
                this.addTag(span, left, top);
            }
        });
    }

    /** A tag goes to the right of the one before it where there is no room. */
    private addTag(span: ShownSpan, wanted: number, top: number): void {
        const row = Math.round(top);
        const left = Math.max(wanted, this.tagEnds.get(row) ?? 0);
        const tag = box(`tag ${classesOf(span)}`, left, top - TAG_PX);
        tag.textContent = span.type;
        this.boxes.push(tag);
        this.tagEnds.set(row, left + 8 + Math.min(span.type.length, 23) * 6);
    }
}

/** The first free lane under a line for a span, which then takes it. */
function laneOf(ends: number[], start: number, end: number): number {
    const free = ends.findIndex((each) => each <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Math.max(end, start + 1);
    return lane;
}

function classesOf(span: ShownSpan): string {
    return [span.look, span.colour === undefined ? "" : `chain${span.colour}`].join(" ");
}

function box(classes: string, left: number, top: number): HTMLElement {
    const made = document.createElement("div");
    made.className = classes;
    made.style.left = `${left}px`;
    made.style.top = `${top}px`;
    return made;
}

/** The list of annotations that screen readers and the keyboard use; highlights have no names. */
function listSpans(annotations: readonly ShownSpan[]): void {
    const items = annotations.map((span, number) => {
        const item = document.createElement("li");
        item.id = `span${number}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.className = classesOf(span);
        item.textContent = `${span.type}  ${textOf(span)}`;
        item.title = span.label;
        item.addEventListener("click", () => {
            chooseSpan(span);
        });
        return item;
    });
    spanList.replaceChildren(...items);
}

function textOf(span: ShownSpan): string {
    return span.ranges
        .map(([start, end]) => shown?.text.slice(start, end).replaceAll("\n", " ") ?? "")
        .join(" … ");
}

function chooseSpan(span: ShownSpan): void {
    choose(startOf(span), endOf(span), true);
}

/** The DOM ranges of a range of the shown text, line by line. */
function rangesOf(start: number, end: number): Range[] {
    const found: Range[] = [];
    for (let number = lineAt(start); number < lines.length; number += 1) {
        const line = lines[number];
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

function caretOf(offset: number): Range[] {
    const line = lines[lineAt(offset)];
    if (!line?.node) {
        return [];
    }
    const range = document.createRange();
    range.setStart(line.node, Math.min(offset - line.start, line.node.length));
    return [range];
}

function lineAt(offset: number): number {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((lines[middle]?.start ?? Infinity) <= offset) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/** The offset of a place of the page in the shown text; undefined outside of it. */
function offsetOf(node: Node, offset: number): number | undefined {
    const line =
        node === text ? text.childNodes[offset] : node.nodeType === Node.TEXT_NODE ? node.parentNode : node;
    const number = line ? Array.prototype.indexOf.call(text.childNodes, line) : -1;
    const found = lines[number];
    return found && found.start + (node.nodeType === Node.TEXT_NODE ? offset : 0);
}

function choose(start: number, end: number, isSeen = false): void {
    chosen = [start, end];
    isWalking = false;
    drawChosen(isSeen);
    if (shown) {
        say({ kind: "choose", number: shown.number, start, end });
    }
}

function chooseNothing(): true {
    chosen = undefined;
    isWalking = false;
    notice.textContent = "";
    drawChosen(false);
    showOffers({ kind: "offers", number: shown?.number ?? 0, offers: [] });
    return true;
}

function drawChosen(isSeen: boolean): void {
    const ranges = chosen ? rangesOf(...chosen) : [];
    const shownRanges = ranges.length > 0 || !chosen ? ranges : caretOf(chosen[0]);
    const highlight = new Highlight(...shownRanges);
    highlight.priority = 1;
    CSS.highlights.set("keytally-chosen", highlight);
    markCurrent(shown?.annotations.findIndex((span) => isAt(span, chosen)) ?? -1);
    if (isSeen) {
        bringIntoSight(shownRanges[0]);
    }
}

/** Shows which annotation is chosen, in the text and in the list; -1 for none. */
function markCurrent(current: number): void {
    for (const item of spanList.children) {
        item.setAttribute("aria-selected", String(item.id === `span${current}`));
    }
    const item = spanList.children[current];
    if (item) {
        spanList.setAttribute("aria-activedescendant", item.id);
        item.scrollIntoView({ block: "nearest" });
    } else {
        spanList.removeAttribute("aria-activedescendant");
    }
    for (const bar of layer.querySelectorAll<HTMLElement>(".bar")) {
        bar.classList.toggle("current", bar.dataset["span"] === String(current));
    }
}

function isAt(span: ShownSpan, place: [number, number] | undefined): boolean {
    return startOf(span) === place?.[0] && endOf(span) === place[1];
}

function bringIntoSight(range: Range | undefined): void {
    const rect = range?.getBoundingClientRect();
    const sight = scroller.getBoundingClientRect();
    if (rect && (rect.top < sight.top + 20 || rect.bottom > sight.bottom - 20)) {
        scroller.scrollTop += rect.top - sight.top - sight.height / 3;
    }
}

function showOffers({ number, offers: listed }: Offers): void {
    if (number !== shown?.number) {
        return;
    }
    offers = listed;
    offerList.replaceChildren(
        ...listed.map(({ key, title, group }, index) => {
            const button = document.createElement("button");
            const sign = document.createElement("kbd");
            sign.textContent = key;
            button.append(sign, title);
            button.title = group;
            button.addEventListener("click", () => {
                takeOffer(index);
            });
            const item = document.createElement("li");
            item.append(button);
            return item;
        }),
    );
}

function takeOffer(index: number): true {
    if (shown) {
        say({ kind: "offer", number: shown.number, index });
        scroller.focus();
    }
    return true;
}

function showNotice({ text: told, walks }: Notice): void {
    notice.textContent = told;
    isWalking = walks;
}

/** The words of a line of the shown text, as offsets. */
function wordsOf(number: number): [start: number, end: number][] {
    const line = lines[number];
    if (!line?.node) {
        return [];
    }
    const { start } = line;
    return [...WORDS.segment(line.node.data)]
        .filter(({ isWordLike }) => isWordLike)
        .map(({ index, segment }) => [start + index, start + index + segment.length]);
}

/** The next word after an offset, or the one before it, on whichever line it is. */
function wordFrom(offset: number, step: 1 | -1): [start: number, end: number] | undefined {
    for (let number = lineAt(offset); number >= 0 && number < lines.length; number += step) {
        const words = wordsOf(number);
        const found =
            step > 0 ? words.find(([start]) => start >= offset) : words.findLast(([, end]) => end <= offset);
        if (found) {
            return found;
        }
    }
    return undefined;
}

function moveWord(step: 1 | -1): void {
    const from = chosen ? (step > 0 ? chosen[1] : chosen[0]) : step > 0 ? offsetInSight() : 0;
    const word = wordFrom(from, step);
    if (word) {
        choose(...word, true);
    }
}

function extend(step: 1 | -1, byCharacter: boolean): void {
    if (!chosen) {
        return;
    }
    const [start, end] = chosen;
    const moved = byCharacter ? characterFrom(end, step) : wordFrom(end - (step > 0 ? 0 : 1), step)?.[1];
    if (moved !== undefined && moved > start) {
        choose(start, moved, true);
    }
}

/** The end of the character after an offset, or the start of the one before it. */
function characterFrom(offset: number, step: 1 | -1): number | undefined {
    const first = Math.max(offset - (step > 0 ? 0 : LONGEST_CHARACTER), 0);
    const near = shown?.text.slice(first, step > 0 ? first + LONGEST_CHARACTER : offset) ?? "";
    const characters = [...CHARACTERS.segment(near)];
    const found = step > 0 ? characters[0] : characters.at(-1);
    return found && first + found.index + (step > 0 ? found.segment.length : 0);
}

function moveLine(step: 1 | -1): true {
    const line = chosen && caretOf(chosen[0])[0]?.getBoundingClientRect();
    const words = (number: number): [number, number][] => wordsOf(number);
    for (let number = lineAt(chosen?.[0] ?? 0) + step; number >= 0 && number < lines.length; number += step) {
        const nearest = words(number)
            .map((word) => ({ word, x: caretOf(word[0])[0]?.getBoundingClientRect().left ?? 0 }))
            .sort(
                (one, other) => Math.abs(one.x - (line?.left ?? 0)) - Math.abs(other.x - (line?.left ?? 0)),
            )[0];
        if (nearest) {
            choose(...nearest.word, true);
            break;
        }
    }
    return true;
}

/** The offset of the first line in sight. */
function offsetInSight(): number {
    const top = scroller.getBoundingClientRect().top;
    const index = [...text.children].findIndex((line) => line.getBoundingClientRect().bottom > top);
    return lines[Math.max(index, 0)]?.start ?? 0;
}

/** Chooses the smallest annotation around the chosen place, then the next larger one. */
function chooseAround(): true {
    const place = chosen;
    if (place && shown) {
        const size = (span: ShownSpan): number => endOf(span) - startOf(span);
        const around = shown.annotations
            .filter((span) => startOf(span) <= place[0] && endOf(span) >= place[1])
            .sort((one, other) => size(one) - size(other));
        const next = around[(around.findIndex((span) => isAt(span, place)) + 1) % Math.max(around.length, 1)];
        if (next) {
            chooseSpan(next);
        }
    }
    return true;
}

function startOf({ ranges }: ShownSpan): number {
    return ranges[0]?.[0] ?? 0;
}

function endOf({ ranges }: ShownSpan): number {
    return ranges.at(-1)?.[1] ?? 0;
}

/** Chooses what the mouse has selected, up to the ends of words unless Alt is held. */
scroller.addEventListener("mouseup", ({ altKey }) => {
    const [start, end] = selectedByMouse() ?? [];
    if (start === undefined || end === undefined) {
        return;
    }
    if (start === end) {
        chooseAt(start);
    } else if (altKey) {
        choose(start, end);
    } else {
        const first = wordsOf(lineAt(start)).find(([, last]) => last > start)?.[0] ?? start;
        const last = wordsOf(lineAt(end)).findLast(([begin]) => begin < end)?.[1] ?? end;
        choose(Math.min(first, start), Math.max(last, end));
    }
});

/** The offsets of the page's own selection, which then gives way to the chosen range. */
function selectedByMouse(): [start: number, end: number] | undefined {
    const selection = document.getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
    if (!range || !text.contains(range.startContainer)) {
        return undefined;
    }
    const start = offsetOf(range.startContainer, range.startOffset);
    const end = offsetOf(range.endContainer, range.endOffset);
    selection?.removeAllRanges();
    return start === undefined || end === undefined ? undefined : [start, end];
}

/** Chooses the smallest annotation at a place, otherwise the word. */
function chooseAt(place: number): void {
    const word = wordsOf(lineAt(place)).find(([start, end]) => start <= place && place <= end);
    const isIn = ({ ranges }: ShownSpan): boolean =>
        ranges.some(([start, end]) => start <= place && place < end);
    if (shown?.annotations.some(isIn)) {
        chosen = [place, place];
        chooseAround();
    } else {
        choose(...(word ?? [place, place]));
    }
}

/** What keys do, unless an offer has the key; false where a key does nothing. */
const KEYS: Record<string, (event: KeyboardEvent) => boolean> = {
    Tab: ({ shiftKey }) => isWalking && !shiftKey && act("accept"),
    Delete: () => chosen !== undefined && act("drop"),
    Backspace: () => chosen !== undefined && act("drop"),
    ArrowRight: (event) => moveOrExtend(1, event),
    ArrowLeft: (event) => moveOrExtend(-1, event),
    ArrowDown: () => moveDown(1),
    ArrowUp: () => moveDown(-1),
    Enter: () => document.activeElement === scroller && chooseAround(),
    Escape: () => chooseNothing(),
    n: () => act("next"),
    p: () => act("previous"),
    u: () => act("undo"),
    U: () => act("redo"),
};

document.addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) {
        return;
    }
    const offer = altKey ? -1 : offers.findIndex((each) => each.key === key);
    const isDone = offer >= 0 ? takeOffer(offer) : KEYS[key]?.(event);
    if (isDone === true) {
        event.preventDefault();
    }
});

function moveOrExtend(step: 1 | -1, { shiftKey, altKey }: KeyboardEvent): boolean {
    if (shiftKey) {
        extend(step, altKey);
    } else {
        moveWord(step);
    }
    return true;
}

/** Goes to the next annotation in the list of annotations, otherwise to the next line if a word is chosen. */
function moveDown(step: 1 | -1): boolean {
    if (document.activeElement === spanList) {
        moveInList(step);
        return true;
    }
    return chosen !== undefined && moveLine(step);
}

function moveInList(step: 1 | -1): void {
    const annotations = shown?.annotations ?? [];
    const at = annotations.findIndex((span) => isAt(span, chosen));
    const next = annotations[at < 0 ? 0 : Math.min(Math.max(at + step, 0), annotations.length - 1)];
    if (next) {
        chooseSpan(next);
    }
}

/** Asks for other lines where the window shows what is not drawn. */
function askForPart(): void {
    if (!shown || isAsking) {
        return;
    }
    const { first, last, lineCount } = shown;
    const height = averageHeight();
    const top = scroller.scrollTop;
    const bottom = top + scroller.clientHeight;
    const begin = before.offsetHeight;
    const end = begin + text.offsetHeight;
    if ((top < begin && first > 0) || (bottom > end && last < lineCount)) {
        isAsking = true;
        const line =
            top < begin
                ? top / height
                : top > end
                  ? last + (top - end) / height
                  : first + (top - begin) / height;
        const at = Math.min(Math.max(Math.floor(line), 0), lineCount);
        say({
            kind: "part",
            first: at,
            last: Math.min(at + Math.ceil(scroller.clientHeight / height), lineCount),
        });
    }
}

scroller.addEventListener("scroll", askForPart, { passive: true });
new ResizeObserver(() => {
    if (shown) {
        drawSpans(shown.annotations);
        drawChosen(false);
    }
}).observe(text);

scroller.focus();
say({ kind: "ready" });
