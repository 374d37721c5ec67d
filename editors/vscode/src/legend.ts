/** The legend: what the marks look like and what they mean. */
import * as vscode from "vscode";

import { t } from "./l10n";
import { legendHtml } from "./legendHtml";

let panel: vscode.WebviewPanel | undefined;

export function showLegend(): void {
    if (panel) {
        panel.reveal();
        return;
    }
    panel = vscode.window.createWebviewPanel(
        "keytally.legend",
        t("Legend of the marks"),
        vscode.ViewColumn.Beside,
        {
            enableScripts: false,
            localResourceRoots: [],
        },
    );
    panel.webview.html = legendHtml(vscode.env.language);
    panel.onDidDispose(() => {
        panel = undefined;
    });
}
