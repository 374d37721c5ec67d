/** Going to a document by its name, or a part of it, in the files of all open pairs. */
import * as vscode from "vscode";

import type { FoundDocument, Server } from "./client";
import { inLabel } from "./inert";
import { t } from "./l10n";

interface DocumentItem extends vscode.QuickPickItem {
    document?: FoundDocument;
}

/** Shows a list that follows what is typed, and opens the document that is chosen; resolves once the list is gone. */
export function goToDocument(server: Server, show: Show = showText): Promise<void> {
    return new DocumentList(server, show).open();
}

/** Shows a place of a file. */
type Show = (uri: vscode.Uri, range: vscode.Range) => unknown;

/** Nothing is selected that a key could delete. */
const showText: Show = (uri, { start }) =>
    vscode.window.showTextDocument(uri, { selection: new vscode.Range(start, start) });

class DocumentList {
    private readonly list = vscode.window.createQuickPick<DocumentItem>();
    private round = 0;
    /** Whether Enter was pressed before there was an answer. */
    private isEntered = false;

    constructor(
        private readonly server: Server,
        private readonly show: Show,
    ) {}

    open(): Promise<void> {
        const { list } = this;
        list.title = t("Go to a document");
        list.placeholder = t("Part of the document name");
        list.onDidChangeValue((query) => {
            this.isEntered = false;
            void this.fill(query);
        });
        list.onDidAccept(() => {
            this.isEntered = list.busy;
            if (!list.busy) {
                this.take(list.activeItems[0] ?? list.items[0]);
            }
        });
        list.show();
        void this.fill("");
        return new Promise((resolve) => {
            list.onDidHide(() => {
                this.round += 1;
                list.dispose();
                resolve();
            });
        });
    }

    private async fill(query: string): Promise<void> {
        this.round += 1;
        const asked = this.round;
        this.list.busy = true;
        const items = itemsOf(await this.server.documents(query));
        if (asked !== this.round) {
            return;
        }
        this.list.items = items;
        this.list.busy = false;
        if (this.isEntered) {
            this.take(items[0]);
        }
    }

    private take(item: DocumentItem | undefined): void {
        this.list.hide();
        if (item?.document) {
            const { uri, range } = item.document.location;
            void this.show(uri, range);
        }
    }
}

/** The entries of documents, those of the active file first. */
function itemsOf(documents: readonly FoundDocument[]): DocumentItem[] {
    const here = vscode.window.activeTextEditor?.document.uri.toString();
    const [own, others] = [true, false].map((isHere) =>
        documents.filter(({ location }) => (location.uri.toString() === here) === isHere),
    );
    const items = [...(own ?? []), ...(others ?? [])].map((document) => ({
        label: inLabel(document.name),
        description: inLabel(document.file),
        alwaysShow: true,
        document,
    }));
    return items.length > 0 ? items : [{ label: t("No matching documents"), alwaysShow: true }];
}
