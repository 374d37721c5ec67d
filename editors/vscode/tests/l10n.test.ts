import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";

import { countsText } from "../src/adjudicationText";
import { t, translateBy } from "../src/l10n";
import type { Translate } from "../src/l10n";

const read = (name: string): unknown => JSON.parse(readFileSync(name, "utf8"));
const plain: Translate = (sentence, ...parts) =>
    sentence.replace(/\{(\d+)\}/g, (_, number) => String(parts[Number(number)]));

after(() => {
    translateBy(plain);
});

test("a sentence without a translation has its parts at their places", () => {
    assert.equal(t("{1} and {0}, not {2}", "a", 2), "2 and a, not {2}");
});

test("a sentence is said as the editor translates it", () => {
    translateBy((sentence, ...parts) => `${sentence.toUpperCase()} ${parts.join("/")}`);
    assert.equal(countsText({ open: 3, decided: 14 }), "{0} OPEN, {1} DECIDED 3/14");
});

test("everything that is shown can be translated, and the bundle has all sentences", () => {
    execFileSync(process.execPath, ["sentences.mjs", "--check"], { stdio: "pipe" });
});

test("every text of the manifest can be translated, and each translation is used", () => {
    const named = new Set<string>();
    const texts = /^(title|description|markdownDescription|enumDescriptions|contents|displayName)$/;
    const walk = (value: unknown, isText: boolean, path: string): void => {
        if (typeof value === "string" && isText) {
            assert.match(value, /^%[\w.]+%$|^keytally$/, path);
            named.add(value.slice(1, -1));
        } else if (typeof value === "object" && value !== null) {
            for (const [name, inner] of Object.entries(value)) {
                walk(inner, Array.isArray(value) ? isText : texts.test(name), `${path}.${name}`);
            }
        }
    };
    const { contributes, capabilities, description, displayName } = read("package.json") as Record<
        string,
        unknown
    >;
    const { views } = contributes as { views: Record<string, { name: string }[]> };
    for (const { name } of Object.values(views).flat()) {
        named.add(name.slice(1, -1));
    }
    walk({ contributes, capabilities, description, displayName }, false, "");
    named.delete("eytall");
    assert.deepEqual([...named].sort(), Object.keys(read("package.nls.json") as object).sort());
});
