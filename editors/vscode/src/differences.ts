/** The walk from difference to difference: the server finds the next one, and one key accepts or drops it. */
import * as vscode from "vscode";

import { applyAction, preferredAction, actionsOfKind, DROP_KIND, REWRITE_KIND } from "./actions";
import type { Server } from "./client";
import { isAnswers } from "./documents";
import { t } from "./l10n";
import type { NextResult } from "./messages";
import { showPartner } from "./partners";
import { goTo, isCursorAt, rangeAtCursor, rangeOf } from "./places";
import { say } from "./saying";
import { Steps } from "./steps";
import type { Step } from "./steps";

/** The context key with the paths of the file in which Tab and Delete accept and drop. */
const PLACE_CONTEXT = "keytally.at";

/** The context key that is true until the server has answered; the keys that start a search set it themselves. */
const SEARCH_CONTEXT = "keytally.searches";

/** The argument of Tab and Delete, which do nothing where the walk has not put the cursor. */
const ONLY_AT_PLACE = "place";

type Kind = "difference" | "candidate";

/** The position of the walk; without `found`, it has ended there. */
interface Place {
    what: Kind;
    document: vscode.TextDocument;
    cursor: vscode.Position;
    found: NextResult | undefined;
    /** Whether the text has changed since, by an undo or in another file of the pair. */
    isStale: boolean;
}

interface From {
    position: vscode.Position;
    inclusive: boolean;
}

export class Differences implements vscode.Disposable {
    private place: Place | undefined;
    private readonly steps = new Steps(() => {
        this.updateContext();
        void vscode.commands.executeCommand("setContext", SEARCH_CONTEXT, false);
    });
    private paths: readonly string[] = [];
    private readonly listeners: vscode.Disposable[];

    constructor(private readonly server: Server) {
        this.listeners = [
            vscode.window.onDidChangeTextEditorSelection((event) => {
                this.followSelection(event);
            }),
            vscode.window.onDidChangeActiveTextEditor(() => {
                this.updateContext();
            }),
            vscode.workspace.onDidChangeTextDocument((event) => {
                this.followChange(event);
            }),
        ];
        void vscode.commands.executeCommand("setContext", SEARCH_CONTEXT, false);
    }

    /** Puts the cursor on the next or previous difference or candidate, in whichever file of the pair it is. */
    async go(what: Kind, direction: "next" | "previous"): Promise<void> {
        await this.steps.take(async (step, editor) => {
            const from = { position: editor.selection.start, inclusive: false };
            await this.search(step, editor.document, what, direction, from);
        });
    }

    /** Applies what the key, or equal text, has at the place, and goes on to the next. */
    async accept(where?: string): Promise<void> {
        await this.steps.take(async (step, editor) => {
            if (await this.isAtPlace(step, editor, where)) {
                const kind = this.here?.found?.action;
                await this.follow(step, editor, kind ?? REWRITE_KIND, kind ? first : acceptance);
            }
        });
    }

    /** Drops what is spurious at the place, and goes on to the next difference. */
    async drop(where?: string): Promise<void> {
        await this.steps.take(async (step, editor) => {
            if (await this.isAtPlace(step, editor, where)) {
                await this.follow(step, editor, DROP_KIND.value, first);
            }
        });
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners).dispose();
    }

    private async search(
        step: Step,
        document: vscode.TextDocument,
        what: Kind,
        direction: "next" | "previous",
        { position, inclusive }: From,
    ): Promise<void> {
        const found = await this.server.next(document.uri, position, { what, direction, inclusive });
        if (!step.isCurrent()) {
            return;
        }
        if (found) {
            await this.show(what, found);
        } else {
            this.finish(what);
        }
    }

    private async show(what: Kind, found: NextResult): Promise<void> {
        const editor = await vscode.window.showTextDocument(vscode.Uri.parse(found.uri));
        const range = rangeOf(found);
        this.set({ what, document: editor.document, cursor: range.start, found, isStale: false });
        goTo(editor, range);
        say(found.message);
        showPartner(editor, range.start).catch((error: unknown) => {
            this.server.log(error);
        });
    }

    /** The walk ends where the cursor is: until it moves, Tab and Delete change nothing there. */
    private finish(what: Kind): void {
        const editor = vscode.window.activeTextEditor;
        const cursor = editor?.selection.active;
        this.set(
            editor && cursor && { what, document: editor.document, cursor, found: undefined, isStale: false },
        );
        sayEnd(what);
    }

    /**
     * Whether the cursor is where an action may be applied: at a place that is as the server found it, or off the walk.
     *
     * After an undo the place is looked up again; if the next difference is elsewhere, the cursor goes there first.
     */
    private async isAtPlace(step: Step, editor: vscode.TextEditor, where?: string): Promise<boolean> {
        const place = this.here;
        if (!place) {
            if (where === ONLY_AT_PLACE) {
                say(t("the cursor is not at a difference"));
            }
            return where !== ONLY_AT_PLACE;
        }
        if (place.isStale) {
            const from = { position: place.cursor, inclusive: true };
            await this.search(step, editor.document, place.what, "next", from);
            return step.isCurrent() && this.place?.found !== undefined && this.isSameCursor(place);
        }
        if (!place.found) {
            sayEnd(place.what);
        }
        return place.found !== undefined;
    }

    private isSameCursor({ document, cursor }: Place): boolean {
        return this.place?.document === document && this.place.cursor.isEqual(cursor);
    }

    private async follow(
        step: Step,
        editor: vscode.TextEditor,
        kind: string,
        choose: (actions: vscode.CodeAction[]) => vscode.CodeAction | undefined,
    ): Promise<void> {
        const { document } = editor;
        const range = rangeAtCursor(editor);
        const what = this.here?.what ?? "difference";
        const { version } = document;
        const action = choose(await actionsOfKind(this.server, document.uri, range, kind));
        if (!step.isCurrent() || document.version !== version) {
            return;
        }
        if (!action) {
            await sayNothing(this.server, document, range, kind);
            return;
        }
        step.isEditing = true;
        const isDone = await applyAction(action);
        step.isEditing = false;
        if (isDone && step.isCurrent()) {
            await this.search(step, document, what, "next", { position: range.start, inclusive: true });
        }
    }

    /** A move of the cursor by the person ends the walk and what is under way; an undo moves it too, without a kind. */
    private followSelection({ textEditor, kind }: vscode.TextEditorSelectionChangeEvent): void {
        const { place } = this;
        if (textEditor !== vscode.window.activeTextEditor) {
            return;
        }
        const hasMoved = !this.steps.current?.start.isEqual(textEditor.selection);
        if (kind !== undefined && hasMoved && !(place && isCursorAt(textEditor, place.cursor))) {
            this.steps.cancel();
        }
        if (place?.document === textEditor.document) {
            this.followCursor(place, textEditor.selection, kind === undefined);
        }
        this.updateContext();
    }

    private followCursor(place: Place, { active, isEmpty }: vscode.Selection, isByEdit: boolean): void {
        if (isByEdit && isEmpty && (place.isStale || !place.found)) {
            this.place = { ...place, cursor: active };
        } else if (!isByEdit && !this.isThere(place)) {
            this.place = undefined;
        }
    }

    /** Typing ends the walk; after an undo, or a change of another file, the place is looked up again. */
    private followChange({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
        if (contentChanges.length === 0 || this.steps.current?.isEditing || !isAnswers(document)) {
            return;
        }
        const isTyped = reason === undefined && document === vscode.window.activeTextEditor?.document;
        if (isTyped) {
            this.steps.cancel();
            this.set(undefined);
        } else if (this.place) {
            this.place = { ...this.place, isStale: true };
        }
    }

    /** Whether the cursor of the active editor is at a place. */
    private isThere({ document, cursor }: Place): boolean {
        const editor = vscode.window.activeTextEditor;
        return editor?.document === document && editor.selection.active.isEqual(cursor);
    }

    /** The place, if the cursor is there. */
    private get here(): Place | undefined {
        return this.place && this.isThere(this.place) ? this.place : undefined;
    }

    private set(place: Place | undefined): void {
        this.place = place;
        this.updateContext();
    }

    /**
     * Names the file of the place, as long as its cursor may still be there.
     *
     * The key stays set while another file is shown, so that it holds as soon as the person is back, and until a step is
     * done, since the step's own edit moves the cursor.
     */
    private updateContext(): void {
        const { place } = this;
        if (this.steps.current) {
            return;
        }
        const isElsewhere =
            place?.document === vscode.window.activeTextEditor?.document && place && !this.isThere(place);
        const paths = place && !isElsewhere ? [place.document.uri.fsPath, place.document.uri.path] : [];
        if (paths.join() !== this.paths.join()) {
            this.paths = paths;
            void vscode.commands.executeCommand("setContext", PLACE_CONTEXT, paths);
        }
    }
}

function first(actions: vscode.CodeAction[]): vscode.CodeAction | undefined {
    return actions[0];
}

/** The action that makes the place as the key has it; dropping has a key of its own. */
function acceptance(actions: vscode.CodeAction[]): vscode.CodeAction | undefined {
    return preferredAction(actions.filter(({ kind }) => !kind || !DROP_KIND.contains(kind)));
}

function sayEnd(what: Kind): void {
    say(what === "difference" ? t("no differences left") : t("no candidates left"));
}

/** Explains why a key has done nothing; suggests Delete only at a spurious item. */
async function sayNothing(
    server: Server,
    document: vscode.TextDocument,
    range: vscode.Range,
    kind: string,
): Promise<void> {
    if (kind === DROP_KIND.value) {
        say(t("nothing spurious here"));
        return;
    }
    const canDrop = (await actionsOfKind(server, document.uri, range, DROP_KIND.value)).length > 0;
    say(
        canDrop ? t("nothing to accept here; Delete deletes the spurious item") : t("nothing to accept here"),
    );
}
