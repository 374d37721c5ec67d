// Walks from difference to difference in the examples: accepting or dropping at each ends at 100 in a known number
// of steps; between steps another tab is shown, a step is undone and redone, and keys are pressed ahead.
const { assert, restore, settles, show, until, vscode } = require("./waiting.js");
const { keytally, score, showMarked } = require("./watching.js");

const OVER = "no differences left";
const MOST_IDLE = 5;

/** Responses with their numbers of steps; those of lexical substitution are of tasks whose full score is less than 100. */
const STEPS = {
    "named_entity/response.sgml": 9,
    "coreference/response.sgml": 10,
    "template_element/response.tmpl": 8,
    "template_relation/response.tmpl": 9,
    "scenario_template/response.tmpl": 9,
    "template_json/response.json": 7,
    "columns/response.bio": 4,
    "conll/response.conll": 9,
    "corefud/response.conllu": 4,
    "m2/response.txt": 4,
    "m2_edits/response.m2": 6,
    "spans/response.json": 5,
    "records/response.jsonl": 6,
    "cpa/response/drift.parse": 12,
    "lexical_substitution/response.mw": 6,
};

function run(command, ...args) {
    return vscode.commands.executeCommand(`keytally.${command}`, ...args);
}

function active() {
    return vscode.window.activeTextEditor;
}

async function goToTop(response) {
    const editor = await vscode.window.showTextDocument(response);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
}

/** What may happen between two steps; each leaves the text as it was and the cursor at a difference. */
const BETWEEN = {
    async "another tab"() {
        const { document } = active();
        await show("key.sgml");
        await vscode.window.showTextDocument(document);
    },
    async "undo and redo"(response) {
        const { document } = active();
        const text = document.getText();
        await vscode.commands.executeCommand("undo");
        await until("the text before the step", () => document.getText() !== text);
        await vscode.commands.executeCommand("redo");
        await until("the step again", () => document.getText() === text);
        await goToTop(response);
        await run("nextDifference");
    },
    async "keys ahead"(response) {
        const { message } = await keytally();
        const { document } = active();
        const text = document.getText();
        await goToTop(response);
        const first = run("nextDifference");
        await Promise.all([run("acceptFromKey", "place"), run("dropSpurious", "place"), first]);
        assert.equal(document.getText(), text, "a key ahead of the answer changes nothing");
        assert.doesNotMatch(message(), /not ready yet/);
    },
};

/** Accepts or drops at the cursor; whether a text has changed. */
async function step() {
    const { message } = await keytally();
    const { document } = active();
    const { version } = document;
    await run("acceptFromKey", "place");
    if (/nothing to accept/.test(message())) {
        await run("dropSpurious", "place");
    }
    return document.version !== version;
}

async function walk(name, wanted) {
    const { message } = await keytally();
    const { document: response } = await showMarked(`walk/${name}`);
    const files = new Set();
    const acts = Object.values(BETWEEN);
    await goToTop(response);
    await run("nextDifference");
    let [steps, idle] = [0, 0];
    while (message() !== OVER && idle < MOST_IDLE) {
        const { document } = active();
        files.add(document);
        const isChanged = await step();
        [steps, idle] = isChanged ? [steps + 1, 0] : [steps, idle + 1];
        if (message() === OVER) {
            break;
        }
        if (isChanged && active().document === document) {
            await acts[steps % acts.length](response);
        } else if (!isChanged) {
            await run("nextDifference");
        }
    }
    assert.equal(message(), OVER);
    assert.equal(steps, wanted);
    await vscode.window.showTextDocument(response);
    await settles(`100 for ${name}`, async () => assert.equal(await score(), 100));
    for (const document of files) {
        await restore({ document });
    }
}

module.exports = Object.fromEntries(
    Object.entries(STEPS).map(([name, steps]) => [`the walk through ${name} ends at 100`, () => walk(name, steps)]),
);
