// Bundles the extension into dist/extension.js, or with --tests the unit tests into out/, and runs them.
import { spawnSync } from "node:child_process";

import { build } from "esbuild";
import { copyFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

import { packed } from "./readme.mjs";

const common = { bundle: true, platform: "node", format: "cjs", target: "node20", logLevel: "warning" };

const SCHEMA = "keytally.toml.schema.json";

async function buildTests() {
    rmSync("out", { recursive: true, force: true });
    const tests = readdirSync("tests").filter((name) => name.endsWith(".test.ts"));
    await build({
        ...common,
        entryPoints: tests.map((name) => `tests/${name}`),
        outdir: "out",
        packages: "external",
        sourcemap: "inline",
    });
    return tests.map((name) => `out/${name.replace(/\.ts$/, ".js")}`);
}

// The files are named one by one: a directory is searched by Node 20 only, a pattern from Node 21 on.
function runTests(files) {
    process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
}

async function buildExtension() {
    const { metafile } = await build({
        ...common,
        entryPoints: ["src/extension.ts"],
        outfile: "dist/extension.js",
        external: ["vscode"],
        minify: true,
        metafile: true,
    });
    await build({
        ...common,
        platform: "browser",
        format: "iife",
        target: "chrome120",
        entryPoints: ["webview/annotationPage.ts"],
        outfile: "dist/annotationPage.js",
        minify: true,
    });
    copyFileSync("../../LICENSE", "LICENSE");
    const { repository } = JSON.parse(readFileSync("package.json", "utf8"));
    for (const [folder, name] of [
        ["editors/vscode", "README.md"],
        ["", "CHANGELOG.md"],
    ]) {
        const page = readFileSync(`../../${folder}/${name}`, "utf8");
        writeFileSync(`dist/${name}`, packed(page, folder, repository?.url));
    }
    copyFileSync(`../../docs/schemas/${SCHEMA}`, `dist/${SCHEMA}`);
    writeFileSync("dist/NOTICES.txt", notices(Object.keys(metafile.inputs)));
}

// The licences of the packages that are bundled, which ask to be passed on with them.
function notices(inputs) {
    const folders = inputs.map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
    const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
    return packages.map(notice).join(`\n${"-".repeat(78)}\n`);
}

function notice(folder) {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (licence === undefined) {
        throw new Error(`${folder} has no licence file`);
    }
    return `${name} ${version}\n\n${readFileSync(`${folder}/${licence}`, "utf8")}`;
}

if (process.argv.includes("--tests")) {
    runTests(await buildTests());
} else {
    await buildExtension();
}
