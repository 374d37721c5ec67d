// The tests that run inside the extension host, one after the other in one window.
const vscode = require("vscode");

const { assert, restore, until } = require("./waiting.js");
const { keytally } = require("./watching.js");

/** Whether there is no Python for the extension, and so no process of the server. */
const IN_WASM = process.env.KEYTALLY_HOST_RUNTIME === "wasm";

const ALL = ["disk", "findings", "marks", "score", "features", "annotating", "places", "differences", "walks", "errors", "commands", "templates", "chains", "evaluations", "long", "reading", "done", "adding", "encodings", "inert"];

/** What the copies of files matter to, and each part of the interface; all of ALL hold in WebAssembly too. */
const IN_BOTH = ["wasm", "disk", "findings", "marks", "score", "features", "annotating", "differences", "adding"];

/** A benchmark names its own module; while a test is written, the names of modules leave the others out. */
const MODULES = process.env.KEYTALLY_HOST_MODULES?.split(",") ?? (IN_WASM ? IN_BOTH : ALL);

/** While a test is written, a part of its name leaves the others out. */
const WANTED = process.env.KEYTALLY_HOST_TESTS ?? "";

/** The tests of one runtime only. */
const WITH_PROCESS = new Set([
    "a file that is closed and opened again before the server answers has its findings as it is edited",
    "the page of a pair is made of what is on disk, and opened",
]);

const runsHere = (name) => name.includes(WANTED) && !(IN_WASM && WITH_PROCESS.has(name));

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
    const { isRunning, isInWasm } = await keytally();
    await until("the server", isRunning);
    assert.equal(isInWasm(), IN_WASM);
    let failed = 0;
    for (const module of MODULES) {
        for (const [name, test] of Object.entries(require(`./${module}.js`)).filter(([name]) => runsHere(name))) {
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
