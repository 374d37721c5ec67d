/** The appearance of each mark, from its verdict and the marks around it. Independent of the editor. */
import { MARK_CLASSES, markClassOf, tierOf } from "./markClasses";
import type { MarkClass, MarkClassName, Tier } from "./markClasses";
import { comparePlaces, coverage, isSame } from "./stops";
import type { MarkLike, Stretch } from "./stops";

/**
 * A gap is something that is not there; a detail is the part that makes the verdict on the whole around it.
 */
export type Form = Tier | "gap" | "detail";

export const FORMS: readonly Form[] = ["whole", "part", "gap", "detail"];

export type Look = `${MarkClassName}/${Form}`;

/** A mark with the verdict by which it is shown. */
export interface Looking<Mark extends MarkLike> {
    mark: Mark;
    markClass: MarkClass;
    form: Form;
}

/** What a mark stands in: wholes that their parts grade, wholes that one side lacks, right ones. */
interface Wholes {
    graded: (range: Stretch) => boolean;
    wrong: (range: Stretch) => boolean;
    right: (range: Stretch) => boolean;
    /** Whether there are parts in it, which are drawn in its place if it is right over several lines. */
    parted: (range: Stretch) => boolean;
}

/** The marks that are drawn, each once; those of statuses or levels that this client does not know are left out. */
export function looksOf<Mark extends MarkLike>(marks: readonly Mark[]): Looking<Mark>[] {
    const wholes = marks.filter((mark) => tierOf(mark.level) === "whole" && !isEmpty(mark.range));
    const parts = marks.filter((mark) => tierOf(mark.level) === "part" && !isEmpty(mark.range));
    const wrong = wholes.filter(isError);
    const around = {
        graded: coverage(wrong.filter(isGraded)),
        wrong: coverage(wrong.filter((mark) => !isGraded(mark))),
        right: coverage(wholes.filter((mark) => !isError(mark) && isOnOneLine(mark.range))),
        parted: (range: Stretch) => parts.some((part) => contains(range, part.range)),
    };
    const found = marks.flatMap((mark) => {
        const markClass = markClassOf(verdictOf(mark));
        const form = markClass && formOf(mark, markClass, around);
        return form ? [{ mark, markClass, form }] : [];
    });
    return onceEach(found);
}

function formOf(mark: MarkLike, markClass: MarkClass, around: Wholes): Form | undefined {
    switch (tierOf(mark.level)) {
        case "whole":
            return isEmpty(mark.range) ? "gap" : wholeForm(mark, markClass, around);
        case "part":
            return isEmpty(mark.range) || around.wrong(mark.range)
                ? undefined
                : partForm(mark, markClass, around);
        default:
            return undefined;
    }
}

/** What is right over several lines is not drawn where it has parts: they are. */
function wholeForm(mark: MarkLike, markClass: MarkClass, { parted }: Wholes): Form | undefined {
    return markClass.isError || isOnOneLine(mark.range) || !parted(mark.range) ? "whole" : undefined;
}

function partForm(mark: MarkLike, markClass: MarkClass, { graded, right }: Wholes): Form | undefined {
    if (graded(mark.range)) {
        return markClass.isError ? "detail" : undefined;
    }
    return !markClass.isError && right(mark.range) ? undefined : "part";
}

/** A slot and its only fill are one stretch of text: where they look the same, they are drawn once. */
function onceEach<Mark extends MarkLike>(found: readonly Looking<Mark>[]): Looking<Mark>[] {
    return found.filter(({ mark, markClass, form }, index) => {
        const before = found[index - 1];
        const isRepeated = before?.form === form && before.markClass === markClass;
        return !isRepeated || !isSame(before.mark.range, mark.range);
    });
}

/** A mark with the short label after it. */
export interface Labelled<Mark extends MarkLike> {
    mark: Mark;
    text: string;
}

/** The labels after marks. A slot and its last fill end at the same place: the worse one is labelled. */
export function labelsOf<Mark extends MarkLike>(found: readonly Looking<Mark>[]): Labelled<Mark>[] {
    const kept = new Map<unknown, Looking<Mark>>();
    for (const looking of found.filter((each) => labelOf(each) !== undefined)) {
        const { line, character } = looking.mark.range.end;
        const place = looking.form === "part" ? `${line}:${character}` : looking;
        const other = kept.get(place);
        if (other === undefined || badness(looking) > badness(other)) {
            kept.set(place, looking);
        }
    }
    return [...kept.values()].map((looking) => ({ mark: looking.mark, text: labelOf(looking) ?? "" }));
}

/** Error classes are sorted in their table from the mildest to the worst. */
function badness({ markClass }: { markClass: MarkClass }): number {
    return MARK_CLASSES.indexOf(markClass);
}

/** The scorer's abbreviation of a verdict that costs something. */
function labelOf<Mark extends MarkLike>({ mark, markClass, form }: Looking<Mark>): string | undefined {
    const isLabelled = markClass.isError && (form === "whole" || form === "part");
    return isLabelled ? verdictOf(mark).toUpperCase() : undefined;
}

/** The displayed verdict of a mark: the verdict on the whole, if the server sends it. */
export function verdictOf({ status, verdict }: MarkLike): string {
    return verdict ?? status;
}

/** Whether the error of a whole is shown by a part of it: both key and response have a value there. */
function isGraded({ status, verdict }: MarkLike): boolean {
    const name = markClassOf(status)?.name;
    return verdict !== undefined || (name !== "missing" && name !== "spurious");
}

function isError(mark: MarkLike): boolean {
    return markClassOf(verdictOf(mark))?.isError === true;
}

function isEmpty({ start, end }: Stretch): boolean {
    return start.line === end.line && start.character === end.character;
}

function contains(whole: Stretch, { start, end }: Stretch): boolean {
    return comparePlaces(whole.start, start) <= 0 && comparePlaces(end, whole.end) <= 0;
}

function isOnOneLine({ start, end }: Stretch): boolean {
    return start.line === end.line;
}
