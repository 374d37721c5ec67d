import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { packed } from "../readme.mjs";
import { INSTALL_COMMAND } from "../src/serverPath";

interface Manifest {
    icon: string;
    galleryBanner: { color: string; theme: string };
    categories: string[];
    keywords: string[];
    activationEvents: string[];
    capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
    contributes: {
        commands: { command: string }[];
        keybindings: { command: string; key: string; when?: string; args?: unknown }[];
        configuration: { properties: Record<string, { default: unknown }> };
        languages: { id: string; firstLine: string; extensions?: string[]; configuration: string }[];
        grammars: { path: string }[];
        tomlValidation: { fileMatch: string; url: string }[];
        walkthroughs: { title: string; steps: { media: { markdown: string } }[] }[];
    };
    devDependencies: Record<string, string>;
}

/** What several commands in turn are bound by. */
const IN_VIEW = "activeCustomEditorId == keytally.annotationView";
const IN_TURN = "runCommands";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const { contributes } = manifest;
const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Record<string, string>;
const OF_KEYS =
    "{sgml,sgm,tmpl,template,bio,iob,iob2,iobes,bioes,bilou,conll,conllu,gold_conll,v4_gold_conll,v9_gold_conll," +
    "auto_conll,v4_auto_conll,v9_auto_conll,jsonl,json,txt}";
const guide = readFileSync("../../docs/editors/vscode.md", "utf8");
const readme = readFileSync("README.md", "utf8");

test("every command is registered by the extension and stands in the README", () => {
    const source = readFileSync("src/extension.ts", "utf8");
    for (const { command } of contributes.commands) {
        assert.ok(source.includes(`"${command}"`), command);
        assert.ok(readme.includes(`\`${command}\``), command);
    }
});

test("extensions for TOML are given the schema of keytally.toml, which is packed", () => {
    const packed = readFileSync(".vscodeignore", "utf8").split("\n");
    const schema = "keytally.toml.schema.json";
    assert.deepEqual(
        contributes.tomlValidation.map(({ fileMatch, url }) => [fileMatch, url.split("/").at(-1)]),
        [["keytally.toml", schema]],
    );
    assert.ok(packed.includes(`!dist/${schema}`));
});

test("every setting stands in the README with its default", () => {
    for (const [name, { default: value }] of Object.entries(contributes.configuration.properties)) {
        const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}\``));
        assert.equal(row?.split("|")[2]?.trim(), `\`${JSON.stringify(value)}\``, name);
    }
});

test("the keys of the walk hold in the annotation view too", () => {
    const keysOf = (inView: boolean): string[] =>
        contributes.keybindings
            .filter(({ command, when }) => command !== IN_TURN && (when === IN_VIEW) === inView)
            .map(({ command, key }) => `${command} ${key}`);
    assert.equal(keysOf(true).length, 4);
    assert.deepEqual(
        keysOf(true).filter((key) => !keysOf(false).includes(key)),
        [],
    );
});

test("keys are chords of their own and hold in our files only", () => {
    const ofText = contributes.keybindings.filter(({ when }) => when !== IN_VIEW);
    const plain = ofText.filter(({ command }) => command !== IN_TURN);
    const keys = plain.map(({ key, when }) => `${key} ${isOfGolds(when)} ${languageOf(when)}`);
    const ofSome = ofText.filter(({ when }) => languageOf(when) !== "");
    const ofAll = ofText.filter(({ when }) => languageOf(when) === "" && !isOfGolds(when));
    assert.deepEqual(
        ofSome.filter(({ key }) => ofAll.some((other) => other.key === key)),
        [],
    );
    const direct = contributes.keybindings.filter(({ key }) => ["tab", "delete"].includes(key));
    assert.equal(new Set(keys).size, keys.length);
    for (const { key, when } of ofText) {
        assert.match(key, /^(ctrl\+alt\+k (shift\+)?[a-z0-9.]|ctrl\+s|tab|delete|f12)$/);
        assert.match(when ?? "", /editorLangId|&& keytally\.adjudicates$/);
    }
    for (const { when } of direct) {
        assert.match(when ?? "", / && \(keytally\.searches \|\| resourcePath in keytally\.at\) && /);
    }
});

test("a key that starts a search says so before the extension runs, where the plain key holds", () => {
    const searching = contributes.keybindings.filter(({ command }) => command === IN_TURN);
    const bound = searching.map(({ key, when, args }) => {
        const { commands } = args as { commands: [unknown, string] };
        assert.deepEqual(commands[0], { command: "_setContext", args: ["keytally.searches", true] });
        return { command: commands[1], key, when: when?.replace(/ && keytally\.runs$/, "") };
    });
    assert.deepEqual(
        bound.map(({ command }) => command.replace("keytally.", "")),
        ["nextDifference", "previousDifference", "acceptFromKey", "dropSpurious", "nextCandidate"],
    );
    for (const each of bound) {
        const plain = contributes.keybindings.filter(({ command }) => command === each.command);
        assert.ok(plain.some(({ key, when }) => key === each.key && when === each.when));
    }
});

/** The one language in whose files a key holds; "" for one that holds in several. */
function languageOf(when: string | undefined): string {
    return /editorLangId == ([\w-]+)/.exec(when ?? "")?.[1] ?? "";
}

/** Whether a key holds in the golds of adjudications only. */
function isOfGolds(when: string | undefined): boolean {
    return when?.endsWith(" && keytally.adjudicates") === true;
}

test("a key that means something else in a gold means nothing but that there", () => {
    const inGolds = new Set(
        contributes.keybindings.flatMap(({ key, when }) => (isOfGolds(when) ? [key] : [])),
    );
    const plain = contributes.keybindings.filter(({ command }) => command !== IN_TURN);
    const others = plain.filter(({ key, when }) => inGolds.has(key) && !isOfGolds(when) && when !== IN_VIEW);
    assert.equal(others.length, 13);
    for (const { when } of others) {
        assert.match(when ?? "", / && !keytally\.adjudicates$/);
    }
});

test("the digits take the variants of their numbers in a gold, and zero takes nothing", () => {
    const taking = contributes.keybindings.filter(({ command }) => command === "keytally.takeVariant");
    assert.deepEqual(
        taking.map(({ key, args }) => [key, args]),
        ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => [`ctrl+alt+k ${digit}`, digit]),
    );
});

test("a workspace that is not trusted names neither the server nor its arguments", () => {
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
    const servers = Object.keys(contributes.configuration.properties).filter((name) =>
        name.includes(".server."),
    );
    const programs = servers.filter((name) => name !== "keytally.trace.server");
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, programs);
});

test("every file that the manifest names is there", () => {
    const walkthrough = contributes.walkthroughs.flatMap(({ steps }) =>
        steps.map((step) => step.media.markdown),
    );
    const named = [
        ...contributes.languages.map((language) => language.configuration),
        ...contributes.grammars.map((grammar) => grammar.path),
        ...walkthrough,
    ];
    assert.deepEqual(
        named.filter((path) => !existsSync(path)),
        [],
    );
    assert.equal(readdirSync("walkthrough").length, walkthrough.length);
});

test("plain .sgml and .config files are told by their first line, not taken by extension", () => {
    const [sgml, config] = ["muc-sgml", "muc-config"]
        .map((id) => contributes.languages.find((language) => language.id === id))
        .map((language) => language && { ...language, regex: new RegExp(language.firstLine) });
    assert.ok(sgml && config && !sgml.extensions && !config.extensions?.includes(".config"));
    for (const line of ["<DOC>", "  <doc id=1>", "<DOC "]) {
        assert.match(line, sgml.regex);
    }
    for (const line of ["<DOCTYPE html>", "<!DOCTYPE html>", "<DOCNO> 1 </DOCNO>"]) {
        assert.doesNotMatch(line, sgml.regex);
    }
    for (const line of [":scoring_task named_entity", ":key_file key", ":class_defs"]) {
        assert.match(line, config.regex);
    }
    for (const line of ["; a comment", "::", ":root {", ":author: somebody"]) {
        assert.doesNotMatch(line, config.regex);
    }
});

test("every page says how the server is installed as the copied command does", () => {
    for (const page of [guide, readme, readFileSync("walkthrough/server.md", "utf8")]) {
        assert.ok(page.includes(INSTALL_COMMAND));
        assert.doesNotMatch(page, /pip install "?keytally/);
    }
});

test("the guide names the walkthrough as the editor does", () => {
    for (const { title } of contributes.walkthroughs) {
        assert.ok(guide.includes(`*${texts[title.slice(1, -1)] ?? ""}*`), title);
    }
});

test("the page of the marketplace has its picture, its colour and words to find it by", () => {
    const icon = readFileSync(manifest.icon);
    assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [256, 256]);
    assert.ok(existsSync(manifest.icon.replace(".png", ".svg")));
    assert.match(manifest.galleryBanner.color, /^#[0-9a-f]{6}$/);
    assert.ok(manifest.categories.length > 0 && manifest.keywords.length <= 30);
});

const FOLDER = "editors/vscode";

test("a marketplace shows the pictures of the README once the repository has an address", () => {
    const shown = packed(readme, FOLDER, "https://host.example/owner/keytally.git");
    const pictures = [...shown.matchAll(/!\[[^\]]+\]\((\S+)\)/g)].map(([, address]) => address ?? "");
    const base = "https://host.example/owner/keytally/raw/HEAD/";
    assert.ok(pictures.length >= 3);
    for (const address of pictures) {
        assert.ok(address.startsWith(base) && existsSync(`../../${address.slice(base.length)}`), address);
    }
});

test("a README without a known repository has no picture that is not there, and all else", () => {
    const shown = packed(readme, FOLDER, undefined);
    assert.doesNotMatch(shown, /!\[/);
    const words = (text: string): string[] => text.replace(/!\[[^\]]+\]\(\S+\)/g, "").split(/\s+/);
    assert.deepEqual(words(shown), words(readme));
});

test("links to files lead into the repository once that has an address, and are words before", () => {
    const page = "See [how](docs/a.md), [here](#there) and [it](https://host.example/).\n";
    const [how] = /\[how\]\S+/.exec(packed(page, "", "https://host.example/owner/keytally")) ?? [];
    assert.equal(how, "[how](https://host.example/owner/keytally/blob/HEAD/docs/a.md),");
    const words = "See how, [here](#there) and [it](https://host.example/).\n";
    assert.equal(packed(page, "", undefined), words);
});

test("the extension starts in a folder that holds a project file or a key", () => {
    const folder = "workspaceContains:**/";
    const patterns = manifest.activationEvents.flatMap((event) =>
        event.startsWith(folder) ? [event.slice(folder.length)] : [],
    );
    assert.deepEqual(patterns, ["keytally.toml", "{key,keys}", `{key,keys}.${OF_KEYS}`, `*.key.${OF_KEYS}`]);
});

test("the lock file holds no address to download from, and versions are exact", () => {
    assert.ok(!readFileSync("package-lock.json", "utf8").includes('"resolved"'));
    for (const version of Object.values(manifest.devDependencies)) {
        assert.match(version, /^\d+\.\d+\.\d+$/);
    }
});
