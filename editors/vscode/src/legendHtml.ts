/** The legend's page, made from the same table as the decorations. Knows nothing of the editor. */
import { t } from "./l10n";
import { MARK_CLASSES, borderOf, colourOf } from "./markClasses";
import type { MarkClass } from "./markClasses";

/** The page in the language of the editor, such as `en`. */
export function legendHtml(language: string): string {
    const title = t("Legend of the marks");
    const heads = [t("Appearance"), t("Status"), t("Meaning")].map((head) => `<th>${head}</th>`);
    return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
td, th { padding: 0.5em 1em 0.5em 0; text-align: left; }
.label { color: var(--vscode-editorInlayHint-foreground); background: var(--vscode-editorInlayHint-background); }
.sample { border-radius: 2px; font-family: var(--vscode-editor-font-family); }
${MARK_CLASSES.map(style).join("\n")}
</style>
</head>
<body>
<h1>${title}</h1>
<table>
<tr>${heads.join("")}</tr>
${MARK_CLASSES.map(row).join("\n")}
</table>
<p>${explanation()}</p>
</body>
</html>`;
}

function explanation(): string {
    return [
        t(
            "Depending on the task, a mark belongs to a tag, a fill, a mention, a link between mentions, an item or an edit.",
        ),
        t(
            "A tag has one mark, which is determined by its worst part, shown in bold; a mention has the mark of its link.",
        ),
        t("Correct items have only a thin line; to fill them, set the colour keytally.correctBackground."),
        t("If inlay hints are off, ∅ marks the position of a missing item."),
        t("Hover over a mark to see its partner in the other file."),
    ].join(" ");
}

function style(markClass: MarkClass): string {
    const colour = colourOf(markClass.name);
    const border = borderOf(markClass);
    return `.${markClass.name} { border: 0 ${border.style} ${cssColour(colour.line)}; border-width: ${border.width}; \
background: ${cssColour(colour.background)}; }`;
}

/** The variable in which the editor gives pages a contributed colour. */
function cssColour(id: string): string {
    return `var(--vscode-${id.replaceAll(".", "-")})`;
}

function row({ name, word, isError, statuses, meaning }: MarkClass): string {
    const label = isError ? ` <span class="label">${(statuses[0] ?? "").toUpperCase()}</span>` : "";
    const sample = `<span class="sample ${name}">${word()}</span>${label}`;
    return `<tr><td>${sample}</td><td>${statuses.join(" ")}</td><td>${meaning()}</td></tr>`;
}
