/** The connection to the server: finding it, starting it, and what this client asks of it. */
import { dirname } from "node:path";
import * as vscode from "vscode";
import {
    CodeActionRequest,
    CodeActionTriggerKind,
    DocumentLinkRequest,
    ExecuteCommandRequest,
    type LanguageClient,
    MessageType,
    ShowMessageNotification,
    State,
    SymbolKind,
    TransportKind,
    WorkspaceSymbolRequest,
    type Executable,
    type FeatureState,
    type LanguageClientOptions,
    type MessageTransports,
    type ShowMessageParams,
    type StaticFeature,
} from "vscode-languageclient/node";

import type { AnnotatedResult } from "./annotatedText";
import { DOCUMENTS } from "./documents";
import { inLabel, inNotice } from "./inert";
import { t } from "./l10n";
import { KeptMarks } from "./markChanges";
import {
    adjudicatedNotification,
    annotatedRequest,
    errorsRequest,
    marksRequest,
    nextRequest,
    progressRequest,
    progressedNotification,
    scoredNotification,
} from "./messages";
import type {
    AdjudicatedParams,
    ErrorsResult,
    ProgressedParams,
    Mark,
    MarksResult,
    NextParams,
    NextResult,
    ProgressParams,
    ProgressResult,
    ScoredParams,
    ServerCommands,
} from "./messages";
import { takeWholeFindings } from "./pulledFindings";
import { isReading, readingText } from "./reading";
import type { ReadingProgress } from "./reading";
import { adviseOn } from "./missingServer";
import type { Call } from "./programs";
import { RestartingClient } from "./restartingClient";
import { SERVER_NAME, WASM, findServer } from "./serverPath";
import { serverArguments } from "./settings";
import { surroundings } from "./surroundings";
import { WasmServer } from "./wasmServer";

const STOP_TIMEOUT_MS = 2000;

/** Capabilities of this client that the protocol does not define. */
const ABILITIES = {
    marks: true,
    markChanges: true,
    scoredDocuments: false,
    suggestCommand: "editor.action.triggerSuggest",
};

/** Declares that this client handles `keytally/scored`, requests marks, and lists completions by a command. */
class MarksCapability implements StaticFeature {
    fillClientCapabilities(capabilities: { experimental?: unknown }): void {
        capabilities.experimental = { ...(capabilities.experimental as object), keytally: ABILITIES };
    }

    initialize(): void {
        // The server needs no answer to its own capabilities.
    }

    getState(): FeatureState {
        return { kind: "static" };
    }

    clear(): void {
        // There is nothing to undo.
    }
}

/** A document with the name of its file. */
export interface FoundDocument {
    name: string;
    file: string;
    location: vscode.Location;
}

/** The server, or its absence: every request is answered with nothing while it does not run. */
export class Server implements vscode.Disposable {
    private client: RestartingClient | undefined;
    private wasm: WasmServer | undefined;
    private queue: Promise<void> = Promise.resolve();
    private reading: ReadingProgress | undefined;
    private isSearching = false;
    private readonly keptMarks = new KeptMarks<Mark>();
    private readonly scored = new vscode.EventEmitter<ScoredParams>();
    private readonly adjudicated = new vscode.EventEmitter<AdjudicatedParams>();
    private readonly progressed = new vscode.EventEmitter<ProgressedParams>();
    private readonly opened = new vscode.EventEmitter<vscode.Uri>();
    private readonly changedState = new vscode.EventEmitter<boolean>();

    readonly onScored = this.scored.event;
    readonly onAdjudicated = this.adjudicated.event;
    readonly onProgressed = this.progressed.event;
    /** Fires with a file that the server has been sent. */
    readonly onDidOpen = this.opened.event;
    /** Fires with whether the server runs. */
    readonly onDidChangeRunning = this.changedState.event;

    /** `extension` is the folder of the extension. */
    constructor(readonly extension: string) {}

    /** The activity of the server before there are scores, such as `reading 40 %`; undefined if it is not busy. */
    get busy(): string | undefined {
        if (this.isSearching || this.client?.state === State.Starting) {
            return t("starting");
        }
        return this.reading && readingText(this.reading);
    }

    get isRunning(): boolean {
        return this.client?.state === State.Running;
    }

    /** Whether the server runs in WebAssembly. */
    get isInWasm(): boolean {
        return this.isRunning && this.wasm?.isConnected === true;
    }

    /** Ends the worker of a server in WebAssembly; the client starts another. */
    crash(): void {
        this.wasm?.kill();
    }

    /** Whether the server is neither running nor starting. */
    get isStopped(): boolean {
        return !this.isRunning && this.busy === undefined;
    }

    /** Restarts the server after searching for it again; repeated calls are queued. */
    restart(): Promise<void> {
        this.queue = this.queue.then(async () => {
            await this.stop();
            await this.start();
        });
        return this.queue;
    }

    async stop(): Promise<void> {
        this.keptMarks.clear();
        const client = this.client;
        this.client = undefined;
        await client?.end(STOP_TIMEOUT_MS);
    }

    async marks(
        uri: vscode.Uri,
        range: vscode.Range,
        token?: vscode.CancellationToken,
    ): Promise<MarksResult | null> {
        const client = this.client;
        if (client?.state !== State.Running) {
            return null;
        }
        const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
        const name = `${textDocument.uri} ${range.start.line}`;
        const before = this.keptMarks.of(name);
        const params = {
            textDocument,
            range: client.code2ProtocolConverter.asRange(range),
            previousResultId: before?.resultId ?? "",
        };
        const answer = await client.sendRequest(marksRequest, params, token);
        return answer && { ...answer, marks: this.keptMarks.received(name, before, answer) };
    }

    /** The text and the annotations of some lines, as the annotation view shows them. */
    async annotated(uri: vscode.Uri, range: vscode.Range): Promise<AnnotatedResult | null> {
        const client = this.client;
        if (client?.state !== State.Running) {
            return null;
        }
        return client.sendRequest(annotatedRequest, {
            textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
            range: client.code2ProtocolConverter.asRange(range),
        });
    }

    /** Waits until the server has read a file: only then does it answer about links of the file. */
    async reads(uri: vscode.Uri): Promise<boolean> {
        const client = this.client;
        if (client?.state !== State.Running) {
            return false;
        }
        await client.sendRequest(DocumentLinkRequest.type, { textDocument: { uri: this.uriText(uri) } });
        return client === this.client;
    }

    /** Returns the next difference, candidate or undecided item. */
    async next(
        uri: vscode.Uri,
        position: vscode.Position,
        wanted: Omit<NextParams, "textDocument" | "position">,
    ): Promise<NextResult | null> {
        const client = this.client;
        return client?.state === State.Running
            ? client.sendRequest(nextRequest, { ...this.placeIn(client, uri, position), ...wanted })
            : null;
    }

    /** The code actions of a kind for a range, with the parts of their edits that the person confirms. */
    async codeActions(uri: vscode.Uri, range: vscode.Range, kind: string): Promise<vscode.CodeAction[]> {
        const client = this.client;
        if (client?.state !== State.Running) {
            return [];
        }
        const found = await client.sendRequest(CodeActionRequest.type, {
            textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
            range: client.code2ProtocolConverter.asRange(range),
            context: { diagnostics: [], only: [kind], triggerKind: CodeActionTriggerKind.Invoked },
        });
        const actions = await client.protocol2CodeConverter.asCodeActionResult(found ?? []);
        return actions.filter((action) => action instanceof vscode.CodeAction);
    }

    /** The errors of a file's pair, what gains most first. */
    async errors(uri: vscode.Uri): Promise<ErrorsResult | null> {
        const client = this.client;
        return client?.state === State.Running
            ? client.sendRequest(errorsRequest, { textDocument: { uri: this.uriText(uri) } })
            : null;
    }

    /** Returns the progress of the document at a position. */
    async progress(uri: vscode.Uri, position: vscode.Position): Promise<ProgressResult | null> {
        const client = this.client;
        return client?.state === State.Running
            ? client.sendRequest(progressRequest, this.placeIn(client, uri, position))
            : null;
    }

    private placeIn(client: LanguageClient, uri: vscode.Uri, position: vscode.Position): ProgressParams {
        return {
            textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
            position: client.code2ProtocolConverter.asPosition(position),
        };
    }

    async execute<Name extends keyof ServerCommands>(
        command: Name,
        ...args: ServerCommands[Name]["arguments"]
    ): Promise<ServerCommands[Name]["result"] | undefined> {
        if (this.client?.state !== State.Running) {
            return undefined;
        }
        const result: unknown = await this.client.sendRequest(ExecuteCommandRequest.type, {
            command,
            arguments: args,
        });
        return result ?? undefined;
    }

    /** The edit that declares two files as a pair; undefined, with a message, if there is none. */
    async pairEdit(file: vscode.Uri, other: vscode.Uri): Promise<vscode.WorkspaceEdit | undefined> {
        const files = [this.uriText(file), this.uriText(other)] as const;
        const edit = await this.execute("keytally.pairFiles", ...files);
        return this.client?.protocol2CodeConverter.asWorkspaceEdit(edit);
    }

    /** The documents of open pairs whose names contain a text, the best match first. */
    async documents(query: string): Promise<FoundDocument[]> {
        const { client } = this;
        if (client?.state !== State.Running) {
            return [];
        }
        const found = (await client.sendRequest(WorkspaceSymbolRequest.type, { query })) ?? [];
        return found.flatMap(({ name, kind, location, containerName }) =>
            kind === SymbolKind.File && "range" in location
                ? [
                      {
                          name,
                          file: containerName ?? "",
                          location: client.protocol2CodeConverter.asLocation(location),
                      },
                  ]
                : [],
        );
    }

    /** A URI as the protocol writes it. */
    uriText(uri: vscode.Uri): string {
        return this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString();
    }

    log(problem: unknown): void {
        this.client?.outputChannel.warn(problem instanceof Error ? problem.message : String(problem));
    }

    dispose(): void {
        void this.stop();
        this.wasm?.dispose();
        this.scored.dispose();
        this.adjudicated.dispose();
        this.progressed.dispose();
        this.opened.dispose();
        this.changedState.dispose();
    }

    /** Looks for the server, which may wait for other programs. */
    private async search(): ReturnType<typeof findServer> {
        this.isSearching = true;
        this.changedState.fire(false);
        try {
            return await findServer(surroundings(this.extension));
        } finally {
            this.isSearching = false;
            this.changedState.fire(false);
        }
    }

    private async start(): Promise<void> {
        const search = await this.search();
        if ("problem" in search) {
            void adviseOn(search);
            return;
        }
        const tellReading = (told: ReadingProgress | undefined): void => {
            this.reading = told;
            this.changedState.fire(this.isRunning);
        };
        const { server } = search.found;
        const options = clientOptions(
            tellReading,
            (uri) => {
                this.opened.fire(uri);
            },
            () => this.client,
        );
        if (server !== WASM) {
            this.wasm?.dispose();
        }
        const client = server === WASM ? this.clientOfWasm(options) : clientOf(server, options);
        client.registerFeature(new MarksCapability());
        this.follow(client);
        this.client = client;
        try {
            await client.start();
        } catch (error) {
            void reportFailure(client, server === WASM ? SERVER_NAME : server.program, error);
        }
    }

    /** A client of the server in WebAssembly, whose worker stays alive between clients. */
    private clientOfWasm(options: LanguageClientOptions): RestartingClient {
        const wasm = (this.wasm ??= new WasmServer(this.extension, (line) => {
            this.client?.outputChannel.info(line);
        }));
        const middleware = wasm.wrap(options.middleware ?? {});
        const connect = (): Promise<MessageTransports> => wasm.connect();
        const given = { ...options, middleware };
        const client = new RestartingClient("keytally", "keytally", connect, given, wasm.kill);
        client.outputChannel.info("The server runs in WebAssembly: no Python is used.");
        return client;
    }

    /** Passes on what the server sends by itself. */
    private follow(client: LanguageClient): void {
        client.onNotification(ShowMessageNotification.type, showMessage);
        client.onNotification(scoredNotification, (params) => {
            this.scored.fire(params);
        });
        client.onNotification(adjudicatedNotification, (params) => {
            this.adjudicated.fire(params);
        });
        client.onNotification(progressedNotification, (params) => {
            this.progressed.fire(params);
        });
        client.onDidChangeState(({ newState }) => {
            this.keptMarks.clear();
            this.reading = undefined;
            this.changedState.fire(newState === State.Running);
        });
    }
}

function clientOf(server: Call, options: LanguageClientOptions): RestartingClient {
    const called = executable(server);
    const client = new RestartingClient("keytally", "keytally", called, options);
    client.outputChannel.info([called.command, ...(called.args ?? [])].join(" "));
    return client;
}

/** The program's own folder is its working directory, so that nothing of the workspace is run by accident. */
function executable({ program, arguments: given }: Call): Executable {
    return {
        command: program,
        args: [...given, ...serverArguments()],
        transport: TransportKind.stdio,
        options: { cwd: dirname(program) },
    };
}

function clientOptions(
    tellReading: (told: ReadingProgress | undefined) => void,
    opened: (uri: vscode.Uri) => void,
    client: () => LanguageClient | undefined,
): LanguageClientOptions {
    return {
        documentSelector: DOCUMENTS,
        middleware: {
            didOpen: async (document, next) => {
                await next(document);
                opened(document.uri);
            },
            provideDiagnostics: takeWholeFindings(client),
            provideCodeLenses: async (document, token, next) =>
                (await next(document, token))?.map(withPlainTitle),
            resolveCodeLens: async (lens, token, next) => {
                const resolved = await next(lens, token);
                return resolved && withPlainTitle(resolved);
            },
            handleWorkDoneProgress: (token, params, next) => {
                if (isReading(token)) {
                    tellReading(params.kind === "report" ? params : undefined);
                }
                next(token, withPlainTexts(params));
            },
        },
    };
}

/** A lens whose title is shown as it is written. */
function withPlainTitle(lens: vscode.CodeLens): vscode.CodeLens {
    if (lens.command) {
        lens.command = { ...lens.command, title: inLabel(lens.command.title) };
    }
    return lens;
}

/** Progress whose texts are shown as they are written. */
function withPlainTexts<Progress extends { title?: string; message?: string }>(progress: Progress): Progress {
    const { title, message } = progress;
    return {
        ...progress,
        ...(title === undefined ? {} : { title: inLabel(title) }),
        ...(message === undefined ? {} : { message: inLabel(message) }),
    };
}

/** Shows a message of the server as it is written: the editor would make links of some texts. */
function showMessage({ type, message }: ShowMessageParams): void {
    const text = inNotice(message);
    if (type === MessageType.Error) {
        void vscode.window.showErrorMessage(text);
    } else if (type === MessageType.Warning) {
        void vscode.window.showWarningMessage(text);
    } else {
        void vscode.window.showInformationMessage(text);
    }
}

async function reportFailure(client: LanguageClient, program: string, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const choice = await vscode.window.showErrorMessage(
        t("{0} did not start: {1}", inNotice(program), inNotice(reason)),
        t("Show Output"),
    );
    if (choice !== undefined) {
        client.outputChannel.show();
    }
}
