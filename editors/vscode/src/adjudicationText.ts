/** The progress of an adjudication as text. Independent of the editor. */
import { oneLine } from "./inert";
import { t } from "./l10n";

/** The numbers of undecided and of decided items. */
export interface Counts {
    open: number;
    decided: number;
}

/** The maximum number of documents in a tooltip. */
const MOST_NAMED = 12;

export function countsText({ open, decided }: Counts): string {
    return t("{0} open, {1} decided", open, decided);
}

/** The documents in which something is open, a line each. */
export function openDocuments(documents: ReadonlyMap<string, Counts>): string[] {
    const found = [...documents].filter(([, { open }]) => open > 0);
    const named = found
        .slice(0, MOST_NAMED)
        .map(([name, counts]) => `${oneLine(name)}: ${countsText(counts)}`);
    const more = found.length - named.length;
    return more > 0 ? [...named, t("and {0} more", more)] : named;
}

/** The documents that were known, with what has changed; one without counts is there no longer. */
export function changed(
    known: ReadonlyMap<string, Counts>,
    change: Readonly<Record<string, Partial<Counts>>>,
): Map<string, Counts> {
    const all = new Map(known);
    for (const [name, { open, decided }] of Object.entries(change)) {
        if (open === undefined || decided === undefined) {
            all.delete(name);
        } else {
            all.set(name, { open, decided });
        }
    }
    return all;
}
