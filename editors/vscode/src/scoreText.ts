/** Scores as text: what the status bar and its tooltip say. Knows nothing of the editor. */

/** Counts and ratios of a file or a document, as in the JSON output of `keytally score`. */
export interface TallyTotals {
    pos: number;
    act: number;
    cor: number;
    par: number;
    inc: number;
    mis: number;
    spu: number;
    non: number;
    rec: number;
    pre: number;
    und: number;
    ovg: number;
    sub: number;
    err: number;
    f: { "p&r": number; "2p&r": number; "p&2r": number };
}

/** Coreference: classes, and recall and precision as ratios of whole numbers. */
export interface CoreferenceTotals {
    key_classes: number;
    response_classes: number;
    recall: [number, number];
    precision: [number, number];
    f: number;
}

export type Totals = TallyTotals | CoreferenceTotals;

/** Smaller changes than this many points do not show in two decimals and count as none. */
const VISIBLE_CHANGE = 0.005;

const COUNTS = ["pos", "act", "cor", "par", "inc", "mis", "spu", "non"] as const;
const RATIOS = ["rec", "pre", "und", "ovg", "sub", "err"] as const;

export function isCoreference(totals: Totals): totals is CoreferenceTotals {
    return typeof totals.f === "number";
}

/** The one number of the status bar, in percent: F of precision and recall, or coreference F. */
export function headline(totals: Totals): number {
    return isCoreference(totals) ? totals.f : totals.f["p&r"];
}

/** A change in points with its direction as an arrow, so that no colour is needed; nothing for none. */
export function changeText(delta: number | null): string {
    if (delta === null || Math.abs(delta) < VISIBLE_CHANGE) {
        return "";
    }
    const size = Math.abs(delta).toFixed(Math.abs(delta) < 0.1 ? 2 : 1);
    return delta > 0 ? `↑ +${size}` : `↓ −${size}`;
}

export function scoreText(totals: Totals, delta: number | null): string {
    const name = isCoreference(totals) ? "F" : "P&R";
    return [`${name} ${headline(totals).toFixed(2)}`, changeText(delta)].filter(Boolean).join(" ");
}

/** The score for a screen reader. */
export function spokenScore(totals: Totals, delta: number | null): string {
    const change =
        delta === null || changeText(delta) === ""
            ? ""
            : `, ${delta > 0 ? "up" : "down"} ${Math.abs(delta).toFixed(2)}`;
    return `keytally score ${headline(totals).toFixed(2)} percent${change}`;
}

/** The tallies as tables of Markdown. */
export function talliesMarkdown(totals: Totals): string {
    return isCoreference(totals) ? coreferenceTable(totals) : tallyTables(totals);
}

function tallyTables(totals: TallyTotals): string {
    const counts = table(COUNTS, (name) => String(totals[name]));
    const ratios = table(RATIOS, (name) => totals[name].toFixed(1));
    const fs = table(["p&r", "2p&r", "p&2r"] as const, (name) => totals.f[name].toFixed(2));
    return [counts, ratios, fs].join("\n\n");
}

function coreferenceTable(totals: CoreferenceTotals): string {
    const ratio = ([above, below]: [number, number]): string => `${above}/${below}`;
    const cells = {
        "key classes": String(totals.key_classes),
        "response classes": String(totals.response_classes),
        recall: ratio(totals.recall),
        precision: ratio(totals.precision),
        f: totals.f.toFixed(2),
    };
    return table(Object.keys(cells) as (keyof typeof cells)[], (name) => cells[name]);
}

function table<Name extends string>(names: readonly Name[], cell: (name: Name) => string): string {
    const row = (cells: readonly string[]): string => `|${cells.join("|")}|`;
    return [
        row(names.map((name) => name.toUpperCase())),
        row(names.map(() => "--:")),
        row(names.map(cell)),
    ].join("\n");
}
