/** Files that are shown again before the last answer about them has come. Knows nothing of the editor. */

/**
 * An answer about a file; where the file was hidden when it was asked for and is shown when it comes, `forgotten` is
 * called once all who wait for the answer have it.
 *
 * The library asks once more for the findings of a file that is closed, and forgets the file with the answer, even if
 * it is open again by then: no edit of it would ask for findings any more.
 */
export async function evenIfReopened<Answer>(
    ask: () => PromiseLike<Answer> | Answer,
    isShown: () => boolean,
    forgotten: () => void,
): Promise<Answer> {
    const wasShown = isShown();
    try {
        return await ask();
    } finally {
        if (!wasShown && isShown()) {
            setTimeout(forgotten, 0);
        }
    }
}
