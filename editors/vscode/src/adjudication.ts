/** Decisions in a gold: one key takes a variant of an item and goes on to the next undecided one. */
import * as vscode from "vscode";

import { actionsOfKind, applyAction } from "./actions";
import { choose } from "./choosing";
import type { Server } from "./client";
import { t } from "./l10n";
import { say } from "./saying";
import { Steps } from "./steps";
import { goTo, rangeAtCursor, rangeOf } from "./places";

const KIND = "refactor.rewrite.adjudicate";
const ANNOTATOR = `${KIND}.annotator`;
/** The kind of actions that add one fill to a slot; the cursor stays, because more fills may be right. */
const ADD = `${KIND}.add.`;

interface Choice extends vscode.QuickPickItem {
    action: vscode.CodeAction;
}

export class Adjudication {
    private readonly steps = new Steps();

    constructor(private readonly server: Server) {}

    /** Moves the cursor to the next or previous undecided item, and continues at the start after the last. */
    async go(direction: "next" | "previous"): Promise<void> {
        await this.steps.take((_, editor) =>
            this.goFrom(editor.document, direction, editor.selection.start, false),
        );
    }

    /** Takes the variant of that number at the cursor, or one that is chosen from a list, and goes on. */
    async takeVariant(number?: string): Promise<void> {
        await (number === undefined
            ? this.chooseOne(KIND, t("Adjudicate Item"))
            : this.decide(number, t("no variant {0} here", number)));
    }

    /** Takes all of an annotator's values in the document, by name or from a list, and goes on. */
    async takeAnnotator(name?: string): Promise<void> {
        await (name === undefined
            ? this.chooseOne(ANNOTATOR, t("Take All Annotations of One Annotator"))
            : this.decide(`annotator.${name}`, t("no annotations of {0} to take here", name)));
    }

    /** Does what a choice is, such as `none` or `agreed.file`, and goes on, unless it adds a fill. */
    async decide(choice: string, nothing: string): Promise<void> {
        const kind = `${KIND}.${choice}`;
        await this.follow(nothing, async (editor) => {
            const actions = await actionsOfKind(
                this.server,
                editor.document.uri,
                rangeAtCursor(editor),
                kind,
            );
            return actions.find((action) => action.kind?.value === kind);
        });
    }

    private async chooseOne(kind: string, title: string): Promise<void> {
        await this.follow(undefined, async (editor) => {
            const found = actionsOfKind(this.server, editor.document.uri, rangeAtCursor(editor), kind);
            const choices = found.then((actions) =>
                actions.map((action): Choice => ({ label: action.title, action })),
            );
            return (await choose(choices, { title, nothing: t("Nothing to decide here") }))?.action;
        });
    }

    /** Does the action that is found, from where the cursor was when it was asked for. */
    private async follow(
        nothing: string | undefined,
        find: (editor: vscode.TextEditor) => Promise<vscode.CodeAction | undefined>,
    ): Promise<void> {
        await this.steps.take(async (_, editor) => {
            const { document, selection } = editor;
            const { version } = document;
            const action = await find(editor);
            if (!action) {
                if (nothing !== undefined) {
                    say(nothing);
                }
            } else if (document.version !== version) {
                say(t("the text has changed; press the key again"));
            } else if (await applyAction(action)) {
                if (action.kind?.value.startsWith(ADD)) {
                    stay(editor, action);
                } else {
                    await this.goFrom(document, "next", selection.start, true);
                }
            }
        });
    }

    private async goFrom(
        document: vscode.TextDocument,
        direction: "next" | "previous",
        start: vscode.Position,
        inclusive: boolean,
    ): Promise<void> {
        const found = await this.server.next(document.uri, start, {
            what: "undecided",
            direction,
            inclusive,
        });
        if (found) {
            const shown = await vscode.window.showTextDocument(vscode.Uri.parse(found.uri));
            goTo(shown, rangeOf(found));
        }
        say(found?.message ?? t("nothing left to decide"));
    }
}

/** Puts the cursor on the line that an action has written into a gold: more may be added there. */
function stay(editor: vscode.TextEditor, action: vscode.CodeAction): void {
    const [edit] = action.edit?.get(editor.document.uri) ?? [];
    if (edit) {
        const written = edit.newText.trimEnd().split("\n");
        const line = editor.document.lineAt(edit.range.start.line + written.length - 1);
        const place = new vscode.Position(line.lineNumber, line.firstNonWhitespaceCharacterIndex);
        goTo(editor, new vscode.Range(place, place));
    }
}
