/** The order in which errors are gone through. Knows nothing of the editor. */

/** The identity of an error after the text has changed. */
export interface Told {
    class: string;
    key: string;
    response: string;
    document: string;
}

/** The error that was gone to last, and its place in the list then. */
export interface Visited<T extends Told> {
    error: T;
    index: number;
}

function isSame(one: Told, other: Told): boolean {
    return (
        one.class === other.class &&
        one.key === other.key &&
        one.response === other.response &&
        one.document === other.document
    );
}

/** The current index of an error: of several equal ones, the nearest. */
function indexNow<T extends Told>(errors: readonly T[], { error, index }: Visited<T>): number | undefined {
    const found = errors.flatMap((each, at) => (isSame(each, error) ? [at] : []));
    return found.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
}

/** The index of the error to go to. A fixed error is no longer in the list: the next one has its index. */
export function target<T extends Told>(
    errors: readonly T[],
    last: Visited<T> | undefined,
    step: 1 | -1,
): number {
    if (last === undefined) {
        return 0;
    }
    const index = indexNow(errors, last);
    return index === undefined ? last.index + Math.min(step, 0) : index + step;
}

/** The errors of each class, in the order of the classes; a class without any of them is left out. */
export function byClass<T extends Told>(
    classes: readonly { class: string }[],
    errors: readonly T[],
): Map<string, T[]> {
    const found = new Map(classes.map((each): [string, T[]] => [each.class, []]));
    for (const error of errors) {
        found.get(error.class)?.push(error);
    }
    return new Map([...found].filter(([, own]) => own.length > 0));
}

/** A gain in points, with its sign. */
export function points(gain: number): string {
    return `${gain < 0 ? "" : "+"}${gain.toFixed(2)}`;
}
