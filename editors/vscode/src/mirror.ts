/** Copies of a workspace's files in the memory of a server in WebAssembly, which cannot read the files themselves. */
import * as vscode from "vscode";

import {
    MOST_BYTES,
    MOST_FILES,
    chosen,
    isBelow,
    isInSkipped,
    isMirrored,
    isSkippedDirectory,
    pathOf,
} from "./mirrorRules";
import type { Candidate, MirrorChange } from "./mirrorRules";
import { allowedFolders, maximumFileSize } from "./settings";

interface Found extends Candidate {
    uri: vscode.Uri;
    modified: number;
}

type Send = (change: MirrorChange) => void;

/** Files read before their copies are sent. */
const BATCH = 100;

/**
 * Knows the copies that one worker has. Links are not followed: a link may lead out of the workspace, which no file of
 * a project may. `tellLeftOut` is called with the names of files that are too large or too many, each time once.
 */
export class Mirror {
    /** The copies, with their sizes and a mark of their content. */
    private readonly copies = new Map<string, { size: number; stamp: string }>();
    /** The directories of files outside the workspace; undefined once their files have been copied. */
    private readonly around = new Map<string, Promise<void> | undefined>();
    private readonly leftOut = new Set<string>();
    private folders: vscode.Uri[] = [];

    constructor(
        private readonly send: Send,
        private readonly tellLeftOut: (names: string[]) => void,
    ) {}

    /** Copies everything below the workspace's folders and the allowed ones that has changed since the last time. */
    async fill(): Promise<void> {
        this.around.clear();
        this.folders = [
            ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
            ...allowedFolders().map((folder) => vscode.Uri.file(folder)),
        ];
        const found = (await Promise.all(this.folders.map((folder) => listed(folder, true)))).flat();
        const present = new Set(found.map(({ path }) => path));
        this.remove([...this.copies.keys()].filter((path) => !present.has(path)));
        await this.copy(found);
    }

    /** Copies what has changed at a place; a directory with all below it. */
    async refresh(uri: vscode.Uri): Promise<void> {
        const path = pathOf(uri);
        const isForeign = !this.isCovered(path) && !this.around.has(directoryOf(path));
        if (uri.scheme !== "file" || isForeign || isInSkipped(path)) {
            return;
        }
        const found = await foundAt(uri);
        const present = new Set(found.map((file) => file.path));
        const gone = [...this.copies.keys()].filter((copy) => isBelow(copy, path) && !present.has(copy));
        this.remove(gone);
        await this.copy(found);
    }

    /** Copies the files in the directory of one outside the workspace; undefined once that is done. */
    besides(uri: vscode.Uri): Promise<void> | undefined {
        const directory = directoryOf(pathOf(uri));
        if (uri.scheme !== "file" || this.isCovered(pathOf(uri))) {
            return undefined;
        }
        if (!this.around.has(directory)) {
            const found = listed(vscode.Uri.joinPath(uri, ".."), false);
            const copied = found.then((files) => this.copy(files));
            this.around.set(
                directory,
                copied.finally(() => this.around.set(directory, undefined)),
            );
        }
        return this.around.get(directory);
    }

    private isCovered(path: string): boolean {
        return this.folders.some((folder) => isBelow(path, pathOf(folder)));
    }

    private remove(paths: string[]): void {
        for (const path of paths) {
            this.copies.delete(path);
        }
        if (paths.length > 0) {
            this.send({ write: [], remove: paths });
        }
    }

    private async copy(found: Found[]): Promise<void> {
        const changed = found.filter(({ path, ...file }) => this.copies.get(path)?.stamp !== stampOf(file));
        const { taken, leftOut } = chosen(changed, this.room(changed));
        this.remove(leftOut.map(({ path }) => path).filter((path) => this.copies.has(path)));
        for (let start = 0; start < taken.length; start += BATCH) {
            const read = await Promise.all(taken.slice(start, start + BATCH).map(contentOf));
            const write = read.filter((each) => each !== undefined);
            this.send({ write, remove: [] });
        }
        for (const { path, ...file } of taken) {
            this.copies.set(path, { size: file.size, stamp: stampOf(file) });
        }
        this.report(leftOut);
    }

    /** The limits for some files, whose present copies are replaced. */
    private room(changed: readonly Found[]): { file: number; total: number; files: number } {
        const replaced = new Set(changed.map(({ path }) => path));
        const kept = [...this.copies].filter(([path]) => !replaced.has(path));
        const size = kept.reduce((total, [, copy]) => total + copy.size, 0);
        return { file: maximumFileSize(), total: MOST_BYTES - size, files: MOST_FILES - kept.length };
    }

    private report(leftOut: readonly Found[]): void {
        const fresh = leftOut.map(({ path }) => path).filter((path) => !this.leftOut.has(path));
        if (fresh.length > 0) {
            fresh.forEach((path) => this.leftOut.add(path));
            this.tellLeftOut(fresh.map((path) => path.slice(path.lastIndexOf("/") + 1)));
        }
    }
}

function stampOf({ size, modified }: { size: number; modified: number }): string {
    return `${size} ${modified}`;
}

function directoryOf(path: string): string {
    return path.slice(0, path.lastIndexOf("/"));
}

/** The files at a place: one file, or those below a directory. */
async function foundAt(uri: vscode.Uri): Promise<Found[]> {
    const stat = await statOf(uri);
    if (stat?.type === vscode.FileType.Directory) {
        return listed(uri, true);
    }
    return stat?.type === vscode.FileType.File && isMirrored(uri.path) ? [foundFile(uri, stat)] : [];
}

/** The regular files in a directory, and if `isDeep` those below it. */
async function listed(directory: vscode.Uri, isDeep: boolean): Promise<Found[]> {
    const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(directory)).catch(() => []);
    const found = entries.map(async ([name, type]): Promise<Found[]> => {
        const uri = vscode.Uri.joinPath(directory, name);
        if (type === vscode.FileType.Directory) {
            return isDeep && !isSkippedDirectory(name) ? listed(uri, true) : [];
        }
        const stat = type === vscode.FileType.File && isMirrored(name) ? await statOf(uri) : undefined;
        return stat === undefined ? [] : [foundFile(uri, stat)];
    });
    return (await Promise.all(found)).flat();
}

function foundFile(uri: vscode.Uri, { size, mtime }: vscode.FileStat): Found {
    return { uri, path: pathOf(uri), size, modified: mtime };
}

function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
    return Promise.resolve(vscode.workspace.fs.stat(uri)).catch(() => undefined);
}

/** A path with the content of its file; undefined for a file that has vanished or cannot be read. */
function contentOf({ uri, path }: Found): Promise<[string, Uint8Array] | undefined> {
    return Promise.resolve(vscode.workspace.fs.readFile(uri)).then(
        (content) => [path, content],
        () => undefined,
    );
}
