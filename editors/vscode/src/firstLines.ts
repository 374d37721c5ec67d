/** The language of a file by its first line that is neither blank nor comment. Knows nothing of the editor. */
import { BEGINNINGS } from "./generated/languages";

const LINE_END = /[\r\n]/;

/** The language of a text, detected by its beginning; undefined if it is not recognised. */
export function languageByBeginning(text: string): string | undefined {
    return BEGINNINGS.find(({ comments, firstLine }) => {
        const before = new RegExp(comments).exec(text)?.[0] ?? "";
        const [line = ""] = text.slice(before.length).split(LINE_END, 1);
        return new RegExp(firstLine).test(line);
    })?.language;
}
