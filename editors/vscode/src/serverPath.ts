/** Finding the server: an installed one, or the one that comes with the extension. Knows nothing of the editor. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { t } from "./l10n";
import { configured, mayRun, programName, programsOnPath, real } from "./programs";
import type { Call, Place, Search } from "./programs";
import { LEAST_VERSION, PYTHON_SETTING, findPython } from "./python";
import type { PythonPlace } from "./python";

export const SERVER_NAME = "keytally-server";
const COMMAND_NAME = "keytally";

/** The launcher that runs a module of the bundled server, in its folder. */
const LAUNCHER = "run.py";
const SERVER_MODULE = "keytally_server.main";
const COMMAND_MODULE = "keytally";

/** Installs a server from a checkout; no package index has it yet. */
export const INSTALL_COMMAND = 'pip install ".[server]"';

const SETTING = "keytally.server.path";
const RUNTIME_SETTING = "keytally.server.runtime";

/** The server to run if no setting specifies a program: the bundled or an installed one. */
export type Source = "bundled" | "installed";

/** The command, with its argument, that opens a setting; a remote window has settings of its machine. */
export function settingsPage(
    remote: string | undefined,
    setting: string,
): [command: string, argument: { query: string }] {
    const page = remote === undefined ? "openSettings" : "openRemoteSettings";
    return [`workbench.action.${page}`, { query: setting }];
}

/** What may run the bundled server: `auto` is Python, and WebAssembly if there is none. */
export type Runtime = "auto" | "python" | "wasm";

/** The bundled server in WebAssembly, which is no program. */
export const WASM = "wasm";

/** The environment of the search for the server. */
export interface Surroundings extends PythonPlace {
    /** The setting `keytally.server.path`. */
    configured: string;
    /** The setting `keytally.server.source`. */
    source: Source;
    /** The setting `keytally.server.runtime`. */
    runtime: Runtime;
    /** The folder of the server that comes with the extension. */
    bundled: string;
    /** Whether the extension has the files that run it in WebAssembly. */
    hasWasm: boolean;
}

/** A server, and the command `keytally` that comes with it. */
export interface Installation {
    server: Call | typeof WASM;
    command: Search<Call>;
}

/** The server to run: as a program, or in WebAssembly if there is no Python for it. */
export async function findServer(around: Surroundings): Promise<Search<Installation>> {
    if (around.runtime === "wasm") {
        return inWasm(around);
    }
    const search = await findProgram(around);
    const isMissing = "problem" in search && search.lacks === "python";
    return isMissing && around.runtime === "auto" && around.hasWasm ? inWasm(around) : search;
}

/** The configured server, otherwise the bundled one, or an installed one if requested. */
async function findProgram(around: Surroundings): Promise<Search<Installation>> {
    if (around.configured.trim() !== "") {
        return withCommand(configured(SETTING, around.configured, around), around);
    }
    const launcher = join(around.bundled, LAUNCHER);
    const installed = withCommand(serverOnPath(around), around);
    if (around.source === "installed" || !existsSync(launcher)) {
        return installed;
    }
    const python = await findPython(around);
    if ("found" in python) {
        return { found: bundled(python.found, launcher) };
    }
    return python.lacks && "found" in installed ? installed : python;
}

function inWasm({ hasWasm }: Surroundings): Search<Installation> {
    if (!hasWasm) {
        return { problem: t("This build of the extension has no WebAssembly."), setting: RUNTIME_SETTING };
    }
    const problem = t("HTML reports require Python {0} or later.", LEAST_VERSION);
    return { found: { server: WASM, command: { problem, setting: PYTHON_SETTING, lacks: "python" } } };
}

function serverOnPath(around: Place): Search<string> {
    const found = programsOnPath(SERVER_NAME, around)[0];
    const problem = t("{0} is not on PATH.", SERVER_NAME);
    return found === undefined ? { problem, setting: SETTING, lacks: "server" } : { found };
}

/** The launcher ignores the user's own packages and Python's environment variables. */
function bundled(python: Call, launcher: string): Installation {
    const called = (module: string): Call => ({
        program: python.program,
        arguments: [...python.arguments, "-I", launcher, module],
    });
    return { server: called(SERVER_MODULE), command: { found: called(COMMAND_MODULE) } };
}

function withCommand(server: Search<string>, around: Place): Search<Installation> {
    if ("problem" in server) {
        return server;
    }
    const command = commandBeside(server.found, around);
    return { found: { server: { program: server.found, arguments: [] }, command } };
}

/** The command beside the server, or beside what a link leads to. */
function commandBeside(server: string, around: Place): Search<Call> {
    const name = programName(COMMAND_NAME, around);
    const files = [server, real(server)].map((file) => join(dirname(file), name));
    const program = files.find((file) => mayRun(file, around));
    const problem = t("{0} is not in the same directory as {1}.", COMMAND_NAME, server);
    return program === undefined ? { problem, setting: SETTING } : { found: { program, arguments: [] } };
}
