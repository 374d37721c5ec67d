/** The scorer's reports on the active file's pair, as read-only documents; no file is written. */
import * as vscode from "vscode";

import { choose } from "./choosing";
import type { Server } from "./client";
import { t } from "./l10n";
import type { Report } from "./messages";

const SCHEME = "keytally-report";

interface ReportItem extends vscode.QuickPickItem {
    report: Report;
}

export class Reports implements vscode.TextDocumentContentProvider, vscode.Disposable {
    private readonly texts = new Map<string, string>();
    private readonly changed = new vscode.EventEmitter<vscode.Uri>();
    private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

    readonly onDidChange = this.changed.event;

    constructor(private readonly server: Server) {}

    provideTextDocumentContent(uri: vscode.Uri): string {
        return this.texts.get(uri.toString()) ?? "";
    }

    /** Renders the reports as they are now and opens the one that is chosen. */
    async open(): Promise<void> {
        const source = vscode.window.activeTextEditor?.document.uri;
        const choice = await choose(this.render(source), {
            title: t("Open a report"),
            nothing: t("The active file has no reports"),
        });
        if (choice && source) {
            await vscode.window.showTextDocument(this.keep(choice.report, source), { preview: true });
        }
    }

    dispose(): void {
        vscode.Disposable.from(this.registration, this.changed).dispose();
    }

    private async render(source: vscode.Uri | undefined): Promise<ReportItem[]> {
        const reports =
            source && (await this.server.execute("keytally.renderReports", this.server.uriText(source)));
        return (reports ?? []).map((report) => ({ label: report.name, report }));
    }

    private keep(report: Report, source: vscode.Uri): vscode.Uri {
        const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${report.name}`, query: source.toString() });
        this.texts.set(uri.toString(), report.text);
        this.changed.fire(uri);
        return uri;
    }
}
