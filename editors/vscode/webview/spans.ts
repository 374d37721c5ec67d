/** The annotations on the page: their grounds, the bars under them, their tags, the arcs of a chain, and the list. */
import type { ShownSpan } from "../src/annotatedText";
import type { Lines, Stretch } from "./lines";

const LANE_PX = 4;
const TAG_PX = 11;
/** How near to the end of an annotation the mouse takes hold of it. */
const GRIP_PX = 4;
const SVG = "http://www.w3.org/2000/svg";

export function startOf({ ranges }: ShownSpan): number {
    return ranges[0]?.[0] ?? 0;
}

export function endOf({ ranges }: ShownSpan): number {
    return ranges.at(-1)?.[1] ?? 0;
}

export function isAt(span: ShownSpan, place: Stretch | undefined): boolean {
    return startOf(span) === place?.[0] && endOf(span) === place[1];
}

/** The annotations around a range, the smallest first. */
export function spansAround(spans: readonly ShownSpan[], [start, end]: Stretch): ShownSpan[] {
    const size = (span: ShownSpan): number => endOf(span) - startOf(span);
    return spans
        .filter((span) => startOf(span) <= start && endOf(span) >= end)
        .sort((one, other) => size(one) - size(other));
}

/** The classes of an annotation: its verdict, or the colour of its chain, or that of its type. */
export function classesOf(span: ShownSpan): string {
    return span.colour === undefined ? span.look : `${span.look} hue${span.colour}`;
}

/** What is drawn over the text, without a change of its elements. */
export class SpanLayer {
    constructor(
        private readonly layer: HTMLElement,
        private readonly lines: Lines,
    ) {}

    draw(spans: readonly ShownSpan[]): void {
        const drawing = new Drawing(this.lines, this.layer.getBoundingClientRect());
        spans
            .map((span, number) => ({ span, number }))
            .sort(
                (one, other) =>
                    startOf(one.span) - startOf(other.span) || endOf(other.span) - endOf(one.span),
            )
            .forEach(({ span, number }) => {
                drawing.add(span, number);
            });
        this.layer.replaceChildren(...drawing.boxes);
        for (const name of [...CSS.highlights.keys()].filter((each) => each.startsWith("keytally-"))) {
            CSS.highlights.delete(name);
        }
        for (const [name, ranges] of drawing.highlighted) {
            CSS.highlights.set(name, new Highlight(...ranges));
        }
    }

    /** Shows which annotation is chosen; -1 for none. */
    markCurrent(current: number): void {
        for (const bar of this.layer.querySelectorAll<HTMLElement>(".bar")) {
            bar.classList.toggle("current", bar.dataset["span"] === String(current));
        }
    }

    /** Joins the shown mentions of a chain by arcs; undefined for none. */
    drawArcs(spans: readonly ShownSpan[], chain: string | undefined): void {
        this.layer.querySelector("svg")?.remove();
        const mentions = chain === undefined ? [] : spans.filter((span) => span.chain === chain);
        const places = mentions.flatMap((span) => this.middleOf(span) ?? []);
        if (places.length < 2) {
            return;
        }
        const drawing = document.createElementNS(SVG, "svg");
        drawing.classList.add("arcs", ...(mentions[0] ? classesOf(mentions[0]).split(" ") : []));
        places.slice(1).forEach((to, number) => {
            const from = places[number];
            if (from) {
                const path = document.createElementNS(SVG, "path");
                const top = Math.min(from.y, to.y) - 14;
                path.setAttribute(
                    "d",
                    `M ${from.x} ${from.y} C ${from.x} ${top}, ${to.x} ${top}, ${to.x} ${to.y}`,
                );
                drawing.append(path);
            }
        });
        this.layer.append(drawing);
    }

    /** The annotation whose end or start is at a point of the window, and its other end, which stays. */
    gripAt(spans: readonly ShownSpan[], x: number, y: number): { fixed: number; isEnd: boolean } | undefined {
        for (const span of spans.filter(({ look }) => look !== "missing")) {
            const ranges = span.ranges.flatMap(([start, end]) => this.lines.rangesOf(start, end));
            const first = ranges[0]?.getClientRects()[0];
            const last = [...(ranges.at(-1)?.getClientRects() ?? [])].at(-1);
            const isNear = (rect: DOMRect | undefined, edge: number | undefined): boolean =>
                rect !== undefined &&
                y >= rect.top &&
                y <= rect.bottom &&
                Math.abs(x - (edge ?? x)) <= GRIP_PX;
            if (isNear(last, last?.right)) {
                return { fixed: startOf(span), isEnd: true };
            }
            if (isNear(first, first?.left)) {
                return { fixed: endOf(span), isEnd: false };
            }
        }
        return undefined;
    }

    private middleOf(span: ShownSpan): { x: number; y: number } | undefined {
        const origin = this.layer.getBoundingClientRect();
        const [start, end] = span.ranges[0] ?? [0, 0];
        const rect = (
            this.lines.rangesOf(start, end)[0] ?? this.lines.caretOf(start)[0]
        )?.getBoundingClientRect();
        return rect && { x: rect.left + rect.width / 2 - origin.left, y: rect.top - origin.top };
    }
}

class Drawing {
    readonly boxes: HTMLElement[] = [];
    readonly highlighted = new Map<string, Range[]>();
    private readonly laneEnds: number[] = [];
    private readonly tagEnds = new Map<number, number>();

    constructor(
        private readonly lines: Lines,
        private readonly origin: DOMRect,
    ) {}

    add(span: ShownSpan, number: number): void {
        const lane = laneOf(this.laneEnds, startOf(span), endOf(span));
        const ranges = span.ranges.flatMap(([start, end]) => this.lines.rangesOf(start, end));
        const hasHue = span.look === "plain" && span.colour !== undefined;
        const name = `keytally-${hasHue ? `hue${span.colour}` : span.look}`;
        this.highlighted.set(name, [...(this.highlighted.get(name) ?? []), ...ranges]);
        const rects = (ranges.length > 0 ? ranges : this.lines.caretOf(startOf(span))).flatMap((range) => [
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

function box(classes: string, left: number, top: number): HTMLElement {
    const made = document.createElement("div");
    made.className = classes;
    made.style.left = `${left}px`;
    made.style.top = `${top}px`;
    return made;
}

/** The list of annotations that screen readers and the keyboard use, since highlights have no names; chains are groups. */
export class SpanList {
    constructor(
        private readonly list: HTMLElement,
        private readonly lines: Lines,
        private readonly choose: (span: ShownSpan) => void,
    ) {}

    show(spans: readonly ShownSpan[]): void {
        const chains = new Map<string | undefined, HTMLElement[]>();
        spans.forEach((span, number) => {
            const key = span.colour === undefined ? undefined : span.chain;
            chains.set(key, [...(chains.get(key) ?? []), this.item(span, number)]);
        });
        const groups = [...chains].flatMap(([chain, items]) =>
            chain === undefined ? items : [groupOf(items)],
        );
        this.list.replaceChildren(...groups);
    }

    /** Shows which annotation is chosen; -1 for none. */
    markCurrent(current: number): void {
        for (const item of this.list.querySelectorAll("[role=option]")) {
            item.setAttribute("aria-selected", String(item.id === `span${current}`));
        }
        const item = document.getElementById(`span${current}`);
        if (item) {
            this.list.setAttribute("aria-activedescendant", item.id);
            item.scrollIntoView({ block: "nearest" });
        } else {
            this.list.removeAttribute("aria-activedescendant");
        }
    }

    /** The number of the annotation before or after another one in the order of the list. */
    next(current: number, step: 1 | -1): number {
        const items = [...this.list.querySelectorAll("[role=option]")];
        const at = items.findIndex((item) => item.id === `span${current}`);
        const next = items[at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)];
        return next ? Number(next.id.slice(4)) : -1;
    }

    private item(span: ShownSpan, number: number): HTMLElement {
        const item = document.createElement("div");
        item.id = `span${number}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.className = classesOf(span);
        const words = span.ranges.map(([start, end]) =>
            this.lines.text.slice(start, end).replaceAll("\n", " "),
        );
        item.textContent = `${span.type}  ${words.join(" … ")}`;
        item.title = span.label;
        item.addEventListener("click", () => {
            this.choose(span);
        });
        return item;
    }
}

/** The mentions of a chain, under the name of the first one and their number. */
function groupOf(items: readonly HTMLElement[]): HTMLElement {
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    const heading = document.createElement("span");
    heading.className = "chain";
    heading.setAttribute("aria-hidden", "true");
    heading.textContent = `${items[0]?.textContent ?? ""} · ${items.length}`;
    group.setAttribute("aria-label", heading.textContent);
    group.append(heading, ...items);
    return group;
}
