/** Programs on this machine, and which of them may be run. Knows nothing of the editor. */
import { constants, accessSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";

import { t } from "./l10n";

/** The environment of a search; untrusted folders are not searched. */
export interface Place {
    path: string;
    platform: NodeJS.Platform;
    home: string;
    workspaceFolders: readonly string[];
    trusted: boolean;
}

/** A program and its first arguments; further ones follow. */
export interface Call {
    program: string;
    arguments: readonly string[];
}

/** The reason why there is no program, and the setting for it; `lacks` is the missing program. */
export interface Failure {
    problem: string;
    setting: string;
    lacks?: "server" | "python";
}

export type Search<Found> = { found: Found } | Failure;

/** The program that a setting names. */
export function configured(setting: string, value: string, place: Place): Search<string> {
    const file = expand(value.trim(), place);
    const refuse = (why: string): Failure => ({ problem: `${setting}: ${why}`, setting });
    if (!isAbsolute(file)) {
        return refuse(t("{0} is not an absolute path.", file));
    }
    if (!isProgram(file)) {
        return refuse(t("{0} is not an executable program.", file));
    }
    if (!isAllowed(file, place)) {
        return refuse(t("{0} is in this workspace, which is not trusted.", file));
    }
    return { found: file };
}

/** The programs of a name that lie on PATH and may be run. */
export function programsOnPath(name: string, place: Place): string[] {
    return candidatesOnPath(name, place).filter((file) => mayRun(file, place));
}

export function mayRun(file: string, place: Place): boolean {
    return isProgram(file) && isAllowed(file, place);
}

export function programName(name: string, { platform }: Place): string {
    return platform === "win32" ? `${name}.exe` : name;
}

/** The target of a link. */
export function real(path: string): string {
    try {
        return realpathSync(path);
    } catch {
        return path;
    }
}

function expand(path: string, place: Place): string {
    const folder = place.workspaceFolders[0];
    const inWorkspace = folder === undefined ? path : path.replaceAll("${workspaceFolder}", folder);
    return inWorkspace.replace(/^~(?=[\\/])/, place.home);
}

/** Relative entries of PATH would lead into the folder at hand, so they are passed over. */
function candidatesOnPath(name: string, place: Place): string[] {
    const folders = place.path.split(delimiter).filter((folder) => isAbsolute(folder));
    return folders.map((folder) => join(folder, programName(name, place)));
}

/** On Windows a program of the Store can be run but not looked into. */
function isProgram(file: string): boolean {
    try {
        accessSync(file, constants.X_OK);
    } catch {
        return false;
    }
    return !isFolder(file);
}

function isFolder(path: string): boolean {
    try {
        return statSync(path).isDirectory();
    } catch {
        return false;
    }
}

/** A program inside a workspace that is not trusted is not run, by whatever name it is reached. */
function isAllowed(file: string, place: Place): boolean {
    return (
        place.trusted ||
        !place.workspaceFolders.some((folder) => isWithin(file, folder) || isWithin(real(file), real(folder)))
    );
}

function isWithin(file: string, folder: string): boolean {
    const way = relative(folder, file);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
