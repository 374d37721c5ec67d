/** Where the editor starts the extension: makes the parts and registers their commands. */
import * as vscode from "vscode";

import { AdjudicatedFiles } from "./adjudicatedFiles";
import { Adjudication } from "./adjudication";
import { AdjudicationItem } from "./adjudicationItem";
import { Server } from "./client";
import { Differences } from "./differences";
import { Errors } from "./errors";
import type { ErrorNode } from "./errors";
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
import { ProgressItem } from "./progress";
import { ReadingView } from "./readingView";
import { Reports } from "./reports";
import { ScoreItem } from "./score";
import { ScoredFiles } from "./scoredFiles";
import { changeChain, repeatTag, tagAs, tagIdentical, tagMention, tagSelection } from "./tagging";

/** What other extensions and the tests may watch. */
export interface Api {
    /** Fires whenever the marks of an editor have been set. */
    onDidPaint: vscode.Event<Painting>;
    /** What the status bar says. */
    score(): string;
    /** What the status bar says of the progress. */
    progress(): string;
    /** What the status bar says of the adjudication of a gold. */
    adjudication(): string;
    /** What the errors in the tree say, what gains most first. */
    errors(): string[];
    isRunning(): boolean;
    /** What the reading view hides of a file. */
    hidden(uri: vscode.Uri): vscode.Range[];
}

/** The folder of the server that comes with the extension. */
const BUNDLED = "bundled";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Api {
    translateBy(vscode.l10n.t);
    const started = new Server(context.asAbsolutePath(BUNDLED));
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
    const restart = (): Promise<void> => started.restart();
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
        assignLanguages(started),
        listAfterReturn(),
        vscode.workspace.onDidGrantWorkspaceTrust(restart),
        ...registerCommands(differenceCommands(differences)),
        ...registerCommands(adjudicationCommands(new Adjudication(started))),
        ...registerCommands(errorCommands(errors)),
        ...registerCommands(commands(started, reports, reading, context.globalStorageUri)),
    );
    void restart();
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
        isRunning: () => started.isRunning,
        hidden: (uri) => reading.hiddenIn(uri.toString()),
    };
}

export function deactivate(): Promise<void> | undefined {
    return server?.stop();
}

type Commands = Record<string, (argument?: string) => unknown>;

/** The commands of pairs, marks and reports. */
function commands(server: Server, reports: Reports, reading: ReadingView, storage: vscode.Uri): Commands {
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
        "keytally.openReports": () => reports.open(),
        "keytally.makeReport": (file) => makePage(server, storage, file),
        "keytally.showLegend": showLegend,
        "keytally.restart": () => server.restart(),
    };
}

/** The commands that lead from difference to difference, and those that tag. */
function differenceCommands(differences: Differences): Commands {
    return {
        "keytally.nextDifference": () => differences.go("difference", "next"),
        "keytally.previousDifference": () => differences.go("difference", "previous"),
        "keytally.nextCandidate": () => differences.go("candidate", "next"),
        "keytally.acceptFromKey": () => differences.accept(),
        "keytally.dropSpurious": () => differences.drop(),
        "keytally.tagSelection": tagSelection,
        "keytally.changeChain": changeChain,
        "keytally.tagAs": tagAs,
        "keytally.tagMention": tagMention,
        "keytally.repeatTag": repeatTag,
        "keytally.tagIdentical": tagIdentical,
    };
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
    const agreed = t("there is nothing left that everyone agrees on");
    const majority = t("there is nothing left that a majority says");
    return {
        "keytally.nextUndecided": () => adjudication.go("next"),
        "keytally.previousUndecided": () => adjudication.go("previous"),
        "keytally.takeVariant": (number) => adjudication.takeVariant(number),
        "keytally.decideNothing": () => adjudication.decide("none", t("there is nothing to decide here")),
        "keytally.keepOwn": () =>
            adjudication.decide("own", t("the gold has nothing here that is still to be decided")),
        "keytally.addFill": () => adjudication.decide("add.1", t("there is no fill to add here")),
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
