const { assert, rangeOf, replace, settles, show, vscode } = require("./waiting.js");
const { painting, select } = require("./watching.js");

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
        const wanted = { "correct/whole": 7, "spurious/whole": 1, "missing/gap": 2, "incorrect/part": 2, "missing/whole": 0 };
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
        await shows(editor, { "correct/whole": 7, "missing/whole": 2, "incorrect/part": 2, "spurious/whole": 0, "missing/gap": 0 });
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
        await shows(response, { "incorrect/part": 2 });
        await replace(response, '"LOCATION">Northgate', '"ORGANIZATION">Northgate');
        await shows(response, { "incorrect/part": 1 });
        await shows(key, { "incorrect/part": 1 });
        await replace(response, "said Friday that", 'said <TIMEX TYPE="DATE">Friday</TIMEX> that');
        await shows(response, { "missing/gap": 1, "correct/whole": 8 });
        await shows(key, { "missing/whole": 1, "correct/whole": 8 });
    },

    async "columns count as the editor counts them behind characters beyond the first plane"() {
        const editor = await show("response.sgml");
        await shows(editor, { "incorrect/part": 2 });
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
        await shows(key, { "missing/whole": 2, "correct/whole": 7 });
    },
};
