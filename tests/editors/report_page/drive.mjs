// Opens pages of `keytally report` in Chromium from disk, as a person does, and looks at what they do.
// usage: node drive.mjs --bench DIRECTORY --pages DIRECTORY --shots DIRECTORY
// DIRECTORY of --bench has the installed packages, that of --pages one.html, three.html, hostile.html and long.html,
// and st.html and ne.html where there are corpora.
// Ends with status 0 when every test passes.
import { strict as assert } from "node:assert";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";

const { values } = parseArgs({
    options: Object.fromEntries(["bench", "pages", "shots"].map((name) => [name, { type: "string" }])),
});
const require = createRequire(join(resolve(values.bench), "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** How long one wait lasts at most; far more than a slow machine needs. */
const TIMEOUT_MS = 120_000;

function browserProgram() {
    const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ["chromium", "chromium-browser", "google-chrome"];
    const folders = process.env.PATH.split(delimiter);
    const found = names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find((file) => existsSync(file));
    assert(found, "Chromium is not on PATH");
    return found;
}

/** A page as a person sees it, with all that it asks for, says and does that it should not. */
class Opened {
    constructor(page) {
        this.page = page;
        this.unwanted = [];
        page.setDefaultTimeout(TIMEOUT_MS);
        page.on("dialog", (dialog) => {
            this.unwanted.push(`a dialog: ${dialog.message()}`);
            dialog.dismiss();
        });
        page.on("pageerror", (error) => this.unwanted.push(`an error: ${error.message}`));
        page.on("console", (message) => message.type() === "error" && this.unwanted.push(`said: ${message.text()}`));
        page.on("request", (request) => this.requests.push(request.url()));
        this.requests = [];
    }

    async open(name) {
        await this.page.goto(pathToFileURL(join(resolve(values.pages), name)).href);
        assert.equal(this.requests.length, 1, `the page asked for ${this.requests}`);
    }

    /** The texts of a column of the table of documents that are shown. */
    column(number) {
        const cells = `#table tbody tr:not([hidden]) > :nth-child(${number})`;
        return this.page.locator(cells).allTextContents();
    }

    async sortBy(heading) {
        await this.page.locator("#table").getByRole("button", { name: heading, exact: true }).click();
    }

    shown(selector) {
        return this.page.locator(selector).filter({ visible: true });
    }

    focused() {
        return this.page.evaluate(() => document.activeElement.closest(".document")?.id ?? document.activeElement.id);
    }

    async isAccessible() {
        await this.page.evaluate(axe);
        const { violations } = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ""}`).slice(0, 5).join("\n  ")}`);
        assert.deepEqual(told, []);
    }

    async picture(name) {
        await this.page.screenshot({ path: join(values.shots, name) });
    }
}

const numbers = (texts) => texts.map(Number);
const falling = (found) => found.toSorted((one, other) => other - one);

const TESTS = {
    "one.html": {
        async "a table is sorted by its headings, from either end"(opened) {
            await opened.sortBy("P&R");
            const values = numbers(await opened.column(2));
            assert(values.length > 1);
            assert.deepEqual(values, falling(values));
            assert.equal(await opened.page.locator("#table [aria-sort]").getAttribute("aria-sort"), "descending");
            await opened.sortBy("P&R");
            assert.deepEqual(numbers(await opened.column(2)), values.toReversed());
            await opened.sortBy("document");
            const names = await opened.column(1);
            assert.deepEqual(names, names.toSorted());
        },
        async "a heading is sorted by from the keyboard"(opened) {
            await opened.page.locator("#table").getByRole("button", { name: "differences" }).focus();
            await opened.page.keyboard.press("Enter");
            const values = numbers(await opened.column(6));
            assert.deepEqual(values, falling(values));
        },
        async "documents are found by name and by text"(opened) {
            const all = await opened.column(1);
            await opened.page.keyboard.press("/");
            await opened.page.keyboard.type(all[1]);
            assert.deepEqual(await opened.column(1), [all[1]]);
            assert.equal(await opened.shown(".document").count(), 1);
            assert.equal(await opened.page.locator("#found").textContent(), `1 of ${all.length} documents`);
            await opened.page.locator("#search").fill("corrigan");
            assert.deepEqual(await opened.column(1), [all[0]]);
            await opened.page.locator("#search").fill("nowhere to be found");
            assert.deepEqual(await opened.column(1), []);
            await opened.page.locator("#search").fill("");
            assert.deepEqual(await opened.column(1), all);
        },
        async "links lead to the document, and to the place in the editor"(opened) {
            await opened.page.locator("#table tbody a").last().click();
            assert.match(opened.page.url(), /#d2$/);
            const places = await opened.page.locator(".document .text a").evaluateAll((links) => links.map((link) => link.href));
            assert(places.length > 5);
            for (const place of places) {
                assert.match(place, /^vscode:\/\/file\/.*\.sgml:\d+:\d+$/);
            }
        },
        async "keys go from difference to difference and from document to document"(opened) {
            await opened.page.keyboard.press("n");
            assert.equal(await opened.focused(), "d0");
            const first = await opened.page.evaluate(() => document.activeElement.href);
            await opened.page.keyboard.press("n");
            assert.notEqual(await opened.page.evaluate(() => document.activeElement.href), first);
            await opened.page.keyboard.press("p");
            assert.equal(await opened.page.evaluate(() => document.activeElement.href), first);
            await opened.page.keyboard.press("j");
            assert.equal(await opened.focused(), "d1");
            await opened.page.keyboard.press("j");
            await opened.page.keyboard.press("k");
            assert.equal(await opened.focused(), "d1");
        },
        async "bars are as long as their values"(opened) {
            const bar = opened.page.locator("#table .bar").first();
            const [track, value] = await bar.evaluate((svg) => [svg.getBoundingClientRect().width, svg.querySelector("rect").getBoundingClientRect().width]);
            const wanted = numbers(await opened.column(2))[0];
            assert(Math.abs((100 * value) / track - wanted) < 1, `${value} of ${track} for ${wanted}`);
        },
        async "it is accessible in light and dark"(opened) {
            await opened.page.locator("summary").click();
            for (const colorScheme of ["light", "dark"]) {
                await opened.page.emulateMedia({ colorScheme });
                await opened.page.evaluate(() => globalThis.scrollTo(0, 0));
                await opened.isAccessible();
                await opened.picture(`overview-${colorScheme}.png`);
                await opened.page.locator("#d0").evaluate((section) => section.scrollIntoView());
                await opened.picture(`documents-${colorScheme}.png`);
            }
        },
        async "on paper it has all texts and no controls"(opened) {
            await opened.page.emulateMedia({ media: "print" });
            assert.equal(await opened.shown("nav, form").count(), 0);
            assert.equal(await opened.shown(".document .text").count(), 6);
        },
        async "a narrow window shows the sides below each other"(opened) {
            await opened.page.setViewportSize({ width: 400, height: 800 });
            const [key, response] = await opened.page.locator("#d0 .side").evaluateAll((sides) => sides.map((side) => side.getBoundingClientRect().toJSON()));
            assert(response.top >= key.bottom - 1);
            assert(await opened.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        },
    },
    "three.html": {
        async "one response is shown at a time, or all"(opened) {
            const chosen = opened.page.locator("#system");
            assert.equal(await opened.shown("#d0 .view").count(), 1);
            await chosen.selectOption("2");
            assert.deepEqual(await opened.shown("#d0 .view").evaluateAll((views) => views.map((view) => view.dataset.system)), ["2"]);
            await chosen.selectOption({ label: "all" });
            assert.equal(await opened.shown("#d0 .view").count(), 3);
        },
        async "it has the leaderboard and p of each pair"(opened) {
            assert.equal(await opened.page.locator("#significance table").count(), 2);
            assert.equal(await opened.page.locator("#overview tbody tr").count(), 3);
        },
        async "it is accessible"(opened) {
            await opened.isAccessible();
            await opened.picture("several.png");
        },
    },
    "hostile.html": {
        async "nothing of the files runs, and nothing is fetched"(opened) {
            assert.equal(await opened.page.evaluate(() => document.scripts.length), 1);
            assert.equal(await opened.page.evaluate(() => globalThis.reached), undefined);
            assert.equal(await opened.page.locator("img, iframe, object, embed, base").count(), 0);
            const addresses = await opened.page.locator("a[href]").evaluateAll((links) => links.map((link) => link.protocol));
            assert.deepEqual([...new Set(addresses)].sort(), ["file:", "vscode:"]);
            assert.match(await opened.page.locator(".document .text").first().textContent(), /<script>globalThis\.reached/);
        },
        async "the policy stops what a browser would run"(opened) {
            await opened.page.evaluate(() => {
                const script = document.createElement("script");
                script.textContent = "globalThis.reached = true";
                document.body.append(script);
            });
            assert.equal(await opened.page.evaluate(() => globalThis.reached), undefined);
            opened.unwanted.length = 0;
        },
        async "it is accessible"(opened) {
            await opened.isAccessible();
        },
    },
    "long.html": {
        async "one line of ten megabytes can be read and searched"(opened) {
            await opened.page.locator("#search").fill("needle");
            assert.equal((await opened.column(1)).length, 1);
            await opened.page.keyboard.press("Escape");
            const found = await opened.page.locator(".document .text a").first().evaluate((link) => link.closest(".document").id);
            assert.equal(found, "d0");
        },
    },
};

/** Pages of large corpora, which are there only where the corpora are. */
const CORPORA = {
    "st.html": {
        async "three systems of the scenario task can be read, sorted and chosen"(opened) {
            assert.equal(await opened.page.locator("#overview tbody tr").count(), 3);
            await opened.sortBy("differences of response1");
            const place = 4 + 3 * (await opened.page.locator("#overview tbody th").allTextContents()).indexOf("response1");
            const values = numbers(await opened.column(place));
            assert(values.length > 50);
            assert.deepEqual(values, falling(values));
            await opened.page.locator("#system").selectOption("1");
            await opened.page.keyboard.press("Tab");
            await opened.page.keyboard.press("n");
            assert.match(await opened.focused(), /^d\d+$/);
            await opened.picture("st.png");
        },
    },
    "ne.html": {
        async "all documents of a corpus of named entities can be read and found"(opened) {
            const names = await opened.column(1);
            assert(names.length > 40);
            assert.equal(await opened.shown(".document").count(), names.length);
            await opened.page.locator("#search").fill(names[7]);
            assert((await opened.column(1)).includes(names[7]));
            await opened.picture("ne.png");
        },
    },
};

mkdirSync(values.shots, { recursive: true });
const browser = await chromium.launch({
    executablePath: browserProgram(),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
let failed = 0;
const wanted = Object.entries({ ...TESTS, ...CORPORA }).filter(([file]) => file in TESTS || existsSync(join(resolve(values.pages), file)));
for (const [file, tests] of wanted) {
    for (const [name, test] of Object.entries(tests)) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
        const opened = new Opened(page);
        try {
            await opened.open(file);
            await test(opened);
            assert.deepEqual(opened.unwanted, []);
            console.log(`ok ${file}: ${name}`);
        } catch (error) {
            failed += 1;
            console.log(`FAILED ${file}: ${name}\n${error.stack}`);
        }
        await page.close();
    }
}
await browser.close();
process.exitCode = failed > 0 ? 1 : 0;
