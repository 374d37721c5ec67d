/** The page of the annotation view: everything but the text, which its script draws. */
import { t } from "./l10n";
import { MARK_CLASSES, borderOf, colourOf } from "./markClasses";
import type { MarkClass } from "./markClasses";

/** Hues of chains, and of types where there are no verdicts. */
const HUES = [210, 30, 140, 280, 60, 330, 175, 0];

/** The page; `source` is the origin from which scripts may come, `script` the address of its script. */
export function annotationHtml(source: string, script: string): string {
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src 'unsafe-inline'">
<title>${t("Annotation view")}</title>
<style>
${styleSheet()}
</style>
</head>
<body>
<main>
<h1>${t("Annotation view")}</h1>
<div id="scroller" tabindex="0" role="textbox" aria-readonly="true" aria-multiline="true" aria-label="${t("Text")}" aria-describedby="keys">
<div id="before"></div>
<div id="part"><div id="layer" aria-hidden="true"></div><div id="text"></div></div>
<div id="after"></div>
</div>
</main>
<aside>
<p id="progress"></p>
<p id="notice" role="status"></p>
<input id="search" type="search" placeholder="${t("Find text")}  /" aria-label="${t("Find text")}">
<h2>${t("Types")}</h2>
<ul id="types"></ul>
<h2>${t("Selection")}</h2>
<ul id="offers"></ul>
<h2>${t("Annotations")}</h2>
<div id="annotations" role="listbox" tabindex="0" aria-label="${t("Annotations")}"></div>
<details id="keys">
<summary>${t("Keys")}</summary>
<dl>${KEYS.map(([key, effect]) => `<dt>${key}</dt><dd>${effect()}</dd>`).join("\n")}</dl>
</details>
</aside>
<script src="${script}"></script>
</body>
</html>`;
}

const KEYS: readonly (readonly [key: string, effect: () => string])[] = [
    ["← →", () => t("choose the word before or after")],
    ["Shift+← →", () => t("move the end of the selection by a word, with Alt by a character")],
    ["/", () => t("find text and select it; arrow keys go on, Enter returns to the text")],
    ["n, p", () => t("go to the next or previous difference")],
    ["c, Shift+C", () => t("go to the next or previous untagged text that is tagged elsewhere")],
    ["Tab", () => t("accept the key's annotation, at a difference")],
    ["Delete", () => t("delete the spurious item")],
    ["1 to 9 and letters", () => t("apply the action with this number or letter")],
    [".", () => t("tag the selection like the last one")],
    ["g", () => t("go to a document")],
    ["u, Shift+U", () => t("undo and redo")],
    ["Enter", () => t("choose the next annotation at this position")],
    ["Escape", () => t("clear the choice")],
    ["?", () => t("show these keys")],
];

function styleSheet(): string {
    return [STYLE, ...MARK_CLASSES.map(look), ...HUES.map(hueLook)].join("\n");
}

function look(markClass: MarkClass): string {
    const { line, background } = colourOf(markClass.name);
    const border = borderOf(markClass);
    return `::highlight(keytally-${markClass.name}) { background-color: ${cssColour(background)}; }
.${markClass.name} { --line: ${cssColour(line)}; --style: ${border.style}; }`;
}

function hueLook(hue: number, number: number): string {
    return `::highlight(keytally-hue${number}) { background-color: hsl(${hue} 80% 50% / 25%); }
.hue${number} { --line: hsl(${hue} 70% 45%); }`;
}

/** The variable in which the editor gives pages a contributed colour. */
function cssColour(id: string): string {
    return `var(--vscode-${id.replaceAll(".", "-")})`;
}

const STYLE = `
html, body { height: 100%; margin: 0; padding: 0; }
body { display: flex; color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); }
main { flex: 1; display: flex; }
h1 { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; margin: 0; }
#scroller { flex: 1; overflow: auto; outline-offset: -1px; overflow-anchor: none; }
#part { position: relative; padding: 0.5em 1.5em; }
#text { position: relative; font: var(--vscode-editor-font-size, 14px)/2.3 var(--vscode-editor-font-family, sans-serif); white-space: pre-wrap; overflow-wrap: anywhere; }
#text > div { min-height: 2.3em; unicode-bidi: plaintext; }
#text > div.blank { min-height: 1em; line-height: 1; }
#layer { position: absolute; inset: 0; pointer-events: none; }
.bar { position: absolute; border-bottom: 2px var(--style, solid) var(--line, var(--vscode-editor-foreground)); }
.tag { position: absolute; font: 10px/12px var(--vscode-font-family, sans-serif); white-space: nowrap; max-width: 14em; overflow: hidden; text-overflow: ellipsis; padding: 0 2px; border-left: 2px solid var(--line, var(--vscode-editor-foreground)); background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); }
.bar.missing { border-bottom-style: dotted; }
.tag.missing { font-style: italic; border-left-style: dotted; }
.tag.spurious { text-decoration: line-through; }
.bar.current { border-bottom-width: 4px; }
.arcs { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; fill: none; stroke: var(--line, currentColor); stroke-width: 1.5; }
.gripped { cursor: ew-resize; }
::highlight(keytally-candidate) { text-decoration: underline dotted; }
::highlight(keytally-plain) { background-color: var(--vscode-editor-wordHighlightBackground); }
::highlight(keytally-chosen) { background-color: var(--vscode-editor-selectionBackground, Highlight); color: var(--vscode-editor-selectionForeground, inherit); }
aside { width: 17em; overflow: auto; padding: 0 0.8em; border-left: 1px solid var(--vscode-panel-border, currentColor); font: 12px/1.6 var(--vscode-font-family, sans-serif); }
aside h2 { font-size: 1em; margin: 0.8em 0 0.2em; }
aside ul { list-style: none; margin: 0; padding: 0; }
#progress { margin: 0.5em 0 0; }
#notice { min-height: 3.2em; margin: 0.5em 0 0; }
#search { width: 100%; box-sizing: border-box; font: inherit; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, currentColor); }
#types button::after { content: attr(data-count); margin-left: 0.5em; opacity: 0.8; }
#types button { border-left: 3px solid var(--line, transparent); padding-left: 0.4em; }
#annotations [role=group] > [role=option] { margin-left: 0.8em; } .chain { font-weight: bold; }
:is(#offers, #types) button { all: unset; cursor: pointer; display: block; width: 100%; }
:is(#offers, #types) button:is(:focus-visible, :hover) { background: var(--vscode-list-hoverBackground); }
kbd { font: inherit; display: inline-block; min-width: 1.2em; text-align: center; margin-right: 0.4em; border: 1px solid var(--vscode-panel-border, currentColor); border-radius: 3px; }
#annotations [role=option] { border-left: 3px var(--style, solid) var(--line, transparent); padding-left: 0.4em; cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#annotations [aria-selected="true"] { background: var(--vscode-list-activeSelectionBackground); color: var(--vscode-list-activeSelectionForeground); }
#keys dt { font-weight: bold; } #keys dd { margin: 0 0 0.3em; }
@media (max-width: 700px) { aside { width: 11em; } #part { padding: 0.5em; } }
`;
