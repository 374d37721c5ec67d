/** The server's code actions, as commands ask for them and do them. */
import * as vscode from "vscode";

export const REWRITE_KIND = vscode.CodeActionKind.RefactorRewrite.value;
export const DROP_KIND = vscode.CodeActionKind.RefactorRewrite.append("dropSpurious");

/** The actions of a kind for a range that can be done, in the server's order. */
export async function actionsOfKind(
    uri: vscode.Uri,
    range: vscode.Range,
    kind: string,
): Promise<vscode.CodeAction[]> {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        uri,
        range,
        kind,
    );
    return actions.filter((action) => action.edit && !action.disabled);
}

/** The action that makes the place as the key has it, if there is one. */
export function preferredAction(actions: readonly vscode.CodeAction[]): vscode.CodeAction | undefined {
    return actions.find((action) => action.isPreferred);
}

/** Does an action; parts that need it are confirmed in the refactor preview. */
export async function applyAction({ edit }: vscode.CodeAction): Promise<boolean> {
    return edit !== undefined && vscode.workspace.applyEdit(edit, { isRefactoring: true });
}
