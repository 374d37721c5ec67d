/** Annotating without the mouse: the server's edits for the selection, offered in a list. */
import * as vscode from "vscode";

/** The kinds of code action that annotate, in the order in which they are offered. */
const KINDS: readonly (readonly [kind: string, heading: string])[] = [
    ["refactor.rewrite.tag", "Tag"],
    ["refactor.rewrite.retype", "Change"],
    ["refactor.rewrite.extend", "Extend"],
    ["refactor.rewrite.shrink", "Shrink"],
    ["refactor.rewrite.insertMissing", "Insert from the key"],
    ["refactor.rewrite.dropSpurious", "Drop"],
    ["refactor.rewrite.untag", "Remove"],
];

interface Offer extends vscode.QuickPickItem {
    edit?: vscode.WorkspaceEdit;
}

/** Offers what can be done with the selection (or the word at the cursor) and does what is chosen. */
export async function tagSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
        return;
    }
    const { document } = editor;
    const version = document.version;
    const offers = toOffers(await annotations(document.uri, rangeToTag(editor)));
    if (offers.length === 0) {
        void vscode.window.showInformationMessage("keytally: nothing can be tagged here.");
        return;
    }
    const title = "Tag the selection";
    const choice = await vscode.window.showQuickPick(offers, {
        title,
        placeHolder: "Type to narrow the list",
    });
    if (choice?.edit && document.version === version) {
        await vscode.workspace.applyEdit(choice.edit);
        editor.selection = new vscode.Selection(editor.selection.end, editor.selection.end);
    }
}

function rangeToTag(editor: vscode.TextEditor): vscode.Range {
    const { selection, document } = editor;
    return selection.isEmpty ? (document.getWordRangeAtPosition(selection.active) ?? selection) : selection;
}

async function annotations(uri: vscode.Uri, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const kind = vscode.CodeActionKind.RefactorRewrite.value;
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        uri,
        range,
        kind,
    );
    return actions.filter((action) => action.edit && !action.disabled);
}

function toOffers(actions: readonly vscode.CodeAction[]): Offer[] {
    return KINDS.flatMap(([kind, heading]) => {
        const own = actions.filter((action) => isOfKind(action, kind));
        const separator = { label: heading, kind: vscode.QuickPickItemKind.Separator };
        return own.length === 0 ? [] : [separator, ...own.map(offer)];
    });
}

function isOfKind(action: vscode.CodeAction, kind: string): boolean {
    const own = action.kind?.value ?? "";
    return own === kind || own.startsWith(`${kind}.`);
}

function offer({ title, edit }: vscode.CodeAction): Offer {
    return edit ? { label: title, edit } : { label: title };
}
