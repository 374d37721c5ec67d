/** The documents of keytally. */
import type { DocumentSelector, TextDocument } from "vscode";

import { ANSWER_LANGUAGES, OTHER_LANGUAGES } from "./generated/languages";

/** The documents that are sent to the server. */
export const DOCUMENTS = [
    ...[...ANSWER_LANGUAGES, ...OTHER_LANGUAGES].map((language) => ({ scheme: "file", language })),
    { scheme: "file", pattern: "**/{keytally,pyproject}.toml" },
    { scheme: "file", pattern: "**/*.decisions" },
] satisfies DocumentSelector;

/** Whether a document may be a key or a response. */
export function isAnswers(document: TextDocument): boolean {
    return document.uri.scheme === "file" && ANSWER_LANGUAGES.includes(document.languageId);
}

/** The type of the annotation view, by which the editor knows it. */
export const VIEW_TYPE = "keytally.annotationView";
