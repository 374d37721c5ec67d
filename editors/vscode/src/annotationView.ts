/** The annotation view: a custom editor of a text document that shows labels instead of tags. */
import * as vscode from "vscode";

import { actionsOfKind, applyAction, DROP_KIND, preferredAction, REWRITE_KIND } from "./actions";
import { AnnotatedPart } from "./annotatedText";
import { annotationHtml } from "./annotationHtml";
import { messageOf } from "./annotationMessages";
import type { Act, FromPage, ToPage } from "./annotationMessages";
import type { Server } from "./client";
import { VIEW_TYPE } from "./documents";
import { t } from "./l10n";
import { showLegend } from "./legend";
import type { NextResult } from "./messages";
import { rangeOf } from "./places";
import type { ScoredFiles } from "./scoredFiles";
import { actionsToAnnotate } from "./tagging";

/** The number of lines that the page holds at a time around those in sight. */
const PART_LINES = 300;

/** The keys of the kinds of code action; other actions of a list are clicked on, or reached by Tab. */
const KIND_KEYS = new Map([
    ["acceptFromKey", "a"],
    ["insertMissing", "i"],
    ["extend", "e"],
    ["shrink", "s"],
    ["untag", "r"],
    ["removeMention", "r"],
    ["wrapMention", "m"],
    ["tagIdentical", "="],
    ["splitChain", "/"],
    ["makeFirst", "f"],
]);

/** The key of each type of tag, as the manifest has it for a language. */
export type TagKeys = (language: string) => ReadonlyMap<string, string>;

export class AnnotationViews implements vscode.CustomTextEditorProvider, vscode.Disposable {
    private readonly views = new Map<string, AnnotationView>();
    private readonly registration: vscode.Disposable;

    constructor(
        private readonly server: Server,
        private readonly files: ScoredFiles,
        private readonly folder: vscode.Uri,
        private readonly tagKeys: TagKeys,
    ) {
        this.registration = vscode.window.registerCustomEditorProvider(VIEW_TYPE, this, {
            webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true },
            supportsMultipleEditorsPerDocument: false,
        });
    }

    /** The view that has the focus. */
    get active(): AnnotationView | undefined {
        return [...this.views.values()].find((view) => view.isActive);
    }

    resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
        const name = document.uri.toString();
        const view = new AnnotationView(
            this.server,
            document,
            panel,
            this.tagKeys(document.languageId),
            this,
        );
        this.views.set(name, view);
        const scored = this.files.onDidChange((uri) => {
            if (uri === name) {
                void view.refresh();
            }
        });
        panel.webview.options = {
            enableScripts: true,
            localResourceRoots: [vscode.Uri.joinPath(this.folder, "dist")],
        };
        const script = vscode.Uri.joinPath(this.folder, "dist", "annotationPage.js");
        panel.webview.html = annotationHtml(
            panel.webview.cspSource,
            String(panel.webview.asWebviewUri(script)),
        );
        panel.onDidDispose(() => {
            scored.dispose();
            view.dispose();
            this.views.delete(name);
        });
    }

    /** Opens the view of a file, or shows it, and chooses a range. */
    async show(uri: vscode.Uri, range?: vscode.Range): Promise<AnnotationView | undefined> {
        await vscode.commands.executeCommand("vscode.openWith", uri, VIEW_TYPE);
        const view = this.views.get(uri.toString());
        if (range) {
            await view?.choose(range);
        }
        return view;
    }

    dispose(): void {
        this.registration.dispose();
    }
}

/** One view: the lines that its page shows, and the range that is chosen. */
export class AnnotationView implements vscode.Disposable {
    private part: AnnotatedPart | undefined;
    private number = 0;
    private lines: [first: number, last: number] = [0, PART_LINES];
    private chosen: vscode.Range | undefined;
    private found: NextResult | undefined;
    private offers: vscode.CodeAction[] = [];
    private isBusy = false;
    private readonly listeners: vscode.Disposable[];

    constructor(
        private readonly server: Server,
        private readonly document: vscode.TextDocument,
        private readonly panel: vscode.WebviewPanel,
        private readonly keys: ReadonlyMap<string, string>,
        private readonly views: AnnotationViews,
    ) {
        this.listeners = [
            panel.webview.onDidReceiveMessage((value: unknown) => {
                const message = messageOf(value);
                if (message) {
                    void this.receive(message);
                }
            }),
            vscode.workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
                if (changed === document && contentChanges.length > 0) {
                    void this.refresh();
                }
            }),
            server.onDidChangeRunning(() => void this.refresh()),
            server.onDidOpen((uri) => {
                if (uri.toString() === document.uri.toString()) {
                    void this.refresh();
                }
            }),
        ];
    }

    get isActive(): boolean {
        return this.panel.active;
    }

    /** The text on the page; for tests. */
    get text(): string {
        return this.part?.text ?? "";
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners).dispose();
    }

    /** Sends the lines again, with what the server knows now. */
    async refresh(): Promise<void> {
        const { uri, version } = this.document;
        const [first, last] = this.lines;
        const range = this.document.validateRange(new vscode.Range(first, 0, last, 0));
        const answer = await this.server.annotated(uri, range);
        if (!answer || this.document.version !== version || answer.version !== version) {
            return;
        }
        const part = new AnnotatedPart(answer, (four) => this.document.getText(new vscode.Range(...four)));
        this.part = part;
        this.number += 1;
        const chosen = this.chosen && part.offsetsOf(part.textOf(this.chosen));
        const place = chosen && part.placeOf(...chosen);
        this.chosen = place ? rangeOf({ range: place }) : this.chosen;
        this.send({
            kind: "part",
            number: this.number,
            text: part.text,
            annotations: part.annotations(),
            first,
            last: Math.min(last, this.document.lineCount),
            lineCount: this.document.lineCount,
            compared: answer.compared,
            ...(chosen ? { chosen } : {}),
        });
        await this.sendOffers();
    }

    /** Brings a range into sight and chooses it. */
    async choose(range: vscode.Range): Promise<void> {
        this.chosen = range;
        const [first, last] = this.lines;
        if (range.start.line < first || range.end.line >= last) {
            this.lines = around(range.start.line, range.end.line);
        }
        await this.refresh();
    }

    /** Does what a key asks for. */
    async act(act: Act): Promise<void> {
        if (act === "legend") {
            showLegend();
        } else if (act === "text") {
            await vscode.commands.executeCommand("vscode.openWith", this.document.uri, "default");
        } else if (act === "undo" || act === "redo") {
            await vscode.commands.executeCommand(act);
        } else if (this.isBusy) {
            this.notify(t("not ready yet: press the key again"));
        } else {
            this.isBusy = true;
            try {
                await (act === "next" || act === "previous" ? this.go(act) : this.follow(act));
            } finally {
                this.isBusy = false;
            }
        }
    }

    private async receive(message: FromPage): Promise<void> {
        if (message.kind === "act") {
            await this.act(message.act);
        } else if (message.kind === "ready") {
            await this.refresh();
        } else if (message.kind === "part") {
            this.lines = around(message.first, message.last);
            await this.refresh();
        } else if (message.number !== this.number) {
            return;
        } else if (message.kind === "choose") {
            const place = this.part?.placeOf(message.start, message.end);
            this.chosen = place && rangeOf({ range: place });
            this.found = undefined;
            await this.sendOffers();
        } else {
            await this.apply(this.offers[message.index]);
        }
    }

    private async go(direction: "next" | "previous", inclusive = false): Promise<void> {
        const position = this.chosen?.start ?? new vscode.Position(this.lines[0], 0);
        const found = await this.server.next(this.document.uri, position, {
            what: "difference",
            direction,
            inclusive,
        });
        this.found = found ?? undefined;
        if (!found) {
            this.notify(t("no differences left"));
            return;
        }
        const uri = vscode.Uri.parse(found.uri);
        const view = uri.toString() === this.document.uri.toString() ? this : await this.views.show(uri);
        if (view) {
            view.found = found;
            await view.choose(rangeOf(found));
            view.notify(found.message, true);
        }
    }

    /** Accepts what the key has at the difference that the walk has reached, or drops what it lacks. */
    private async follow(act: "accept" | "drop"): Promise<void> {
        const place = this.found ? rangeOf(this.found) : this.chosen;
        if (!place) {
            this.notify(t("the cursor is not at a difference"));
            return;
        }
        const action = await this.actionAt(place, act);
        if (!action) {
            this.notify(act === "drop" ? t("nothing spurious here") : t("nothing to accept here"));
            return;
        }
        this.chosen = new vscode.Range(place.start, place.start);
        if (await applyAction(action)) {
            await this.go("next", true);
        }
    }

    private async actionAt(
        range: vscode.Range,
        act: "accept" | "drop",
    ): Promise<vscode.CodeAction | undefined> {
        const advised = act === "drop" ? DROP_KIND.value : this.found?.action;
        const actions = await actionsOfKind(this.server, this.document.uri, range, advised ?? REWRITE_KIND);
        return advised ? actions[0] : preferredAction(actions);
    }

    private async apply(action: vscode.CodeAction | undefined): Promise<void> {
        if (action && !this.isBusy) {
            this.found = undefined;
            await applyAction(action);
            this.notify(action.title);
        }
    }

    private async sendOffers(): Promise<void> {
        const { chosen, number } = this;
        const { version } = this.document;
        const actions = chosen ? await actionsToAnnotate(this.server, this.document.uri, chosen) : [];
        if (this.number !== number || this.document.version !== version || this.chosen !== chosen) {
            return;
        }
        this.offers = actions.map(({ action }) => action);
        const taken = new Set<string>();
        const offers = actions.map(({ action, heading }) => {
            const key = this.keysOf(action).find((each) => !taken.has(each)) ?? "";
            taken.add(key);
            return { key, title: action.title, group: heading };
        });
        this.send({ kind: "offers", number, offers });
    }

    /** The possible keys of an action: that of its type, or the letter of its kind, then with Shift. */
    private keysOf(action: vscode.CodeAction): string[] {
        const ofType = this.keys.get(typeOf(action));
        const kind = action.kind?.value.split(".")[2] ?? "";
        const ofKind = KIND_KEYS.get(kind);
        return ofType !== undefined ? [ofType] : ofKind !== undefined ? [ofKind, ofKind.toUpperCase()] : [];
    }

    private notify(text: string, walks = false): void {
        this.send({ kind: "notice", text, walks });
    }

    private send(message: ToPage): void {
        void this.panel.webview.postMessage(message);
    }
}

/** The type that an action gives; "" for none. */
function typeOf({ kind }: vscode.CodeAction): string {
    return /^refactor\.rewrite\.(?:tag|retype)\.(.+)$/.exec(kind?.value ?? "")?.[1] ?? "";
}

function around(first: number, last: number): [first: number, last: number] {
    const margin = Math.max(PART_LINES - (last - first), PART_LINES / 2) / 2;
    return [Math.max(0, Math.floor(first - margin)), Math.ceil(last + margin)];
}
