/** The page of HTML about the active file's pair: `keytally report`, which stands beside the server, makes it. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import * as vscode from "vscode";

import type { Server } from "./client";
import { t } from "./l10n";
import { say } from "./saying";
import type { Call, Search } from "./programs";
import { findServer } from "./serverPath";
import { surroundings } from "./surroundings";

/** What a run that was cancelled ends with. */
const CANCELLED = "";

/** Makes the page as a file, which is named or lies in the extension's own folder, and opens it. */
export async function makePage(server: Server, storage: vscode.Uri, file?: string): Promise<void> {
    const source = vscode.window.activeTextEditor?.document.uri;
    const told = source && (await server.execute("keytally.reportArguments", server.uriText(source)));
    const response = told?.arguments.at(-1);
    if (!told || response === undefined) {
        say(t("no page: the active file belongs to no pair"));
        return;
    }
    const command = await findCommand(server);
    if ("problem" in command) {
        void vscode.window.showErrorMessage(command.problem);
        return;
    }
    const page = file === undefined ? await defaultFile(storage, response) : vscode.Uri.file(file);
    const given = ["report", "-o", page.fsPath, ...told.arguments];
    const name = nameOf(response);
    const problem = await shown(t("keytally: making the page of {0}", name), (token) =>
        run(command.found, given, token),
    );
    if (problem === undefined) {
        tellUnsaved(told.files);
        await open(page, name);
    } else if (problem !== CANCELLED) {
        void vscode.window.showErrorMessage(problem);
    }
}

async function findCommand(server: Server): Promise<Search<Call>> {
    const installation = await findServer(surroundings(server.bundled));
    return "found" in installation ? installation.found.command : installation;
}

/** Each response has a file of its own. */
async function defaultFile(storage: vscode.Uri, response: string): Promise<vscode.Uri> {
    await vscode.workspace.fs.createDirectory(storage);
    const hash = createHash("sha256").update(response).digest("hex").slice(0, 8);
    return vscode.Uri.joinPath(storage, `${nameOf(response)}-${hash}.html`);
}

function nameOf(path: string): string {
    return path.replace(/^.*[\\/]/, "");
}

function shown<T>(title: string, work: (token: vscode.CancellationToken) => Promise<T>): Thenable<T> {
    const location = vscode.ProgressLocation.Notification;
    return vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => work(token));
}

/** Runs the command to its end; what it said last if it failed. Its own folder is its working directory. */
function run(call: Call, given: string[], token: vscode.CancellationToken): Promise<string | undefined> {
    const { program, arguments: first } = call;
    return new Promise((done) => {
        const child = execFile(program, [...first, ...given], { cwd: dirname(program) }, (error, _, said) => {
            const last = said.trim().split("\n").at(-1) ?? "";
            const problem = error && (last === "" ? error.message : last);
            done(token.isCancellationRequested ? CANCELLED : (problem ?? undefined));
        });
        token.onCancellationRequested(() => child.kill());
    });
}

function tellUnsaved(files: readonly string[]): void {
    const read = new Set(files.map((each) => vscode.Uri.parse(each).toString()));
    const unsaved = vscode.workspace.textDocuments.filter(
        ({ isDirty, uri }) => isDirty && read.has(uri.toString()),
    );
    if (unsaved.length > 0) {
        const names = unsaved.map(({ fileName }) => nameOf(fileName)).join(", ");
        void vscode.window.showWarningMessage(t("The page is without the unsaved changes of {0}.", names));
    }
}

/** Opens the page in the browser; in a window whose files are elsewhere, beside the editor. */
async function open(page: vscode.Uri, name: string): Promise<void> {
    if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
        await vscode.env.openExternal(page);
        return;
    }
    const panel = vscode.window.createWebviewPanel(
        "keytally.page",
        t("Report on {0}", name),
        vscode.ViewColumn.Beside,
        { enableScripts: true, localResourceRoots: [] },
    );
    panel.webview.html = new TextDecoder().decode(await vscode.workspace.fs.readFile(page));
}
