/** The pairs of the workspace: showing them, opening their files, choosing the active response. */
import * as vscode from "vscode";

import { choose } from "./choosing";
import type { Server } from "./client";
import { t } from "./l10n";
import type { PairDescription, PairFiles } from "./messages";

/** A pair to choose; without one, the way to make one. */
interface PairItem extends vscode.QuickPickItem {
    pair?: PairDescription;
}

/** Lists every pair with its parts and the rule that made it, those of the active file first; a chosen one is opened. */
export async function showPairs(server: Server): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    const title = t("Pairs of this workspace");
    const placeholder = t("Choose a pair to open its files side by side");
    const choice = await pick(server, (pairs) => ordered(pairs, active), title, placeholder);
    const files = choice && (filesOf(choice).find((each) => isEither(each, active)) ?? filesOf(choice)[0]);
    if (files) {
        await vscode.window.showTextDocument(vscode.Uri.parse(files.key), {
            viewColumn: vscode.ViewColumn.One,
        });
        await vscode.window.showTextDocument(vscode.Uri.parse(files.response), {
            viewColumn: vscode.ViewColumn.Two,
        });
    }
}

/** Chooses which response the marks of the active file's key are about. */
export async function chooseResponse(server: Server): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    const title = t("Choose the active response");
    const placeholder = t("The key's marks refer to the active response");
    const choice = await pick(server, (pairs) => ofSameKey(pairs, active), title, placeholder);
    if (choice) {
        await server.execute("keytally.selectResponse", choice.key, choice.response);
    }
}

type Pairs = readonly PairDescription[];

/** The pairs of the active file, then all others. */
function ordered(pairs: Pairs, active: string | undefined): Pairs {
    return [...pairs.filter((pair) => has(pair, active)), ...pairs.filter((pair) => !has(pair, active))];
}

/** The pairs with the active file's key; all of them if it has none. */
function ofSameKey(pairs: Pairs, active: string | undefined): Pairs {
    const keys = pairs.filter((pair) => has(pair, active)).map((pair) => pair.key);
    return keys.length === 0 ? pairs : pairs.filter((pair) => keys.includes(pair.key));
}

async function pick(
    server: Server,
    arrange: (pairs: Pairs) => Pairs,
    title: string,
    placeholder: string,
): Promise<PairDescription | undefined> {
    const nothing = t("No pairs found");
    const advice = t(
        "Pairs come from keytally.toml, a scorer configuration, or file names such as a.key.sgml and a.response.sgml.",
    );
    const items = server
        .execute("keytally.listPairs")
        .then((pairs) => withPairing(arrange(pairs ?? []).map(toItem), advice));
    const choice = await choose(items, { title, placeholder, nothing, advice });
    if (choice && !choice.pair) {
        await vscode.commands.executeCommand("keytally.pairWith");
    }
    return choice?.pair;
}

/** The pairs; where there are none, the command that pairs the active file. */
function withPairing(items: readonly PairItem[], advice: string): readonly PairItem[] {
    const isFile = vscode.window.activeTextEditor?.document.uri.scheme === "file";
    return items.length > 0 || !isFile
        ? items
        : [{ label: t("No pairs found: pair this file with…"), detail: advice }];
}

function toItem(pair: PairDescription): PairItem {
    const parts = new Set(["texts", "configuration", ...Object.keys(pair.languages ?? {}).sort()]);
    const others = [...parts].map((part) => pair[part]).filter((part) => typeof part === "string");
    const task = pair.task.replaceAll("_", " ");
    return {
        label: `${shortName(pair.key)} ↔ ${shortName(pair.response)}`,
        description: pair.active ? t("{0} · active", task) : task,
        detail: [pair.origin, ...others.map(shortName)].join(" · "),
        pair,
    };
}

/** A file's path within the workspace; the name of a built-in configuration as it is. */
function shortName(file: string): string {
    return file.startsWith("file:") ? vscode.workspace.asRelativePath(vscode.Uri.parse(file)) : file;
}

/** The files of a pair: its two, or those of its folders. */
function filesOf({ key, response, files }: PairDescription): readonly PairFiles[] {
    return files ?? [{ key, response }];
}

function has(pair: PairDescription, uri: string | undefined): boolean {
    return filesOf(pair).some((files) => isEither(files, uri));
}

function isEither({ key, response }: PairFiles, uri: string | undefined): boolean {
    return [key, response].some((file) => vscode.Uri.parse(file).toString() === uri);
}
