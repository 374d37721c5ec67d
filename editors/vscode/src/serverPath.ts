/** Finding the program of the server. Knows nothing of the editor. */
import { constants, accessSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, sep } from "node:path";

export const SERVER_NAME = "keytally-server";
const COMMAND_NAME = "keytally";

/** Installs the server from a checkout; no package index has it yet. */
export const INSTALL_COMMAND = 'pip install ".[server]"';

const SETTING = "keytally.server.path";

/** The command, with its argument, that opens the setting; a remote window has settings of its machine. */
export function settingsPage(remote: string | undefined): [command: string, argument: { query: string }] {
    const page = remote === undefined ? "openSettings" : "openRemoteSettings";
    return [`workbench.action.${page}`, { query: SETTING }];
}

/** What the search depends on; folders that are not trusted are not searched. */
export interface Surroundings {
    /** The setting `keytally.server.path`. */
    configured: string;
    path: string;
    platform: NodeJS.Platform;
    home: string;
    workspaceFolders: readonly string[];
    trusted: boolean;
}

export type Search = { found: string } | { problem: string; missing: boolean };

/** The server to run: the configured one, else the first on PATH. */
export function findServer(around: Surroundings): Search {
    if (around.configured.trim() !== "") {
        return configuredServer(around);
    }
    const found = candidatesOnPath(around).find((file) => isProgram(file) && isAllowed(file, around));
    return found === undefined ? { problem: `${SERVER_NAME} is not on PATH.`, missing: true } : { found };
}

/** The command `keytally` beside the server, which comes with it. */
export function findCommand(around: Surroundings): Search {
    const server = findServer(around);
    if ("problem" in server) {
        return server;
    }
    const name = around.platform === "win32" ? `${COMMAND_NAME}.exe` : COMMAND_NAME;
    const files = [server.found, real(server.found)].map((file) => join(dirname(file), name));
    const found = files.find((file) => isProgram(file) && isAllowed(file, around));
    const problem = `${COMMAND_NAME} is not beside ${server.found}.`;
    return found === undefined ? { problem, missing: true } : { found };
}

function configuredServer(around: Surroundings): Search {
    const file = expand(around.configured.trim(), around);
    const refuse = (why: string): Search => ({ problem: `${SETTING}: ${why}`, missing: false });
    if (!isAbsolute(file)) {
        return refuse(`${file} is not an absolute path.`);
    }
    if (!isProgram(file)) {
        return refuse(`${file} is not a program that can be run.`);
    }
    if (!isAllowed(file, around)) {
        return refuse(`${file} lies in this workspace, which is not trusted.`);
    }
    return { found: file };
}

function expand(path: string, around: Surroundings): string {
    const folder = around.workspaceFolders[0];
    const inWorkspace = folder === undefined ? path : path.replaceAll("${workspaceFolder}", folder);
    return inWorkspace.replace(/^~(?=[\\/])/, around.home);
}

/** Relative entries of PATH would lead into the folder at hand, so they are passed over. */
function candidatesOnPath(around: Surroundings): string[] {
    const suffixes = around.platform === "win32" ? [".exe"] : [""];
    const folders = around.path.split(delimiter).filter((folder) => isAbsolute(folder));
    return folders.flatMap((folder) => suffixes.map((suffix) => join(folder, SERVER_NAME + suffix)));
}

function isProgram(file: string): boolean {
    try {
        accessSync(file, constants.X_OK);
        return statSync(file).isFile();
    } catch {
        return false;
    }
}

/** A program inside a workspace that is not trusted is not run, by whatever name it is reached. */
function isAllowed(file: string, around: Surroundings): boolean {
    return (
        around.trusted ||
        !around.workspaceFolders.some(
            (folder) => isWithin(file, folder) || isWithin(real(file), real(folder)),
        )
    );
}

function isWithin(file: string, folder: string): boolean {
    const way = relative(folder, file);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function real(path: string): string {
    try {
        return realpathSync(path);
    } catch {
        return path;
    }
}
