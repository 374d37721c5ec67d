/** The entry point of the extension: creates its parts and registers their commands. */
import * as vscode from "vscode";

import { AdjudicatedFiles } from "./adjudicatedFiles";
import { Adjudication } from "./adjudication";
import { AdjudicationItem } from "./adjudicationItem";
import type { Act } from "./annotationMessages";
import { AnnotationViews } from "./annotationView";
import type { TagKeys } from "./annotationView";
import { Server } from "./client";
import { Differences } from "./differences";
import { isAnswers } from "./documents";
import { Encodings } from "./encodings";
import { Errors } from "./errors";
import type { ErrorNode } from "./errors";
import { goToDocument } from "./goToDocument";
import { t, translateBy } from "./l10n";
import { Labels } from "./labels";
import { assignLanguages } from "./languages";
import { showLegend } from "./legend";
import { Marks, toggleMarks } from "./marks";
import type { Painting } from "./marks";
import { goToError } from "./navigation";
import { listAfterReturn } from "./newLines";
import { makePage } from "./page";
import { pairWith } from "./pairing";
import { chooseResponse, showPairs } from "./pairs";
import { goToPartner } from "./partners";
import { followCursor } from "./places";
import { ProgressItem } from "./progress";
import { ReadingView } from "./readingView";
import { Reports } from "./reports";
import { lastMessage, say } from "./saying";
import { ScoreItem } from "./score";
import { ScoredFiles } from "./scoredFiles";
import { changeChain, repeatTag, tagAs, tagIdentical, tagMention, tagSelection } from "./tagging";

/** The API for other extensions and the tests. */
export interface Api {
    /** Fires whenever the marks of an editor have been set. */
    onDidPaint: vscode.Event<Painting>;
    /** The text of the score in the status bar. */
    score(): string;
    /** The text of the progress in the status bar. */
    progress(): string;
    /** The text of the adjudication in the status bar. */
    adjudication(): string;
    /** The errors in the tree, highest gain first. */
    errors(): string[];
    /** The last message in the status bar, also when it has disappeared. */
    message(): string;
    isRunning(): boolean;
    /** Whether the server runs in WebAssembly. */
    isInWasm(): boolean;
    /** Ends the worker of a server in WebAssembly, as a crash does. */
    crash(): void;
    /** Whether it is known if a file is a gold, so that keys act on it. */
    hasKeysOf(uri: vscode.Uri): boolean;
    /** The ranges of a file that the reading view hides. */
    hidden(uri: vscode.Uri): vscode.Range[];
}

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Api {
    translateBy(vscode.l10n.t);
    const started = new Server(context.extensionPath);
    server = started;
    const files = new ScoredFiles(started);
    const marks = new Marks(started, files);
    const reading = new ReadingView(marks.onDidPaint);
    const score = new ScoreItem(started, files);
    const differences = new Differences(started);
    const progress = new ProgressItem(started, files);
    const reports = new Reports(started);
    const adjudication = new AdjudicationItem(new AdjudicatedFiles(started));
    const errors = new Errors(started);
    const views = new AnnotationViews(started, files, context.extensionUri, tagKeysOf(context.extension));
    context.subscriptions.push(
        started,
        files,
        marks,
        new Labels(marks.onDidPaint),
        reading,
        score,
        differences,
        progress,
        reports,
        adjudication,
        errors,
        views,
        new Encodings(),
        assignLanguages(started),
        listAfterReturn(),
        followCursor(),
        vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
        ...registerQuestions(started, inView(views, differenceCommands(started, differences, adjudication))),
        ...registerQuestions(started, adjudicationCommands(new Adjudication(started))),
        ...registerQuestions(started, errorCommands(errors)),
        ...registerCommands(commands(started, reports, reading, views, context.globalStorageUri)),
    );
    void started.restart();
    return exposed({ started, marks, score, progress, adjudication, errors, reading });
}

/** The parts that other extensions and the tests may watch. */
interface Parts {
    started: Server;
    marks: Marks;
    score: ScoreItem;
    progress: ProgressItem;
    adjudication: AdjudicationItem;
    errors: Errors;
    reading: ReadingView;
}

function exposed({ started, marks, score, progress, adjudication, errors, reading }: Parts): Api {
    return {
        onDidPaint: marks.onDidPaint,
        score: () => score.text,
        progress: () => progress.text,
        adjudication: () => adjudication.text,
        errors: () => errors.listed.map(({ message }) => message),
        message: lastMessage,
        isRunning: () => started.isRunning,
        isInWasm: () => started.isInWasm,
        crash: () => {
            started.crash();
        },
        hasKeysOf: (uri) => adjudication.hasKeysOf(uri),
        hidden: (uri) => reading.hiddenIn(uri.toString()),
    };
}

export function deactivate(): Promise<void> | undefined {
    return server?.stop();
}

type Commands = Record<string, (argument?: string) => unknown>;

/** The commands of pairs, marks and reports. */
function commands(
    server: Server,
    reports: Reports,
    reading: ReadingView,
    views: AnnotationViews,
    storage: vscode.Uri,
): Commands {
    return {
        "keytally.showPairs": () => showPairs(server),
        "keytally.pairWith": () => pairWith(server),
        "keytally.chooseResponse": () => chooseResponse(server),
        "keytally.nextError": () => goToError(server, "next"),
        "keytally.previousError": () => goToError(server, "previous"),
        "keytally.toggleMarks": toggleMarks,
        "keytally.toggleReadingView": () => {
            reading.toggle();
        },
        "keytally.openAnnotationView": () => openAnnotationView(views),
        "keytally.goToDocument": () => goToDocument(server),
        "keytally.openReports": () => reports.open(),
        "keytally.makeReport": (file) => makePage(server, storage, file),
        "keytally.showLegend": showLegend,
        "keytally.restart": () => server.restart(),
    };
}

/** The commands that lead from difference to difference, and those that tag. */
function differenceCommands(server: Server, differences: Differences, golds: AdjudicationItem): Commands {
    return {
        "keytally.nextDifference": () => differences.go("difference", "next"),
        "keytally.previousDifference": () => differences.go("difference", "previous"),
        "keytally.dropSpurious": (where) => differences.drop(where),
        "keytally.goToPartner": goToPartner,
        "keytally.tagSelection": () => tagSelection(server),
        "keytally.changeChain": () => changeChain(server),
        "keytally.tagMention": () => tagMention(server),
        "keytally.repeatTag": () => repeatTag(server),
        "keytally.tagIdentical": () => tagIdentical(server),
        ...onceKnown(server, golds, answerCommands(server, differences)),
    };
}

/** The commands whose keys mean something else in a gold. */
function answerCommands(server: Server, differences: Differences): Commands {
    return {
        "keytally.nextCandidate": () => differences.go("candidate", "next"),
        "keytally.acceptFromKey": (where) => differences.accept(where),
        "keytally.tagAs": (type) => tagAs(server, type),
    };
}

/** What the commands of the walk do in the annotation view. */
const ACTS = new Map<string, Act>([
    ["keytally.nextDifference", "next"],
    ["keytally.previousDifference", "previous"],
    ["keytally.acceptFromKey", "accept"],
    ["keytally.dropSpurious", "drop"],
]);

/** Commands that act in the annotation view where it has the focus, otherwise in the text editor. */
function inView(views: AnnotationViews, commands: Commands): Commands {
    const directed = ([id, run]: [string, Commands[string]]): [string, Commands[string]] => {
        const act = ACTS.get(id);
        return [id, (argument) => (act && views.active ? views.active.act(act) : run(argument))];
    };
    return Object.fromEntries(Object.entries(commands).map(directed));
}

async function openAnnotationView(views: AnnotationViews): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor) {
        await views.show(editor.document.uri, editor.selection);
    }
}

/** The keys of types of tags, as the manifest of the extension binds them for each language. */
function tagKeysOf({ packageJSON }: vscode.Extension<unknown>): TagKeys {
    const { contributes } = packageJSON as { contributes: { keybindings: TagKey[] } };
    const bound = contributes.keybindings.filter(({ command }) => command === "keytally.tagAs");
    return (language) =>
        new Map(
            bound
                .filter(({ when }) => when.includes(`editorLangId == ${language} `))
                .map(({ args, key }) => [args, key.split(" ").at(-1) ?? ""]),
        );
}

/** A key binding of the command that tags as a type. */
interface TagKey {
    command: string;
    key: string;
    when: string;
    args: string;
}

/** Commands that only show a message before it is known whether the active file is a gold. */
function onceKnown(server: Server, golds: AdjudicationItem, commands: Commands): Commands {
    return onlyIf(server, commands, () => {
        const document = vscode.window.activeTextEditor?.document;
        const mayBeGold = document !== undefined && isAnswers(document);
        return !mayBeGold || golds.hasKeysOf(document.uri);
    });
}

/** Commands that only show a message while no server runs: without an answer they would say that nothing is left. */
function registerQuestions<A>(server: Server, commands: Questions<A>): vscode.Disposable[] {
    return registerCommands(onlyIf(server, commands, () => server.isRunning));
}

type Questions<A> = Record<string, (argument?: A) => unknown>;

/** Commands that only show a message about the server unless a condition holds. */
function onlyIf<A>(server: Server, commands: Questions<A>, isReady: () => boolean): Questions<A> {
    const guarded = (run: Questions<A>[string]) => (argument?: A) => {
        if (isReady()) {
            return run(argument);
        }
        say(server.isStopped ? t("the server is not running") : t("not ready yet: press the key again"));
        return undefined;
    };
    return Object.fromEntries(Object.entries(commands).map(([id, run]) => [id, guarded(run)]));
}

/** The commands that lead from error to error by what a repair gains. */
function errorCommands(errors: Errors): Record<string, (node?: ErrorNode) => unknown> {
    return {
        "keytally.showErrors": () => errors.show(),
        "keytally.nextErrorByGain": () => errors.go("next"),
        "keytally.previousErrorByGain": () => errors.go("previous"),
        "keytally.repairError": (node) => errors.repair(node),
        "keytally.openError": (node) => (node && !("count" in node) ? errors.open(node) : undefined),
    };
}

/** The commands that decide in a gold. */
function adjudicationCommands(adjudication: Adjudication): Commands {
    const agreed = t("no unanimous annotations left to accept");
    const majority = t("no majority annotations left to accept");
    return {
        "keytally.nextUndecided": () => adjudication.go("next"),
        "keytally.previousUndecided": () => adjudication.go("previous"),
        "keytally.takeVariant": (number) => adjudication.takeVariant(number),
        "keytally.decideNothing": () => adjudication.decide("none", t("nothing to decide here")),
        "keytally.keepOwn": () => adjudication.decide("own", t("the gold has no undecided value here")),
        "keytally.addFill": () => adjudication.decide("add.1", t("no fill to add here")),
        "keytally.takeAgreed": () => adjudication.decide("agreed", agreed),
        "keytally.takeAgreedInFile": () => adjudication.decide("agreed.file", agreed),
        "keytally.takeMajority": () => adjudication.decide("majority", majority),
        "keytally.takeMajorityInFile": () => adjudication.decide("majority.file", majority),
        "keytally.takeAnnotator": (name) => adjudication.takeAnnotator(name),
    };
}

function registerCommands(commands: Record<string, (argument?: never) => unknown>): vscode.Disposable[] {
    return Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
}
