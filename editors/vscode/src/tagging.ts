/** Annotating without the mouse: the server's edits for the selection, offered in a list. */
import * as vscode from "vscode";

import { choose } from "./choosing";

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

/** The kinds that cut, join and extend coreference chains; each is a list of its own to choose from. */
const CHAIN_KINDS: readonly (readonly [kind: string, heading: string])[] = [
    ["refactor.rewrite.acceptFromKey", "Accept from the key"],
    ["refactor.rewrite.wrapMention", "Tag"],
    ["refactor.rewrite.tagIdentical", "Tag what reads the same"],
    ["refactor.rewrite.splitChain", "Split"],
    ["refactor.rewrite.makeFirst", "First"],
    ["refactor.rewrite.removeMention", "Remove"],
    ["refactor.rewrite.moveMention", "Move"],
    ["refactor.rewrite.mergeChains", "Merge"],
];

interface Offer extends vscode.QuickPickItem {
    edit?: vscode.WorkspaceEdit;
}

/** Offers what can be done with the selection (or the word at the cursor) and does what is chosen. */
export async function tagSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { uri } = editor.document;
        const kind = vscode.CodeActionKind.RefactorRewrite.value;
        const actions = actionsOfKind(uri, rangeToTag(editor), kind);
        await offer(editor, "Tag the selection", toOffers(actions, [...KINDS, ...CHAIN_KINDS]));
    }
}

/** Offers what can be done with the mention at the cursor and its chain, with every chain to choose from. */
export async function changeChain(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { uri } = editor.document;
        const lists = CHAIN_KINDS.map(([kind]) => actionsOfKind(uri, editor.selection, kind));
        const actions = Promise.all(lists).then((found) => found.flat());
        await offer(editor, "Change the chain", toOffers(actions, CHAIN_KINDS));
    }
}

/** Lets the person choose an offer, and does it; parts that need it are confirmed in the refactor preview. */
async function offer(editor: vscode.TextEditor, title: string, offers: Promise<Offer[]>): Promise<void> {
    const { document } = editor;
    const version = document.version;
    const choice = await choose(offers, { title, nothing: "There is nothing to do here" });
    if (choice?.edit && document.version === version) {
        await vscode.workspace.applyEdit(choice.edit, { isRefactoring: true });
        editor.selection = new vscode.Selection(editor.selection.end, editor.selection.end);
    } else if (choice) {
        void vscode.window.showInformationMessage("keytally: the text has changed meanwhile; choose again.");
    }
}

function rangeToTag(editor: vscode.TextEditor): vscode.Range {
    const { selection, document } = editor;
    return selection.isEmpty ? (document.getWordRangeAtPosition(selection.active) ?? selection) : selection;
}

async function actionsOfKind(
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

async function toOffers(found: Promise<vscode.CodeAction[]>, kinds: typeof KINDS): Promise<Offer[]> {
    const actions = await found;
    return kinds.flatMap(([kind, heading]) => {
        const own = actions.filter((action) => isOfKind(action, kind));
        const separator = { label: heading, kind: vscode.QuickPickItemKind.Separator };
        return own.length === 0 ? [] : [separator, ...own.map(toOffer)];
    });
}

function isOfKind(action: vscode.CodeAction, kind: string): boolean {
    const own = action.kind?.value ?? "";
    return own === kind || own.startsWith(`${kind}.`);
}

function toOffer({ title, edit }: vscode.CodeAction): Offer {
    return edit ? { label: title, edit } : { label: title };
}
