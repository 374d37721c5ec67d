// The tests that run inside the extension host, one after the other in one window.
const vscode = require("vscode");

const { restore } = require("./waiting.js");
const { keytally } = require("./watching.js");

const ALL = ["disk", "findings", "marks", "score", "features", "annotating", "places", "differences", "walks", "errors", "commands", "templates", "chains", "evaluations", "long", "reading", "done", "adding", "encodings", "inert"];

/** A benchmark names its own module; while a test is written, the names of modules leave the others out. */
const MODULES = process.env.KEYTALLY_HOST_MODULES?.split(",") ?? ALL;

/** While a test is written, a part of its name leaves the others out. */
const WANTED = process.env.KEYTALLY_HOST_TESTS ?? "";

/** More are not waited for: something is wrong with all of them. */
const MOST_FAILURES = 3;

async function runOne(name, test) {
    const began = Date.now();
    try {
        await test();
        console.log(`ok ${name} (${Date.now() - began} ms)`);
        return true;
    } catch (error) {
        console.log(`not ok ${name}\n${error.stack}`);
        return false;
    } finally {
        await tidy();
    }
}

/** Leaves no unsaved edit and no editor behind. */
async function tidy() {
    for (const editor of vscode.window.visibleTextEditors.filter(({ document }) => document.isDirty)) {
        await restore(editor);
    }
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

exports.run = async function run() {
    console.log(`# VS Code ${vscode.version}, Node ${process.version}`);
    await keytally();
    let failed = 0;
    for (const module of MODULES) {
        for (const [name, test] of Object.entries(require(`./${module}.js`)).filter(([name]) => name.includes(WANTED))) {
            failed += (await runOne(`${module}: ${name}`, test)) ? 0 : 1;
            if (failed > MOST_FAILURES) {
                throw new Error("too many failed");
            }
        }
    }
    if (failed > 0) {
        throw new Error(`${failed} failed`);
    }
};
