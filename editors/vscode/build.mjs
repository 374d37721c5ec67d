// Bundles the extension into dist/extension.js, or with --tests the unit tests into out/, and runs them.
import { spawnSync } from "node:child_process";

import { build } from "esbuild";
import {
    copyFileSync,
    existsSync,
    mkdirSync,
    readFileSync,
    readdirSync,
    rmSync,
    writeFileSync,
} from "node:fs";

import { packed } from "./readme.mjs";

const common = { bundle: true, platform: "node", format: "cjs", target: "node20", logLevel: "warning" };

// What the interpreter reads when it starts; the lock of npm has the hash of the package.
const PYODIDE_FILES = ["pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip"];

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
    const worker = await buildWorker();
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
    const inputs = [metafile, worker].flatMap(({ inputs }) => Object.keys(inputs));
    writeFileSync("dist/NOTICES.txt", notices(inputs));
}

// The worker that runs the server in WebAssembly, and the files of Pyodide that it loads.
async function buildWorker() {
    const { metafile } = await build({
        ...common,
        format: "esm",
        entryPoints: ["src/serverWorker.ts"],
        outfile: "dist/serverWorker.mjs",
        minify: true,
        metafile: true,
    });
    rmSync("dist/pyodide", { recursive: true, force: true });
    mkdirSync("dist/pyodide");
    for (const name of PYODIDE_FILES) {
        copyFileSync(`node_modules/pyodide/${name}`, `dist/pyodide/${name}`);
    }
    return metafile;
}

// The licences of the packages that are bundled, which ask to be passed on with them.
function notices(inputs) {
    const folders = inputs.map((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
    const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
    return packages.map(notice).join(`\n${"-".repeat(78)}\n`);
}

function notice(folder) {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const own = `licences/${name}.txt`;
    const included = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (included === undefined && !existsSync(own)) {
        throw new Error(`${folder} has no licence file: add ${own}`);
    }
    const licence = included === undefined ? own : `${folder}/${included}`;
    return `${name} ${version}\n\n${readFileSync(licence, "utf8")}`;
}

if (process.argv.includes("--tests")) {
    runTests(await buildTests());
} else {
    await buildExtension();
}
