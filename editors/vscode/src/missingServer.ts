/** Advice if the server cannot be started: install its requirements, or specify it in the settings. */
import * as vscode from "vscode";

import { inNotice } from "./inert";
import { t } from "./l10n";
import type { Failure } from "./programs";
import { PYTHON_PAGE } from "./python";
import { INSTALL_COMMAND, settingsPage } from "./serverPath";

/** A button of the message, and what it does. */
type Choices = Record<string, () => unknown>;

/** Shows why there is no server, and runs the chosen action. */
export async function adviseOn({ problem: reason, setting, lacks }: Failure): Promise<void> {
    const problem = inNotice(reason);
    const openSetting = {
        [t("Open Setting")]: () =>
            vscode.commands.executeCommand(...settingsPage(vscode.env.remoteName, setting)),
    };
    if (lacks === undefined) {
        const choice = await vscode.window.showErrorMessage(problem, ...Object.keys(openSetting));
        await openSetting[choice ?? ""]?.();
        return;
    }
    const [advice, ways] = lacks === "python" ? onPython() : onServer();
    const choices: Choices = { ...ways, ...openSetting };
    const message = `${problem} ${advice} ${t('Then run "keytally: Restart Server".')}`;
    const choice = await vscode.window.showWarningMessage(message, ...Object.keys(choices));
    await choices[choice ?? ""]?.();
}

function onPython(): [advice: string, ways: Choices] {
    const advice = t("Install Python, or specify its path in the settings.");
    return [advice, { [t("Get Python")]: () => vscode.env.openExternal(vscode.Uri.parse(PYTHON_PAGE)) }];
}

function onServer(): [advice: string, ways: Choices] {
    const copy = { [t("Copy Command")]: () => vscode.env.clipboard.writeText(INSTALL_COMMAND) };
    const type = { [t("Type in a Checkout…")]: typeInCheckout };
    const advice = t("In a checkout of keytally, run: {0}", INSTALL_COMMAND);
    return [advice, { ...copy, ...(vscode.workspace.isTrusted ? type : {}) }];
}

/** Types the command in a terminal of the folder that the person chooses, and does not run it. */
async function typeInCheckout(): Promise<void> {
    const chosen = await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        title: t("Select a Checkout of keytally"),
        openLabel: t("Install from Here"),
    });
    if (chosen?.[0]) {
        const terminal = vscode.window.createTerminal({ name: "keytally", cwd: chosen[0] });
        terminal.show();
        terminal.sendText(INSTALL_COMMAND, false);
    }
}
