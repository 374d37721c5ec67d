#!/usr/bin/env node
// Runs the command `keytally` in WebAssembly, without Python: `npx keytally score KEY RESPONSE`.
import { existsSync, readFileSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { parse, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The directory of the packages in memory; it has the name of a directory that is not mounted. */
const PACKAGES = "/lib/keytally";

/** Directories of the interpreter, which are not replaced by those of this machine. */
const OWN = new Set(["dev", "lib", "proc"]);

const RUN = `
import runpy, sys
from pathlib import Path

def run(words, directory, pages):
    sys.path.insert(0, directory)
    from keytally.findings import finding
    finding.INSTALLED = Path(pages)
    sys.argv = ["keytally", *words]
    try:
        runpy.run_module("keytally", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0

run
`;

/** The path in the interpreter of a path on this machine; on Windows, drives are directories. */
function inside(path) {
    const whole = resolve(path);
    return sep === "/" ? whole : `/${whole.replaceAll("\\", "/")}`;
}

/** Mounts the outermost directories of some paths. */
function mount(python, paths) {
    const tops = paths.map((path) => {
        const { root } = parse(resolve(path));
        const [first = ""] = relative(root, resolve(path)).split(sep);
        return sep === "/" ? [first, `/${first}`] : [root, root];
    });
    for (const [name, directory] of new Map(tops)) {
        const target = sep === "/" ? directory : inside(directory).replace(/\/$/, "");
        if (name === "" || OWN.has(name)) {
            throw new Error(`keytally: cannot work in ${directory}: run it in another directory`);
        }
        for (const child of python.FS.analyzePath(target).exists ? python.FS.readdir(target).slice(2) : []) {
            python.FS.rmdir(`${target}/${child}`);
        }
        python.FS.mkdirTree(target);
        python.mountNodeFS(target, directory);
    }
}

function stream(descriptor, { isTTY }) {
    return { write: (data) => writeSync(descriptor, data), isatty: Boolean(isTTY) };
}

const words = process.argv.slice(2);
const python = await loadPyodide({ indexURL: here("pyodide"), env: { ...process.env, HOME: inside(homedir()) } });
const packages = new Uint8Array(readFileSync(here("packages.zip")));
python.unpackArchive(packages, "zip", { extractDir: PACKAGES });
python.setStdout(stream(1, process.stdout));
python.setStderr(stream(2, process.stderr));
python.FS.chdir("/");
try {
    mount(python, [process.cwd(), here("."), ...words.filter((word) => existsSync(word))]);
    python.FS.chdir(inside(process.cwd()));
    const isAbsolute = (word) => parse(word).root !== "" && existsSync(word);
    const given = words.map((word) => (isAbsolute(word) ? inside(word) : word));
    process.exitCode = python.runPython(RUN)(given, PACKAGES, inside(here("rule_pages")));
} catch (error) {
    console.error(error.message);
    process.exitCode = 2;
}
