/** Which documents are ours. */
import type { DocumentSelector, TextDocument } from "vscode";

import { ANSWER_LANGUAGES, OTHER_LANGUAGES } from "./generated/languages";

/** What the server is told of. */
export const DOCUMENTS = [
    ...[...ANSWER_LANGUAGES, ...OTHER_LANGUAGES].map((language) => ({ scheme: "file", language })),
    { scheme: "file", pattern: "**/keytally.toml" },
    { scheme: "file", pattern: "**/*.decisions" },
] satisfies DocumentSelector;

/** Whether a document may be a key or a response. */
export function isAnswers(document: TextDocument): boolean {
    return document.uri.scheme === "file" && ANSWER_LANGUAGES.includes(document.languageId);
}
