/** Requests for findings, because the library's own requests lose some. */
import * as vscode from "vscode";
import { DocumentDiagnosticRequest } from "vscode-languageclient/node";
import type { LanguageClient, Middleware } from "vscode-languageclient/node";

import { evenIfReopened } from "./reopened";
import { whole } from "./whole";

type ProvideDiagnostics = NonNullable<Middleware["provideDiagnostics"]>;

/** Takes whole answers only, and asks again for a file that the library forgets though it is open again. */
export function takeWholeFindings(client: () => LanguageClient | undefined): ProvideDiagnostics {
    return (document, previous, token, next) => {
        const uri = document instanceof vscode.Uri ? document : document.uri;
        return evenIfReopened(
            () => whole(next(document, previous, token), token, () => new vscode.CancellationError()),
            () => isInTab(uri),
            () => {
                askAgain(client(), uri);
            },
        );
    };
}

function isInTab(uri: vscode.Uri): boolean {
    const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.input));
    return inputs.some(
        (input) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    );
}

/** Has the findings of all files that are shown asked for, as the server does when they may have changed. */
function askAgain(client: LanguageClient | undefined, uri: vscode.Uri): void {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (client?.isRunning() && document) {
        const provider = client.getFeature(DocumentDiagnosticRequest.method).getProvider(document);
        provider?.onDidChangeDiagnosticsEmitter.fire();
    }
}
