const { acceptFirst, assert, rangeOf, settles, show, until, vscode } = require("./waiting.js");
const { painting, score } = require("./watching.js");

/** The code actions of a kind on a text's first occurrence. */
function actions(editor, text, kind) {
    const range = rangeOf(editor.document, text);
    return vscode.commands.executeCommand("vscode.executeCodeActionProvider", editor.document.uri, range, kind);
}

async function act(editor, text, kind, title) {
    const action = await until(`${kind} on ${text}`, async () =>
        (await actions(editor, text, kind)).find((found) => title.test(found.title)),
    );
    assert.ok(action.edit, `${action.title} has its edit`);
    assert.ok(await vscode.workspace.applyEdit(action.edit));
}

function withoutTags(text) {
    return text.replace(/<\/?(ENAMEX|TIMEX|NUMEX)\b[^>]*>/g, "");
}

const NAMES = [
    ["Ada Brook", /ENAMEX PERSON/],
    ["Northgate Mills", /ENAMEX ORGANIZATION/],
    ["Friday", /TIMEX DATE/],
    ["Lund & Co.", /ENAMEX ORGANIZATION/],
    ["$3 million", /NUMEX MONEY/],
    ["Tom Vale", /ENAMEX PERSON/],
    ["Orrin", /ENAMEX LOCATION/],
    ["Caro Finch", /ENAMEX PERSON/],
    ["Vellmark", /ENAMEX LOCATION/],
];

module.exports = {
    async "a whole text is tagged by code actions, and only tags are added"() {
        const editor = await show("response2.sgml");
        const before = editor.document.getText();
        for (const [name, title] of NAMES) {
            await act(editor, name, "refactor.rewrite.tag", title);
        }
        await settles("the full score", async () => assert.equal(await score(), 100));
        assert.equal(withoutTags(editor.document.getText()), before);
    },

    async "a tag is changed, widened, narrowed and removed"() {
        const editor = await show("response2.sgml");
        const has = (text) => settles(text, () => assert.ok(editor.document.getText().includes(text)));
        await act(editor, "Ada", "refactor.rewrite.tag", /ENAMEX PERSON/);
        await has('<ENAMEX TYPE="PERSON">Ada</ENAMEX> Brook');
        await act(editor, "Ada", "refactor.rewrite.extend", /right/);
        await has('<ENAMEX TYPE="PERSON">Ada Brook</ENAMEX> of');
        await act(editor, "Brook", "refactor.rewrite.shrink", /right/);
        await has('<ENAMEX TYPE="PERSON">Ada</ENAMEX> Brook');
        await act(editor, "Ada", "refactor.rewrite.retype", /LOCATION/);
        await has('<ENAMEX TYPE="LOCATION">Ada</ENAMEX> Brook');
        await act(editor, "Ada", "refactor.rewrite.untag", /./);
        await has("<p>\nAda Brook of");
    },

    async "the key's tag is inserted, a spurious one is dropped"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        await act(editor, "Friday", "refactor.rewrite.insertMissing", /./);
        await settles("the tag", () => assert.ok(editor.document.getText().includes('<TIMEX TYPE="DATE">Friday</TIMEX>')));
        await painting(editor.document);
        await act(editor, "Profits", "refactor.rewrite.dropSpurious", /./);
        await settles("no tag", () => assert.ok(editor.document.getText().includes("\nProfits < losses")));
    },

    async "a selection over two documents has the actions of its part in the first"() {
        const editor = await show("response.sgml");
        await painting(editor.document);
        const { start } = rangeOf(editor.document, "Friday");
        const { end } = rangeOf(editor.document, "Caro");
        const range = new vscode.Range(start, end);
        const kind = "refactor.rewrite.insertMissing";
        const { uri } = editor.document;
        await until("what the first document lacks", async () => {
            const found = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, range, kind);
            return found.some(({ title }) => title.includes("Friday"));
        });
    },

    async "the command tags the selection with what is chosen"() {
        const editor = await show("response2.sgml");
        const range = rangeOf(editor.document, "Caro Finch");
        editor.selection = new vscode.Selection(range.start, range.end);
        await acceptFirst("keytally.tagSelection");
        await settles("the tag", () => assert.match(editor.document.getText(), /<(ENAMEX) TYPE="\w+">Caro Finch<\/\1>/));
    },

    async "a key that tags as a type tags all selections, and one undo takes all tags back"() {
        const editor = await show("response2.sgml");
        const before = editor.document.getText();
        editor.selections = ["Ada Brook", "Tom Vale", "Caro Finch"].map((name) => {
            const { start, end } = rangeOf(editor.document, name);
            return new vscode.Selection(start, end);
        });
        await until("the tags", async () => {
            await vscode.commands.executeCommand("keytally.tagAs", "PERSON");
            return editor.document.getText() !== before;
        });
        for (const name of ["Ada Brook", "Tom Vale", "Caro Finch"]) {
            assert.ok(editor.document.getText().includes(`<ENAMEX TYPE="PERSON">${name}</ENAMEX>`), name);
        }
        assert.ok(editor.selections.length === 3 && editor.selections.every(({ isEmpty }) => isEmpty));
        await vscode.commands.executeCommand("undo");
        assert.equal(editor.document.getText(), before);
    },

    async "the command tags the word at the cursor"() {
        const editor = await show("response2.sgml");
        const { start } = rangeOf(editor.document, "Vellmark");
        editor.selection = new vscode.Selection(start.translate(0, 3), start.translate(0, 3));
        await acceptFirst("keytally.tagSelection");
        await settles("the tag", () => assert.match(editor.document.getText(), /<(ENAMEX) TYPE="\w+">Vellmark<\/\1>/));
    },
};
