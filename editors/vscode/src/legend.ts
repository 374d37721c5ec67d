/** The legend: what the marks look like and what they mean. */
import * as vscode from "vscode";

import { legendHtml } from "./legendHtml";

let panel: vscode.WebviewPanel | undefined;

export function showLegend(): void {
    if (panel) {
        panel.reveal();
        return;
    }
    panel = vscode.window.createWebviewPanel(
        "keytally.legend",
        "Legend of the marks",
        vscode.ViewColumn.Beside,
        {
            enableScripts: false,
            localResourceRoots: [],
        },
    );
    panel.webview.html = legendHtml();
    panel.onDidDispose(() => {
        panel = undefined;
    });
}
