const { assert, rangeOf, replace, settles, show, until, vscode } = require("./waiting.js");
const { painting, score, showMarked } = require("./watching.js");

/** Opens a file of a language, and waits until it has marks. */
async function open(name, language) {
    const editor = await show(name);
    await settles(`the language of ${name}`, () => assert.equal(editor.document.languageId, language));
    return showMarked(name);
}

async function hovered(editor, text, wanted) {
    await settles(`a hover on ${text}`, async () => {
        const { start } = rangeOf(editor.document, text);
        const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", editor.document.uri, start);
        const told = hovers.flatMap((hover) => hover.contents.map((content) => content.value)).join("\n");
        assert.match(told, wanted);
    });
}

module.exports = {
    async "substitutes are checked, marked and scored as they are typed"() {
        const editor = await open("lexsub/system", "lexsub");
        await settles("the finding", () => {
            const codes = vscode.languages.getDiagnostics(editor.document.uri).map(({ code }) => code.value ?? code);
            assert.ok(codes.includes("lexsub-blank-in-list"), codes.join());
        });
        const before = await score();
        await replace(editor, "shiny", "clever");
        await settles("a better score", async () => assert.ok((await score()) > before));
        await hovered(editor, "clever", /correct/);
    },

    async "sentences are scored against the edits of the gold file"() {
        const editor = await open("m2/system.txt", "m2");
        const before = await score();
        await replace(editor, "buy", "buys");
        await settles("a better score", async () => assert.ok((await score()) > before));
        await hovered(editor, "opens", /correct/);
    },

    async "a file of a folder of patterns is scored with the folder of keys"() {
        const editor = await open("cpa/response/allow.clust", "cpa");
        assert.ok((await score()) < 100);
        await replace(editor, "2\t2", "2\t1");
        await settles("the full score", async () => assert.equal(await score(), 100));
    },

    async "entities in columns are accepted from the key, label by label in the scheme"() {
        const editor = await open("columns/response.bio", "token-columns");
        assert.ok((await score()) < 100);
        await hovered(editor, "B-LOC", /correct/);
        const { start } = rangeOf(editor.document, "Ann");
        editor.selection = new vscode.Selection(start, start);
        await vscode.commands.executeCommand("keytally.acceptFromKey");
        await settles("the key's extent", () => assert.match(editor.document.getText(), /^Ann\tB-PER\nKory\tI-PER\n/));
    },

    async "a correct entity of several tokens in columns is underlined on each of its lines"() {
        const editor = await open("columns/response.bio", "token-columns");
        await replace(editor, "Kory\tO", "Kory\tI-PER");
        await settles("the lines", async () => {
            const { drawn } = await painting(editor.document);
            assert.deepEqual(drawn["correct/whole"].slice(0, 2), ["B-PER", "Kory\tI-PER"]);
        });
    },

    async "entities in columns are tagged, typed anew, widened, narrowed and untagged by code actions"() {
        const editor = await open("columns/response.bio", "token-columns");
        const { end } = rangeOf(editor.document, "spoke\tO");
        const { start } = rangeOf(editor.document, "of\tO");
        const act = async (range, kind, title, wanted) => {
            const { uri } = editor.document;
            const action = await until(kind, async () => {
                const found = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, range, kind);
                return found.find((each) => title.test(each.title));
            });
            assert.ok(await vscode.workspace.applyEdit(action.edit));
            await settles(wanted.join(), () => {
                const labels = editor.document.getText().split("\n").slice(2, 5);
                assert.deepEqual(labels, wanted);
            });
        };
        const [all, first] = [new vscode.Range(start, end), new vscode.Range(start, start)];
        const rewrite = (name) => `refactor.rewrite.${name}`;
        await act(all, rewrite("tag"), /PER/, ["of\tB-PER", "Vale\tI-PER", "spoke\tI-PER"]);
        await act(first, rewrite("retype"), /LOC/, ["of\tB-LOC", "Vale\tI-LOC", "spoke\tI-LOC"]);
        await act(first, rewrite("shrink"), /right/, ["of\tB-LOC", "Vale\tI-LOC", "spoke\tO"]);
        await act(first, rewrite("extend"), /right/, ["of\tB-LOC", "Vale\tI-LOC", "spoke\tI-LOC"]);
        await act(first, rewrite("untag"), /./, ["of\tO", "Vale\tO", "spoke\tO"]);
    },

    async "a chain of brackets is followed, cut and tagged anew"() {
        const editor = await open("conll/response.conll", "conll");
        assert.ok((await score()) < 100);
        await hovered(editor, "She", /key: chain 2/);
        const { start } = rangeOf(editor.document, "She");
        editor.selection = new vscode.Selection(start, start);
        await vscode.commands.executeCommand("keytally.acceptFromKey");
        await settles("the key's link", () => assert.match(editor.document.getText(), /\tShe\t\(1\)\n/));
        const early = rangeOf(editor.document, "early").start;
        editor.selection = new vscode.Selection(early, early);
        await vscode.commands.executeCommand("keytally.dropSpurious");
        await settles("no mention", () => assert.match(editor.document.getText(), /\tearly\t-\n/));
        const opened = rangeOf(editor.document, "opened").start;
        editor.selection = new vscode.Selection(opened, opened);
        await vscode.commands.executeCommand("keytally.tagMention");
        await settles("a new chain", () => assert.match(editor.document.getText(), /\topened\t\(3\)\n/));
    },

    async "templates as JSON tell their partner, and entities are accepted from the key"() {
        const editor = await open("filling/response.jsonl", "template-json");
        const before = await score();
        await hovered(editor, "arson", /Aligned with/);
        const { start } = rangeOf(editor.document, "the grain depot");
        editor.selection = new vscode.Selection(start, start);
        await vscode.commands.executeCommand("keytally.acceptFromKey");
        await settles("the key's mentions", () => assert.match(editor.document.getText(), /"Target": \[\["the grain depot"\]\],/));
        await settles("a better score", async () => assert.ok((await score()) > before));
    },
};
