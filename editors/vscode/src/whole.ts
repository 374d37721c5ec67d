/** Answers that are whole, or none. Knows nothing of the editor. */

/** A cancellation token; a subset of the editor's own. */
export interface Wanted {
    readonly isCancellationRequested: boolean;
}

/**
 * An answer, unless it was cancelled while it was turned into the editor's values.
 *
 * The library stops in the middle then, and yet keeps the number of the answer: the server would be told that its
 * findings are known. Rejects with `cancelled()`, after which the library asks again.
 */
export async function whole<Answer>(
    answer: PromiseLike<Answer> | Answer,
    token: Wanted,
    cancelled: () => Error,
): Promise<Answer> {
    const found = await answer;
    if (token.isCancellationRequested) {
        throw cancelled();
    }
    return found;
}
