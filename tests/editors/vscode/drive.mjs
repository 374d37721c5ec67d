// What a person does and sees: the page of the editor is driven by keys and, for hovers, the mouse.
import { join } from "node:path";
import { strict as assert } from "node:assert";

const TIMEOUT_MS = 30_000;

/** The editor's page with the words of these tests. */
class Editor {
    constructor({ page, address, server, shots }) {
        this.page = page;
        this.address = address;
        this.server = server;
        this.shots = shots;
        this.keys = page.keyboard;
        this.status = page.locator('[id$="keytally.score"]');
    }

    async openFolder(folder) {
        await this.page.goto(`${this.address}/?folder=${encodeURIComponent(folder)}`);
        await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
    }

    async open(name) {
        await this.keys.press("Control+p");
        await this.input().waitFor();
        await this.keys.type(name);
        const row = this.page.locator(`.quick-input-list .monaco-list-row.focused[aria-label^="${name}"]`);
        await row.waitFor();
        await this.keys.press("Enter");
        await this.page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
        await this.page.locator(".monaco-editor.focused .view-line").first().waitFor();
    }

    input() {
        return this.page.locator(".quick-input-widget:visible input").first();
    }

    /** Selects the first occurrence of a text after the cursor, with the find widget. */
    async select(text) {
        await this.keys.press("Control+f");
        const find = this.page.locator(".find-widget.visible textarea").first();
        await find.waitFor();
        await find.fill(text);
        await this.page.locator(".find-widget.visible .matchesCount", { hasText: / of / }).first().waitFor();
        await this.keys.press("Escape");
        await this.page.locator(".find-widget.visible").first().waitFor({ state: "hidden" });
    }

    async replace(text, replacement) {
        await this.select(text);
        await this.keys.type(replacement);
    }

    /** Rests the mouse on a word until the hover says something. */
    async hover(word, says) {
        const line = this.page.locator(".monaco-editor .view-line", { hasText: word }).first();
        const box = await line.locator("span", { hasText: word }).last().boundingBox();
        await this.page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 4 });
        await this.page.locator(".monaco-hover:visible .hover-contents", { hasText: says }).first().waitFor();
    }

    async chord(key) {
        await this.keys.press("Control+Alt+k");
        await this.keys.press(key);
    }

    /** Tags the next occurrence of a text, by keys alone. */
    async tag(text, choice) {
        await this.select(text);
        await this.chord("t");
        await this.input().waitFor();
        await this.keys.type(choice);
        await this.page.locator(".quick-input-list .monaco-list-row", { hasText: choice }).first().waitFor();
        await this.keys.press("Enter");
        await this.input().waitFor({ state: "hidden" });
        await this.seesLine(`>${text}</`);
    }

    /** Presses keys, and counts how many they are. */
    async press(...keys) {
        for (const key of keys) {
            await this.keys.press(key);
        }
        return keys.length;
    }

    async seesMessage(text) {
        await this.page.locator(".statusbar-item", { hasText: text }).first().waitFor();
    }

    async seesLine(text) {
        await this.page.locator(".monaco-editor .view-line", { hasText: text }).first().waitFor();
    }

    /** Waits until the first suggestion begins with a text. */
    async suggests(text) {
        const first = this.page.locator(".suggest-widget.visible .monaco-list-row.focused .label-name");
        await first.filter({ hasText: text }).waitFor();
    }

    async seesScore(pattern) {
        await this.status.filter({ hasText: pattern }).waitFor();
    }

    /** Waits until the visible text has as many stretches of a kind as wanted. */
    async seesCount(selector, wanted) {
        await this.page.waitForFunction(
            ([css, count]) => document.querySelectorAll(css).length === count,
            [selector, wanted],
        );
    }

    /** The kinds of border that decorations of the visible text have. */
    async borders() {
        return this.page.$$eval(".monaco-editor .view-overlays [class*='ced-']", (marks) => [
            ...new Set(marks.map((mark) => getComputedStyle(mark).borderBottomStyle)),
        ]);
    }

    /** Waits until a condition holds. */
    async until(condition) {
        const end = Date.now() + TIMEOUT_MS;
        while (!(await condition())) {
            assert.ok(Date.now() < end, "waited in vain");
            await this.page.waitForTimeout(50);
        }
    }

    /** How wide the pieces of a line are that hold a text; 0 where they are out of sight. */
    async widthOf(line, text) {
        return line.evaluate(
            (node, wanted) =>
                [...node.querySelectorAll("span > span")]
                    .filter((span) => span.textContent.includes(wanted))
                    .reduce((width, span) => width + span.getBoundingClientRect().width, 0),
            text,
        );
    }

    /** The contrast of a text with what lies below it, by the formula of WCAG 2. */
    async contrastOf(locator) {
        return locator.evaluate((node) => {
            const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
            const over = ([red, green, blue, alpha = 1], ground) =>
                [red, green, blue].map((part, at) => part * alpha + ground[at] * (1 - alpha));
            const ground = over(parts(getComputedStyle(node).backgroundColor), [255, 255, 255]);
            const text = over(parts(getComputedStyle(node).color), ground);
            const luminance = (colour) => {
                const [red, green, blue] = colour.map((part) => {
                    const share = part / 255;
                    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
                });
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            };
            const [low, high] = [luminance(text), luminance(ground)].sort((a, b) => a - b);
            return (high + 0.05) / (low + 0.05);
        });
    }

    /** Gives the window another size, and waits until its parts and its text have taken it.
     *
     *  A size that comes while the workbench lays itself out may be passed over; it is then given again. */
    async resize(width, height) {
        const end = Date.now() + TIMEOUT_MS;
        await this.page.setViewportSize({ width, height });
        while (!(await this.page.evaluate(fillsWindow))) {
            assert.ok(Date.now() < end, `the window stays as it is: ${await this.page.evaluate(partsOfWindow)}`);
            await this.page.evaluate(() => dispatchEvent(new Event("resize")));
            await this.page.waitForTimeout(100);
        }
    }

    /** The upper part of the text alone. */
    async shootText(name) {
        if (this.shots) {
            const clip = { x: 48, y: 92, width: 1184, height: 420 };
            await this.page.screenshot({ path: join(this.shots, `${name}.png`), animations: "disabled", clip });
        }
    }

    async shoot(name) {
        if (this.shots) {
            await this.page.screenshot({ path: join(this.shots, `${name}.png`), animations: "disabled" });
        }
    }
}

/** Whether status bar and text reach the borders of the window; runs in the page. */
function fillsWindow() {
    const [status, text] = [".part.statusbar", ".monaco-editor .overflow-guard"].map((part) =>
        document.querySelector(part).getBoundingClientRect(),
    );
    return Math.abs(status.bottom - innerHeight) < 8 && innerWidth - text.right < 8 && text.right <= innerWidth;
}

/** Where the parts of the window lie, for the reason of a failure; runs in the page. */
function partsOfWindow() {
    const parts = [".part", ".monaco-editor .overflow-guard"].flatMap((css) => [...document.querySelectorAll(css)]);
    const told = parts.map((part) => [part.className, JSON.stringify(part.getBoundingClientRect())].join(" "));
    return [`${innerWidth} x ${innerHeight}`, ...told].join("\n");
}

const TESTS = {
    async "opening the response shows findings, marks and the score"(editor) {
        await editor.open("response.sgml");
        await editor.seesScore(/P&R 70\.59/);
        await editor.page.locator(".squiggly-error").first().waitFor();
        await editor.page.locator("[class*='ced-']").first().waitFor();
        await editor.shoot("open");
        const borders = await editor.borders();
        assert.ok(["solid", "double"].every((style) => borders.includes(style)), String(borders));
    },

    async "labels can be read on their ground, and stand in the text"(editor) {
        const label = editor.page.locator(".monaco-editor .view-line span", { hasText: /^SPU$/ }).first();
        await label.waitFor();
        assert.ok((await editor.contrastOf(label)) >= 4.5, String(await editor.contrastOf(label)));
    },

    async "a long line breaks before its labels run under the ruler"(editor) {
        await editor.resize(900, 800);
        const labels = editor.page.locator(".monaco-editor .view-line span", { hasText: /^(SPU|INC|MIS .*)$/ });
        const ruler = await editor.page.locator(".monaco-editor .decorationsOverviewRuler").first().boundingBox();
        const boxes = await labels.evaluateAll((found) =>
            found.map((label) => ({ text: label.textContent, right: label.getBoundingClientRect().right })),
        );
        await editor.resize(1280, 800);
        assert.ok(boxes.length >= 3, JSON.stringify(boxes));
        assert.deepEqual(boxes.filter(({ right }) => right > ruler.x), []);
    },

    async "the reading view takes the tags out of sight, and brings them back"(editor) {
        const line = editor.page.locator(".monaco-editor .view-line", { hasText: "Ada Brook" }).first();
        const before = await editor.widthOf(line, "PERSON");
        assert.ok(before > 0);
        await editor.chord("v");
        await editor.until(async () => (await editor.widthOf(line, "PERSON")) === 0);
        await editor.shoot("reading");
        await editor.chord("v");
        await editor.until(async () => (await editor.widthOf(line, "PERSON")) > 0);
    },

    async "typing changes findings, marks and the score"(editor) {
        await editor.replace('LOCATION">Northgate', 'ORGANIZATION">Northgate');
        await editor.seesScore(/P&R 76\.47 ↑ \+5\.9/);
        await editor.replace("PLACE", "LOCATION");
        await editor.seesScore(/P&R 82\.35 ↑ \+5\.9/);
        await editor.seesCount(".squiggly-error", 0);
        await editor.shoot("typed");
    },

    async "a hover tells the partner"(editor) {
        await editor.hover("Northgate", "key:");
        await editor.shoot("hover");
        await editor.page.mouse.move(5, 5);
    },

    async "the chord for the next error goes there and says what it is"(editor) {
        await editor.keys.press("Control+Home");
        await editor.chord("n");
        await editor.page.locator(".statusbar-item", { hasText: "missing: " }).first().waitFor();
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
        await editor.open("started.tmpl");
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
        await editor.shoot("writing");
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
        await editor.shoot("annotated");
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
        await editor.page.locator('.tab[data-resource-name="response.sgml"]').click();
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
        await editor.seesMessage("no differences left");
        await editor.keys.press("Control+Home");
        await editor.press("Tab");
        await editor.seesLine(/^\s+<DOC>/);
        await editor.keys.press("Control+z");
    },
};

async function runOne(editor, name, test, log) {
    try {
        await test(editor);
        log(`ok ${name}`);
        return true;
    } catch (error) {
        log(`not ok ${name}\n${error.stack}`);
        await editor.shoot("failed");
        return false;
    }
}

/** The README's picture: a finding, marks, a hover, and the score with its last change. */
async function takePicture(editor) {
    await editor.open("response.sgml");
    await editor.seesScore(/P&R/);
    await editor.keys.press("Control+b");
    await editor.keys.press("Control+Home");
    const lens = editor.page.locator(".codelens-decoration").first();
    await lens.waitFor();
    const before = await lens.textContent();
    await editor.replace('TIME">Tuesday', 'DATE">Tuesday');
    await editor.replace('DATE">01/14/26', 'DAY">01/14/26');
    await editor.replace('PERCENT">12%', 'SHARE">12%');
    await editor.replace('DAY">01/14/26', 'DATE">01/14/26');
    await editor.seesScore(/↑/);
    await editor.keys.press("Control+Home");
    await editor.page.locator(".squiggly-error").first().waitFor();
    await lens.filter({ hasNotText: before }).waitFor();
    await editor.hover("SHARE", "key:");
    await editor.shoot("vscode");
}

/** Pictures of the marks of a response, as the file is and in the reading view. */
async function takeMarks(editor) {
    await editor.open("response.sgml");
    await editor.keys.press("Control+Home");
    await editor.page.locator("[class*='ced-']").first().waitFor();
    await editor.page.locator(".monaco-editor .view-line span", { hasText: /^\S*INC$/ }).first().waitFor();
    await editor.shootText("marks");
    await editor.chord("v");
    await editor.page.locator(".statusbar-item", { hasText: "reading view on" }).first().waitFor();
    await editor.shootText("reading-view");
}

/** Pictures of the way from one difference to the next: before the key that accepts is pressed, and after. */
async function takeDifferences(editor) {
    await editor.chord("v");
    await editor.page.locator(".statusbar-item", { hasText: "reading view off" }).first().waitFor();
    await editor.resize(1180, 500);
    await editor.keys.press("Control+Home");
    await editor.chord("j");
    await editor.seesMessage("keytally: incorrect: ");
    const lens = editor.page.locator(".codelens-decoration").first();
    const before = await lens.textContent();
    await editor.shoot("difference");
    await editor.keys.press("Tab");
    await editor.seesMessage("keytally: spurious: ");
    await editor.keys.press("Delete");
    await editor.seesLine("Corrigan & Vale Shipyards</ENAMEX>");
    await editor.seesMessage("keytally: missing: ");
    await lens.filter({ hasNotText: before }).waitFor();
    await editor.page.locator(".monaco-editor .view-line span", { hasText: /^SPU$/ }).waitFor({ state: "detached" });
    await editor.shoot("accepted");
}

export async function drive({ page, address, server, workspace, example, log, shots }) {
    page.setDefaultTimeout(TIMEOUT_MS);
    const editor = new Editor({ page, address, server, shots });
    await editor.openFolder(workspace);
    log("the workspace is open");
    for (const [name, test] of Object.entries(TESTS)) {
        if (!(await runOne(editor, name, test, log))) {
            return false;
        }
    }
    if (!example) {
        return true;
    }
    await editor.openFolder(example);
    if (!(await runOne(editor, "the example's picture", takePicture, log))) {
        return false;
    }
    return (
        (await runOne(editor, "pictures of the marks", takeMarks, log)) &&
        (await runOne(editor, "pictures of the way through differences", takeDifferences, log))
    );
}
