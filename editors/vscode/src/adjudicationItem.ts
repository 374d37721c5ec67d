/** The progress of the adjudication of the active gold, in the status bar and for key conditions. */
import * as vscode from "vscode";

import type { AdjudicatedFiles } from "./adjudicatedFiles";
import { countsText, openDocuments } from "./adjudicationText";
import { t } from "./l10n";

/** The context key that is set if the active editor shows a gold. */
const CONTEXT = "keytally.adjudicates";

export class AdjudicationItem implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem(
        "keytally.adjudication",
        vscode.StatusBarAlignment.Right,
        111,
    );
    private readonly listeners: vscode.Disposable[];
    /** The last value of the context key and its file; without a file, it is unknown. */
    private keyed: { file: string | undefined; isGold: boolean } = { file: undefined, isGold: false };
    /** The file in which keys mean what they should: the editor has taken the context key. */
    private keyedFile: string | undefined;

    constructor(private readonly files: AdjudicatedFiles) {
        this.item.name = t("keytally adjudication");
        this.item.command = "keytally.nextUndecided";
        const update = (): void => {
            this.update();
        };
        this.listeners = [files.onDidChange(update), vscode.window.onDidChangeActiveTextEditor(update)];
        update();
    }

    /** The current text of the status bar; empty while it is hidden. */
    get text(): string {
        return this.item.text;
    }

    /** Whether keys with another meaning in golds are set up for a file. */
    hasKeysOf(uri: vscode.Uri): boolean {
        return this.keyedFile === uri.toString();
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.item, this.files).dispose();
    }

    private update(): void {
        const document = vscode.window.activeTextEditor?.document;
        const told = document && this.files.get(document.uri);
        const isKnown = document !== undefined && this.files.isKnown(document.uri);
        void this.setKeys(isKnown ? document.uri.toString() : undefined, told !== undefined);
        this.item.text = told ? `$(law) ${countsText(told)}` : "";
        if (told) {
            const lines = [
                t("keytally: click for the next undecided item."),
                ...openDocuments(told.documents),
            ];
            this.item.tooltip = lines.join("\n");
            this.item.accessibilityInformation = {
                label: t("keytally adjudication: {0}", countsText(told)),
            };
            this.item.show();
        } else {
            this.item.hide();
        }
    }

    /** Keys change their meaning only once the editor has taken the context key, which takes a moment. */
    private async setKeys(file: string | undefined, isGold: boolean): Promise<void> {
        if (this.keyed.file === file && this.keyed.isGold === isGold) {
            return;
        }
        const keyed = { file, isGold };
        this.keyed = keyed;
        this.keyedFile = undefined;
        await vscode.commands.executeCommand("setContext", CONTEXT, isGold);
        if (this.keyed === keyed) {
            this.keyedFile = file;
        }
    }
}
