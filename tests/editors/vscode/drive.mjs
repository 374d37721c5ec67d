// What a person does and sees: the page of the editor is driven by keys and, for hovers, the mouse.
import { strict as assert } from "node:assert";

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ADJUDICATIONS, adjudicate } from "./adjudications.mjs";
import { Editor } from "./editor.mjs";
import { PICTURES } from "./pictures.mjs";

/** While a test is written, a part of its name leaves the others out; "pictures" takes the pictures alone. */
const WANTED = process.env.KEYTALLY_DRIVE ?? "";

/** The key of each type of entity behind the chord. */
const DIGITS = { PERSON: "1", ORGANIZATION: "2", LOCATION: "3", DATE: "4", TIME: "5", MONEY: "6", PERCENT: "7" };

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
    const entities = [...key.matchAll(/<[A-Z]+ TYPE="([A-Z]+)">([^<]+)</g)].map(([, type, name]) => ({ type, name }));
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

/** The mentions of each chain of a key, in order. */
function chainsOf(key) {
    const chains = new Map();
    for (const [, attributes, name] of key.matchAll(/<COREF ([^>]*)>([^<]+)</g)) {
        const [id, reference] = ["ID", "REF"].map((wanted) => new RegExp(`${wanted}="(\\d+)"`).exec(attributes)?.[1]);
        const chain = chains.get(reference) ?? [];
        chain.push(name);
        chains.set(id, chain);
    }
    return [...new Set(chains.values())];
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
        const says = { hasText: "There is nothing to do here" };
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
        await editor.press("Tab");
        await editor.seesLine(/^\s+<DOC>/);
        await editor.keys.press("Control+z");
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

    async "without a server a message tells how to get one, and its buttons do it"(editor) {
        await editor.withoutServer(async () => {
            const message = editor.page.locator(".notification-list-item", { hasText: "keytally-server is not on PATH." });
            const button = (name) => message.locator(".monaco-button", { hasText: name });
            await editor.insists(() => editor.restart(), button("Copy Command"));
            await button("Copy Command").click();
            await message.waitFor({ state: "hidden" });
            await editor.restart();
            await button("Open Setting").click();
            await editor.page.locator(".settings-editor .setting-item-title", { hasText: "Path" }).first().waitFor();
            await editor.keys.press("Control+w");
        });
        await editor.open("response.sgml");
        await editor.insists(() => editor.restart(), editor.status.filter({ hasText: /P&R/ }));
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
        log(`not ok ${name}\n${error.stack}`);
        await editor.shoot("failed");
        return false;
    }
}

export async function drive({ page, address, server, workspace, example, log, shots }) {
    const editor = new Editor({ page, address, server, shots });
    await editor.openFolder(workspace);
    log("the workspace is open");
    for (const [name, test] of Object.entries(TESTS).filter(([name]) => name.includes(WANTED))) {
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
