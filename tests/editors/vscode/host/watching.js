// The extension as the tests watch it: what was painted last in each file, and the score.
const { fileUri, show, until, vscode } = require("./waiting.js");

const paintings = new Map();
let watched;

/** The extension's own interface; the paintings are kept from the first call on. */
async function keytally() {
    if (!watched) {
        watched = await vscode.extensions.getExtension("keytally.keytally").activate();
        watched.onDidPaint((painting) => paintings.set(painting.uri, painting));
    }
    return watched;
}

/** What is painted in a document, once it is of the document's newest version and has marks. */
function painting(document) {
    return until(`marks in ${document.uri.path}`, () => {
        const last = paintings.get(document.uri.toString());
        return last && last.version === document.version && last.marks.length > 0 && last;
    });
}

/** Shows a file, and waits until it has marks and keys act on it. */
async function showMarked(name) {
    const { hasKeysOf } = await keytally();
    const editor = await show(name);
    await painting(editor.document);
    await until(`keys in ${name}`, () => hasKeysOf(editor.document.uri));
    return editor;
}

/** The number in the status bar, once it has one. */
async function score() {
    const { score: text } = await keytally();
    return until("a score", () => Number(/^\$\(checklist\) \S+ ([\d.]+)/.exec(text())?.[1]) || undefined);
}

/** Makes a response the one that the key's own marks and score are about. */
function select(response) {
    const uris = ["key.sgml", response].map((name) => fileUri(name).toString());
    return vscode.commands.executeCommand("keytally.selectResponse", ...uris);
}

module.exports = { keytally, painting, paintings, score, select, showMarked };
