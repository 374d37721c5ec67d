/** The connection to the server: finding it, starting it, and what this client asks of it. */
import { dirname } from "node:path";
import * as vscode from "vscode";
import {
    ExecuteCommandRequest,
    LanguageClient,
    State,
    TransportKind,
    type Executable,
    type FeatureState,
    type LanguageClientOptions,
    type StaticFeature,
} from "vscode-languageclient/node";

import { DOCUMENTS } from "./documents";
import { t } from "./l10n";
import { KeptMarks } from "./markChanges";
import {
    adjudicatedNotification,
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
import { findServer } from "./serverPath";
import { serverArguments } from "./settings";
import { surroundings } from "./surroundings";

const STOP_TIMEOUT_MS = 2000;

/** What this client can do besides what the protocol names. */
const ABILITIES = {
    marks: true,
    markChanges: true,
    scoredDocuments: false,
    suggestCommand: "editor.action.triggerSuggest",
};

/** Tells the server that this client takes `keytally/scored`, asks for marks, and lists completions by a command. */
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

/** The server, or its absence: every request is answered with nothing while it does not run. */
export class Server implements vscode.Disposable {
    private client: LanguageClient | undefined;
    private queue: Promise<void> = Promise.resolve();
    private reading: ReadingProgress | undefined;
    private isSearching = false;
    private readonly keptMarks = new KeptMarks<Mark>();
    private readonly scored = new vscode.EventEmitter<ScoredParams>();
    private readonly adjudicated = new vscode.EventEmitter<AdjudicatedParams>();
    private readonly progressed = new vscode.EventEmitter<ProgressedParams>();
    private readonly changedState = new vscode.EventEmitter<boolean>();

    readonly onScored = this.scored.event;
    readonly onAdjudicated = this.adjudicated.event;
    readonly onProgressed = this.progressed.event;
    /** Fires with whether the server runs. */
    readonly onDidChangeRunning = this.changedState.event;

    /** `bundled` is the folder of the server that comes with the extension. */
    constructor(readonly bundled: string) {}

    /** What the server is doing before there are scores, such as `reading 40 %`; undefined if it is not busy. */
    get busy(): string | undefined {
        if (this.isSearching || this.client?.state === State.Starting) {
            return t("starting");
        }
        return this.reading && readingText(this.reading);
    }

    get isRunning(): boolean {
        return this.client?.state === State.Running;
    }

    /** Starts the server anew, wherever it is now to be found; one after the other if asked repeatedly. */
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
        if (client?.needsStop()) {
            await client.stop(STOP_TIMEOUT_MS).catch(() => undefined);
        }
        await client?.dispose().catch(() => undefined);
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

    /** Where the next difference, candidate or undecided item is. */
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

    /** The errors of a file's pair, what gains most first. */
    async errors(uri: vscode.Uri): Promise<ErrorsResult | null> {
        const client = this.client;
        return client?.state === State.Running
            ? client.sendRequest(errorsRequest, { textDocument: { uri: this.uriText(uri) } })
            : null;
    }

    /** How far the document at a position has come. */
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

    /** The edit that states two files as a pair; undefined where there is none, of which the server tells. */
    async pairEdit(file: vscode.Uri, other: vscode.Uri): Promise<vscode.WorkspaceEdit | undefined> {
        const files = [this.uriText(file), this.uriText(other)] as const;
        const edit = await this.execute("keytally.pairFiles", ...files);
        return this.client?.protocol2CodeConverter.asWorkspaceEdit(edit);
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
        this.scored.dispose();
        this.adjudicated.dispose();
        this.progressed.dispose();
        this.changedState.dispose();
    }

    /** Looks for the server, which may wait for other programs. */
    private async search(): ReturnType<typeof findServer> {
        this.isSearching = true;
        this.changedState.fire(false);
        try {
            return await findServer(surroundings(this.bundled));
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
        const server = executable(search.found.server);
        const options = clientOptions(tellReading, () => this.client);
        const client = new LanguageClient("keytally", "keytally", server, options);
        client.outputChannel.info([server.command, ...(server.args ?? [])].join(" "));
        client.registerFeature(new MarksCapability());
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
        this.client = client;
        try {
            await client.start();
        } catch (error) {
            void reportFailure(client, search.found.server.program, error);
        }
    }
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
    client: () => LanguageClient | undefined,
): LanguageClientOptions {
    return {
        documentSelector: DOCUMENTS,
        middleware: {
            provideDiagnostics: takeWholeFindings(client),
            handleWorkDoneProgress: (token, params, next) => {
                if (isReading(token)) {
                    tellReading(params.kind === "report" ? params : undefined);
                }
                next(token, params);
            },
        },
    };
}

async function reportFailure(client: LanguageClient, program: string, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const choice = await vscode.window.showErrorMessage(
        t("{0} did not start: {1}", program, reason),
        t("Show Output"),
    );
    if (choice !== undefined) {
        client.outputChannel.show();
    }
}
