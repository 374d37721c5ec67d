/** What a person can do where the server cannot be started: install it, or name it in the settings. */
import * as vscode from "vscode";

import { INSTALL_COMMAND, settingsPage } from "./serverPath";
import type { Search } from "./serverPath";

const COPY = "Copy Command";
const TYPE = "Type It in a Checkout…";
const OPEN = "Open Setting";

/** Tells why there is no server, and does what is chosen. */
export async function adviseOn(search: Extract<Search, { problem: string }>): Promise<void> {
    if (!search.missing) {
        return follow(await vscode.window.showErrorMessage(search.problem, OPEN));
    }
    const choices = [COPY, ...(vscode.workspace.isTrusted ? [TYPE] : []), OPEN];
    const install = `In a checkout of keytally run: ${INSTALL_COMMAND}`;
    const message = `${search.problem} ${install} — then run "keytally: Restart the Server".`;
    return follow(await vscode.window.showWarningMessage(message, ...choices));
}

async function follow(choice: string | undefined): Promise<void> {
    if (choice === COPY) {
        await vscode.env.clipboard.writeText(INSTALL_COMMAND);
    } else if (choice === OPEN) {
        await vscode.commands.executeCommand(...settingsPage(vscode.env.remoteName));
    } else if (choice === TYPE) {
        await typeInCheckout();
    }
}

/** Types the command in a terminal of the folder that the person chooses, and does not run it. */
async function typeInCheckout(): Promise<void> {
    const chosen = await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        title: "The checkout of keytally",
        openLabel: "Install from Here",
    });
    if (chosen?.[0]) {
        const terminal = vscode.window.createTerminal({ name: "keytally", cwd: chosen[0] });
        terminal.show();
        terminal.sendText(INSTALL_COMMAND, false);
    }
}
