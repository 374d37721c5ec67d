/** A client of a server that may end at any moment, and is then started again. */
import {
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
    constructor(id: string, name: string, server: ServerOptions, options: LanguageClientOptions) {
        super(id, name, server, options);
        const restarts = this.createDefaultErrorHandler();
        this.clientOptions.errorHandler = {
            error: () => ({ action: ErrorAction.Continue, handled: true }),
            closed: () => restarts.closed(),
        };
    }

    override handleFailedRequest<Result>(
        type: MessageSignature,
        token: CancellationToken | undefined,
        error: unknown,
        defaultValue: Result,
        ...rest: boolean[]
    ): Result {
        return isUnsent(error)
            ? defaultValue
            : super.handleFailedRequest(type, token, error, defaultValue, ...rest);
    }

    /** Logs a notification that could not be sent, without a message: a restarted server receives the open files again. */
    override error(message: string, data?: unknown, showNotification: boolean | "force" = true): void {
        super.error(message, data, showNotification === true ? !isUnsent(data) : showNotification);
    }
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
