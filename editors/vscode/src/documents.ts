/** Which documents are ours. */
import type { DocumentSelector, TextDocument } from "vscode";

/** Languages of keys and responses, whose files have marks and a score. */
const ANSWER_LANGUAGES = ["muc-sgml", "muc-template", "lexsub", "m2", "cpa"];

/** Languages that say what is scored and how. */
const OTHER_LANGUAGES = ["muc-config", "muc-bnf"];

/** What the server is told of. */
export const DOCUMENTS = [
    ...[...ANSWER_LANGUAGES, ...OTHER_LANGUAGES].map((language) => ({ scheme: "file", language })),
    { scheme: "file", pattern: "**/keytally.toml" },
] satisfies DocumentSelector;

/** Whether a document may be a key or a response. */
export function isAnswers(document: TextDocument): boolean {
    return document.uri.scheme === "file" && ANSWER_LANGUAGES.includes(document.languageId);
}
