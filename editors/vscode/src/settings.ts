/** The settings that this client reads itself; the server asks for the others. */
import { homedir } from "node:os";
import * as vscode from "vscode";

import type { Runtime, Source } from "./serverPath";

const SECTION = "keytally";

const MEGABYTE = 1e6;

export function serverPath(): string {
    return vscode.workspace.getConfiguration(SECTION).get("server.path", "");
}

/** The server to run if no path is set. */
export function serverSource(): Source {
    const value = vscode.workspace.getConfiguration(SECTION).get<string>("server.source");
    return value === "installed" ? "installed" : "bundled";
}

/** What runs the included server. */
export function serverRuntime(): Runtime {
    const value = vscode.workspace.getConfiguration(SECTION).get<string>("server.runtime");
    return value === "python" || value === "wasm" ? value : "auto";
}

/** The directories outside the workspace whose files project files may name. */
export function allowedFolders(): string[] {
    const folders = vscode.workspace.getConfiguration(SECTION).get<string[]>("allowedFolders", []);
    return folders.map((folder) => folder.replace(/^~(?=[\\/]|$)/, homedir()));
}

/** The size in bytes up to which files are read. */
export function maximumFileSize(): number {
    return vscode.workspace.getConfiguration(SECTION).get("maximumFileSize", 256) * MEGABYTE;
}

export function pythonPath(): string {
    return vscode.workspace.getConfiguration(SECTION).get("server.python", "");
}

export function serverArguments(): string[] {
    return vscode.workspace.getConfiguration(SECTION).get<string[]>("server.arguments", []);
}

export function marksEnabled(): boolean {
    return vscode.workspace.getConfiguration(SECTION).get("marks.enabled", true);
}

/** Turns marks on or off where the setting is defined, otherwise in the user settings. */
export async function setMarksEnabled(enabled: boolean): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(SECTION);
    const inspected = configuration.inspect("marks.enabled");
    const target =
        inspected?.workspaceValue === undefined
            ? vscode.ConfigurationTarget.Global
            : vscode.ConfigurationTarget.Workspace;
    await configuration.update("marks.enabled", enabled, target);
}

/** Whether the editor shows the server's inlay hints, which name missing items. */
export function inlayHintsShown(document: vscode.TextDocument): boolean {
    const ours = vscode.workspace
        .getConfiguration(SECTION, document)
        .get<boolean>("inlayHints.enabled", true);
    const editors = vscode.workspace
        .getConfiguration("editor", document)
        .get<string>("inlayHints.enabled", "on");
    return ours && (editors === "on" || editors === "onUnlessPressed");
}

/** Calls back when a setting of that name changes. */
export function onSetting(name: string, changed: () => void): vscode.Disposable {
    return vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(name)) {
            changed();
        }
    });
}
