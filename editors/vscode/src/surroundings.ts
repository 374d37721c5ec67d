/** The environment in which keytally's programs are searched for. */
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";

import { tellVersion } from "./python";
import type { Surroundings } from "./serverPath";
import { pythonPath, serverPath, serverRuntime, serverSource } from "./settings";
import { hasWasmServer } from "./wasmServer";

const PYTHON_EXTENSION = "ms-python.python";

/** The time for the other extension to start; the search continues without its answer. */
const TIME_LIMIT_MS = 5000;

/** The used part of the Python extension's public API. */
interface PythonApi {
    environments?: {
        getActiveEnvironmentPath: (resource?: vscode.Uri) => { path: string };
        resolveEnvironment: (
            environment: unknown,
        ) => Thenable<{ executable: { uri?: vscode.Uri } } | undefined>;
    };
}

/** The folder, within the extension's, of the server that comes with it. */
const BUNDLED = "bundled";

/** `extension` is the folder of the extension. */
export function surroundings(extension: string): Surroundings {
    return {
        configured: serverPath(),
        source: serverSource(),
        runtime: serverRuntime(),
        bundled: join(extension, BUNDLED),
        hasWasm: hasWasmServer(extension),
        python: pythonPath(),
        chosen: chosenInterpreter,
        tellVersion,
        path: process.env["PATH"] ?? "",
        platform: process.platform,
        home: homedir(),
        workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
        trusted: vscode.workspace.isTrusted,
    };
}

/** The interpreter that is chosen in the Python extension, where that is installed and answers. */
async function chosenInterpreter(): Promise<string | undefined> {
    const extension = vscode.extensions.getExtension<PythonApi>(PYTHON_EXTENSION);
    if (!extension) {
        return undefined;
    }
    const late = new Promise<void>((end) => setTimeout(end, TIME_LIMIT_MS)).then(() => undefined);
    return Promise.race([askedOf(extension), late]).catch(() => undefined);
}

async function askedOf(extension: vscode.Extension<PythonApi>): Promise<string | undefined> {
    const { environments } = await extension.activate();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const active = environments?.getActiveEnvironmentPath(folder);
    const resolved = active && (await environments?.resolveEnvironment(active));
    return resolved?.executable.uri?.fsPath;
}
