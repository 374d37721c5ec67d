/** A client of a server that may end at any moment, and is then started again. */
import {
    CloseAction,
    ConnectionError,
    ErrorAction,
    ErrorCodes,
    LanguageClient,
    ResponseError,
    type CancellationToken,
    type LanguageClientOptions,
    type MessageSignature,
    type ServerOptions,
} from "vscode-languageclient/node";

/**
 * The library's client shuts down at the first message that cannot be written, which happens where the server has ended
 * and the client has not yet heard of it, and shows a message for each request. This one waits for the end.
 */
export class RestartingClient extends LanguageClient {
    private isEnding = false;
    /** The newest start; it never rejects. */
    private started: Promise<void> = Promise.resolve();

    /** `kill` ends a server that is no process. */
    constructor(
        id: string,
        name: string,
        server: ServerOptions,
        options: LanguageClientOptions,
        private readonly kill = (): unknown => this.serverProcess?.kill(),
    ) {
        super(id, name, server, options);
        const restarts = this.createDefaultErrorHandler();
        this.clientOptions.errorHandler = {
            error: () => ({ action: ErrorAction.Continue, handled: true }),
            closed: () =>
                this.isEnding ? { action: CloseAction.DoNotRestart, handled: true } : restarts.closed(),
        };
    }

    override start(): Promise<void> {
        const start = super.start();
        this.started = start.catch(() => undefined);
        return start;
    }

    /**
     * Ends the server for good, in whatever state it is. The library cannot stop a client that is starting, as it is
     * after a crash: it would go on, and its commands would keep the next client from starting. So its start is
     * awaited, and the server killed after `limit` milliseconds. The state does not tell whether a start is awaited:
     * after a crash during a start, it is that of the failed start while the next one runs.
     */
    async end(limit: number): Promise<void> {
        this.isEnding = true;
        const { started } = this;
        await Promise.race([started, delay(limit).then(this.kill)]);
        await Promise.race([started, delay(limit)]);
        if (this.needsStop()) {
            await this.stop(limit).catch(() => undefined);
        }
        await this.dispose().catch(() => undefined);
    }

    override handleFailedRequest<Result>(
        type: MessageSignature,
        token: CancellationToken | undefined,
        error: unknown,
        defaultValue: Result,
        ...rest: boolean[]
    ): Result {
        return this.isEnding || isUnsent(error)
            ? defaultValue
            : super.handleFailedRequest(type, token, error, defaultValue, ...rest);
    }

    /** Logs a notification that could not be sent, without a message: a restarted server receives the open files again. */
    override error(message: string, data?: unknown, showNotification: boolean | "force" = true): void {
        super.error(message, data, showNotification === true ? !isUnsent(data) : showNotification);
    }
}

function delay(milliseconds: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Node's error codes for a stream whose other end is closed. */
const BROKEN_STREAM = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"]);

/** Whether a message was not sent because the server had exited. */
function isUnsent(error: unknown): boolean {
    if (error instanceof ResponseError) {
        return error.code === ErrorCodes.MessageWriteError;
    }
    return (
        error instanceof ConnectionError ||
        (error instanceof Error && "code" in error && BROKEN_STREAM.has(String(error.code)))
    );
}
