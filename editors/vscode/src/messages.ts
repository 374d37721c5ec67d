/** The messages of keytally's server in addition to standard LSP, and their types. */
import { NotificationType, RequestType } from "vscode-languageclient/node";
import type {
    Location,
    Position,
    Range,
    TextDocumentIdentifier,
    WorkspaceEdit,
} from "vscode-languageclient/node";

import type { AnnotatedResult } from "./annotatedText";
import type { MarksChange } from "./markChanges";
import type { Figure, Headline } from "./scoreText";

/** The two files that are scored together, as URIs. */
export interface PairFiles {
    key: string;
    response: string;
}

/**
 * Sent after each scoring, for each open file of the pair; to this client without the tallies of documents.
 * Without a pair: the file has lost its pair, and has no score any more.
 */
export interface ScoredParams {
    uri: string;
    version: number | null;
    pair: PairFiles | null;
    totals: unknown;
    /** The change of the headline score, in points. */
    delta: number | null;
    headline: Headline | null;
    figures: Figure[];
}

export const scoredNotification = new NotificationType<ScoredParams>("keytally/scored");

/** How many items of an adjudication are still to be decided, and how many are. */
export interface AdjudicatedCounts {
    open: number;
    decided: number;
}

/**
 * Sent for each open gold after each change of what it tells; `documents` are those that have changed.
 * Without counts: the file is no longer a gold.
 */
export interface AdjudicatedParams {
    uri: string;
    version: number | null;
    open: number | null;
    decided: number | null;
    /** Without counts: the document no longer exists. */
    documents: Record<string, Partial<AdjudicatedCounts>>;
}

export const adjudicatedNotification = new NotificationType<AdjudicatedParams>("keytally/adjudicated");

/** The lines whose text and annotations are requested. */
export interface AnnotatedParams {
    textDocument: TextDocumentIdentifier;
    range: Range;
}

export const annotatedRequest = new RequestType<AnnotatedParams, AnnotatedResult | null, void>(
    "keytally/annotated",
);

export interface MarksParams {
    textDocument: TextDocumentIdentifier;
    /** Left out: the whole file. */
    range?: Range;
    /** That of an answer whose marks this client still has. */
    previousResultId?: string;
}

/** A verdict at a place; of zero width where something is missing. Unknown statuses and levels may come. */
export interface Mark {
    range: Range;
    status: string;
    level: string;
    label: string;
    /** The status by which the whole is shown, where it is not `status`. */
    verdict?: string;
    /** Of something missing: the text that it should hold. */
    extent?: Range;
    /** Of something with markup around it: its text. */
    text?: Range;
    partner?: Location;
}

export interface MarksResult {
    version: number | null;
    pair: PairFiles | null;
    marks: Mark[];
}

/** Marks, or how they differ from those of the answer before. */
export type MarksAnswer = Omit<MarksResult, "marks"> & {
    resultId?: string;
    marks?: Mark[];
    change?: MarksChange<Mark>;
};

export const marksRequest = new RequestType<MarksParams, MarksAnswer | null, void>("keytally/marks");

export interface NextParams {
    textDocument: TextDocumentIdentifier;
    position: Position;
    what?: "difference" | "candidate" | "undecided";
    direction?: "next" | "previous";
    /** Whether what starts at the position counts too. */
    inclusive?: boolean;
}

/** A place to go to; it may be in another file. */
export interface NextResult {
    uri: string;
    range: Range;
    status: string | null;
    message: string;
    /** The kind of the code action that does what is proposed; null: the preferred one. */
    action: string | null;
}

export const nextRequest = new RequestType<NextParams, NextResult | null, void>("keytally/next");

export interface ProgressParams {
    textDocument: TextDocumentIdentifier;
    position: Position;
}

/** The progress of a document; `text` is for display. */
export interface ProgressResult {
    document: string;
    number: number;
    documents: number;
    differences: number | null;
    /** The number of documents that the annotator has marked as done; null if there is none. */
    done: number | null;
    text: string;
}

export const progressRequest = new RequestType<ProgressParams, ProgressResult | null, void>(
    "keytally/progress",
);

export interface ErrorsParams {
    textDocument: TextDocumentIdentifier;
}

/** A class of errors, and what the headline gains in points if all of it were repaired. */
export interface ErrorClass {
    class: string;
    count: number;
    gain: number;
}

/** An error with the gain of its repair; null where it cannot be repaired by itself. */
export interface PricedError {
    class: string;
    gain: number | null;
    uri: string;
    range: Range;
    key: string;
    response: string;
    document: string;
    refused: string | null;
    message: string;
}

export interface ErrorsResult {
    pair: PairFiles;
    measure: string;
    headline: number;
    /** The number of all errors; those with the highest gain are listed. */
    total: number;
    classes: ErrorClass[];
    differences: PricedError[];
}

export const errorsRequest = new RequestType<ErrorsParams, ErrorsResult | null, void>("keytally/errors");

/** Sent when what `keytally/progress` answers for an annotator's file may have changed, but for edits of the file. */
export interface ProgressedParams {
    uri: string;
}

export const progressedNotification = new NotificationType<ProgressedParams>("keytally/progressed");

/** A pair in the result of the server command `keytally.listPairs`; file names are URIs. */
export interface PairDescription {
    task: string;
    /** The language id of key and response. */
    language: string;
    /** Of a pair of folders, the folders. */
    key: string;
    response: string;
    /** The files of a pair of folders, side by side. */
    files?: PairFiles[] | null;
    texts?: string | null;
    /** A URI, or the name of a built-in configuration. */
    configuration?: string | null;
    /** The language ids of the other parts, such as `texts` and companion files. */
    languages?: Record<string, string>;
    /** The rule that made the pair. */
    origin: string;
    active: boolean;
    /** Companion files, each under the name of its kind, as `configuration` is. */
    [companion: string]: unknown;
}

/** A report as the server command `keytally.renderReports` gives it. */
export interface Report {
    name: string;
    text: string;
}

/** The arguments of `keytally report` for a pair, from the server command `keytally.reportArguments`. */
export interface ReportCall {
    arguments: string[];
    /** The files that are read, as URIs. */
    files: string[];
}

/** The commands that the server carries out: their arguments and results. */
export interface ServerCommands {
    "keytally.listPairs": { arguments: []; result: PairDescription[] };
    "keytally.selectResponse": { arguments: [key: string, response: string]; result: unknown };
    "keytally.pairFiles": { arguments: [file: string, other: string]; result: WorkspaceEdit };
    "keytally.reportArguments": { arguments: [uri: string]; result: ReportCall };
    "keytally.renderReports": { arguments: [uri: string]; result: Report[] };
}
