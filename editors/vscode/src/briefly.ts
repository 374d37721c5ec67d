/** Words of one line for a narrow place. Knows nothing of the editor. */

/** The most characters of a message: with more, a status bar of 1280 pixels has no place for the score. */
export const MOST = 60;

/** A text of one line, its end left out where it is long. */
export function briefly(text: string, most = MOST): string {
    const characters = Array.from(text);
    return characters.length > most
        ? `${characters
              .slice(0, most - 1)
              .join("")
              .trimEnd()}…`
        : text;
}
