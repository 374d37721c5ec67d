/** Annotating without the mouse: the server's edits for the selection, offered in a list. */
import * as vscode from "vscode";

import { actionsOfKind, applyAction } from "./actions";
import { choose } from "./choosing";
import type { Server } from "./client";
import { RUNNING_TEXT_LANGUAGES } from "./generated/languages";
import { t } from "./l10n";
import { rangeAtCursor } from "./places";
import { say } from "./saying";

/** Scripts that have no spaces between words: a word there is for the person to select. */
const UNSPACED =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A kind of code action, and the heading of its list. */
type Kind = readonly [kind: string, heading: () => string];

/** The kinds of code action that annotate, in the order in which they are offered; what removes is last in a list. */
const KINDS: readonly Kind[] = [
    ["refactor.rewrite.insertMissing", () => t("Insert from the key")],
    ["refactor.rewrite.retype", () => t("Change")],
    ["refactor.rewrite.resize", () => t("Resize")],
    ["refactor.rewrite.extend", () => t("Extend")],
    ["refactor.rewrite.shrink", () => t("Shrink")],
    ["refactor.rewrite.tag", () => t("Tag")],
];

/** The kinds that remove a tag or a mention. */
const REMOVING_KINDS: readonly Kind[] = [
    ["refactor.rewrite.dropSpurious", () => t("Delete")],
    ["refactor.rewrite.untag", () => t("Remove")],
    ["refactor.rewrite.removeMention", () => t("Remove")],
];

const IDENTICAL = ["refactor.rewrite.tagIdentical", () => t("Tag equal text")] as const;

const WRAP_MENTION = "refactor.rewrite.wrapMention";

/** The kinds that tag a word. */
const TAGGING_KINDS = ["refactor.rewrite.tag", WRAP_MENTION];

const ACCEPT = ["refactor.rewrite.acceptFromKey", () => t("Accept from the key")] as const;

/** The kinds that cut, join and extend coreference chains; each is a list of its own to choose from. */
const CHAIN_KINDS: readonly Kind[] = [
    [WRAP_MENTION, () => t("Tag")],
    IDENTICAL,
    ["refactor.rewrite.splitChain", () => t("Split")],
    ["refactor.rewrite.makeFirst", () => t("First")],
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

/** Tags each selection, or the word at each cursor, as a type; an existing tag gets the type. */
export async function tagAs(server: Server, type?: string): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || type === undefined) {
        return tagSelection(server);
    }
    const { document, selections } = editor;
    const { version } = document;
    const found = await Promise.all(selections.map((selection) => tagging(server, editor, selection, type)));
    const [action, ...others] = found.filter((each) => each !== undefined);
    if (!action || others.length + 1 < selections.length || document.version !== version) {
        const isUnspaced = selections.some((selection) => lacksWord(editor, selection));
        say(isUnspaced ? selectFirst() : t("nothing can be tagged as {0} here", type));
    } else if (others.length === 0) {
        await perform(editor, action);
    } else {
        await performAll(editor, [action, ...others]);
    }
}

/** The action that tags a selection as a type, or gives the tag there the type. */
async function tagging(
    server: Server,
    editor: vscode.TextEditor,
    selection: vscode.Selection,
    type: string,
): Promise<vscode.CodeAction | undefined> {
    const { uri } = editor.document;
    const range = rangeToTag(editor, selection);
    const tags = lacksWord(editor, range)
        ? []
        : await actionsOfKind(server, uri, range, `refactor.rewrite.tag.${type}`);
    return tags[0] ?? (await actionsOfKind(server, uri, selection, `refactor.rewrite.retype.${type}`))[0];
}

/** Does what several actions do as one change, which one undo takes back. */
async function performAll(
    editor: vscode.TextEditor,
    actions: readonly [vscode.CodeAction, ...vscode.CodeAction[]],
): Promise<void> {
    const { uri } = editor.document;
    const edits = actions.flatMap(({ edit }) => edit?.get(uri) ?? []);
    if (edits.some((edit, at) => edits.slice(at + 1).some((other) => edit.range.intersection(other.range)))) {
        say(t("adjacent selections must be tagged one at a time"));
        return;
    }
    const together = new vscode.WorkspaceEdit();
    together.set(uri, edits);
    const [{ kind }] = actions;
    await perform(editor, { ...(kind && { kind }), edit: together });
}

/** Tags the selection or the word at the cursor as a mention of the chain with equal text, otherwise a new one. */
export async function tagMention(server: Server): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { document } = editor;
        const { version } = document;
        if (lacksWord(editor, rangeToTag(editor))) {
            say(selectFirst());
            return;
        }
        const [action] = await actionsOfKind(server, document.uri, rangeToTag(editor), WRAP_MENTION);
        if (action && document.version === version) {
            await perform(editor, action);
            say(action.title);
        } else {
            say(t("nothing can be tagged as a mention here"));
        }
    }
}

/** Tags the selection, or the word at the cursor, as a mention of a chain that is given as a kind. */
async function tagMentionOf(server: Server, editor: vscode.TextEditor, kind: string): Promise<void> {
    if (lacksWord(editor, rangeToTag(editor))) {
        say(selectFirst());
        return;
    }
    const { document } = editor;
    const { version } = document;
    const actions = await actionsOfKind(server, document.uri, rangeToTag(editor), kind);
    const action = actions.find((each) => each.kind?.value === kind);
    if (action && document.version === version) {
        await perform(editor, action);
        say(action.title);
    } else {
        say(t("nothing can be tagged as a mention of the last chain here"));
    }
}

/** Tags the selection, or the word at the cursor, as the last tag was; a mention is one of the same chain. */
export async function repeatTag(server: Server): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor && lastChain?.uri === editor.document.uri.toString()) {
        return tagMentionOf(server, editor, lastChain.kind);
    }
    await (lastType === undefined ? tagSelection(server) : tagAs(server, lastType));
}

/** Tags what reads like the tag at the cursor, in its document or in the file. */
export async function tagIdentical(server: Server): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const [kind, heading] = IDENTICAL;
        const actions = await actionsOfKind(server, editor.document.uri, editor.selection, kind);
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

async function perform(
    editor: vscode.TextEditor,
    action: Pick<vscode.CodeAction, "kind" | "edit">,
): Promise<void> {
    remember(editor, action.kind?.value ?? "");
    await applyAction(action);
    editor.selections = editor.selections.map(({ end }) => new vscode.Selection(end, end));
}

/** The actions that annotate a range, each with the heading of its kind, in the order of the lists. */
export async function actionsToAnnotate(
    server: Server,
    uri: vscode.Uri,
    range: vscode.Range,
): Promise<{ action: vscode.CodeAction; heading: string }[]> {
    const actions = await actionsOfKind(server, uri, range, vscode.CodeActionKind.RefactorRewrite.value);
    return [ACCEPT, ...KINDS, ...CHAIN_KINDS, ...REMOVING_KINDS].flatMap(([kind, heading]) =>
        actions.filter((action) => isOfKind(action, kind)).map((action) => ({ action, heading: heading() })),
    );
}

/** Offers what can be done with the selection (or the word at the cursor) and does what is chosen. */
export async function tagSelection(server: Server): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { uri } = editor.document;
        const kind = vscode.CodeActionKind.RefactorRewrite.value;
        const range = rangeToTag(editor);
        const lacks = lacksWord(editor, range);
        const kinds = [ACCEPT, ...KINDS, ...CHAIN_KINDS, ...REMOVING_KINDS].filter(
            ([each]) => !lacks || !TAGGING_KINDS.includes(each),
        );
        const actions = actionsOfKind(server, uri, range, kind);
        const nothing = lacks ? selectFirst() : undefined;
        await offer(editor, t("Tag the selection"), toOffers(actions, kinds), nothing);
    }
}

/** Offers what can be done with the mention at the cursor and its chain, with every chain to choose from. */
export async function changeChain(server: Server): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        const { uri } = editor.document;
        const kinds = [ACCEPT, ...CHAIN_KINDS, ...REMOVING_KINDS];
        const lists = kinds.map(([kind]) => actionsOfKind(server, uri, editor.selection, kind));
        const actions = Promise.all(lists).then((found) => found.flat());
        await offer(editor, t("Change the chain"), toOffers(actions, kinds));
    }
}

/** Lets the person choose an offer, and does it; parts that need it are confirmed in the refactor preview. */
async function offer(
    editor: vscode.TextEditor,
    title: string,
    offers: Promise<Offer[]>,
    nothing = t("Nothing to do here"),
): Promise<void> {
    const { document } = editor;
    const version = document.version;
    const choice = await choose(offers, { title, nothing });
    if (choice?.action && document.version === version) {
        await perform(editor, choice.action);
    } else if (choice) {
        void vscode.window.showInformationMessage(t("keytally: the text has changed; choose again."));
    }
}

/** A selection, or the word at it; of the only one, what the walk has led to. */
function rangeToTag(editor: vscode.TextEditor, selection?: vscode.Selection): vscode.Range {
    const range = selection && editor.selections.length > 1 ? selection : rangeAtCursor(editor);
    return range.isEmpty && !lacksWord(editor, range) ? (wordAt(editor, range) ?? range) : range;
}

function wordAt({ document }: vscode.TextEditor, { start }: vscode.Range): vscode.Range | undefined {
    return document.getWordRangeAtPosition(start);
}

/** Whether nothing is selected, and the editor's word may be several words: the text up to the next punctuation. */
function lacksWord(editor: vscode.TextEditor, range: vscode.Range): boolean {
    const { document } = editor;
    const word =
        range.isEmpty && RUNNING_TEXT_LANGUAGES.includes(document.languageId)
            ? wordAt(editor, range)
            : undefined;
    return word !== undefined && UNSPACED.test(document.getText(word));
}

function selectFirst(): string {
    return t("select the characters to tag: this script has no spaces between words");
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
