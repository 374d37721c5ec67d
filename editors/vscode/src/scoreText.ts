/** Scores as text for the status bar and its tooltip. Independent of the editor and the tasks. */
import { inMarkdown } from "./inert";
import { t } from "./l10n";

/** The one number that the status bar shows, by its name in the task's field, such as `P&R`. */
export interface Headline {
    name: string;
    value: number;
}

/** A number of the result as text, by its name, such as `["COR", "246"]`. */
export type Figure = [name: string, text: string];

/** Smaller changes than this many points do not show in two decimals and count as none. */
const VISIBLE_CHANGE = 0.005;

/** The maximum number of columns of a tooltip's table. */
const COLUMNS = 8;

/** A change in points with its direction as an arrow, so that no colour is needed; nothing for none. */
export function changeText(delta: number | null): string {
    if (delta === null || Math.abs(delta) < VISIBLE_CHANGE) {
        return "";
    }
    const size = Math.abs(delta).toFixed(Math.abs(delta) < 0.1 ? 2 : 1);
    return delta > 0 ? `↑ +${size}` : `↓ −${size}`;
}

export function scoreText({ name, value }: Headline, delta: number | null): string {
    return [`${name} ${value.toFixed(2)}`, changeText(delta)].filter(Boolean).join(" ");
}

/** The score for a screen reader. */
export function spokenScore({ value }: Headline, delta: number | null): string {
    const score = t("keytally score {0} percent", value.toFixed(2));
    if (delta === null || changeText(delta) === "") {
        return score;
    }
    const size = Math.abs(delta).toFixed(2);
    return delta > 0 ? t("{0}, up {1}", score, size) : t("{0}, down {1}", score, size);
}

/** The figures as tables of Markdown, none too wide for a tooltip. */
export function figuresMarkdown(figures: readonly Figure[]): string {
    const tables = [];
    for (let first = 0; first < figures.length; first += COLUMNS) {
        tables.push(table(figures.slice(first, first + COLUMNS)));
    }
    return tables.join("\n\n");
}

function table(figures: readonly Figure[]): string {
    const row = (cells: readonly string[]): string => `|${cells.join("|")}|`;
    return [
        row(figures.map(([name]) => inMarkdown(name))),
        row(figures.map(() => "--:")),
        row(figures.map(([, text]) => inMarkdown(text))),
    ].join("\n");
}
