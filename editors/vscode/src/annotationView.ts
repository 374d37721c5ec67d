/** The annotation view: a custom editor of a text document that shows labels instead of tags. */
import * as vscode from "vscode";

import { actionsOfKind, applyAction, DROP_KIND, preferredAction, REWRITE_KIND } from "./actions";
import { AnnotatedPart, occurrencesOf } from "./annotatedText";
import { annotationHtml } from "./annotationHtml";
import { messageOf } from "./annotationMessages";
import type { AnnotatedResult } from "./annotatedText";
import type { Act, FromPage, ToPage, TypeKey } from "./annotationMessages";
import type { Server } from "./client";
import { VIEW_TYPE } from "./documents";
import { goToDocument } from "./goToDocument";
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
    ["resize", "x"],
    ["untag", "r"],
    ["removeMention", "r"],
    ["wrapMention", "m"],
    ["tagIdentical", "="],
    ["splitChain", "/"],
    ["makeFirst", "f"],
]);

const RESIZE_KIND = "refactor.rewrite.resize";
const TAG_KIND = "refactor.rewrite.tag.";
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const HUES = 8;

/** The kinds of code action that "repeat" does again: a tag of a type, and a mention of a chain. */
const REPEATED_KIND = /^refactor\.rewrite\.(?:(?:tag|retype)\.|wrapMention)/;

/** How often a request is made that the server answers about an older text. */
const MOST_REQUESTS = 5;

/** How many occurrences outside the shown lines a search looks at; those in markup do not count. */
const MOST_FOUND = 50;

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
    private choice = 0;
    private lines: [first: number, last: number] = [0, PART_LINES];
    private chosen: vscode.Range | undefined;
    private found: NextResult | undefined;
    private offers: vscode.CodeAction[] = [];
    private types: TypeKey[] = [];
    private lastKind: string | undefined;
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
        const { lines } = this;
        const answer = await this.annotated(lines);
        if (answer) {
            const at = this.chosen?.start ?? new vscode.Position(lines[0], 0);
            const progress = await this.server.progress(this.document.uri, at);
            if (this.document.version === answer.version) {
                this.sendPart(answer, lines, progress?.text ?? "");
                await this.sendOffers();
            }
        }
    }

    /** The answer about the present text; undefined if the text changes meanwhile, which sends the lines again.
     *
     *  A request can overtake the change of the text that it is about, so it is repeated. */
    private async annotated([first, last]: [number, number]): Promise<AnnotatedResult | undefined> {
        const { uri, version } = this.document;
        for (let left = MOST_REQUESTS; left > 0 && this.document.version === version; left -= 1) {
            const range = this.document.validateRange(new vscode.Range(first, 0, last, 0));
            const answer = await this.server.annotated(uri, range);
            if (answer?.version === version && this.document.version === version) {
                return answer;
            }
        }
        return undefined;
    }

    private sendPart(answer: AnnotatedResult, [first, last]: [number, number], progress: string): void {
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
            annotations: part.annotations((type) => this.typeKeyOf(type).hue),
            candidates: part.candidates(),
            progress,
            first,
            last: Math.min(last, this.document.lineCount),
            lineCount: this.document.lineCount,
            compared: answer.compared,
            ...(chosen ? { chosen } : {}),
        });
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
        } else if (act === "document") {
            await goToDocument(this.server, (uri, { start }) =>
                this.views.show(uri, new vscode.Range(start, start)),
            );
        } else if (this.isBusy) {
            this.notify(t("not ready yet: press the key again"));
        } else {
            this.isBusy = true;
            try {
                await this.perform(act);
            } finally {
                this.isBusy = false;
            }
        }
    }

    private perform(act: Exclude<Act, "legend" | "text" | "undo" | "redo" | "document">): Promise<void> {
        switch (act) {
            case "next":
            case "previous":
                return this.go("difference", act);
            case "nextCandidate":
                return this.go("candidate", "next");
            case "previousCandidate":
                return this.go("candidate", "previous");
            case "accept":
            case "drop":
                return this.follow(act);
            case "repeat":
                return this.applyKinds(repeatedKinds(this.lastKind), t("nothing to repeat here"));
            case "resize":
                return this.applyKinds([RESIZE_KIND], t("nothing can be resized to this selection"));
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
        } else if (message.kind === "find") {
            await this.find(message.text, message.direction);
        } else if (message.number !== this.number) {
            if (message.kind === "offer") {
                this.notify(t("not ready yet: press the key again"));
            }
        } else if (message.kind === "choose") {
            const place = this.part?.placeOf(message.start, message.end);
            this.choice = message.choice;
            this.chosen = place && rangeOf({ range: place });
            this.found = undefined;
            await this.sendOffers();
        } else {
            await this.apply(this.offers[message.index]);
        }
    }

    private async go(
        what: "difference" | "candidate",
        direction: "next" | "previous",
        inclusive = false,
    ): Promise<void> {
        const position = this.chosen?.start ?? new vscode.Position(this.lines[0], 0);
        const found = await this.server.next(this.document.uri, position, {
            what,
            direction,
            inclusive,
        });
        this.found = found ?? undefined;
        if (!found) {
            this.notify(what === "difference" ? t("no differences left") : t("no candidates left"));
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
        const what = this.found?.action?.startsWith(TAG_KIND) === true ? "candidate" : "difference";
        this.chosen = new vscode.Range(place.start, place.start);
        if (await applyAction(action)) {
            await this.go(what, "next", what === "difference");
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
            await this.applyNow(action);
        }
    }

    /** Applies an action, and remembers its kind if it tags. */
    private async applyNow(action: vscode.CodeAction): Promise<void> {
        const kind = action.kind?.value ?? "";
        if (REPEATED_KIND.test(kind)) {
            this.lastKind = kind;
        }
        this.found = undefined;
        await applyAction(action);
        this.notify(action.title);
    }

    /** Applies the first action of any of these kinds to the chosen text; without one, shows a message. */
    private async applyKinds(kinds: readonly string[], otherwise: string): Promise<void> {
        const { chosen, document } = this;
        for (const kind of kinds) {
            const actions = chosen ? await actionsOfKind(this.server, document.uri, chosen, kind) : [];
            const action = actions.find((each) => each.kind?.value === kind);
            if (action) {
                await this.applyNow(action);
                return;
            }
        }
        this.notify(otherwise);
    }

    /** Chooses the next occurrence of a text outside the shown lines, going round the file. */
    private async find(text: string, direction: "next" | "previous"): Promise<void> {
        const { document } = this;
        const [first, last] = this.lines;
        const from = document.offsetAt(new vscode.Position(direction === "next" ? last : first, 0));
        const found = occurrencesOf(text, document.getText());
        const split = found.findIndex(([start]) => start >= from);
        const ahead = split < 0 ? [] : found.slice(split);
        const behind = split < 0 ? found : found.slice(0, split);
        const ordered =
            direction === "next" ? [...ahead, ...behind] : [...behind.toReversed(), ...ahead.toReversed()];
        for (const [start, end] of ordered.slice(0, MOST_FOUND)) {
            const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
            if (await this.isShown(range)) {
                await this.choose(range);
                return;
            }
        }
        this.notify(t("not found"));
    }

    /** Whether a range of the file is in the shown text, not in markup. */
    private async isShown(range: vscode.Range): Promise<boolean> {
        const answer = await this.server.annotated(this.document.uri, range);
        const part =
            answer && new AnnotatedPart(answer, (four) => this.document.getText(new vscode.Range(...four)));
        const place = part?.placeOf(...part.offsetsOf(range));
        return place !== undefined && rangeOf({ range: place }).isEqual(range);
    }

    /** The key and the colour of a type; a type without a bound key gets the next free digit. */
    private typeKeyOf(type: string): TypeKey {
        const known = this.types.find((each) => each.type === type);
        if (known) {
            return known;
        }
        const taken = new Set([...this.keys.values(), ...this.types.map(({ key }) => key)]);
        const key = this.keys.get(type) ?? DIGITS.find((digit) => !taken.has(digit)) ?? "";
        const made = { type, key, hue: this.types.length % HUES };
        this.types = [...this.types, made];
        return made;
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
            return { key, title: action.title, group: heading, type: typeOf(action) };
        });
        const types = [...this.types].sort((one, other) => one.key.localeCompare(other.key));
        this.send({ kind: "offers", number, choice: this.choice, offers, types });
    }

    /** The possible keys of an action: that of its type, or the letter of its kind, then with Shift. */
    private keysOf(action: vscode.CodeAction): string[] {
        const type = typeOf(action);
        const ofType = type === "" ? undefined : this.typeKeyOf(type).key;
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
    return typeOfKind(kind?.value ?? "");
}

function typeOfKind(kind: string): string {
    return /^refactor\.rewrite\.(?:tag|retype)\.(.+)$/.exec(kind)?.[1] ?? "";
}

/** The kinds that tag as another one did: with the same type, or as a mention of the same chain. */
function repeatedKinds(last: string | undefined): string[] {
    const type = typeOfKind(last ?? "");
    return type !== ""
        ? [`${TAG_KIND}${type}`, `refactor.rewrite.retype.${type}`]
        : last === undefined
          ? []
          : [last];
}

function around(first: number, last: number): [first: number, last: number] {
    const margin = Math.max(PART_LINES - (last - first), PART_LINES / 2) / 2;
    return [Math.max(0, Math.floor(first - margin)), Math.ceil(last + margin)];
}
