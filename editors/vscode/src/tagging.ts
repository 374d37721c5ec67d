/** Annotating without the mouse: the server's edits for the selection, offered in a list. */
import * as vscode from "vscode";

import { actionsOfKind, applyAction } from "./actions";
import { choose } from "./choosing";
import { t } from "./l10n";
import { say } from "./saying";

/** A kind of code action, and the heading of its list. */
type Kind = readonly [kind: string, heading: () => string];

/** The kinds of code action that annotate, in the order in which they are offered. */
const KINDS: readonly Kind[] = [
    ["refactor.rewrite.insertMissing", () => t("Insert from the key")],
    ["refactor.rewrite.dropSpurious", () => t("Drop")],
    ["refactor.rewrite.retype", () => t("Change")],
    ["refactor.rewrite.extend", () => t("Extend")],
    ["refactor.rewrite.shrink", () => t("Shrink")],
    ["refactor.rewrite.untag", () => t("Remove")],
    ["refactor.rewrite.tag", () => t("Tag")],
];

const IDENTICAL = ["refactor.rewrite.tagIdentical", () => t("Tag what reads the same")] as const;

const WRAP_MENTION = "refactor.rewrite.wrapMention";

const ACCEPT = ["refactor.rewrite.acceptFromKey", () => t("Accept from the key")] as const;

/** The kinds that cut, join and extend coreference chains; each is a list of its own to choose from. */
const CHAIN_KINDS: readonly Kind[] = [
    [WRAP_MENTION, () => t("Tag")],
    IDENTICAL,
    ["refactor.rewrite.splitChain", () => t("Split")],
    ["refactor.rewrite.makeFirst", () => t("First")],
    ["refactor.rewrite.removeMention", () => t("Remove")],
    ["refactor.rewrite.moveMention", () => t("Move")],
    ["refactor.rewrite.mergeChains", () => t("Merge")],
];

interface Offer extends vscode.QuickPickItem {
    action?: vscode.CodeAction;
}

const TYPE = /^refactor\.rewrite\.(?:tag|retype)\.(.+)$/;

/** The type of the last tag that was put or changed. */
let lastType: string | undefined;

/** The chain that the last tag made a mention of, as a kind, and its file; none after a tag of another kind. */
let lastChain: { kind: string; uri: string } | undefined;

/** Tags the selection, or the word at the cursor, as a type; a tag that stands there gets the type. */
export async function tagAs(type?: string): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || type === undefined) {
        return tagSelection();
    }
    const { document, selection } = editor;
    const { version } = document;
    const [tagging] = await actionsOfKind(document.uri, rangeToTag(editor), `refactor.rewrite.tag.${type}`);
    const change = `refactor.rewrite.retype.${type}`;
    const action = tagging ?? (await actionsOfKind(document.uri, selection, change))[0];
    if (action && document.version === version) {
        await perform(editor, action);
    } else {
        say(t("nothing can be tagged as {0} here", type));
    }
}

/** Tags the selection, or the word at the cursor, as a mention: of the chain that reads the same, else of a new one. */
export async function tagMention(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { document } = editor;
        const { version } = document;
        const [action] = await actionsOfKind(document.uri, rangeToTag(editor), WRAP_MENTION);
        if (action && document.version === version) {
            await perform(editor, action);
            say(action.title);
        } else {
            say(t("nothing can be tagged as a mention here"));
        }
    }
}

/** Tags the selection, or the word at the cursor, as a mention of a chain that is given as a kind. */
async function tagMentionOf(editor: vscode.TextEditor, kind: string): Promise<void> {
    const { document } = editor;
    const { version } = document;
    const actions = await actionsOfKind(document.uri, rangeToTag(editor), kind);
    const action = actions.find((each) => each.kind?.value === kind);
    if (action && document.version === version) {
        await perform(editor, action);
        say(action.title);
    } else {
        say(t("nothing can be tagged as a mention of the last chain here"));
    }
}

/** Tags the selection, or the word at the cursor, as the last tag was; a mention is one of the same chain. */
export async function repeatTag(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor && lastChain?.uri === editor.document.uri.toString()) {
        return tagMentionOf(editor, lastChain.kind);
    }
    await (lastType === undefined ? tagSelection() : tagAs(lastType));
}

/** Tags what reads like the tag at the cursor, in its document or in the file. */
export async function tagIdentical(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const [kind, heading] = IDENTICAL;
        const actions = await actionsOfKind(editor.document.uri, editor.selection, kind);
        const [only, another] = actions;
        if (only && !another) {
            await perform(editor, only);
        } else {
            await offer(editor, heading(), toOffers(Promise.resolve(actions), [IDENTICAL]));
        }
    }
}

/** Remembers what an action puts, for the key that repeats it. */
function remember(editor: vscode.TextEditor, kind: string): void {
    const type = TYPE.exec(kind)?.[1];
    if (kind.startsWith(`${WRAP_MENTION}.`)) {
        lastChain = { kind, uri: editor.document.uri.toString() };
    } else if (type !== undefined) {
        lastChain = undefined;
        lastType = type;
    }
}

async function perform(editor: vscode.TextEditor, action: vscode.CodeAction): Promise<void> {
    remember(editor, action.kind?.value ?? "");
    await applyAction(action);
    editor.selection = new vscode.Selection(editor.selection.end, editor.selection.end);
}

/** Offers what can be done with the selection (or the word at the cursor) and does what is chosen. */
export async function tagSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { uri } = editor.document;
        const kind = vscode.CodeActionKind.RefactorRewrite.value;
        const actions = actionsOfKind(uri, rangeToTag(editor), kind);
        await offer(editor, t("Tag the selection"), toOffers(actions, [ACCEPT, ...KINDS, ...CHAIN_KINDS]));
    }
}

/** Offers what can be done with the mention at the cursor and its chain, with every chain to choose from. */
export async function changeChain(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { uri } = editor.document;
        const lists = [ACCEPT, ...CHAIN_KINDS].map(([kind]) => actionsOfKind(uri, editor.selection, kind));
        const actions = Promise.all(lists).then((found) => found.flat());
        await offer(editor, t("Change the chain"), toOffers(actions, [ACCEPT, ...CHAIN_KINDS]));
    }
}

/** Lets the person choose an offer, and does it; parts that need it are confirmed in the refactor preview. */
async function offer(editor: vscode.TextEditor, title: string, offers: Promise<Offer[]>): Promise<void> {
    const { document } = editor;
    const version = document.version;
    const choice = await choose(offers, { title, nothing: t("There is nothing to do here") });
    if (choice?.action && document.version === version) {
        await perform(editor, choice.action);
    } else if (choice) {
        void vscode.window.showInformationMessage(
            t("keytally: the text has changed meanwhile; choose again."),
        );
    }
}

function rangeToTag(editor: vscode.TextEditor): vscode.Range {
    const { selection, document } = editor;
    return selection.isEmpty ? (document.getWordRangeAtPosition(selection.active) ?? selection) : selection;
}

async function toOffers(found: Promise<vscode.CodeAction[]>, kinds: readonly Kind[]): Promise<Offer[]> {
    const actions = await found;
    return kinds.flatMap(([kind, heading]) => {
        const own = actions.filter((action) => isOfKind(action, kind));
        const separator = { label: heading(), kind: vscode.QuickPickItemKind.Separator };
        return own.length === 0 ? [] : [separator, ...own.map(toOffer)];
    });
}

function isOfKind(action: vscode.CodeAction, kind: string): boolean {
    const own = action.kind?.value ?? "";
    return own === kind || own.startsWith(`${kind}.`);
}

function toOffer(action: vscode.CodeAction): Offer {
    return { label: action.title, action };
}
