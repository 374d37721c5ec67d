// Runs the extension's server in WebAssembly over stdin and stdout, as the extension does over a port.
// usage: node wasm_stdio.mjs WORKER RUNTIME PACKAGES [DIRECTORY]...
// WORKER, RUNTIME and PACKAGES are dist/serverWorker.mjs, dist/pyodide and bundled/packages.zip of the extension. The
// files below each DIRECTORY are copied into the server's memory at the start, and when the client reports a change.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";

const [worker, runtime, packages, ...directories] = process.argv.slice(2).map((word) => resolve(word));

const thread = new Worker(worker, { workerData: { runtime, packages, directory: join(packages, "../pages"), home: homedir() } });
const { port1: port, port2 } = new MessageChannel();
thread.postMessage(port2, [port2]);

function copies(directory) {
    const names = readdirSync(directory, { recursive: true }).map((name) => join(directory, name));
    return names.filter((name) => statSync(name).isFile()).map((name) => [name, new Uint8Array(readFileSync(name))]);
}

/** Copies the files of which a client says that they have changed. */
function refresh(uris) {
    const paths = uris.map((uri) => fileURLToPath(uri));
    const isThere = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
    port.postMessage({
        write: paths.filter(isThere).map((path) => [path, new Uint8Array(readFileSync(path))]),
        remove: paths.filter((path) => !isThere(path)),
    });
}

function receive(message) {
    if (message.method === "workspace/didChangeWatchedFiles") {
        refresh(message.params.changes.map(({ uri }) => uri));
    }
    port.postMessage(message);
}

port.postMessage({ write: directories.flatMap(copies), remove: [] });
port.on("message", (message) => {
    const body = Buffer.from(JSON.stringify(message));
    process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
    process.stdout.write(body);
});
port.on("close", () => process.exit());

let waiting = Buffer.alloc(0);
process.stdin.on("data", (part) => {
    waiting = Buffer.concat([waiting, part]);
    for (;;) {
        const end = waiting.indexOf("\r\n\r\n");
        const length = Number(/content-length: *(\d+)/i.exec(waiting.subarray(0, Math.max(end, 0)))?.[1]);
        if (end < 0 || waiting.length < end + 4 + length) {
            return;
        }
        receive(JSON.parse(waiting.subarray(end + 4, end + 4 + length)));
        waiting = waiting.subarray(end + 4 + length);
    }
});
process.stdin.on("end", () => process.exit());
