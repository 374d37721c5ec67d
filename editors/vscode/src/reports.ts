/** The scorer's reports on the active file's pair, as read-only documents; no file is written. */
import * as vscode from "vscode";

import type { Server } from "./client";
import type { Report } from "./messages";

const SCHEME = "keytally-report";

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
        const reports =
            source && (await this.server.execute("keytally.renderReports", this.server.uriText(source)));
        if (!reports || reports.length === 0) {
            void vscode.window.showInformationMessage("keytally: the active file has no reports.");
            return;
        }
        const report = await choose(reports);
        if (report) {
            await vscode.window.showTextDocument(this.keep(report, source), { preview: true });
        }
    }

    dispose(): void {
        vscode.Disposable.from(this.registration, this.changed).dispose();
    }

    private keep(report: Report, source: vscode.Uri): vscode.Uri {
        const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${report.name}`, query: source.toString() });
        this.texts.set(uri.toString(), report.text);
        this.changed.fire(uri);
        return uri;
    }
}

async function choose(reports: readonly Report[]): Promise<Report | undefined> {
    const items = reports.map((report) => ({ label: report.name, report }));
    return (await vscode.window.showQuickPick(items, { title: "Open a report" }))?.report;
}
