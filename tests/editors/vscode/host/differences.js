const { assert, fileUri, rangeOf, settles, show, vscode, writeSeen } = require("./waiting.js");
const { keytally, showMarked } = require("./watching.js");

/** The text at the cursor's selection, once the cursor is where a text stands. */
function landsOn(editor, text) {
    return settles(`the cursor on ${text}`, () => {
        const { document, selection } = vscode.window.activeTextEditor;
        assert.equal(document.uri.path, editor.document.uri.path);
        assert.ok(document.getText().startsWith(text, document.offsetAt(selection.start)), document.getText(selection));
    });
}

function select(editor, text) {
    const range = rangeOf(editor.document, text);
    editor.selection = new vscode.Selection(range.start, range.end);
}

function run(command, ...args) {
    return vscode.commands.executeCommand(`keytally.${command}`, ...args);
}

function has(editor, text) {
    return settles(text, () => assert.ok(editor.document.getText().includes(text)));
}

function documentOf(name, text) {
    return `<DOC>\n<DOCNO> ${name} </DOCNO>\n<TXT>\n${text}\n</TXT>\n</DOC>\n`;
}

/** Does something while files have these texts; then they are gone, and their editors with them. */
async function among(texts, act) {
    await writeSeen(texts);
    try {
        await act();
    } finally {
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        for (const name of Object.keys(texts)) {
            await vscode.workspace.fs.delete(fileUri(name));
        }
    }
}

module.exports = {
    async "the way leads from difference to difference, over documents, both ways"() {
        const editor = await showMarked("response.sgml");
        select(editor, "<DOC>");
        await run("nextDifference");
        await settles("a difference on Northgate", () => assert.equal(editor.selection.start.line, 4));
        await run("nextDifference");
        await landsOn(editor, "Friday");
        await run("nextDifference");
        await landsOn(editor, '<ENAMEX TYPE="PERSON">Profits');
        await run("previousDifference");
        await landsOn(editor, "Friday");
    },

    async "accepting and dropping go on to the next difference"() {
        const editor = await showMarked("response.sgml");
        select(editor, "<DOC>");
        await run("nextDifference");
        await run("acceptFromKey");
        await has(editor, '<ENAMEX TYPE="ORGANIZATION">Northgate Mills');
        await landsOn(editor, "Friday");
        await run("acceptFromKey");
        await has(editor, '<TIMEX TYPE="DATE">Friday</TIMEX>');
        await landsOn(editor, '<ENAMEX TYPE="PERSON">Profits');
        await run("acceptFromKey");
        await landsOn(editor, '<ENAMEX TYPE="PERSON">Profits');
        await run("dropSpurious");
        await has(editor, "\nProfits < losses");
        await landsOn(editor, "Tom Vale");
    },

    async "a type is put by one command, repeated, and changed"() {
        const editor = await showMarked("response2.sgml");
        select(editor, "Ada Brook");
        await run("tagAs", "PERSON");
        await has(editor, '<ENAMEX TYPE="PERSON">Ada Brook</ENAMEX>');
        select(editor, "Tom Vale");
        await run("repeatTag");
        await has(editor, '<ENAMEX TYPE="PERSON">Tom Vale</ENAMEX>');
        select(editor, "Tom Vale");
        await run("tagAs", "LOCATION");
        await has(editor, '<ENAMEX TYPE="LOCATION">Tom Vale</ENAMEX>');
    },

    async "equal strings are tagged alike, and the next untagged one is found and tagged"() {
        const editor = await showMarked("response2.sgml");
        await editor.edit((edit) => {
            edit.replace(rangeOf(editor.document, "losses"), "Orrin");
            edit.replace(rangeOf(editor.document, "moved"), "Orrin");
        });
        select(editor, "Orrin,");
        editor.selection = new vscode.Selection(editor.selection.start, editor.selection.start);
        await run("tagAs", "LOCATION");
        const tagged = '<ENAMEX TYPE="LOCATION">Orrin</ENAMEX>';
        await has(editor, `${tagged}, wrote`);
        await run("nextCandidate");
        await landsOn(editor, "Orrin.");
        await run("acceptFromKey");
        await has(editor, `from ${tagged}.`);
        await landsOn(editor, "Orrin to");
        assert.equal(editor.document.getText().split(tagged).length, 3);
    },

    async "behind the last difference of a file the way leads to the next file of a pair of folders, and back"() {
        const texts = {
            "cpa/key/drift.clust": "1\t1\n2\t1\n3\t2\n4\t2\n",
            "cpa/response/drift.clust": "1\t1\n2\t1\n3\t2\n4\t1\n",
        };
        await among(texts, async () => {
            const editor = await showMarked("cpa/response/allow.clust");
            const way = [["next", "allow", 0], ["next", "allow", 1], ["next", "drift", 0], ["previous", "allow", 1]];
            for (const [command, name, line] of way) {
                await run(`${command}Difference`);
                await settles(`line ${line} of ${name}`, () => {
                    const { document, selection } = vscode.window.activeTextEditor;
                    assert.match(document.uri.path, new RegExp(`/cpa/response/${name}\\.clust$`));
                    assert.equal(selection.start.line, line);
                });
            }
        });
    },

    async "behind the last difference of a pair the way leads on to the next pair of the project, and back"() {
        const right = '<ENAMEX TYPE="PERSON">Ann</ENAMEX> sat.';
        const entry = (name) => `[[pair]]\ntask = "named_entity"\nkey = "${name}.key"\nresponses = ["${name}.out"]\n`;
        const said = { first: "Ann sat.", right, second: "Ann sat." };
        const texts = {};
        for (const [name, text] of Object.entries(said)) {
            texts[`project/${name}.key`] = documentOf(name, right);
            texts[`project/${name}.out`] = documentOf(name, text);
        }
        texts["project/keytally.toml"] = Object.keys(said).map(entry).join("\n");
        await among(texts, async () => {
            const editor = await showMarked("project/first.out");
            for (const [command, name] of [["next", "first"], ["next", "second"], ["next", "first"], ["previous", "second"]]) {
                await run(`${command}Difference`);
                await settles(`a difference of ${name}`, () => {
                    const { document, selection } = vscode.window.activeTextEditor;
                    assert.match(document.uri.path, new RegExp(`/project/${name}\\.out$`));
                    assert.deepEqual([selection.start.line, selection.start.character], [3, 0]);
                });
            }
        });
    },

    async "the status bar says how far the document has come"() {
        const editor = await showMarked("response.sgml");
        select(editor, "Friday");
        const { progress } = await keytally();
        await settles("the progress", () => assert.match(progress(), /^document 1 of 2, \d differences left$/));
        select(editor, "Caro Finch");
        await settles("the progress there", () => assert.match(progress(), /^document 2 of 2, /));
    },

    async "comments are made by the editor's command"() {
        const editor = await show("response2.sgml");
        select(editor, "Ada Brook");
        await vscode.commands.executeCommand("editor.action.blockComment");
        await has(editor, "<!-- Ada Brook -->");
    },
};
