import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { legendHtml } from "../src/legendHtml";
import { MARK_CLASSES, bareLabel, borderOf, colourOf, markClassOf, tierOf } from "../src/markClasses";

interface Colour {
    id: string;
    defaults: Record<"dark" | "light" | "highContrast" | "highContrastLight", string>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    contributes: {
        colors: Colour[];
        configurationDefaults: { "workbench.colorCustomizations": { "[*Light*]": Record<string, string> } };
    };
};

test("every status of the scorer has one class", () => {
    for (const status of ["cor", "par", "inc", "mis", "spu", "non", "opt", "uns", "rem"]) {
        assert.equal(
            MARK_CLASSES.filter((markClass) => (markClass.statuses as string[]).includes(status)).length,
            1,
        );
        assert.ok(markClassOf(status));
    }
});

test("statuses and levels of later servers are passed over", () => {
    assert.equal(markClassOf("new"), undefined);
    assert.equal(tierOf("new"), undefined);
});

test("no class is told by its colour alone", () => {
    const signs = new Set(MARK_CLASSES.map((markClass) => markClass.sign));
    const lines = new Set(MARK_CLASSES.map((markClass) => JSON.stringify(borderOf(markClass))));
    assert.equal(signs.size, MARK_CLASSES.length);
    assert.equal(lines.size, MARK_CLASSES.length);
});

test("every colour is contributed for dark, light and both high-contrast themes, and no other is", () => {
    const wanted = MARK_CLASSES.flatMap((markClass) => Object.values(colourOf(markClass.name)));
    assert.deepEqual(manifest.contributes.colors.map((colour) => colour.id).sort(), wanted.sort());
    for (const { defaults } of manifest.contributes.colors) {
        for (const theme of ["dark", "light", "highContrast", "highContrastLight"] as const) {
            assert.match(defaults[theme], /^#[0-9A-F]{6}([0-9A-F]{2})?$/);
        }
    }
});

/** Contrast by the formula of WCAG 2. */
function contrast(a: string, b: string): number {
    const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const part = parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("signs can be read: contrast of 4.5 in every theme, 7 in high contrast", () => {
    const grounds = {
        dark: "#1E1E1E",
        light: "#FFFFFF",
        highContrast: "#000000",
        highContrastLight: "#FFFFFF",
    };
    for (const { id, defaults } of manifest.contributes.colors.filter(
        ({ id }) => !id.endsWith("Background"),
    )) {
        for (const [theme, ground] of Object.entries(grounds)) {
            const wanted = theme.startsWith("highContrast") ? 7 : 4.5;
            const found = contrast(defaults[theme as keyof typeof grounds], ground);
            assert.ok(found >= wanted, `${id} in ${theme}: ${found.toFixed(2)}`);
        }
    }
});

test("a label is told without the status that it begins with", () => {
    assert.equal(bareLabel({ status: "mis", label: 'MIS PERSON "Kory"' }), 'PERSON "Kory"');
    assert.equal(bareLabel({ status: "mis", label: "MISSION" }), "MISSION");
});

test("hints can be read in light themes: contrast of 4.5 on the page and on their own ground", () => {
    const defaults = manifest.contributes.configurationDefaults["workbench.colorCustomizations"]["[*Light*]"];
    const { "editorInlayHint.foreground": text = "", "editorInlayHint.background": ground = "" } = defaults;
    assert.ok(contrast(text, ground) >= 4.5, contrast(text, ground).toFixed(2));
    assert.ok(contrast(text, "#FFFFFF") >= 4.5);
});

test("what is right is not filled by default", () => {
    const ground = manifest.contributes.colors.find(({ id }) => id === "keytally.correctBackground");
    assert.deepEqual(new Set(Object.values(ground?.defaults ?? {})), new Set(["#00000000"]));
});

test("the legend shows every class with its label, and runs no script", () => {
    const html = legendHtml("en");
    for (const { name, isError, statuses, meaning } of MARK_CLASSES) {
        assert.ok(html.includes(`class="sample ${name}"`) && html.includes(meaning()));
        const label = `class="label">${(statuses[0] ?? "").toUpperCase()}<`;
        assert.equal(html.includes(label), isError);
        assert.ok(html.includes(`var(--vscode-keytally-${name})`));
    }
    assert.ok(html.includes("default-src 'none'"));
    assert.ok(!html.includes("<script"));
});

test("the legend fits whatever a task marks, tags, mentions, links, items or edits", () => {
    const html = legendHtml("en");
    for (const marked of ["tag", "mention", "link", "item", "edit", "fill"]) {
        assert.match(html, new RegExp(`\\b${marked}\\b`));
    }
    assert.doesNotMatch(html, /half a point|missing tag|over a tag/);
});
