/** The server in WebAssembly on the desktop: a worker that runs it, and copies of the workspace's files for it. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import * as vscode from "vscode";
import { PortMessageReader, PortMessageWriter } from "vscode-languageclient/node";
import type { MessageTransports, Middleware } from "vscode-languageclient/node";

import { inNotice } from "./inert";
import { t } from "./l10n";
import { Mirror } from "./mirror";
import { pathOf } from "./mirrorRules";
import type { WorkerFiles } from "./serverWorker";

/** The files of the extension that the worker needs, below its folder. */
const WORKER = "dist/serverWorker.mjs";
const RUNTIME = "dist/pyodide";
const PACKAGES = "bundled/packages.zip";

/** It has the pages of the rules, to which the server links. */
const PAGES = "bundled/pages";

/** Whether an extension has what the server in WebAssembly needs. */
export function hasWasmServer(extension: string): boolean {
    return [WORKER, RUNTIME, PACKAGES].every((name) => existsSync(join(extension, name)));
}

/** Starts the server in a worker, which stays alive for the next client; a new one is started where it has died. */
export class WasmServer implements vscode.Disposable {
    private worker: Worker | undefined;
    private port: MessagePort | undefined;
    private mirror = this.newMirror();

    /** `log` receives the lines that the server prints. */
    constructor(
        private readonly extension: string,
        private readonly log: (line: string) => void,
    ) {}

    /** Whether the worker lives. */
    get isConnected(): boolean {
        return this.worker !== undefined;
    }

    /** The middleware of a client, with which messages about files are sent when the copies are up to date. */
    wrap(middleware: Middleware): Middleware {
        const opened = middleware.didOpen ?? ((document, next) => next(document));
        return {
            ...middleware,
            didOpen: (document, next) =>
                after(this.mirror.besides(document.uri), () => opened(document, next)),
            didChange: (event, next) => after(this.mirror.besides(event.document.uri), () => next(event)),
            didSave: (document, next) => after(this.mirror.refresh(document.uri), () => next(document)),
            workspace: {
                didChangeWatchedFile: (event, next) =>
                    after(this.mirror.refresh(vscode.Uri.parse(event.uri)), () => next(event)),
                didChangeWorkspaceFolders: (event, next) => after(this.mirror.fill(), () => next(event)),
            },
        };
    }

    /** Connects a client; its messages wait until the interpreter has started and the files have been copied. */
    async connect(): Promise<MessageTransports> {
        const worker = (this.worker ??= this.start());
        const { port1, port2 } = new MessageChannel();
        this.port = port1;
        worker.postMessage(port2, [port2]);
        await this.mirror.fill();
        return { reader: new PortMessageReader(port1), writer: new PortMessageWriter(port1) };
    }

    /** Ends the worker, even while it computes. */
    readonly kill = (): void => {
        void this.worker?.terminate();
        this.worker = undefined;
    };

    dispose(): void {
        this.kill();
    }

    private start(): Worker {
        this.mirror = this.newMirror();
        const workerData: WorkerFiles = {
            runtime: join(this.extension, RUNTIME),
            packages: join(this.extension, PACKAGES),
            directory: pathOf(vscode.Uri.file(join(this.extension, PAGES))),
            home: homedir(),
        };
        const worker = new Worker(join(this.extension, WORKER), { workerData, stderr: true });
        worker.stderr.setEncoding("utf8").on("data", (text: string) => {
            this.log(text.trimEnd());
        });
        worker.on("error", (error) => {
            this.log(error.message);
        });
        worker.once("exit", () => {
            if (this.worker === worker) {
                this.worker = undefined;
            }
        });
        return worker;
    }

    private newMirror(): Mirror {
        return new Mirror((change) => this.port?.postMessage(change), warnOf);
    }
}

/** Does something at once unless there is something to wait for: edits must not be overtaken by requests. */
function after(pending: Promise<void> | undefined, next: () => Promise<void>): Promise<void> {
    return pending === undefined ? next() : pending.then(next);
}

/** Names files that the server has no copies of. */
function warnOf([first, ...others]: string[]): void {
    const name = inNotice(first ?? "");
    const names = others.length === 0 ? name : t("{0} and {1} more", name, others.length);
    const advice = t("These files are too large for keytally without Python: {0}.", names);
    void vscode.window.showWarningMessage(
        `${advice} ${t("To read them, install Python {0} or later and restart the server.", "3.11")}`,
    );
}
