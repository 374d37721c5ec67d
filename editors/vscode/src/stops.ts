/** The stops of "next error", from marks and findings. Independent of the editor. */
import { bareLabel, markClassOf, tierOf } from "./markClasses";

export interface Place {
    line: number;
    character: number;
}

export interface Stretch {
    start: Place;
    end: Place;
}

/** The properties of marks that determine errors; a subset of a mark of the protocol. */
export interface MarkLike {
    range: Stretch;
    status: string;
    level: string;
    label: string;
    /** The verdict on the whole, where it is not the status. */
    verdict?: string;
}

/** A place to stop at, and what is wrong there. */
export interface Stop {
    range: Stretch;
    message: string;
}

export function comparePlaces(a: Place, b: Place): number {
    return a.line - b.line || a.character - b.character;
}

/**
 * Marks without the parts of wrong wholes, which repeat the same verdict.
 *
 * An object that is spurious has spurious slots; a slot that is wrong in an object that is right stays.
 */
export function withoutRepeats<Mark extends MarkLike>(marks: readonly Mark[]): Mark[] {
    const covered = coverage(marks.filter((mark) => isError(mark) && tierOf(mark.level) === "whole"));
    return marks.filter((mark) => !isError(mark) || tierOf(mark.level) === "whole" || !covered(mark.range));
}

export function isSame(a: Stretch, b: Stretch): boolean {
    return comparePlaces(a.start, b.start) === 0 && comparePlaces(a.end, b.end) === 0;
}

/** The errors among marks, one stop each; levels that this client does not know are left out. */
export function errorStops(marks: readonly MarkLike[]): Stop[] {
    return withoutRepeats(marks.filter(({ verdict }) => verdict === undefined || isWrong(verdict)))
        .filter((mark) => isError(mark) && tierOf(mark.level) !== undefined)
        .map((mark) => ({ range: mark.range, message: describe(mark) }));
}

function isError(mark: MarkLike): boolean {
    return isWrong(mark.status);
}

function isWrong(status: string): boolean {
    return markClassOf(status)?.isError === true;
}

/** Returns whether a range is within one of the given marks, in logarithmic time. */
export function coverage(marks: readonly MarkLike[]): (range: Stretch) => boolean {
    const sorted = [...marks].sort((a, b) => comparePlaces(a.range.start, b.range.start));
    const furthest: Place[] = [];
    for (const { range } of sorted) {
        const before = furthest.at(-1);
        furthest.push(before && comparePlaces(before, range.end) > 0 ? before : range.end);
    }
    return (range) => {
        const last = countStartingAtOrBefore(sorted, range.start) - 1;
        const end = furthest[last];
        return end !== undefined && comparePlaces(end, range.end) >= 0;
    };
}

function countStartingAtOrBefore(sorted: readonly MarkLike[], place: Place): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        const mark = sorted[middle];
        if (mark && comparePlaces(mark.range.start, place) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/** A label begins with the status in capitals, which is less readable than the name of the class. */
function describe(mark: MarkLike): string {
    const name = markClassOf(mark.status)?.word() ?? mark.status;
    return [name, bareLabel(mark)].filter((part) => part !== "").join(": ");
}

/** Stops in the order of the file, one a start. */
export function inOrder(stops: readonly Stop[]): Stop[] {
    const sorted = [...stops].sort((a, b) => comparePlaces(a.range.start, b.range.start));
    return sorted.filter((stop, index) => {
        const before = sorted[index - 1];
        return before === undefined || comparePlaces(before.range.start, stop.range.start) !== 0;
    });
}

/** The first stop after a place, or the last before it; none: there is none on that side. */
export function stopFrom(
    stops: readonly Stop[],
    place: Place,
    direction: "next" | "previous",
): Stop | undefined {
    return direction === "next"
        ? stops.find((stop) => comparePlaces(stop.range.start, place) > 0)
        : stops.findLast((stop) => comparePlaces(stop.range.start, place) < 0);
}
