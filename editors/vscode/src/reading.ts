/** Progress reports of reading long files. Independent of the editor. */
import { t } from "./l10n";

/** A report of the progress of reading, and of the scoring that follows. */
export interface ReadingProgress {
    message?: string;
    percentage?: number;
}

/** Whether a progress token is for reading files. */
export function isReading(token: number | string): boolean {
    return String(token).startsWith("keytally-reading-");
}

/** `reading 40 %` */
export function readingText({ message, percentage }: ReadingProgress): string {
    const part = message === "scoring" || percentage === undefined ? "" : ` ${percentage} %`;
    return `${message ?? t("reading")}${part}`;
}
