/** The legend's page, made from the same table as the decorations. Knows nothing of the editor. */
import { MARK_CLASSES, borderOf, colourOf } from "./markClasses";
import type { MarkClass } from "./markClasses";

export function legendHtml(): string {
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Legend of the marks</title>
<style>
td, th { padding: 0.5em 1em 0.5em 0; text-align: left; }
.label { color: var(--vscode-editorInlayHint-foreground); background: var(--vscode-editorInlayHint-background); }
.sample { border-radius: 2px; font-family: var(--vscode-editor-font-family); }
${MARK_CLASSES.map(style).join("\n")}
</style>
</head>
<body>
<h1>Legend of the marks</h1>
<table>
<tr><th>Looks like</th><th>Scorer</th><th>Meaning</th></tr>
${MARK_CLASSES.map(row).join("\n")}
</table>
<p>A mark is about a tag, a fill, a mention, a link between mentions, an item or an edit, as the task has them. \
A tag has one mark, that of its worst \
part, which stands in bold; a mention has that of its link. What is right has a thin line only: the colour \
keytally.correctBackground fills it. Where hints are off, ∅ stands above the place of something missing. Hover over a mark for its partner in the other file.</p>
</body>
</html>`;
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

function row({ name, isError, statuses, meaning }: MarkClass): string {
    const label = isError ? ` <span class="label">${(statuses[0] ?? "").toUpperCase()}</span>` : "";
    const sample = `<span class="sample ${name}">${name}</span>${label}`;
    return `<tr><td>${sample}</td><td>${statuses.join(" ")}</td><td>${meaning}</td></tr>`;
}
