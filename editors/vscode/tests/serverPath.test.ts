import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";

import type { Call, Search } from "../src/programs";
import { SERVER_NAME, WASM, findServer, settingsPage } from "../src/serverPath";
import type { Surroundings } from "../src/serverPath";

let root: string;

before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "keytally-path-")));
});

after(() => {
    rmSync(root, { recursive: true });
});

function program(...names: string[]): string {
    const folder = join(root, ...names);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, SERVER_NAME);
    writeFileSync(file, "#!/bin/sh\n");
    chmodSync(file, 0o755);
    return file;
}

function surroundings(around: Partial<Surroundings>): Surroundings {
    return {
        configured: "",
        source: "installed",
        runtime: "auto",
        hasWasm: false,
        bundled: join(root, "none"),
        python: "",
        chosen: () => Promise.resolve(undefined),
        tellVersion: () => Promise.resolve([3, 12]),
        path: "",
        platform: "linux",
        home: root,
        workspaceFolders: [join(root, "workspace")],
        trusted: true,
        ...around,
    };
}

/** The program of the server. */
async function search(around: Partial<Surroundings>): Promise<Search<string>> {
    const result = await findServer(surroundings(around));
    if ("problem" in result) {
        return result;
    }
    const { server } = result.found;
    return { found: server === WASM ? WASM : server.program };
}

/** A folder with a launcher, as that of the server which comes with the extension. */
function bundle(): string {
    const folder = join(root, "bundled");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "run.py"), "");
    return folder;
}

function python(...names: string[]): string {
    const file = join(program(...names), "..", "python3");
    writeFileSync(file, "#!/bin/sh\n");
    chmodSync(file, 0o755);
    return file;
}

test("the setting goes before PATH", async () => {
    const configured = program("configured");
    const path = join(program("path"), "..");
    assert.deepEqual(await search({ configured, path }), { found: configured });
});

test("~ and ${workspaceFolder} are replaced", async () => {
    const file = program("workspace", "venv");
    assert.deepEqual(await search({ configured: `~/workspace/venv/${SERVER_NAME}` }), { found: file });
    assert.deepEqual(await search({ configured: `\${workspaceFolder}/venv/${SERVER_NAME}` }), {
        found: file,
    });
});

test("a setting that leads nowhere is told, and PATH is not taken in its place", async () => {
    const path = join(program("path"), "..");
    const result = await search({ configured: join(root, "nowhere"), path });
    assert.ok(
        "problem" in result &&
            result.lacks === undefined &&
            result.problem.includes("not an executable program"),
    );
});

test("a relative setting is refused", async () => {
    const result = await search({ configured: SERVER_NAME });
    assert.ok("problem" in result && result.problem.includes("not an absolute path"));
});

test("the first program on PATH is taken, and relative entries are passed over", async () => {
    const first = program("first");
    const path = ["", ".", "bin", join(root, "empty"), join(first, ".."), join(program("second"), "..")].join(
        delimiter,
    );
    assert.deepEqual(await search({ path }), { found: first });
});

test("a server that is nowhere is missing", async () => {
    const result = await search({ path: join(root, "empty") });
    assert.ok("problem" in result && result.lacks === "server");
});

test("a program in a workspace that is not trusted is not run", async () => {
    const inside = program("workspace", "bin");
    const outside = program("outside");
    const path = [join(inside, ".."), join(outside, "..")].join(delimiter);
    assert.deepEqual(await search({ path, trusted: false }), { found: outside });
    assert.deepEqual(await search({ path, trusted: true }), { found: inside });
    const result = await search({ configured: inside, trusted: false });
    assert.ok("problem" in result && result.problem.includes("not trusted"));
});

test("a link to a program in a workspace that is not trusted is not followed", async () => {
    const inside = program("workspace", "bin");
    const link = join(root, "link");
    symlinkSync(inside, link);
    assert.ok("problem" in (await search({ configured: link, trusted: false })));
});

test("a remote window opens the settings of its machine, which the user's settings do not show", () => {
    const argument = { query: "keytally.server.path" };
    assert.deepEqual(settingsPage(undefined, argument.query), ["workbench.action.openSettings", argument]);
    assert.deepEqual(settingsPage("ssh-remote", argument.query), [
        "workbench.action.openRemoteSettings",
        argument,
    ]);
});

test("the command is the one beside the server, or beside what a link leads to", async () => {
    const server = program("beside");
    const found = async (path: string, trusted = true): Promise<Search<Call>> => {
        const result = await findServer(surroundings({ path, workspaceFolders: [root], trusted }));
        return "problem" in result ? result : result.found.command;
    };
    assert.deepEqual(await found(join(root, "beside")), {
        problem: `keytally is not in the same directory as ${server}.`,
        setting: "keytally.server.path",
    });
    const command = join(root, "beside", "keytally");
    writeFileSync(command, "#!/bin/sh\n");
    chmodSync(command, 0o755);
    assert.deepEqual(await found(join(root, "beside")), { found: { program: command, arguments: [] } });
    mkdirSync(join(root, "links"));
    symlinkSync(server, join(root, "links", SERVER_NAME));
    assert.deepEqual(await found(join(root, "links")), { found: { program: command, arguments: [] } });
    assert.ok("problem" in (await found(join(root, "beside"), false)));
    assert.ok("problem" in (await found(join(root, "nowhere"))));
});

test("the server of the extension goes before PATH, and its command is called in the same way", async () => {
    const file = python("both");
    const bundled = bundle();
    const result = await findServer(surroundings({ source: "bundled", bundled, path: join(file, "..") }));
    const called = (module: string): Call => ({
        program: file,
        arguments: ["-I", join(bundled, "run.py"), module],
    });
    const command = { found: called("keytally") };
    assert.deepEqual(result, { found: { server: called("keytally_server.main"), command } });
});

test("an installed server is run where it is asked for, named, or all that there is", async () => {
    const installed = program("installed");
    const around = { source: "bundled", bundled: bundle(), path: join(installed, "..") } as const;
    const found = { found: installed };
    assert.deepEqual(await search({ ...around, source: "installed" }), found);
    assert.deepEqual(await search({ ...around, configured: installed, path: "" }), found);
    assert.deepEqual(await search({ ...around, bundled: join(root, "none") }), found);
    assert.deepEqual(await search(around), found);
    const result = await search({ ...around, path: "" });
    assert.ok("problem" in result && result.lacks === "python");
});

test("a Python that a setting names in vain is told, and no installed server is taken in its place", async () => {
    const around = { source: "bundled", bundled: bundle(), path: join(program("installed"), "..") } as const;
    const result = await search({ ...around, python: join(root, "nowhere") });
    assert.ok("problem" in result && result.problem.startsWith("keytally.server.python: "));
});

test("where there is no Python, the bundled server runs in WebAssembly", async () => {
    const around = {
        source: "bundled",
        bundled: bundle(),
        path: join(root, "empty"),
        hasWasm: true,
    } as const;
    assert.deepEqual(await search(around), { found: WASM });
    for (const refused of [{ runtime: "python" }, { hasWasm: false }] as const) {
        const result = await search({ ...around, ...refused });
        assert.ok("problem" in result && result.lacks === "python");
    }
});

test("WebAssembly is not used in the place of a Python or an installed server", async () => {
    const path = join(python("with python"), "..");
    const around = { source: "bundled", bundled: bundle(), path, hasWasm: true } as const;
    assert.deepEqual(await search(around), { found: join(path, "python3") });
    assert.deepEqual(await search({ ...around, path: join(program("only server"), "..") }), {
        found: program("only server"),
    });
    assert.deepEqual(await search({ ...around, runtime: "wasm" }), { found: WASM });
});

test("a setting that names a Python which is missing is reported, and WebAssembly is not used", async () => {
    const result = await search({
        source: "bundled",
        bundled: bundle(),
        python: join(root, "nowhere"),
        hasWasm: true,
    });
    assert.ok("problem" in result && result.setting === "keytally.server.python");
});

test("WebAssembly that is not included is reported", async () => {
    const result = await search({ runtime: "wasm", hasWasm: false });
    assert.ok("problem" in result && result.setting === "keytally.server.runtime");
});

test("a command needs Python where the server runs in WebAssembly", async () => {
    const result = await findServer(surroundings({ runtime: "wasm", hasWasm: true }));
    assert.ok("found" in result && "problem" in result.found.command);
    assert.equal(result.found.command.lacks, "python");
});
