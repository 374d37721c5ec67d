/** How each mark looks, told from its verdict and from the marks around it. Knows nothing of the editor. */
import { markClassOf, tierOf } from "./markClasses";
import type { MarkClass, MarkClassName, Tier } from "./markClasses";
import { coverage, isSame } from "./stops";
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

/** What a mark stands in: wholes that their parts grade, wholes that are wrong by themselves, right ones. */
interface Wholes {
    graded: (range: Stretch) => boolean;
    wrong: (range: Stretch) => boolean;
    right: (range: Stretch) => boolean;
}

/** The marks that are drawn, each once; those of statuses or levels that this client does not know are left out. */
export function looksOf<Mark extends MarkLike>(marks: readonly Mark[]): Looking<Mark>[] {
    const wholes = marks.filter((mark) => tierOf(mark.level) === "whole" && !isEmpty(mark.range));
    const around = {
        graded: coverage(wholes.filter((mark) => mark.verdict !== undefined && isError(mark))),
        wrong: coverage(wholes.filter((mark) => mark.verdict === undefined && isError(mark))),
        right: coverage(wholes.filter((mark) => !isError(mark) && isOnOneLine(mark.range))),
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
            return isEmpty(mark.range) ? "gap" : wholeForm(mark, markClass);
        case "part":
            return isEmpty(mark.range) || around.wrong(mark.range)
                ? undefined
                : partForm(mark, markClass, around);
        default:
            return undefined;
    }
}

/** What is right over several lines is not drawn: its parts are. */
function wholeForm(mark: MarkLike, markClass: MarkClass): Form | undefined {
    return markClass.isError || isOnOneLine(mark.range) ? "whole" : undefined;
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

/** The short label behind a mark: the scorer's abbreviation of a verdict that costs something. */
export function labelOf<Mark extends MarkLike>({ mark, markClass, form }: Looking<Mark>): string | undefined {
    const isLabelled = markClass.isError && (form === "whole" || form === "part");
    return isLabelled ? verdictOf(mark).toUpperCase() : undefined;
}

/** The one verdict by which a mark is shown: that on the whole, where the server tells it. */
export function verdictOf({ status, verdict }: MarkLike): string {
    return verdict ?? status;
}

function isError(mark: MarkLike): boolean {
    return markClassOf(verdictOf(mark))?.isError === true;
}

function isEmpty({ start, end }: Stretch): boolean {
    return start.line === end.line && start.character === end.character;
}

function isOnOneLine({ start, end }: Stretch): boolean {
    return start.line === end.line;
}
