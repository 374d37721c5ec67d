/** The entry point of the worker in which Node runs the server: each message is the port of a new client. */
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";

import { serve, startPython } from "./serverInWasm";
import type { Port } from "./serverInWasm";

/** Pyodide's files, the zip of the Python packages, the directory for them in memory, and the person's home. */
export interface WorkerFiles {
    runtime: string;
    packages: string;
    directory: string;
    home: string;
}

const { runtime, packages, directory, home } = workerData as WorkerFiles;
const options = { indexURL: runtime, env: { HOME: home } };
const python = startPython(options, readFile(packages), directory, (line) => {
    console.error(line);
});

parentPort?.on("message", (port: MessagePort) => {
    void python.then((started) => {
        serve(started, port as unknown as Port);
    });
});
