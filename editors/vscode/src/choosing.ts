/** Lists to choose from that are there before what they list: they open at once and take the keys. */
import * as vscode from "vscode";

import { inLabel, oneLine } from "./inert";
import { t } from "./l10n";

/** The texts of a list; `nothing`, with its `advice`, is shown if there are no entries. */
export interface ListTexts {
    title: string;
    placeholder?: string;
    nothing: string;
    advice?: string;
}

/**
 * Shows a list at once, busy until its entries are found, and returns the chosen one.
 *
 * What is typed meanwhile narrows the list when it comes, and Enter takes the first entry that is left. A list without
 * entries stays open and says so, so that no key goes to the text below it.
 */
export function choose<T extends vscode.QuickPickItem>(
    found: Promise<readonly T[]>,
    texts: ListTexts,
): Promise<T | undefined> {
    return new OpenList(found, texts).choice;
}

/** An entry whose texts are shown as they are written. */
function asText(entry: vscode.QuickPickItem): vscode.QuickPickItem {
    const { label, description, detail, kind } = entry;
    return {
        label: inLabel(label),
        ...(description === undefined ? {} : { description: inLabel(description) }),
        ...(detail === undefined ? {} : { detail: inLabel(detail) }),
        ...(kind === undefined ? {} : { kind }),
    };
}

/** Keeps entries in their order while they are narrowed; a version of the editor without the property ignores it. */
function keepOrder(list: vscode.QuickPick<vscode.QuickPickItem> & { sortByLabel?: boolean }): void {
    list.sortByLabel = false;
}

class OpenList<T extends vscode.QuickPickItem> {
    readonly choice: Promise<T | undefined>;
    private readonly list = vscode.window.createQuickPick();
    private entries = new Map<vscode.QuickPickItem, T>();
    private chosen: T | undefined;
    /** Whether Enter was pressed before there was an entry to take. */
    private isEntered = false;

    constructor(found: Promise<readonly T[]>, texts: ListTexts) {
        this.choice = this.untilHidden();
        this.open(texts);
        void found.then(
            (entries) => {
                this.fill(entries, { label: texts.nothing, detail: texts.advice ?? "" });
            },
            (error: unknown) => {
                this.fill([], { label: error instanceof Error ? error.message : String(error) });
            },
        );
    }

    private open({ title, placeholder }: ListTexts): void {
        const { list } = this;
        list.title = oneLine(title);
        list.placeholder = placeholder ?? t("Type to narrow the list");
        list.matchOnDetail = true;
        list.matchOnDescription = true;
        keepOrder(list);
        list.busy = true;
        list.onDidAccept(() => {
            this.isEntered = !this.take(list.activeItems);
        });
        list.onDidChangeActive((active) => {
            this.isEntered = this.isEntered && !this.take(active);
        });
        list.onDidChangeValue(() => {
            this.isEntered = false;
        });
        list.show();
    }

    private untilHidden(): Promise<T | undefined> {
        return new Promise((resolve) => {
            this.list.onDidHide(() => {
                resolve(this.chosen);
                this.list.dispose();
            });
        });
    }

    private fill(entries: readonly T[], nothing: vscode.QuickPickItem): void {
        this.entries = new Map(entries.map((entry) => [asText(entry), entry]));
        this.isEntered = this.isEntered && entries.length > 0;
        this.list.items =
            entries.length > 0 ? [...this.entries.keys()] : [{ ...asText(nothing), alwaysShow: true }];
        this.list.busy = false;
    }

    /** Takes the entry that Enter is about; whether there was one. */
    private take([entry]: readonly vscode.QuickPickItem[]): boolean {
        if (entry === undefined) {
            return false;
        }
        this.chosen = this.entries.get(entry);
        this.list.hide();
        return true;
    }
}
