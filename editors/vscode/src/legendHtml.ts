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
A mark of ∅ stands where the missing one would stand. Hover over a mark for its partner in the other file.</p>
</body>
</html>`;
}

function style(markClass: MarkClass): string {
    const colour = colourOf(markClass.name);
    const border = borderOf(markClass);
    return `.${markClass.name} { border: 0 ${border.style} ${cssColour(colour.line)}; border-width: ${border.width}; \
background: ${cssColour(colour.background)}; } .${markClass.name}-sign { color: ${cssColour(colour.line)}; }`;
}

/** The variable in which the editor gives pages a contributed colour. */
function cssColour(id: string): string {
    return `var(--vscode-${id.replaceAll(".", "-")})`;
}

function row({ name, sign, statuses, meaning }: MarkClass): string {
    const sample = `<span class="sample ${name}">${name}</span> <span class="${name}-sign">${sign}</span>`;
    return `<tr><td>${sample}</td><td>${statuses.join(" ")}</td><td>${meaning}</td></tr>`;
}
