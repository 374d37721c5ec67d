import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { after, before, test } from "node:test";

import type { Call, Search } from "../src/programs";
import { findPython, tellVersion } from "../src/python";
import type { PythonPlace } from "../src/python";

let root: string;

before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "keytally-python-")));
});

after(() => {
    rmSync(root, { recursive: true });
});

function program(folder: string, name: string, text = ""): string {
    mkdirSync(join(root, folder), { recursive: true });
    const file = join(root, folder, name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
}

/** Looks for a Python; `versions` has the versions of programs by their names, 3.12 for others. */
function search(
    around: Partial<PythonPlace>,
    versions: Record<string, number[]> = {},
): Promise<Search<Call>> {
    return findPython({
        python: "",
        chosen: () => Promise.resolve(undefined),
        tellVersion: (python) => Promise.resolve(versions[basename(python.program)] ?? [3, 12]),
        path: "",
        platform: "linux",
        home: root,
        workspaceFolders: [join(root, "workspace")],
        trusted: true,
        ...around,
    });
}

const found = (file: string, ...given: string[]): Search<Call> => ({
    found: { program: file, arguments: given },
});

test("the setting goes before the chosen interpreter, and that before PATH", async () => {
    const [named, chosen, onPath] = ["named", "chosen", "path"].map((folder) => program(folder, "python3"));
    assert.ok(named && chosen && onPath);
    const around = { path: join(onPath, "..") };
    const choice = { chosen: () => Promise.resolve(chosen) };
    assert.deepEqual(await search({ ...around, ...choice, python: named }), found(named));
    assert.deepEqual(await search({ ...around, ...choice }), found(chosen));
    assert.deepEqual(await search(around), found(onPath));
});

test("a Python that is too old is passed over for a newer one with its version in its name", async () => {
    const old = program("several", "python3");
    const newer = program("several", "python3.11");
    const around = { path: join(root, "several"), chosen: () => Promise.resolve(old) };
    assert.deepEqual(await search(around, { python3: [3, 9] }), found(newer));
});

test("what is found and too old is told", async () => {
    const old = program("old", "python3");
    const result = await search({ path: join(root, "old") }, { python3: [3, 9] });
    assert.ok("problem" in result && result.lacks === "python");
    assert.equal(result.problem, `keytally requires Python 3.11 or later, but only ${old} (3.9) was found.`);
    const none = await search({ path: join(root, "nothing") });
    assert.ok("problem" in none && none.problem.endsWith("none was found."));
});

test("a setting that names no Python, or an old one, is told, and nothing else is tried", async () => {
    const old = program("configured", "old");
    const around = { path: join(program("path", "python3"), "..") };
    const asked = await search({ ...around, python: old }, { old: [2, 7] });
    assert.ok("problem" in asked && asked.lacks === undefined && asked.problem.includes("(2.7) is too old"));
    const nowhere = await search({ ...around, python: join(root, "nowhere") });
    assert.ok("problem" in nowhere && nowhere.problem.startsWith("keytally.server.python: "));
});

test("an interpreter in a workspace that is not trusted is not run, however it is reached", async () => {
    const inside = program("workspace", "python3");
    const outside = program("outside", "python3");
    const path = [join(inside, ".."), join(outside, "..")].join(delimiter);
    const asked: string[] = [];
    const around = {
        path,
        trusted: false,
        chosen: () => Promise.resolve(inside),
        tellVersion: ({ program }: Call) => {
            asked.push(program);
            return Promise.resolve([3, 12]);
        },
    };
    assert.deepEqual(await search(around), found(outside));
    assert.ok("problem" in (await search({ ...around, python: inside })));
    assert.deepEqual(asked, [outside]);
    assert.deepEqual(await search({ path }), found(inside));
});

test("a folder, a file that cannot be run, and a relative entry of PATH are passed over", async () => {
    mkdirSync(join(root, "folder", "python3"), { recursive: true });
    chmodSync(program("plain", "python3"), 0o644);
    const working = program("good", "python3");
    const path = [join(root, "folder"), join(root, "plain"), ".", "bin", join(root, "good")].join(delimiter);
    assert.deepEqual(await search({ path }), found(working));
});

test("on a Mac Apple's own Python is not asked", async () => {
    const asked: string[] = [];
    const tellVersion = ({ program }: Call): Promise<undefined> => {
        asked.push(program);
        return Promise.resolve(undefined);
    };
    const usual = ["/usr/bin", "/bin"].join(delimiter);
    await search({ path: usual, platform: "darwin", tellVersion });
    assert.ok(!asked.includes("/usr/bin/python3"));
});

test("on Windows the launcher is asked for Python 3", async () => {
    const launcher = program("windows", "py.exe");
    const path = join(root, "windows");
    assert.deepEqual(await search({ path, platform: "win32" }), found(launcher, "-3"));
});

test("a program that tells no version is passed over", async () => {
    const broken = program("broken", "python3", "exit 1");
    const silent = program("silent", "python3", "echo Python was not found");
    const working = program("working", "python3", "echo 3 12");
    const path = [broken, silent, working].map((file) => join(file, "..")).join(delimiter);
    assert.deepEqual(await search({ path, tellVersion }), found(working));
    const result = await search({ python: silent, tellVersion });
    assert.ok("problem" in result && result.problem.includes("not an executable Python interpreter"));
});
