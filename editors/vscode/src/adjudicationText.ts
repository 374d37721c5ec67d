/** How far an adjudication is, as text. Knows nothing of the editor. */

/** How many items are still to be decided, and how many are. */
export interface Counts {
    open: number;
    decided: number;
}

/** How many documents a tooltip names. */
const MOST_NAMED = 12;

export function countsText({ open, decided }: Counts): string {
    return `${open} open, ${decided} decided`;
}

/** The documents in which something is open, a line each. */
export function openDocuments(documents: ReadonlyMap<string, Counts>): string[] {
    const found = [...documents].filter(([, { open }]) => open > 0);
    const named = found.slice(0, MOST_NAMED).map(([name, counts]) => `${name}: ${countsText(counts)}`);
    const more = found.length - named.length;
    return more > 0 ? [...named, `and ${more} more`] : named;
}

/** The documents that were known, with what has changed; null: there is no such document any more. */
export function changed<Value>(
    known: ReadonlyMap<string, Value>,
    change: Readonly<Record<string, Value | null>>,
): Map<string, Value> {
    const all = new Map(known);
    for (const [name, value] of Object.entries(change)) {
        if (value === null) {
            all.delete(name);
        } else {
            all.set(name, value);
        }
    }
    return all;
}
