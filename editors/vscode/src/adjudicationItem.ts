/** How far the adjudication of the active gold is: in the status bar, and for the conditions of keys. */
import * as vscode from "vscode";

import type { AdjudicatedFiles } from "./adjudicatedFiles";
import { countsText, openDocuments } from "./adjudicationText";
import { t } from "./l10n";

/** The context key that says whether the active editor shows a gold. */
const CONTEXT = "keytally.adjudicates";

export class AdjudicationItem implements vscode.Disposable {
    private readonly item = vscode.window.createStatusBarItem(
        "keytally.adjudication",
        vscode.StatusBarAlignment.Right,
        111,
    );
    private readonly listeners: vscode.Disposable[];
    private isGold = false;

    constructor(private readonly files: AdjudicatedFiles) {
        this.item.name = t("keytally adjudication");
        this.item.command = "keytally.nextUndecided";
        const update = (): void => {
            this.update();
        };
        this.listeners = [files.onDidChange(update), vscode.window.onDidChangeActiveTextEditor(update)];
        update();
    }

    /** What the status bar says now; empty while it says nothing. */
    get text(): string {
        return this.item.text;
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.item, this.files).dispose();
    }

    private update(): void {
        const document = vscode.window.activeTextEditor?.document;
        const told = document && this.files.get(document.uri);
        this.tell(told !== undefined);
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

    private tell(isGold: boolean): void {
        if (this.isGold !== isGold) {
            this.isGold = isGold;
            void vscode.commands.executeCommand("setContext", CONTEXT, isGold);
        }
    }
}
