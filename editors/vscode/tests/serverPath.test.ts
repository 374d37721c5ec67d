import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";

import { SERVER_NAME, findCommand, findServer, settingsPage } from "../src/serverPath";
import type { Search, Surroundings } from "../src/serverPath";

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

function search(around: Partial<Surroundings>): Search {
    const workspaceFolders = [join(root, "workspace")];
    return findServer({
        configured: "",
        path: "",
        platform: "linux",
        home: root,
        workspaceFolders,
        trusted: true,
        ...around,
    });
}

test("the setting goes before PATH", () => {
    const configured = program("configured");
    const path = join(program("path"), "..");
    assert.deepEqual(search({ configured, path }), { found: configured });
});

test("~ and ${workspaceFolder} are replaced", () => {
    const file = program("workspace", "venv");
    assert.deepEqual(search({ configured: `~/workspace/venv/${SERVER_NAME}` }), { found: file });
    assert.deepEqual(search({ configured: `\${workspaceFolder}/venv/${SERVER_NAME}` }), { found: file });
});

test("a setting that leads nowhere is told, and PATH is not taken in its place", () => {
    const path = join(program("path"), "..");
    const result = search({ configured: join(root, "nowhere"), path });
    assert.ok("problem" in result && !result.missing && result.problem.includes("not a program"));
});

test("a relative setting is refused", () => {
    const result = search({ configured: SERVER_NAME });
    assert.ok("problem" in result && result.problem.includes("not an absolute path"));
});

test("the first program on PATH is taken, and relative entries are passed over", () => {
    const first = program("first");
    const path = ["", ".", "bin", join(root, "empty"), join(first, ".."), join(program("second"), "..")].join(
        delimiter,
    );
    assert.deepEqual(search({ path }), { found: first });
});

test("a server that is nowhere is missing", () => {
    const result = search({ path: join(root, "empty") });
    assert.ok("problem" in result && result.missing);
});

test("a program in a workspace that is not trusted is not run", () => {
    const inside = program("workspace", "bin");
    const outside = program("outside");
    const path = [join(inside, ".."), join(outside, "..")].join(delimiter);
    assert.deepEqual(search({ path, trusted: false }), { found: outside });
    assert.deepEqual(search({ path, trusted: true }), { found: inside });
    const result = search({ configured: inside, trusted: false });
    assert.ok("problem" in result && result.problem.includes("not trusted"));
});

test("a link to a program in a workspace that is not trusted is not followed", () => {
    const inside = program("workspace", "bin");
    const link = join(root, "link");
    symlinkSync(inside, link);
    assert.ok("problem" in search({ configured: link, trusted: false }));
});

test("a remote window opens the settings of its machine, which the user's settings do not show", () => {
    const argument = { query: "keytally.server.path" };
    assert.deepEqual(settingsPage(undefined), ["workbench.action.openSettings", argument]);
    assert.deepEqual(settingsPage("ssh-remote"), ["workbench.action.openRemoteSettings", argument]);
});

test("the command is the one beside the server, or beside what a link leads to", () => {
    const server = program("beside");
    const around = { configured: "", path: join(root, "beside"), platform: "linux", home: root } as const;
    const found = (path: string, trusted = true): Search =>
        findCommand({ ...around, path, workspaceFolders: [root], trusted });
    assert.deepEqual(found(join(root, "beside")), {
        problem: `keytally is not beside ${server}.`,
        missing: true,
    });
    const command = join(root, "beside", "keytally");
    writeFileSync(command, "#!/bin/sh\n");
    chmodSync(command, 0o755);
    assert.deepEqual(found(join(root, "beside")), { found: command });
    mkdirSync(join(root, "links"));
    symlinkSync(server, join(root, "links", SERVER_NAME));
    assert.deepEqual(found(join(root, "links")), { found: command });
    assert.ok("problem" in found(join(root, "beside"), false));
    assert.ok("problem" in found(join(root, "nowhere")));
});
