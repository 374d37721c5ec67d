// Bundles the extension into dist/extension.js, or with --tests the unit tests into out/.
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

await (process.argv.includes("--tests") ? buildTests() : buildExtension());
