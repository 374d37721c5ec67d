/** The server in Pyodide, for one client at a time. Knows neither the editor nor Node: it runs in a worker of either. */
import { loadPyodide } from "pyodide";
import type { PyodideAPI } from "pyodide";

import type { MirrorChange } from "./mirrorRules";

/** One end of a connection to a client. */
export interface Port {
    onmessage: ((event: { data: unknown }) => void) | null;
    postMessage: (message: unknown) => void;
    close: () => void;
}

/** The server of one connection, as Python has it. */
interface EmbeddedServer {
    receive: (message: string) => number | undefined;
    destroy: () => void;
}

/** Starts the interpreter with `options` of Pyodide; `packages` is a zip of the Python packages for a directory. */
export async function startPython(
    options: { indexURL: string; env: Record<string, string> },
    packages: Promise<Uint8Array>,
    directory: string,
    log: (line: string) => void,
): Promise<PyodideAPI> {
    const python = await loadPyodide({ ...options, stdout: log, stderr: log });
    python.unpackArchive(new Uint8Array(await packages), "zip", { extractDir: directory });
    const { path } = python.pyimport("sys") as { path: { insert: (index: number, entry: string) => void } };
    path.insert(0, directory);
    python.pyimport("keytally_server.protocol.embedded");
    return python;
}

/** Serves the client at a port until it sends `exit`; the copies of files stay for the next. */
export function serve(python: PyodideAPI, port: Port): void {
    const { FS: files } = python as unknown as { FS: FileSystem };
    const create = python.pyimport("keytally_server.protocol.embedded") as {
        EmbeddedServer: (send: (text: string) => void) => EmbeddedServer;
    };
    const server = create.EmbeddedServer((text) => {
        port.postMessage(JSON.parse(text));
    });
    port.onmessage = ({ data }) => {
        if (isMessage(data)) {
            if (server.receive(JSON.stringify(data)) !== undefined) {
                port.onmessage = null;
                port.close();
                server.destroy();
            }
        } else {
            mirror(files, data as MirrorChange);
        }
    };
}

/** Whether this is a message of the protocol, which goes to the server, and no change of the copies. */
function isMessage(data: unknown): boolean {
    return typeof data === "object" && data !== null && "jsonrpc" in data;
}

/** The used part of Emscripten's file system. */
interface FileSystem {
    analyzePath: (path: string) => { exists: boolean; object: { mode: number } | null };
    isDir: (mode: number) => boolean;
    mkdirTree: (path: string) => void;
    readdir: (path: string) => string[];
    rmdir: (path: string) => void;
    unlink: (path: string) => void;
    writeFile: (path: string, content: Uint8Array) => void;
}

/** Brings the copies of files up to date. */
function mirror(files: FileSystem, { write, remove }: MirrorChange): void {
    for (const path of remove) {
        removeAll(files, path);
    }
    for (const [path, content] of write) {
        const directory = path.slice(0, path.lastIndexOf("/"));
        removeFilesAbove(files, directory);
        files.mkdirTree(directory);
        if (isDirectory(files, path)) {
            removeAll(files, path);
        }
        files.writeFile(path, content);
    }
}

/** Removes a file that has become a directory. */
function removeFilesAbove(files: FileSystem, directory: string): void {
    for (let end = directory.indexOf("/", 1); end !== -1; end = directory.indexOf("/", end + 1)) {
        removeIfFile(files, directory.slice(0, end));
    }
    removeIfFile(files, directory);
}

function removeIfFile(files: FileSystem, path: string): void {
    if (files.analyzePath(path).exists && !isDirectory(files, path)) {
        files.unlink(path);
    }
}

function removeAll(files: FileSystem, path: string): void {
    if (!files.analyzePath(path).exists) {
        return;
    }
    if (!isDirectory(files, path)) {
        files.unlink(path);
        return;
    }
    for (const name of files.readdir(path).filter((each) => each !== "." && each !== "..")) {
        removeAll(files, `${path}/${name}`);
    }
    files.rmdir(path);
}

function isDirectory(files: FileSystem, path: string): boolean {
    const { object } = files.analyzePath(path);
    return object !== null && files.isDir(object.mode);
}
