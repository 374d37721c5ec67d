/** Errors of the response by gain: a tree, navigation, and fixes. */
import * as vscode from "vscode";

import { actionsOfKind, applyAction } from "./actions";
import type { Server } from "./client";
import { byClass, points, target } from "./errorList";
import type { Visited } from "./errorList";
import { oneLine } from "./inert";
import { t } from "./l10n";
import type { ErrorClass, ErrorsResult, PricedError } from "./messages";
import { say } from "./saying";
import { goTo, rangeAtCursor, rangeOf } from "./places";

const VIEW = "keytally.errors";
const REPAIR = "refactor.rewrite.repair";

/** A class of errors, or an error. */
export type ErrorNode = ErrorClass | PricedError;

export class Errors implements vscode.TreeDataProvider<ErrorNode>, vscode.Disposable {
    private readonly view: vscode.TreeView<ErrorNode>;
    private readonly changed = new vscode.EventEmitter<undefined>();
    private readonly listeners: vscode.Disposable[];
    private found: ErrorsResult | undefined;
    private last: Visited<PricedError> | undefined;

    readonly onDidChangeTreeData = this.changed.event;

    constructor(private readonly server: Server) {
        this.view = vscode.window.createTreeView<ErrorNode>(VIEW, { treeDataProvider: this });
        void vscode.commands.executeCommand("setContext", "keytally.runs", true);
        this.listeners = [
            server.onScored(({ pair, headline }) => {
                const { found } = this;
                if (found && pair?.response === found.pair.response && headline?.value !== found.headline) {
                    this.view.message = t("The score has changed. Refresh to update the gains.");
                }
            }),
        ];
    }

    /** The errors in the tree, what gains most first. */
    get listed(): readonly PricedError[] {
        return this.found?.differences ?? [];
    }

    getChildren(node?: ErrorNode): ErrorNode[] {
        const classes = this.found?.classes ?? [];
        const own = byClass(classes, this.listed);
        if (node === undefined) {
            return classes.filter((each) => own.has(each.class)).sort((a, b) => b.gain - a.gain);
        }
        return "count" in node ? (own.get(node.class) ?? []) : [];
    }

    getTreeItem(node: ErrorNode): vscode.TreeItem {
        return "count" in node ? classItem(node) : errorItem(node);
    }

    getParent(node: ErrorNode): ErrorNode | undefined {
        return "count" in node ? undefined : this.found?.classes.find((each) => each.class === node.class);
    }

    /** Lists the errors of the active file's pair as they are now, and shows the tree. */
    async show(): Promise<void> {
        this.last = undefined;
        const source = vscode.window.activeTextEditor?.document.uri;
        if (await this.refresh(source ?? this.source)) {
            await vscode.commands.executeCommand(`${VIEW}.focus`);
        }
    }

    /** Goes to the error that gains next most, or next less; first to the one that gains most. */
    async go(direction: "next" | "previous"): Promise<void> {
        const source = vscode.window.activeTextEditor?.document.uri;
        if (await this.refresh(source)) {
            await this.open(this.listed[target(this.listed, this.last, direction === "next" ? 1 : -1)]);
        }
    }

    /** Puts the cursor on an error. */
    async open(error: PricedError | undefined): Promise<void> {
        if (!error) {
            say(this.listed.length === 0 ? t("no errors") : t("no further errors"));
            return;
        }
        this.last = { error, index: this.listed.indexOf(error) };
        const editor = await vscode.window.showTextDocument(vscode.Uri.parse(error.uri));
        goTo(editor, rangeOf(error));
        if (this.view.visible) {
            await this.view.reveal(error, { select: true });
        }
        say(error.message);
    }

    /** Repairs an error of the tree, or what is wrong at the cursor, and goes on to the next by gain. */
    async repair(node?: ErrorNode): Promise<void> {
        if (node && !("count" in node)) {
            await this.open(node);
        }
        const editor = vscode.window.activeTextEditor;
        if (!editor) {
            return;
        }
        const { version } = editor.document;
        const [action] = await actionsOfKind(this.server, editor.document.uri, rangeAtCursor(editor), REPAIR);
        if (!action || editor.document.version !== version) {
            say(t("nothing to fix here"));
        } else if (await applyAction(action)) {
            await this.go("next");
        }
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners, this.view, this.changed).dispose();
    }

    private get source(): vscode.Uri | undefined {
        return this.found && vscode.Uri.parse(this.found.pair.response);
    }

    /** Requests the errors again; returns whether there is a pair that has them. */
    private async refresh(source: vscode.Uri | undefined): Promise<boolean> {
        const found = source && (await this.server.errors(source));
        if (!found) {
            say(t("no error list is available for the active file"));
            return false;
        }
        this.found = found;
        this.view.message = "";
        const left = found.total - found.differences.length;
        const more = left > 0 ? t(", {0} more", left) : "";
        this.view.description = `${found.measure} ${found.headline.toFixed(2)}${more}`;
        this.changed.fire(undefined);
        return true;
    }
}

function classItem({ class: name, count, gain }: ErrorClass): vscode.TreeItem {
    const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
    item.description = `${count}, ${points(gain)}`;
    item.tooltip = t("{0}: {1}; {2} if all are fixed", name, count, points(gain));
    return item;
}

function errorItem(error: PricedError): vscode.TreeItem {
    const said =
        error.key && error.response
            ? t("{0} for {1}", error.response, error.key)
            : error.key || error.response;
    const item = new vscode.TreeItem(oneLine(error.gain === null ? said : `${points(error.gain)}  ${said}`));
    item.tooltip = oneLine(error.refused ?? error.message);
    item.contextValue = error.refused === null ? "error" : "refused";
    item.command = { command: "keytally.openError", title: t("Go to the Error"), arguments: [error] };
    return item;
}
