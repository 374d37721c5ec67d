// The extension with its own server in a workspace that names programs: as one that is not trusted, and then as one that is.
// The Python that runs the server is the one that the folder python/ says is chosen, as the Python extension would.
import { strict as assert } from "node:assert";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Editor } from "./editor.mjs";
import { develop } from "./host.mjs";

const PYTHON_EXTENSION = join(import.meta.dirname, "python");

const SETTINGS = {
    "keytally.server.path": "${workspaceFolder}/tools/keytally-server",
    "keytally.server.python": "${workspaceFolder}/tools/python3",
    "keytally.server.source": "installed",
};

/** Programs in the workspace that tell that they were run, and settings that name them; the file in which they tell it. */
function lay(workspace) {
    const told = join(workspace, "told");
    for (const folder of ["tools", ".vscode"]) {
        mkdirSync(join(workspace, folder));
    }
    for (const name of ["keytally-server", "python3"]) {
        writeFileSync(join(workspace, "tools", name), `#!/bin/sh\necho ${name} > "${told}"\n`, { mode: 0o755 });
    }
    writeFileSync(join(workspace, ".vscode", "settings.json"), JSON.stringify(SETTINGS));
    return told;
}

/** An interpreter beside the workspace that tells that it was run; the file in which it tells it. */
function layInterpreter(workspace) {
    const folder = join(workspace, "../interpreter");
    const told = join(folder, "told");
    mkdirSync(folder);
    const lines = ["#!/bin/sh", `echo "$@" >> "${told}"`, 'exec python3 "$@"'];
    writeFileSync(join(folder, "python3"), `${lines.join("\n")}\n`, { mode: 0o755 });
    return told;
}

async function scoresUntrusted(editor, told, chosen) {
    await editor.seesMessage("Restricted Mode");
    await editor.open("response.sgml");
    await editor.seesScore(/P&R 70\.59/);
    await editor.page.locator("[class*='ced-']").first().waitFor();
    await editor.runCommand("keytally: Generate HTML Report of This Pair");
    await editor.page.locator(".tab", { hasText: "Report on response.sgml" }).first().waitFor();
    assert.equal(existsSync(told), false, "a program of the workspace was run");
    assert.match(readFileSync(chosen, "utf8"), /-I \S+run\.py keytally_server\.main/);
}

async function runsWhatIsNamedOnceTrusted(editor, told) {
    await editor.runCommand("Workspaces: Manage Workspace Trust");
    await editor.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
    await editor.settles(() => existsSync(told), Boolean);
}

export async function trust({ page, address, workspace, log, shots }) {
    const editor = new Editor({ page, address, shots });
    const told = lay(workspace);
    const chosen = layInterpreter(workspace);
    const extension = { scheme: "vscode-remote", authority: new URL(address).host, path: PYTHON_EXTENSION };
    await page.addInitScript(develop, { extensions: [extension] });
    try {
        await editor.openFolder(workspace);
        await scoresUntrusted(editor, told, chosen);
        log("a workspace that is not trusted is scored, has a page made, and runs nothing of its own");
        await runsWhatIsNamedOnceTrusted(editor, told);
        log("the server that it names is run once it is trusted");
        return true;
    } catch (error) {
        console.error(error.stack);
        await editor.shoot("trust");
        return false;
    }
}
