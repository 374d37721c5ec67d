/** From difference to difference: where the server says the next one is, and what one key does there. */
import * as vscode from "vscode";

import { applyAction, preferredAction, actionsOfKind, DROP_KIND, REWRITE_KIND } from "./actions";
import type { Server } from "./client";
import { t } from "./l10n";
import { say } from "./saying";
import { select, selectionOf } from "./selecting";

/** The context key that says what the cursor stands on: a status, `candidate`, or nothing. */
const CONTEXT = "keytally.at";

interface Place {
    what: "difference" | "candidate";
    uri: string;
    selection: vscode.Selection;
    status: string | null;
    /** The kind of the code action that does what is proposed; null: the preferred one. */
    action: string | null;
}

export class Differences implements vscode.Disposable {
    private place: Place | undefined;
    private readonly listeners: vscode.Disposable[];

    constructor(private readonly server: Server) {
        const check = (): void => {
            if (this.place && !this.isThere(this.place)) {
                this.set(undefined);
            }
        };
        this.listeners = [
            // An edit moves the cursor by itself, and is told without a kind.
            vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
                if (kind !== undefined) {
                    check();
                }
            }),
            vscode.window.onDidChangeActiveTextEditor(check),
        ];
    }

    /** Puts the cursor on the next or previous difference or candidate, in whichever file of the pair it is. */
    async go(
        what: Place["what"],
        direction: "next" | "previous",
        from?: { position: vscode.Position; inclusive: boolean },
    ): Promise<void> {
        const editor = vscode.window.activeTextEditor;
        if (!editor) {
            return;
        }
        const start = from ?? { position: editor.selection.start, inclusive: false };
        const found = await this.server.next(editor.document.uri, start.position, {
            what,
            direction,
            inclusive: start.inclusive,
        });
        if (!found) {
            this.set(undefined);
            say(what === "difference" ? t("no differences left") : t("no candidates left"));
            return;
        }
        const shown = await vscode.window.showTextDocument(vscode.Uri.parse(found.uri));
        const selection = selectionOf(found);
        this.set({
            what,
            uri: shown.document.uri.toString(),
            selection,
            status: found.status,
            action: found.action,
        });
        select(shown, selection);
        say(found.message);
    }

    /** Does what the key, or equal text, says of the place, and goes on to the next. */
    async accept(): Promise<void> {
        const kind = this.place?.action ?? REWRITE_KIND;
        await this.follow(
            (actions) =>
                this.place?.action
                    ? actions[0]
                    : preferredAction(actions.filter(({ kind }) => !kind || !DROP_KIND.contains(kind))),
            kind,
            this.place?.status === "spu"
                ? t("there is nothing to accept here: Delete drops what is spurious")
                : t("there is nothing to accept here"),
        );
    }

    /** Drops what is spurious at the place, and goes on to the next difference. */
    async drop(): Promise<void> {
        await this.follow((actions) => actions[0], DROP_KIND.value, t("there is nothing spurious here"));
    }

    dispose(): void {
        vscode.Disposable.from(...this.listeners).dispose();
    }

    private async follow(
        choose: (actions: vscode.CodeAction[]) => vscode.CodeAction | undefined,
        kind: string,
        nothing: string,
    ): Promise<void> {
        const editor = vscode.window.activeTextEditor;
        if (!editor) {
            return;
        }
        const { start } = editor.selection;
        const what = this.place?.what ?? "difference";
        const { version } = editor.document;
        const action = choose(await actionsOfKind(editor.document.uri, editor.selection, kind));
        if (!action || editor.document.version !== version) {
            say(nothing);
        } else if (await applyAction(action)) {
            await this.go(what, "next", { position: start, inclusive: true });
        }
    }

    private isThere({ uri, selection }: Place): boolean {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.toString() === uri && editor.selection.isEqual(selection);
    }

    private set(place: Place | undefined): void {
        this.place = place;
        const value = place && (place.status ?? place.what);
        void vscode.commands.executeCommand("setContext", CONTEXT, value);
    }
}
