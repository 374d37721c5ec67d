/** Which files a server in WebAssembly has copies of, and their paths there. Knows nothing of the editor. */
import { SKIPPED_DIRECTORIES } from "./generated/languages";

/** Copies to write, with absolute paths, and paths to remove with everything below them. */
export interface MirrorChange {
    write: [path: string, content: Uint8Array][];
    remove: string[];
}

/** Limits of the copies, in bytes; larger files are left out. */
export interface MirrorLimits {
    file: number;
    total: number;
    files: number;
}

/** All copies are in memory: files that the server reads take several times their size there. */
export const MOST_BYTES = 256 * 2 ** 20;

/** Each copy takes the time of two requests to the editor. */
export const MOST_FILES = 20_000;

/** Endings of files that contain neither annotations nor settings, and may be large. */
const BINARY = new Set(
    (
        "7z a avi bin bmp bz2 ckpt class db dll doc docx dylib exe feather flac gguf gif gz h5 ico jar jpeg jpg " +
        "mkv mov mp3 mp4 npy npz o odt ogg onnx otf parquet pdf pickle pkl png ppt pptx pt pth pyc safetensors so " +
        "sqlite sqlite3 tar tgz tif tiff ttf wasm wav webm webp whl woff woff2 xls xlsx xz zip zst"
    ).split(" "),
);

const SKIPPED = new Set(SKIPPED_DIRECTORIES);

export function isSkippedDirectory(name: string): boolean {
    return SKIPPED.has(name);
}

/** Whether a file of this name may belong to a project. */
export function isMirrored(name: string): boolean {
    return !BINARY.has(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** Whether a path leads through a directory that is skipped. */
export function isInSkipped(path: string): boolean {
    return path.split("/").some(isSkippedDirectory);
}

/** The server's path of a file: the server takes it from the URI that the editor sends, with a small drive letter. */
export function pathOf({ authority, path }: { authority: string; path: string }): string {
    const local = path.replace(/^\/[A-Z](?=:)/, (drive) => drive.toLowerCase());
    return authority === "" ? local : `//${authority}${local}`;
}

/** Whether a path is that of a directory, or below it. */
export function isBelow(path: string, directory: string): boolean {
    return path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
}

/** A file that may be copied. */
export interface Candidate {
    path: string;
    size: number;
}

/** Divides files into those that are copied and those that are left out; small files go first. */
export function chosen<File extends Candidate>(
    files: readonly File[],
    limits: MirrorLimits,
): { taken: File[]; leftOut: File[] } {
    const taken: File[] = [];
    const leftOut: File[] = [];
    let total = 0;
    for (const file of [...files].sort((one, other) => one.size - other.size)) {
        const fits =
            file.size <= limits.file && total + file.size <= limits.total && taken.length < limits.files;
        (fits ? taken : leftOut).push(file);
        total += fits ? file.size : 0;
    }
    return { taken, leftOut };
}
