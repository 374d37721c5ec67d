/** The server's code actions, as commands ask for them and apply them. */
import * as vscode from "vscode";

import type { Server } from "./client";

export const REWRITE_KIND = vscode.CodeActionKind.RefactorRewrite.value;
export const DROP_KIND = vscode.CodeActionKind.RefactorRewrite.append("dropSpurious");

/**
 * The actions of a kind for a range that can be done, in the server's order.
 *
 * They are the server's own answer: the editor's command for code actions loses which parts are to be confirmed.
 */
export async function actionsOfKind(
    server: Server,
    uri: vscode.Uri,
    range: vscode.Range,
    kind: string,
): Promise<vscode.CodeAction[]> {
    const actions = await server.codeActions(uri, range, kind);
    return actions.filter((action) => action.edit && !action.disabled);
}

/** The action that makes the place as the key has it, if there is one. */
export function preferredAction(actions: readonly vscode.CodeAction[]): vscode.CodeAction | undefined {
    return actions.find((action) => action.isPreferred);
}

let isApplied = false;

/** Whether an action of keytally is changing the text, and not the user's typing. */
export function isApplyingAction(): boolean {
    return isApplied;
}

/** Applies an action; parts that need it are confirmed in the refactor preview. */
export async function applyAction({ edit }: Pick<vscode.CodeAction, "edit">): Promise<boolean> {
    isApplied = true;
    try {
        return edit !== undefined && (await vscode.workspace.applyEdit(edit, { isRefactoring: true }));
    } finally {
        isApplied = false;
    }
}
