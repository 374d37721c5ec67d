// What a person does and sees: the page of the editor is driven by keys and, for hovers, the mouse.
import { strict as assert } from "node:assert";

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ADJUDICATIONS, adjudicate } from "./adjudications.mjs";
import { Editor } from "./editor.mjs";
import { PICTURES } from "./pictures.mjs";
import { DIGITS, chainsOf, entitiesOf } from "./trial.mjs";
import { VIEWS } from "./view.mjs";
import { WALKS } from "./walks.mjs";

/** While tests are written, parts of their names, with | between them, leave the others out; "pictures" takes the pictures alone. */
const WANTED = process.env.KEYTALLY_DRIVE ?? "";

function isWanted(name) {
    return WANTED.split("|").some((part) => name.includes(part));
}

/** Tags the next occurrence of a text by two keys; what is tagged is selected no longer. */
async function tagByChord(editor, text, key) {
    await editor.select(text);
    await editor.seesSelection(true);
    const count = await editor.press("Control+Alt+k", key);
    await editor.seesSelection(false);
    return count;
}

/** Opens a text of the trial, with its cursor at the start; gives the text as it is to be annotated, and the time. */
async function startTrial(editor, folder) {
    await editor.open("response.sgml", { folder });
    await editor.seesScore(/ 0\.00/);
    await editor.keys.press("Control+Home");
    return { key: readFileSync(join(editor.folder, folder, "key.sgml"), "utf8"), since: Date.now() };
}

/** Entities by two keys each, or by one where the same is tagged elsewhere. */
async function annotateEntities(editor) {
    const { key, since } = await startTrial(editor, "trial_entities");
    const entities = entitiesOf(key).map(({ type, text: name }) => ({ type, name }));
    const first = entities.filter(({ name }, at) => entities.findIndex((other) => other.name === name) === at);
    let count = 0;
    for (const [at, { type, name }] of first.entries()) {
        count += await tagByChord(editor, name, first[at - 1]?.type === type ? "." : DIGITS[type]);
    }
    await editor.keys.press("Control+Home");
    await editor.chord("u");
    for (const { name } of entities.filter((entity) => !first.includes(entity))) {
        await editor.seesMessage(`"${name}" is tagged `);
        count += await editor.press("Tab");
    }
    await editor.seesMessage("no candidates left");
    await editor.seesScore(/100\.00/);
    const seconds = (Date.now() - since) / 1000;
    await editor.save();
    assert.equal(readFileSync(join(editor.folder, "trial_entities", "response.sgml"), "utf8"), key);
    return { what: `${entities.length} entities`, most: 2 * entities.length, count, seconds };
}

/** The first mention of a chain by two keys, further ones by two as well. */
async function annotateChains(editor) {
    const { key, since } = await startTrial(editor, "trial_chains");
    const chains = chainsOf(key);
    let count = 0;
    for (const chain of chains) {
        await editor.keys.press("Control+Home");
        for (const [at, name] of chain.entries()) {
            count += await tagByChord(editor, name, at === 0 ? "w" : ".");
        }
    }
    await editor.seesScore(/100\.00/);
    const seconds = (Date.now() - since) / 1000;
    await editor.save();
    return { what: `${chains.flat().length} mentions of ${chains.length} chains`, most: 2 * chains.flat().length, count, seconds };
}

const TESTS = {
    async "opening the response shows findings, marks and the score"(editor) {
        await editor.open("response.sgml");
        await editor.seesScore(/P&R 70\.59/);
        await editor.page.locator(".squiggly-error").first().waitFor();
        await editor.page.locator("[class*='ced-']").first().waitFor();
        await editor.settles(
            () => editor.borders(),
            (borders) => ["solid", "double"].every((style) => borders.includes(style)),
        );
    },

    async "labels can be read on their ground, and stand in the text"(editor) {
        const label = editor.labels(/^SPU$/).first();
        await label.waitFor();
        const contrast = await editor.contrastOf(label);
        assert.ok(contrast >= 4.5, String(contrast));
    },

    async "a long line breaks before its labels run under the ruler"(editor) {
        await editor.resize(900, 800);
        const boxes = await editor.settles(
            () => editor.labels(/^(SPU|INC|MIS .*)$/).evaluateAll(placesBeforeRuler),
            (found) => found.length >= 3,
        );
        await editor.resize(1280, 800);
        assert.deepEqual(boxes.filter(({ right, ruler }) => right > ruler), []);
    },

    async "the reading view takes the tags out of sight, and brings them back"(editor) {
        await editor.settles(
            () => editor.widthOf(editor.line("Ada Brook"), "PERSON"),
            (width) => width > 0,
        );
        await editor.switchReadingView("Ada Brook", "PERSON", true);
        await editor.switchReadingView("Ada Brook", "PERSON", false);
    },

    async "typing changes findings, marks and the score"(editor) {
        // Only the last key of a type makes it right, so that the change is the same whichever keys are told together.
        await editor.replaceWord('LOCATION">Northgate', "ORGANIZATION");
        await editor.seesScore(/P&R 76\.47 ↑ \+5\.9/);
        await editor.replaceWord('PLACE">', "LOCATION");
        await editor.seesScore(/P&R 82\.35 ↑ \+5\.9/);
        await editor.seesCount(".squiggly-error", 0);
    },

    async "a hover tells the partner"(editor) {
        await editor.hover("Northgate", "key:");
        await editor.page.mouse.move(5, 5);
    },

    async "the chord for the next error goes there and says what it is"(editor) {
        await editor.keys.press("Control+Home");
        await editor.chord("n");
        await editor.seesMessage("keytally: missing: ");
    },

    async "keys that are pressed before the server answers go to the list"(editor) {
        await editor.open("response2.sgml");
        await editor.seesScore(/P&R 0\.00/);
        await editor.select("Northgate Mills");
        editor.server.held();
        try {
            await editor.chord("t");
            await editor.input().waitFor();
            await editor.keys.type("organ");
            await editor.keys.press("Enter");
            assert.equal(await editor.input().inputValue(), "organ");
        } finally {
            editor.server.freed();
        }
        await editor.seesLine('<ENAMEX TYPE="ORGANIZATION">Northgate Mills</ENAMEX>');
        await editor.keys.press("Control+z");
        await editor.seesLine("Northgate Mills said");
    },

    async "a list without entries says so and keeps the keys"(editor) {
        await editor.keys.press("Control+End");
        await editor.chord("t");
        await editor.input().waitFor();
        const says = { hasText: "Nothing to do here" };
        await editor.page.locator(".quick-input-list .monaco-list-row", says).waitFor();
        await editor.keys.type("person");
        assert.equal(await editor.input().inputValue(), "person");
        await editor.keys.press("Enter");
        await editor.input().waitFor({ state: "hidden" });
        await editor.seesCount(".tab.active.dirty", 0);
    },

    async "an object with two fills is written with ten keys"(editor) {
        await editor.open("started.tmpl", { folder: "writing" });
        await editor.seesScore(/P&R/);
        await editor.keys.press("Control+End");
        let count = 0;
        const press = async (key, suggested) => {
            await editor.keys.press(key);
            count += 1;
            if (suggested) {
                await editor.suggests(suggested);
            }
        };
        await press("Enter");
        await press("Enter", "<ORGANIZATION-9602-1> :=");
        await press("Enter");
        await editor.seesLine("<ORGANIZATION-9602-1>");
        await press("Enter", "ORG_NAME");
        await press("Enter", "Lund Works");
        await press("Enter");
        await editor.seesLine('ORG_NAME: "Lund Works"');
        await press("Enter");
        await press("o", "ORG_TYPE");
        await press("Enter", "COMPANY");
        await press("Enter");
        await editor.seesScore(/100\.00/);
        assert.equal(count, 10);
        await editor.keys.press("Enter");
        await editor.keys.press("Enter");
        await editor.suggests("<");
        await editor.keys.press("Escape");
    },

    async "a header gets its sign as its bracket is typed"(editor) {
        await editor.keys.press("Shift+Tab");
        await editor.keys.type("<PERSON-9602-7>");
        await editor.seesLine("<PERSON-9602-7> :=");
    },

    async "a short text is annotated without the mouse, up to the full score"(editor) {
        await editor.open("response2.sgml");
        await editor.seesScore(/P&R 0\.00/);
        const names = [
            ["Ada Brook", "ENAMEX PERSON"],
            ["Northgate Mills", "ENAMEX ORGANIZATION"],
            ["Friday", "TIMEX DATE"],
            ["Lund & Co.", "ENAMEX ORGANIZATION"],
            ["$3 million", "NUMEX MONEY"],
            ["Tom Vale", "ENAMEX PERSON"],
            ["Orrin", "ENAMEX LOCATION"],
            ["Caro Finch", "ENAMEX PERSON"],
            ["Vellmark", "ENAMEX LOCATION"],
        ];
        for (const [name, choice] of names) {
            await editor.tag(name, choice);
        }
        await editor.seesScore(/P&R 100\.00/);
    },

    async "an entity costs two keys besides moving and selecting"(editor) {
        await editor.keys.press("Control+Home");
        await editor.select("losses");
        assert.equal(await editor.press("Control+Alt+k", "1"), 2);
        await editor.seesLine('<ENAMEX TYPE="PERSON">losses</ENAMEX>');
        await editor.select("wrote");
        assert.equal(await editor.press("Control+Alt+k", "."), 2);
        await editor.seesLine('<ENAMEX TYPE="PERSON">wrote</ENAMEX>');
    },

    async "text without spaces between words is tagged where it is selected only"(editor) {
        await editor.open("response2.sgml");
        await editor.seesScore(/P&R \d/);
        await editor.replace("Profits", "北京大学");
        await editor.press("ArrowLeft");
        await editor.chord("1");
        await editor.seesMessage("keytally: select the characters to tag");
        await editor.seesLine(/^北京大学/);
        await editor.press("Shift+ArrowLeft");
        await editor.seesSelection(true);
        await editor.chord("1");
        // The label of the spurious tag may already stand before the last character.
        await editor.seesLine(/北京<ENAMEX\sTYPE="PERSON">大<\/ENAMEX>.{0,8}学/);
        await editor.press("Control+z", "Control+z");
        await editor.seesLine(/^Profits/);
    },

    async "to accept costs one key, to drop costs one, and both go on"(editor) {
        await editor.open("response.sgml");
        await editor.seesScore(/P&R 82\.35/);
        await editor.keys.press("Control+Home");
        await editor.chord("j");
        await editor.seesMessage("keytally: missing: ");
        assert.equal(await editor.press("Tab"), 1);
        await editor.seesLine('<TIMEX TYPE="DATE">Friday</TIMEX>');
        await editor.seesMessage("keytally: spurious: ");
        assert.equal(await editor.press("Delete"), 1);
        await editor.seesLine(/^Profits/);
        await editor.seesMessage("keytally: missing: ");
        assert.equal(await editor.press("Tab"), 1);
        await editor.seesScore(/P&R 100\.00/);
        await editor.seesMessage("keytally: no differences left");
        await editor.progress.filter({ hasText: "no differences left" }).waitFor();
        await editor.keys.press("Control+Home");
        // Until the extension has heard of the move, Tab does nothing.
        await editor.insists(() => editor.press("Tab"), editor.line(/^\s+<DOC>/));
        await editor.keys.press("Control+z");
    },

    async "the list of a chain begins with what the key has, ends with what removes, and keeps its order"(editor) {
        await editor.open("response.sgml", { folder: "chains" });
        await editor.seesScore(/40\.00/);
        await editor.keys.press("Control+Home");
        await editor.select("She");
        await editor.press("ArrowLeft");
        await editor.chord("c");
        const rows = editor.page.locator(".quick-input-list .monaco-list-row");
        const titles = () => rows.locator(".label-name").allTextContents();
        await editor.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "Accept the key's link" }).waitFor();
        const all = await titles();
        assert.match(all.at(-1), /^Remove the mention/);
        assert.match(all.find((title) => title.startsWith("Move")), /to the chain of "?Mara Quill/);
        await editor.keys.type("chain");
        const narrowed = await editor.settles(titles, (found) => found.length < all.length);
        assert.deepEqual(narrowed, all.filter((title) => title.includes("chain")));
        await editor.keys.press("Escape");
        await editor.input().waitFor({ state: "hidden" });
    },

    async "a text of 300 words and one with eight chains take two keys a tag at most"(editor, log) {
        for (const annotate of [annotateEntities, annotateChains]) {
            const { what, most, count, seconds } = await annotate(editor);
            assert.ok(count <= most, `${what}: ${count} keys`);
            log(`VS Code, ${what}: ${count} keys, ${seconds.toFixed(1)} s`);
        }
    },

    async "a gold takes one chord for all that is agreed, and one for each item"(editor) {
        for (const example of ADJUDICATIONS) {
            await adjudicate(editor, example);
        }
        await editor.open("response2.sgml");
        await editor.seesCount('[id$="keytally.adjudication"]', 0);
    },

    async "a number behind a sharp is no colour in a response, as it is elsewhere"(editor) {
        await editor.open("response2.sgml");
        await editor.replace("Profits", "#105");
        await editor.open("numbers.txt", { aside: true });
        const swatch = ".colorpicker-color-decoration";
        await editor.page.locator(`${editor.text} ${swatch}`).waitFor();
        await editor.seesCount(swatch, 1);
        await editor.keys.press("Control+w");
        await editor.seesFile("response2.sgml");
        await editor.seesLine("#105");
        await editor.seesCount(swatch, 0);
        await editor.keys.press("Control+z");
    },

    async "pairing asks which file is the key, and exchanges the two where the other one is"(editor) {
        await editor.open("system.sgml", { folder: "pairing" });
        await editor.runCommand("keytally: Pair This File with", { opensList: true });
        const row = (text) => editor.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: text });
        await row("gold.sgml").waitFor();
        await editor.keys.press("Enter");
        await row('"pairing/gold.sgml" is the key').waitFor();
        await editor.keys.press("ArrowDown");
        await row('"pairing/system.sgml" is the key').waitFor();
        await editor.keys.press("Enter");
        await editor.seesFile("keytally.toml");
        await editor.seesLine('key = "pairing/system.sgml"');
        await editor.seesLine('responses = ["pairing/gold.sgml"]');
        await editor.press("Control+z", "Control+w");
    },

    async "names and texts of files are shown as they are written: no icon, link or command comes of them"(editor) {
        const hostile = "$(trash) [x](command:workbench.action.closeAllEditors) `b`";
        const folder = join(editor.folder, "hostile", hostile);
        const text = (name) => `<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nAnn met ${name}.\n</TXT>\n</DOC>\n`;
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, "a.key.sgml"), text(`<ENAMEX TYPE="PERSON">${hostile}</ENAMEX>`));
        writeFileSync(join(folder, "a.response.sgml"), text(`${hostile} <NUMEX TYPE="${hostile}">1</NUMEX>`));
        await editor.open("a.response.sgml", { folder: "hostile" });
        await editor.seesScore(/P&R \d/);
        await editor.keys.press("Control+Home");
        await editor.chord("j");
        await editor.seesMessage('keytally: missing: PERSON "$(trash) [x](command:');
        await editor.chord("t");
        await editor.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "$(trash) [x](command:" }).waitFor();
        const drawn = ".statusbar, .quick-input-list, .view-lines, .monaco-hover, .markers-panel, .tree-explorer-viewlet-tree-view";
        const made = ".codicon-trash, a[href*='closeAllEditors'], a[data-href*='closeAllEditors']";
        const isPlain = async () => assert.equal(await editor.page.locator(drawn).locator(made).count(), 0);
        await isPlain();
        await editor.keys.press("Escape");
        await editor.input().waitFor({ state: "hidden" });
        await editor.runCommand("Show or Focus Hover");
        await editor.page.locator(".monaco-hover:visible", { hasText: "$(trash) [x](command:" }).first().waitFor();
        await isPlain();
        await editor.keys.press("Escape");
        await editor.runCommand("Problems: Focus on Problems View");
        await editor.page.locator(".markers-panel .monaco-list-row", { hasText: "$(trash) [x](command:" }).first().waitFor();
        await isPlain();
        await editor.runCommand("View: Toggle Panel Visibility");
        await editor.runCommand("keytally: List Errors by Gain");
        await editor.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row", { hasText: "$(trash) [x](command:" }).first().waitFor();
        await isPlain();
        rmSync(join(editor.folder, "hostile"), { recursive: true });
        const message = editor.page.locator(".notification-list-item-message", { hasText: "[x] (command:" }).first();
        await message.waitFor();
        assert.equal(await message.locator("a").count(), 0);
        await editor.keys.press("Control+w");
    },

    async "a server that ends with much still to be sent is started again, and no message is shown"(editor) {
        const folder = join(editor.folder, "ending");
        mkdirSync(folder);
        for (const side of ["key", "response"]) {
            copyFileSync(join(editor.folder, `${side}.sgml`), join(folder, `a.${side}.sgml`));
        }
        writeFileSync(
            join(folder, "large.sgml"),
            `<DOC>\n<TXT>\n${"Nothing is tagged here.\n".repeat(50_000)}</TXT>\n</DOC>\n`,
        );
        const open = (name) => editor.open(name, { folder: "ending" });
        await editor.runCommand("Notifications: Clear All Notifications");
        await open("a.response.sgml");
        await editor.seesScore(/P&R \d/);
        const labels = () => editor.labels(/^(SPU|INC|MIS .*)$/).allTextContents();
        const before = await editor.settles(labels, (found) => found.length >= 3);
        editor.server.held();
        await open("large.sgml");
        await open("a.key.sgml");
        await open("a.response.sgml");
        const seesRestart = async () => {
            await editor.status.filter({ hasNotText: /P&R/ }).first().waitFor();
            await editor.seesScore(/P&R \d/);
            await editor.settles(labels, (found) => found.join() === before.join());
        };
        editor.server.killed();
        await seesRestart();
        await editor.seesCount(".notification-list-item", 0);
        // A restart that meets the start after a crash leaves one server.
        editor.server.killed();
        await editor.restart();
        await seesRestart();
        await editor.seesCount(".notification-list-item", 0);
        // So does a restart that meets the start after a crash during a start.
        const crashed = editor.server.process();
        editor.server.killed();
        await editor.settles(editor.server.process, (started) => started > 0 && started !== crashed);
        editor.server.killed();
        await editor.restart();
        await seesRestart();
        await editor.runCommand("Notifications: Clear All Notifications");
        await editor.press("Control+w", "Control+w", "Control+w");
    },

    async "without a server a message tells how to get one, and its buttons do it"(editor) {
        await editor.withoutServer(async () => {
            const message = editor.page.locator(".notification-list-item", { hasText: "keytally-server is not on PATH." });
            const button = (name) => message.locator(".monaco-button", { hasText: name });
            // The message goes by itself after some seconds, which a busy machine may need for the press.
            const press = (name) => ({ waitFor: (limit) => button(name).click(limit) });
            await editor.insists(() => editor.restart(), press("Copy Command"));
            await message.waitFor({ state: "hidden" });
            await editor.insists(() => editor.restart(), press("Open Setting"));
            await editor.page.locator(".settings-editor .setting-item-title", { hasText: "Path" }).first().waitFor();
            await editor.keys.press("Control+w");
        });
        await editor.open("response.sgml");
        const restartWithServer = async () => {
            // A change of the settings' file can escape the editor's watcher.
            editor.server.shown();
            await editor.restart();
        };
        await editor.insists(restartWithServer, editor.status.filter({ hasText: /P&R/ }));
    },

};

/** Where labels end, and where the ruler begins at that moment; runs in the page. */
function placesBeforeRuler(labels) {
    return labels.map((label) => ({
        text: label.textContent,
        right: label.getBoundingClientRect().right,
        ruler: label.closest(".monaco-editor").querySelector(".decorationsOverviewRuler").getBoundingClientRect().x,
    }));
}

async function runOne(editor, name, test, log) {
    try {
        await test(editor, log);
        log(`ok ${name}`);
        return true;
    } catch (error) {
        log(`not ok ${name}\n${error.stack}\n${await editor.shownAround()}`);
        await editor.shoot("failed");
        return false;
    }
}

export async function drive({ page, address, server, axe, workspace, example, log, shots }) {
    const editor = new Editor({ page, address, server, axe, shots });
    await editor.openFolder(workspace);
    log("the workspace is open");
    for (const [name, test] of Object.entries({ ...TESTS, ...WALKS, ...VIEWS }).filter(([name]) => isWanted(name))) {
        if (!(await runOne(editor, name, test, log))) {
            return false;
        }
    }
    if (!example || (WANTED && WANTED !== "pictures")) {
        return true;
    }
    await editor.openFolder(example);
    for (const [name, take] of Object.entries(PICTURES)) {
        if (!(await runOne(editor, name, take, log))) {
            return false;
        }
    }
    return true;
}
