// The annotation view, used as a person uses it: by the mouse, and by keys alone.
import { strict as assert } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { DIGITS, chainsOf, entitiesOf } from "./trial.mjs";

const FRAME = "iframe.webview.ready:visible";

/** How many random keys are pressed; 10,000 take two minutes. */
const STROKES = Number(process.env.KEYTALLY_STROKES ?? 600);

/** Numbers from 0 to 1 that are the same for the same seed, by the generator of Park and Miller. */
function generator(seed) {
    let state = seed;
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** A document of MUC with a text. */
function documentOf(text) {
    return `<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n${text}\n</TXT>\n</DOC>\n`;
}

/** The page of the annotation view that is shown. */
export class View {
    constructor(editor) {
        this.editor = editor;
        this.frame = editor.page.frameLocator(FRAME).frameLocator("#active-frame");
        this.text = this.frame.locator("#text");
        this.search = this.frame.locator("#search");
    }

    /** Opens a file in the view. */
    static async open(editor, name, folder) {
        await editor.open(name, { folder });
        await editor.runCommand("keytally: Open the Annotation View");
        const view = new View(editor);
        await view.text.locator("div").first().waitFor();
        await view.frame.locator("#scroller:focus").waitFor();
        return view;
    }

    async seesNotice(text) {
        await this.frame.locator("#notice", { hasText: text }).waitFor();
    }

    /** Waits until a change of the chosen text is offered under a key. */
    async seesOffer(key) {
        const sign = new RegExp(`^${key.replace(/\W/, "\\$&")}$`);
        await this.frame.locator("button:enabled kbd", { hasText: sign }).first().waitFor();
    }

    /** Waits until the list has so many annotations with a verdict. */
    async seesCount(verdict, count) {
        const items = this.frame.locator(`#annotations [role=option].${verdict}`);
        await this.editor.settles(() => items.count(), (found) => found === count);
    }

    /** The points of the window at the start and the end of an occurrence of a text. */
    async edges(text, occurrence = 0) {
        const rects = await this.text.evaluate(rectsOf, [text, occurrence]);
        const outer = await this.editor.page.locator(FRAME).boundingBox();
        const [first, last] = [rects[0], rects.at(-1)];
        return {
            first: { x: outer.x + first.left, y: outer.y + first.middle },
            last: { x: outer.x + last.right, y: outer.y + last.middle },
        };
    }

    /** Drags the mouse from one point to another. */
    async drag(from, to) {
        const { mouse } = this.editor.page;
        await mouse.move(from.x, from.y);
        await mouse.down();
        await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
        await mouse.move(to.x, to.y);
        await mouse.up();
    }

    /** Selects an occurrence of a text with the mouse. */
    async select(text, occurrence) {
        const { first, last } = await this.edges(text, occurrence);
        await this.drag({ x: first.x + 2, y: first.y }, { x: last.x - 2, y: last.y });
    }

    /** Finds the next occurrence of a text by keys. */
    async find(text) {
        await this.editor.keys.press("/");
        await this.frame.locator("#search:focus").waitFor();
        await this.search.fill(text);
        await this.editor.keys.press("Enter");
        await this.frame.locator("#scroller:focus").waitFor();
    }
}

/** Where an occurrence of a text is on the page, line by line; runs in the page. */
function rectsOf(node, [text, occurrence]) {
    let left = occurrence;
    for (const line of node.children) {
        for (let at = line.textContent.indexOf(text); at >= 0; at = line.textContent.indexOf(text, at + 1), left -= 1) {
            if (left === 0) {
                const range = document.createRange();
                range.setStart(line.firstChild, at);
                range.setEnd(line.firstChild, at + text.length);
                line.scrollIntoView({ block: "center" });
                return [...range.getClientRects()].map((rect) => ({
                    left: rect.left,
                    right: rect.right,
                    middle: rect.top + rect.height / 2,
                }));
            }
        }
    }
    throw new Error(`the page does not show ${text}`);
}

/** What axe has against the page; runs in the page. */
async function axeFindings(_, source) {
    new Function(source).call(window);
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`);
}

function textIn(editor, ...path) {
    return readFileSync(join(editor.folder, ...path), "utf8");
}

export const VIEWS = {
    async "entities are annotated by the mouse in the annotation view"(editor) {
        const view = await View.open(editor, "response.sgml", "mouse_entities");
        const key = textIn(editor, "mouse_entities", "key.sgml");
        const entities = entitiesOf(key);
        for (const [at, { type, text, occurrence }] of entities.entries()) {
            await view.select(text, occurrence);
            await view.seesOffer(DIGITS[type]);
            await view.frame.locator("#types button:enabled", { hasText: type }).click();
            await view.seesCount("correct", at + 1);
        }
        await editor.seesScore(/100\.00/);
        await editor.save();
        assert.equal(textIn(editor, "mouse_entities", "response.sgml"), key);
    },

    async "entities are annotated by keys alone in the annotation view"(editor, log) {
        const view = await View.open(editor, "response.sgml", "keys_entities");
        const key = textIn(editor, "keys_entities", "key.sgml");
        const entities = entitiesOf(key);
        let count = 0;
        for (const [at, { type, text }] of entities.entries()) {
            await view.find(text);
            await view.seesOffer(DIGITS[type]);
            count += await editor.press(entities[at - 1]?.type === type ? "." : DIGITS[type]);
            await view.seesCount("correct", at + 1);
            await editor.press("ArrowRight");
        }
        await editor.seesScore(/100\.00/);
        await editor.save();
        assert.equal(textIn(editor, "keys_entities", "response.sgml"), key);
        log(`${entities.length} entities by ${count} keys`);
        assert.ok(count <= 2 * entities.length, String(count));
    },

    async "chains are annotated by keys alone in the annotation view"(editor, log) {
        const view = await View.open(editor, "response.sgml", "keys_chains");
        const chains = chainsOf(textIn(editor, "keys_chains", "key.sgml"));
        let count = 0;
        let mentions = 0;
        for (const chain of chains) {
            await editor.press("Escape", "Home");
            for (const [at, name] of chain.entries()) {
                await view.find(name);
                if (at === 0) {
                    const first = view.frame.locator("#offers button", { hasText: "Tag as the first mention of a new chain" });
                    count += await editor.press(await first.locator("kbd").textContent());
                } else {
                    await view.seesOffer("m");
                    count += await editor.press(".");
                }
                mentions += 1;
                await view.frame.locator(`#annotations [role=option]:not(.missing) >> nth=${mentions - 1}`).waitFor();
                await editor.press("ArrowRight");
            }
        }
        await editor.seesScore(/100\.00/);
        await editor.save();
        log(`${mentions} mentions of ${chains.length} chains by ${count} keys`);
        assert.ok(count <= 2 * mentions, String(count));
        await editor.press("Escape", "Home");
        await view.find("Greta Holm");
        const arcs = view.frame.locator("svg.arcs path");
        await editor.settles(() => arcs.count(), (found) => found === chains[0].length - 1);
        await editor.shoot("annotation-chains");
    },

    async "axe finds nothing in the annotation view"(editor) {
        const view = new View(editor);
        await view.seesOffer("e");
        const found = await view.text.evaluate(axeFindings, readFileSync(editor.axe, "utf8"));
        assert.deepEqual(found, []);
    },

    async "the end of an annotation is dragged, and its attributes stay"(editor) {
        const tagged = (words) => `<ENAMEX TYPE="PERSON" STATUS="OPT">${words}</ENAMEX>`;
        const path = [editor.folder, "alone.sgml"];
        writeFileSync(join(...path), documentOf(`${tagged("Ada")} Brook and Ada left.`));
        const view = await View.open(editor, "alone.sgml");
        const [{ last: from }, { last: to }] = [await view.edges("Ada"), await view.edges("Brook")];
        await view.drag(from, { x: to.x - 2, y: to.y });
        await view.seesNotice('Resize the ENAMEX tag to "Ada Brook"');
        await editor.save();
        assert.equal(readFileSync(join(...path), "utf8"), documentOf(`${tagged("Ada Brook")} and Ada left.`));
        await editor.press("u");
        await view.frame.locator("#annotations [role=option]", { hasText: /^PERSON {2}Ada$/ }).waitFor();
    },

    async "untagged text that is tagged elsewhere is the next candidate, and Tab tags it"(editor) {
        const view = new View(editor);
        await editor.press("c");
        await view.seesNotice('"Ada" is tagged');
        await editor.press("Tab");
        await view.frame.locator("#annotations [role=option]", { hasText: /^PERSON {2}Ada$/ }).nth(1).waitFor();
        await editor.save();
        const text = textIn(editor, "alone.sgml");
        assert.match(text, /Brook and <ENAMEX TYPE="PERSON">Ada<\/ENAMEX> left/);
    },

    async "markup, scripts and bidirectional controls of a file are plain text in the view"(editor) {
        const hostile = '<ENAMEX TYPE="PERSON">\u202e$(rm) [x](command:quit)</ENAMEX> &lt;b&gt; {{7*7}} ';
        writeFileSync(join(editor.folder, "hostile.sgml"), documentOf(`${hostile}${"<img src=x onerror=boom()> ".repeat(50)}`));
        const view = await View.open(editor, "hostile.sgml");
        await view.frame.locator("#annotations [role=option]", { hasText: "command:quit" }).waitFor();
        const names = await view.text.evaluate((node) => [...new Set([...node.querySelectorAll("*")].map(({ tagName }) => tagName))]);
        assert.deepEqual(names.filter((name) => !["DIV", "BR"].includes(name)), []);
        assert.equal(await view.frame.locator("img, a, iframe, object").count(), 0);
    },

    async "random keys change no character outside tags"(editor, log) {
        const before = textIn(editor, "random_entities", "response.sgml");
        const view = await View.open(editor, "response.sgml", "random_entities");
        await view.seesCount("missing", 25);
        const keys = [..."abcdeghijklmnopqrsuvwxyzABCDEGIJKLMPRSUXZ0123456789.=/?", ..."Tab Enter Escape Delete Backspace".split(" ")];
        const moves = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Shift+ArrowLeft", "Shift+ArrowRight", "Alt+Shift+ArrowRight", "Home", "End", "PageDown", "Space"];
        const random = generator(7);
        for (let left = STROKES; left > 0; left -= 1) {
            const from = random() < 0.5 ? keys : moves;
            const key = from[Math.floor(random() * from.length)];
            await editor.keys.press(key);
            if (key === "Tab") {
                // Where Tab has nothing to accept, it goes on to what can be reached in the window.
                await view.frame.locator("#scroller").focus();
            } else if (left % 100 === 0) {
                await editor.press("Escape");
            }
        }
        await editor.input().waitFor({ state: "hidden" });
        await editor.press("Escape");
        await editor.save();
        const bare = (text) => text.replace(/<\/?(?:ENAMEX|TIMEX|NUMEX)[^>]*>/g, "");
        assert.equal(bare(textIn(editor, "random_entities", "response.sgml")), bare(before));
        log(`${STROKES} keys`);
    },
};
