// The editor's page with the words of the tests: what a person does there, and what they wait for.
import { join } from "node:path";
import { strict as assert } from "node:assert";

/** How long one wait lasts at most; far more than a slow machine needs. */
const TIMEOUT_MS = 60_000;

/** After how long something is done again that a busy editor may have passed over; twice as long each time. */
const RETRY_MS = 3000;

const PAUSE_MS = 50;

/** The row of a file in the list of files, as a selector. Files of the same name in other folders may be listed first. */
function labelOf(name, folder) {
    if (folder) {
        return `[aria-label^="${name}"][aria-label*="${folder}"]`;
    }
    return `:is([aria-label="${name}"], [aria-label^="${name},"], [aria-label^="${name} unsaved changes"])`;
}

/** The editor's page with the words of these tests. */
export class Editor {
    constructor({ page, address, server, axe, shots }) {
        page.setDefaultTimeout(TIMEOUT_MS);
        this.page = page;
        this.address = address;
        this.server = server;
        this.axe = axe;
        this.shots = shots;
        this.keys = page.keyboard;
        this.status = page.locator('[id$="keytally.score"]');
        this.progress = page.locator('[id$="keytally.progress"]');
        this.adjudication = page.locator('[id$="keytally.adjudication"]');
        /** The active group's text, as a selector. */
        this.text = ".editor-group-container.active .editor-instance .monaco-editor";
    }

    async openFolder(folder) {
        this.folder = folder;
        await this.page.goto(`${this.address}/?folder=${encodeURIComponent(folder)}`);
        await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
    }

    /** Opens a file by its name, and its folder where there are several, in the group at hand or in one beside it.
     *
     *  A list that is just closing may still be seen, but takes no text. */
    async open(name, { aside = false, folder = "" } = {}) {
        const input = this.input();
        const row = this.page.locator(`.quick-input-list .monaco-list-row.focused${labelOf(name, folder)}`);
        await this.insists(async () => {
            if (!(await input.isVisible())) {
                await this.keys.press("Control+p");
            }
            for (const text of ["", folder ? `${folder}/${name}` : name]) {
                await input.fill(text, { timeout: RETRY_MS }).catch(() => undefined);
            }
        }, row);
        await this.keys.press(aside ? "Control+Enter" : "Enter");
        await input.waitFor({ state: "hidden" });
        await this.seesFile(name);
    }

    /** Runs a command by its title; what has just been opened may still take the keys, which closes the list of commands. */
    async runCommand(title, { opensList = false } = {}) {
        const input = this.input();
        const row = this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
        await this.insists(async () => {
            if (!(await input.isVisible())) {
                await this.keys.press("F1");
            }
            await input.fill(`>${title}`, { timeout: RETRY_MS }).catch(() => undefined);
        }, row);
        await this.keys.press("Enter");
        await row.waitFor({ state: "hidden" });
        if (!opensList) {
            await input.waitFor({ state: "hidden" });
        }
    }

    /** Starts the server anew. */
    async restart() {
        await this.runCommand("keytally: Restart Server");
    }

    /** Does something while no server is to be found; it then has to be started again. */
    async withoutServer(act) {
        this.server.hidden();
        try {
            await act();
        } finally {
            this.server.shown();
        }
    }

    /** Waits until a file is shown and takes the keys. */
    async seesFile(name) {
        await this.page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
        const shown = `.monaco-editor.focused[data-uri$="/${name}"] .view-line`;
        await this.page.locator(shown).first().waitFor();
    }

    input() {
        return this.page.locator(".quick-input-widget:visible input").first();
    }

    /** Does something, and again from time to time, until what should come of it is there. */
    async insists(act, wanted) {
        const end = Date.now() + TIMEOUT_MS;
        for (let timeout = RETRY_MS; ; timeout *= 2) {
            await act();
            try {
                return await wanted.waitFor({ timeout });
            } catch (error) {
                if (Date.now() > end) {
                    throw error;
                }
            }
        }
    }

    /** Selects the first occurrence of a text after the cursor, with the find widget.
     *
     *  The widget begins with an older text, whose count must not be taken for that of the new one. */
    async select(text) {
        const find = this.page.locator(".find-widget.visible textarea").first();
        const count = this.page.locator(".find-widget.visible .matchesCount");
        await this.keys.press("Control+f");
        await find.fill("");
        await count.filter({ hasText: /^No results$/ }).waitFor();
        await find.fill(text);
        await count.filter({ hasText: /^[1-9]\d* of / }).waitFor();
        // Where a notification is shown, the first Escape may close that.
        await this.insists(() => this.keys.press("Escape"), this.page.locator("body:not(:has(.find-widget.visible))"));
        await this.page.locator(`${this.text}.focused`).waitFor();
    }

    async replace(text, replacement) {
        await this.select(text);
        await this.keys.type(replacement);
        await this.seesLine(replacement);
    }

    /** Replaces the first word of a text that is unlike others; what stands around the word is never touched. */
    async replaceWord(text, replacement) {
        await this.select(text);
        await this.press("ArrowLeft", "Control+Shift+ArrowRight");
        await this.keys.type(replacement);
    }

    /** Rests the mouse on a word until the hover says something; a hover that came too early says less.
     *
     *  A line that is just drawn anew has no place for a moment. */
    async hover(word, says) {
        const span = this.line(word).locator("span", { hasText: word }).last();
        const wanted = this.page.locator(".monaco-hover:visible .hover-contents", { hasText: says }).first();
        await this.insists(async () => {
            await this.page.mouse.move(5, 5);
            const box = await span.boundingBox();
            if (box !== null) {
                await this.page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 4 });
            }
        }, wanted);
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
        await this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: choice }).waitFor();
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

    /** Waits until the status bar tells that something is selected, or that nothing is. */
    async seesSelection(isThere) {
        const told = this.page.locator('[id="status.editor.selection"]');
        await told.filter({ [isThere ? "hasText" : "hasNotText"]: "selected" }).waitFor();
    }

    async seesMessage(text) {
        await this.page.locator(".statusbar-item", { hasText: text }).first().waitFor();
    }

    /** The first visible line that holds a text. */
    line(text) {
        return this.page.locator(`${this.text} .view-line`, { hasText: text }).first();
    }

    async seesLine(text) {
        await this.line(text).waitFor();
    }

    /** The short labels of the visible text that read like a pattern. */
    labels(pattern) {
        return this.page.locator(`${this.text} .view-line span`, { hasText: pattern });
    }

    /** The lens with the tallies of all documents, once it has them. */
    lens() {
        return this.page.locator(".codelens-decoration", { hasText: /all documents: \S+ \d/ }).first();
    }

    /** Waits until the first suggestion begins with a text. */
    async suggests(text) {
        const first = this.page.locator(".suggest-widget.visible .monaco-list-row.focused .label-name");
        await first.filter({ hasText: text }).waitFor();
    }

    /** Waits until the status bar tells how many items of an adjudication are open. */
    async seesOpen(count) {
        await this.adjudication.filter({ hasText: new RegExp(`(^|\\D)${count} open, `) }).waitFor();
    }

    /** Saves the active file, and waits until it is on disk. */
    async save() {
        await this.keys.press("Control+s");
        await this.page.locator(".tab.active:not(.dirty)").first().waitFor();
    }

    async seesScore(pattern) {
        await this.status.filter({ hasText: pattern }).waitFor();
    }

    /** Waits until the page has as many elements of a kind as wanted. */
    async seesCount(selector, wanted) {
        await this.page.waitForFunction(
            ([css, count]) => document.querySelectorAll(css).length === count,
            [selector, wanted],
        );
    }

    /** The kinds of border that decorations of the visible text have. */
    async borders() {
        return this.page.$$eval(`${this.text} .view-overlays [class*='ced-']`, (marks) => [
            ...new Set(marks.map((mark) => getComputedStyle(mark).borderBottomStyle)),
        ]);
    }

    /** Waits until what is found passes, and says what was found last if it never does. */
    async settles(find, passes) {
        const end = Date.now() + TIMEOUT_MS;
        for (;;) {
            const found = await find();
            if (passes(found)) {
                return found;
            }
            assert.ok(Date.now() < end, `waited in vain: ${JSON.stringify(found)}`);
            await this.page.waitForTimeout(PAUSE_MS);
        }
    }

    /** Switches the reading view, and waits until the markup of a line is out of sight, or in sight again. */
    async switchReadingView(text, markup, isHidden) {
        await this.chord("v");
        await this.settles(
            () => this.widthOf(this.line(text), markup),
            (width) => (width === 0) === isHidden,
        );
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
        while (!(await this.page.evaluate(fillsWindow, this.text))) {
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

    /** What the status bar, the notifications and the tabs show, for the report of a failure. */
    async shownAround() {
        const parts = [".statusbar-item", ".notification-list-item-message", ".tab"];
        const shown = await Promise.all(parts.map((part) => this.page.locator(part).allInnerTexts()));
        return shown.map((texts, place) => `${parts[place]}: ${texts.join(" | ")}`).join("\n");
    }

    async shoot(name) {
        if (this.shots) {
            await this.page.screenshot({ path: join(this.shots, `${name}.png`), animations: "disabled" });
        }
    }
}

/** Whether status bar and text reach the borders of the window; runs in the page. */
function fillsWindow(editor) {
    const parts = [".part.statusbar", `${editor} > .overflow-guard`].map((part) => document.querySelector(part));
    if (parts.includes(null)) {
        return false;
    }
    const [status, text] = parts.map((part) => part.getBoundingClientRect());
    return Math.abs(status.bottom - innerHeight) < 8 && innerWidth - text.right < 8 && text.right <= innerWidth;
}

/** Where the parts of the window lie, for the reason of a failure; runs in the page. */
function partsOfWindow() {
    const parts = [".part", ".monaco-editor .overflow-guard"].flatMap((css) => [...document.querySelectorAll(css)]);
    const told = parts.map((part) => [part.className, JSON.stringify(part.getBoundingClientRect())].join(" "));
    return [`${innerWidth} x ${innerHeight}`, ...told].join("\n");
}

