/** Names, types and messages as plain text in the places of the editor that read more into them. Knows nothing of the editor. */

/** Controls, line ends and marks that change the direction of writing. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that the editor draws as an icon in labels. */
const ICON = /\\?\$\([\w~-]+\)/g;

/** A text on one line; what cannot be seen is written as its code, such as `\u{202e}`. */
export function oneLine(text: string): string {
    return text.replace(INVISIBLE, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A text for the status bar, lists to choose from and code lenses: `$(icon)` stays as it is written. */
export function inLabel(text: string): string {
    return oneLine(text).replace(ICON, (found) => `\\${found.replace(/^\\/, "")}`);
}

/** A text for a notification, where `[text](address)` would be a link that may run a command. */
export function inNotice(text: string): string {
    return oneLine(text).replaceAll("](", "] (");
}

/** A text for Markdown. */
export function inMarkdown(text: string): string {
    return oneLine(text).replace(/[\\`*_{}[\]()#+.!|<>&~$@:-]/g, "\\$&");
}
