const { assert, rangeOf, replace, settles, show, vscode } = require("./waiting.js");
const { keytally, painting, select } = require("./watching.js");

/** How many marks of each look are painted, once they are as wanted. */
function shows(editor, wanted) {
    return settles(`the marks of ${editor.document.uri.path}`, async () => {
        const { counts } = await painting(editor.document);
        const found = Object.fromEntries(Object.keys(wanted).map((look) => [look, counts[look] ?? 0]));
        assert.deepEqual(found, wanted);
    });
}

function textsOf({ document }, marks, status, level) {
    return marks
        .filter((mark) => mark.status === status && mark.level === level)
        .map((mark) => document.getText(mark.range));
}

module.exports = {
    async "the response shows the verdicts on its tags, and what it lacks"() {
        const editor = await show("response.sgml");
        const wanted = { "correct/whole": 5, "incorrect/whole": 2, "incorrect/detail": 2, "spurious/whole": 1, "missing/gap": 2, "correct/part": 0 };
        await shows(editor, wanted);
        const { marks } = await painting(editor.document);
        assert.deepEqual(textsOf(editor, marks, "spu", "object"), ['<ENAMEX TYPE="PERSON">Profits</ENAMEX>']);
        assert.deepEqual(textsOf(editor, marks, "inc", "fill"), ["LOCATION", "PLACE"]);
        const gaps = marks.filter((mark) => mark.status === "mis" && mark.level === "object");
        assert.ok(gaps.every((gap) => gap.range.isEmpty));
        const places = ["Friday", "Tom Vale"].map((name) => rangeOf(editor.document, name).start);
        assert.ok(places.every((place, index) => place.isEqual(gaps[index].range.start)));
    },

    async "the key shows what became of each of its tags"() {
        const editor = await show("key.sgml");
        await select("response.sgml");
        await shows(editor, { "correct/whole": 5, "incorrect/whole": 2, "missing/whole": 2, "spurious/whole": 0, "missing/gap": 0 });
        const { marks } = await painting(editor.document);
        assert.deepEqual(textsOf(editor, marks, "mis", "object"), [
            '<TIMEX TYPE="DATE">Friday</TIMEX>',
            '<ENAMEX TYPE="PERSON">Tom Vale</ENAMEX>',
        ]);
    },

    async "typing changes the marks of both sides"() {
        const key = await show("key.sgml", vscode.ViewColumn.Two);
        const response = await show("response.sgml", vscode.ViewColumn.One);
        await select("response.sgml");
        await shows(response, { "incorrect/whole": 2 });
        await replace(response, '"LOCATION">Northgate', '"ORGANIZATION">Northgate');
        await shows(response, { "incorrect/whole": 1 });
        await shows(key, { "incorrect/whole": 1 });
        await replace(response, "said Friday that", 'said <TIMEX TYPE="DATE">Friday</TIMEX> that');
        await shows(response, { "missing/gap": 1, "correct/whole": 7 });
        await shows(key, { "missing/whole": 1, "correct/whole": 7 });
    },

    async "columns count as the editor counts them behind characters beyond the first plane"() {
        const editor = await show("response.sgml");
        await shows(editor, { "incorrect/whole": 2 });
        await replace(editor, "<p>\n<ENAMEX", "<p>\n𝔸𝔹<ENAMEX");
        await settles("marks that fit the text", async () => {
            const { marks } = await painting(editor.document);
            assert.deepEqual(textsOf(editor, marks, "spu", "object"), ['<ENAMEX TYPE="PERSON">Profits</ENAMEX>']);
            assert.ok(textsOf(editor, marks, "inc", "fill").includes("LOCATION"));
        });
    },

    async "the key's marks are about the response that is chosen"() {
        const key = await show("key.sgml");
        await select("response.sgml");
        await shows(key, { "missing/whole": 2 });
        await select("response2.sgml");
        await shows(key, { "missing/whole": 9, "correct/whole": 0 });
        await select("response.sgml");
        await shows(key, { "missing/whole": 2, "correct/whole": 5 });
    },

    async "a tag has one label, short and behind it, and what is missing one before the text that it would hold"() {
        const editor = await show("response.sgml");
        const { document } = editor;
        await settles("the labels", async () => {
            const whole = new vscode.Range(0, 0, document.lineCount, 0);
            const hints = await vscode.commands.executeCommand("vscode.executeInlayHintProvider", document.uri, whole);
            const told = hints.map(({ label, position }) => {
                const line = document.lineAt(position.line).text;
                const shown = typeof label === "string" ? label : label.map(({ value }) => value).join("");
                return `${line.slice(0, position.character).slice(-8)}|${shown}|${line.slice(position.character).slice(0, 6)}`;
            });
            assert.deepEqual(told.sort(), [
                "/ENAMEX>|INC| said ",
                "/ENAMEX>|INC|.",
                "/ENAMEX>|SPU| < los",
                "X> said |MIS DATE|Friday",
                "s, wrote |MIS PERSON|Tom Va".slice(1),
            ].sort());
        });
        const { marks } = await painting(document);
        assert.deepEqual(marks.flatMap(({ extent }) => (extent ? [document.getText(extent)] : [])), ["Friday", "Tom Vale"]);
    },

    async "a mark of several lines leaves out what the lines are indented by"() {
        const editor = await show("response.sgml");
        await shows(editor, { "spurious/whole": 1 });
        await replace(editor, "Profits</ENAMEX>", "Profits\n\t and\n  losses</ENAMEX>");
        await settles("three pieces", async () => {
            const { drawn } = await painting(editor.document);
            assert.deepEqual(drawn["spurious/whole"].slice(0, 3), ['<ENAMEX TYPE="PERSON">Profits', "and", "losses</ENAMEX>"]);
        });
    },

    async "the reading view hides the markup around what is marked and nothing else"() {
        const { hidden } = await keytally();
        await show("response.sgml");
        await settles("a painting", async () => assert.ok((await painting(vscode.window.activeTextEditor.document)).marks.length));
        const { document } = vscode.window.activeTextEditor;
        assert.deepEqual(hidden(document.uri), []);
        await vscode.commands.executeCommand("keytally.toggleReadingView");
        const texts = hidden(document.uri).map((range) => document.getText(range));
        assert.deepEqual(texts.slice(0, 4), ['<ENAMEX TYPE="PERSON">', "</ENAMEX>", '<ENAMEX TYPE="LOCATION">', "</ENAMEX>"]);
        assert.ok(texts.every((text) => /^<[^<>]*>$/.test(text)), texts.join());
        await vscode.commands.executeCommand("keytally.toggleReadingView");
        assert.deepEqual(hidden(document.uri), []);
    },

    async "an edit within what the reading view hides shows the whole tag"() {
        const { hidden } = await keytally();
        const editor = await show("response.sgml");
        const { document } = editor;
        await painting(document);
        await vscode.commands.executeCommand("keytally.toggleReadingView");
        try {
            const texts = () => hidden(document.uri).map((range) => document.getText(range));
            const all = texts();
            const { end } = rangeOf(document, "</ENAMEX>");
            editor.selection = new vscode.Selection(end, end);
            await vscode.commands.executeCommand("deleteLeft");
            assert.match(document.getText(), /<\/ENAMEX[^>]/);
            const isRest = () => assert.deepEqual(texts().slice(0, 2), all.slice(2, 4));
            await settles("the tag is shown", isRest);
            await painting(document);
            isRest();
        } finally {
            await vscode.commands.executeCommand("keytally.toggleReadingView");
        }
    },
};
