/** Finding a Python that runs the server which comes with the extension. Knows nothing of the editor. */
import { execFile } from "node:child_process";
import { dirname, isAbsolute } from "node:path";

import { t } from "./l10n";
import { configured, mayRun, programsOnPath } from "./programs";
import type { Call, Place, Search } from "./programs";

export const PYTHON_SETTING = "keytally.server.python";

/** The download page of Python. */
export const PYTHON_PAGE = "https://www.python.org/downloads/";

const LEAST = [3, 11] as const;

/** The oldest version of Python that runs the server. */
export const LEAST_VERSION = LEAST.join(".");

const MINORS = [14, 13, 12, 11];
const TELL_VERSION = "import sys; print(*sys.version_info[:2])";
const TIME_LIMIT_MS = 10_000;

/** Of Apple: too old where it is there, and a window that asks to install it where it is not. */
const STUB = { platform: "darwin", file: "/usr/bin/python3" };

/** The version of a Python, such as `[3, 12]`; undefined if the program does not print one. */
export type TellVersion = (python: Call) => Promise<readonly number[] | undefined>;

export interface PythonPlace extends Place {
    /** The setting `keytally.server.python`. */
    python: string;
    /** The interpreter that the person has chosen for the workspace, if there is an extension that asks for it. */
    chosen: () => Promise<string | undefined>;
    tellVersion: TellVersion;
}

/** The Python in the setting, otherwise the selected one, otherwise the first suitable one on PATH. */
export async function findPython(place: PythonPlace): Promise<Search<Call>> {
    if (place.python.trim() !== "") {
        return configuredPython(place);
    }
    const tooOld: string[] = [];
    for (const python of [...(await chosenPython(place)), ...pythonsOnPath(place)]) {
        const version = await place.tellVersion(python);
        if (isEnough(version)) {
            return { found: python };
        }
        tooOld.push(...(version ? [described(python, version)] : []));
    }
    const none = t("keytally requires Python {0} or later, but none was found.", LEAST_VERSION);
    const seen = t(
        "keytally requires Python {0} or later, but only {1} was found.",
        LEAST_VERSION,
        tooOld.join(", "),
    );
    return { problem: tooOld.length > 0 ? seen : none, setting: PYTHON_SETTING, lacks: "python" };
}

async function configuredPython(place: PythonPlace): Promise<Search<Call>> {
    const named = configured(PYTHON_SETTING, place.python, place);
    if ("problem" in named) {
        return named;
    }
    const python = { program: named.found, arguments: [] };
    const version = await place.tellVersion(python);
    if (isEnough(version)) {
        return { found: python };
    }
    const why = version
        ? t("{0} is too old: keytally requires {1} or later.", described(python, version), LEAST_VERSION)
        : t("{0} is not an executable Python interpreter.", named.found);
    return { problem: `${PYTHON_SETTING}: ${why}`, setting: PYTHON_SETTING };
}

async function chosenPython(place: PythonPlace): Promise<Call[]> {
    const file = await place.chosen();
    const isThere = file !== undefined && isAbsolute(file) && mayRun(file, place);
    return isThere ? [{ program: file, arguments: [] }] : [];
}

function pythonsOnPath(place: Place): Call[] {
    const isWindows = place.platform === "win32";
    const names = isWindows
        ? ["python3", "py", "python"]
        : ["python3", ...MINORS.map((minor) => `python3.${minor}`), "python"];
    const files = names.flatMap((name) => programsOnPath(name, place).map((file) => ({ name, file })));
    return files
        .filter(({ file }) => place.platform !== STUB.platform || file !== STUB.file)
        .map(({ name, file }) => ({ program: file, arguments: name === "py" ? ["-3"] : [] }));
}

function isEnough(version: readonly number[] | undefined): boolean {
    const [major = 0, minor = 0] = version ?? [];
    return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
}

function described(python: Call, version: readonly number[]): string {
    return `${python.program} (${version.join(".")})`;
}

/** Asks a program for its version, in its own folder and without Python's environment variables. */
export function tellVersion(python: Call): Promise<readonly number[] | undefined> {
    const given = [...python.arguments, "-I", "-c", TELL_VERSION];
    const options = { cwd: dirname(python.program), timeout: TIME_LIMIT_MS, windowsHide: true };
    return new Promise((told) => {
        execFile(python.program, given, options, (error, said) => {
            const match = /^(\d+) (\d+)\s*$/.exec(said);
            told(error || !match ? undefined : [Number(match[1]), Number(match[2])]);
        });
    });
}
