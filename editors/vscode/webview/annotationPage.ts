/** The script of the annotation view: draws the text with its labels, and says what the person chooses. */
import type { ShownSpan } from "../src/annotatedText";
import type { Act, FromPage, Notice, Offers, ShownPart, ToPage } from "../src/annotationMessages";
import { Lines } from "./lines";
import type { Stretch } from "./lines";
import { SpanLayer, SpanList, endOf, isAt, spansAround, startOf } from "./spans";

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
const before = element("before");
const after = element("after");
const spanList = element("annotations");
const offerList = element("offers");
const typeList = element("types");
const notice = element("notice");
const progress = element("progress");
const search = element("search") as HTMLInputElement;

const lines = new Lines(text);
const layer = new SpanLayer(element("layer"), lines);
const list = new SpanList(spanList, lines, chooseSpan);

let shown: ShownPart | undefined;
let chosen: Stretch | undefined;
let offers: Offers["offers"] = [];
let types: Offers["types"] = [];
/** Counts the choices that the person makes; the view may not know of the last one yet. */
let choice = 0;
let knownChoice = 0;
let isWalking = false;
let isAsking = false;
/** The end of an annotation that the mouse holds: the other end, and whether it holds the last one. */
let grip: { fixed: number; isEnd: boolean } | undefined;

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
    const isKept = choice !== knownChoice && part.text === shown?.text;
    const isMoved = shown?.first !== part.first || shown.last !== part.last;
    const height = averageHeight();
    shown = part;
    isAsking = false;
    const top = scroller.scrollTop;
    lines.draw(part.text);
    if (isMoved) {
        before.style.height = `${part.first * height}px`;
        after.style.height = `${Math.max(part.lineCount - part.last, 0) * height}px`;
    }
    scroller.scrollTop = top;
    chosen = isKept ? chosen : part.chosen;
    if (!chosen) {
        isWalking = false;
    }
    progress.textContent = part.progress;
    drawSpans();
    list.show(part.annotations);
    drawChosen(chosen !== undefined);
    if (isKept && chosen) {
        sayChosen(chosen);
    }
}

/** The mean height of a line of the file, for what is not drawn. */
function averageHeight(): number {
    return shown && shown.last > shown.first
        ? Math.max(text.offsetHeight / (shown.last - shown.first), 4)
        : 24;
}

function drawSpans(): void {
    if (shown) {
        layer.draw(shown.annotations);
        const untagged = shown.candidates.flatMap(([start, end]) => lines.rangesOf(start, end));
        CSS.highlights.set("keytally-candidate", new Highlight(...untagged));
    }
}

function chooseSpan(span: ShownSpan): void {
    choose(startOf(span), endOf(span), true);
}

function choose(start: number, end: number, isSeen = false): void {
    chosen = [start, end];
    isWalking = false;
    drawChosen(isSeen);
    sayChosen(chosen);
}

function sayChosen([start, end]: Stretch): void {
    if (shown) {
        choice += 1;
        offers = [];
        drawOffers();
        say({ kind: "choose", number: shown.number, choice, start, end });
    }
}

function chooseNothing(): true {
    chosen = undefined;
    isWalking = false;
    notice.textContent = "";
    drawChosen(false);
    showOffers({ kind: "offers", number: shown?.number ?? 0, choice, offers: [], types });
    return true;
}

function drawChosen(isSeen: boolean): void {
    const ranges = chosen ? lines.rangesOf(...chosen) : [];
    const shownRanges = ranges.length > 0 || !chosen ? ranges : lines.caretOf(chosen[0]);
    const highlight = new Highlight(...shownRanges);
    highlight.priority = 1;
    CSS.highlights.set("keytally-chosen", highlight);
    const current = currentSpan();
    layer.markCurrent(current);
    list.markCurrent(current);
    layer.drawArcs(shown?.annotations ?? [], shown?.annotations[current]?.chain);
    if (isSeen) {
        bringIntoSight(shownRanges[0]);
    }
}

/** The number of the annotation that is chosen; -1 for none. */
function currentSpan(): number {
    return shown?.annotations.findIndex((span) => isAt(span, chosen)) ?? -1;
}

function bringIntoSight(range: Range | undefined): void {
    const rect = range?.getBoundingClientRect();
    const sight = scroller.getBoundingClientRect();
    if (rect && (rect.top < sight.top + 20 || rect.bottom > sight.bottom - 20)) {
        scroller.scrollTop += rect.top - sight.top - sight.height / 3;
    }
}

/** Takes the offers for the last choice; those for an earlier one come too late. */
function showOffers(message: Offers): void {
    if (message.number === shown?.number && message.choice === choice) {
        ({ offers, types, choice: knownChoice } = message);
        drawOffers();
    }
}

/** Shows the palette of types, and below it the other changes. */
function drawOffers(): void {
    typeList.replaceChildren(
        ...types.map(({ type, key, hue }) => {
            const index = offers.findIndex((offer) => offer.type === type);
            const made = button(key, type, index);
            made.disabled = index < 0;
            made.className = `hue${hue}`;
            made.dataset["count"] = String(
                shown?.annotations.filter((span) => span.type === type && span.look !== "missing").length,
            );
            return itemOf(made);
        }),
    );
    const others = offers.map((offer, index) => ({ offer, index })).filter(({ offer }) => offer.type === "");
    offerList.replaceChildren(
        ...others.map(({ offer: { key, title, group }, index }) => {
            const made = button(key, title, index);
            made.title = group;
            return itemOf(made);
        }),
    );
}

function button(key: string, label: string, index: number): HTMLButtonElement {
    const made = document.createElement("button");
    const sign = document.createElement("kbd");
    sign.textContent = key;
    made.append(sign, label);
    made.addEventListener("click", () => {
        takeOffer(index);
    });
    return made;
}

function itemOf(content: HTMLElement): HTMLElement {
    const item = document.createElement("li");
    item.append(content);
    return item;
}

function takeOffer(index: number): true {
    if (shown) {
        say({ kind: "offer", number: shown.number, index });
        scroller.focus();
    }
    return true;
}

function showNotice({ text: message, walks }: Notice): void {
    notice.textContent = message;
    isWalking = walks;
}

function moveWord(step: 1 | -1): void {
    const from = chosen ? (step > 0 ? chosen[1] : chosen[0]) : step > 0 ? offsetInSight() : 0;
    const word = lines.wordFrom(from, step);
    if (word) {
        choose(...word, true);
    }
}

function extend(step: 1 | -1, byCharacter: boolean): void {
    if (!chosen) {
        return;
    }
    const [start, end] = chosen;
    const moved = byCharacter
        ? lines.characterFrom(end, step)
        : lines.wordFrom(end - (step > 0 ? 0 : 1), step)?.[1];
    if (moved !== undefined && moved > start) {
        choose(start, moved, true);
    }
}

function moveLine(step: 1 | -1): true {
    const left = chosen && lines.caretOf(chosen[0])[0]?.getBoundingClientRect().left;
    const distance = ([start]: Stretch): number =>
        Math.abs((lines.caretOf(start)[0]?.getBoundingClientRect().left ?? 0) - (left ?? 0));
    for (
        let number = lines.lineAt(chosen?.[0] ?? 0) + step;
        number >= 0 && number < lines.count;
        number += step
    ) {
        const [nearest] = lines.wordsOf(number).sort((one, other) => distance(one) - distance(other));
        if (nearest) {
            choose(...nearest, true);
            break;
        }
    }
    return true;
}

/** The offset of the first line in sight. */
function offsetInSight(): number {
    const top = scroller.getBoundingClientRect().top;
    const index = [...text.children].findIndex((line) => line.getBoundingClientRect().bottom > top);
    return lines.startOfLine(Math.max(index, 0));
}

/** Chooses the smallest annotation around the chosen place, then the next larger one. */
function chooseAround(): true {
    if (chosen && shown) {
        const place = chosen;
        const around = spansAround(shown.annotations, place);
        const next = around[(around.findIndex((span) => isAt(span, place)) + 1) % Math.max(around.length, 1)];
        if (next) {
            chooseSpan(next);
        }
    }
    return true;
}

/** Finds the text of the search field, from the chosen place on: here, otherwise in the rest of the file. */
function findText(from: number, step: 1 | -1): void {
    if (search.value.trim() === "") {
        return;
    }
    const found = lines.find(search.value, from, step);
    if (found) {
        choose(...found, true);
    } else {
        say({ kind: "find", text: search.value, direction: step > 0 ? "next" : "previous" });
    }
}

search.addEventListener("input", () => {
    findText(chosen?.[0] ?? offsetInSight(), 1);
});

search.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "ArrowDown") {
        findText(chosen?.[1] ?? 0, 1);
    } else if (event.key === "ArrowUp") {
        findText(chosen?.[0] ?? 0, -1);
    } else if (event.key === "Enter" || event.key === "Escape") {
        scroller.focus();
    } else {
        return;
    }
    event.preventDefault();
});

function openSearch(): true {
    search.focus();
    search.select();
    return true;
}

/** Takes hold of the end of an annotation, unless Shift is held to select from there. */
scroller.addEventListener("mousedown", (event) => {
    const { button, shiftKey, clientX, clientY } = event;
    grip = button === 0 && !shiftKey && shown ? layer.gripAt(shown.annotations, clientX, clientY) : undefined;
    if (grip) {
        event.preventDefault();
        scroller.focus();
    }
});

scroller.addEventListener("mousemove", ({ clientX, clientY, buttons }) => {
    if (grip && buttons === 1) {
        const moved = resizedTo(clientX, clientY, true);
        if (moved) {
            chosen = moved;
            drawChosen(false);
        }
    } else if (shown && buttons === 0) {
        scroller.classList.toggle("gripped", layer.gripAt(shown.annotations, clientX, clientY) !== undefined);
        const place = offsetAt(clientX, clientY);
        const [over] = place === undefined ? [] : spansAround(shown.annotations, [place, place]);
        layer.drawArcs(shown.annotations, (over ?? shown.annotations[currentSpan()])?.chain);
    }
});

/** Chooses what the mouse has selected, up to the ends of words unless Alt is held; resizes what it holds. */
document.addEventListener("mouseup", ({ altKey, clientX, clientY, target }) => {
    if (grip) {
        const moved = resizedTo(clientX, clientY, !altKey);
        grip = undefined;
        if (moved) {
            choose(...moved);
            act("resize");
        }
        return;
    }
    const selected = target instanceof Node && scroller.contains(target) ? selectedByMouse() : undefined;
    if (!selected) {
        return;
    }
    const [start, end] = selected;
    if (start === end) {
        chooseAt(start);
    } else {
        choose(...(altKey ? selected : lines.wholeWords(start, end)));
    }
});

/** The range of the held annotation up to a point; undefined if none is left. */
function resizedTo(x: number, y: number, isByWord: boolean): Stretch | undefined {
    const place = offsetAt(x, y);
    if (!grip || place === undefined) {
        return undefined;
    }
    const { fixed, isEnd } = grip;
    if (isEnd ? place <= fixed : place >= fixed) {
        return undefined;
    }
    const [start, end] = isEnd ? [fixed, place] : [place, fixed];
    const [first, last] = isByWord ? lines.wholeWords(start, end) : [start, end];
    return isEnd ? [fixed, last] : [first, fixed];
}

function offsetAt(x: number, y: number): number | undefined {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && text.contains(caret.offsetNode)
        ? lines.offsetOf(caret.offsetNode, caret.offset)
        : undefined;
}

/** The offsets of the page's own selection, which then gives way to the chosen range. */
function selectedByMouse(): Stretch | undefined {
    const selection = document.getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
    if (!range || !text.contains(range.startContainer)) {
        return undefined;
    }
    const start = lines.offsetOf(range.startContainer, range.startOffset);
    const end = lines.offsetOf(range.endContainer, range.endOffset);
    selection?.removeAllRanges();
    return start === undefined || end === undefined ? undefined : [start, end];
}

/** Chooses the smallest annotation at a place, otherwise untagged text that is tagged elsewhere, otherwise the word. */
function chooseAt(place: number): void {
    const isIn = (ranges: readonly Stretch[]): boolean =>
        ranges.some(([start, end]) => start <= place && place < end);
    const candidate = shown?.candidates.find((each) => isIn([each]));
    if (shown?.annotations.some(({ ranges }) => isIn(ranges))) {
        chosen = [place, place];
        chooseAround();
    } else {
        const words = lines.wordsOf(lines.lineAt(place));
        const word = words.find(([start, end]) => start <= place && place <= end);
        choose(...(candidate ?? word ?? [place, place]));
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
    "/": () => openSearch(),
    "?": () => showKeys(),
    ".": () => chosen !== undefined && act("repeat"),
    n: () => act("next"),
    p: () => act("previous"),
    c: () => act("nextCandidate"),
    C: () => act("previousCandidate"),
    g: () => act("document"),
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

function showKeys(): true {
    const keys = element("keys") as HTMLDetailsElement;
    keys.open = !keys.open;
    keys.scrollIntoView({ block: "nearest" });
    return true;
}

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
        const next = shown?.annotations[list.next(currentSpan(), step)];
        if (next) {
            chooseSpan(next);
        }
        return true;
    }
    return chosen !== undefined && moveLine(step);
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
    drawSpans();
    drawChosen(false);
}).observe(text);

scroller.focus();
say({ kind: "ready" });
