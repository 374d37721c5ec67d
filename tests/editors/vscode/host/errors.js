const { existsSync, readFileSync } = require("node:fs");

const { assert, fileUri, replace, restore, settles, show, until, vscode } = require("./waiting.js");
const { keytally, painting, score } = require("./watching.js");

function run(command, ...args) {
    return vscode.commands.executeCommand(`keytally.${command}`, ...args);
}

/** What the errors in the tree say, what gains most first. */
async function listed() {
    return (await keytally()).errors();
}

function gain(message) {
    return Number(/\(([+-][\d.]+)\)$/.exec(message)[1]);
}

async function opened() {
    const editor = await show("response.sgml");
    await painting(editor.document);
    return editor;
}

module.exports = {
    async "errors are listed by gain, and the way leads through them and back"() {
        const editor = await opened();
        await run("showErrors");
        const found = await listed();
        assert.ok(found.length > 3, found.join("\n"));
        const gains = found.map(gain);
        assert.deepEqual(gains, gains.toSorted((a, b) => b - a));
        assert.ok(found.some((each) => each.startsWith('spurious: PERSON "Profits')), found.join("\n"));
        await vscode.window.showTextDocument(editor.document);
        const places = [];
        for (const command of ["nextErrorByGain", "nextErrorByGain", "previousErrorByGain"]) {
            await run(command);
            places.push(vscode.window.activeTextEditor.selection.start);
        }
        assert.deepEqual(places[0], places[2]);
        assert.notDeepEqual(places[0], places[1]);
    },

    async "a repair gains what was told, goes on, and is undone at once"() {
        const editor = await opened();
        const [before, old] = [await score(), editor.document.getText()];
        await run("showErrors");
        const found = await listed();
        await vscode.window.showTextDocument(editor.document);
        await run("nextErrorByGain");
        await run("repairError");
        await settles("the score after the repair", async () =>
            assert.ok(Math.abs((await score()) - before - gain(found[0])) < 0.011),
        );
        await settles("a shorter list", async () => assert.equal((await listed()).length, found.length - 1));
        await vscode.commands.executeCommand("undo");
        assert.equal(editor.document.getText(), old);
    },

    async "all errors are repaired one after the other"() {
        const editor = await opened();
        await run("showErrors");
        await vscode.window.showTextDocument(editor.document);
        await run("nextErrorByGain");
        for (let left = (await listed()).length; left > 0; left -= 1) {
            await run("repairError");
            await settles("a shorter list", async () => assert.equal((await listed()).length, left - 1));
        }
        assert.equal(await score(), 100);
    },

    async "the page of a pair is made of what is on disk, and opened"() {
        const editor = await opened();
        await replace(editor, "Friday", "Monday");
        const { fsPath } = fileUri("page.html");
        await run("makeReport", fsPath);
        assert.ok(existsSync(fsPath));
        assert.ok(readFileSync(fsPath, "utf8").includes("Friday"));
        const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
        await until("the page", () => labels().includes("Report on response.sgml"));
        await restore(editor);
        await run("makeReport", fileUri("key.sgml").fsPath);
        assert.ok(!readFileSync(fileUri("key.sgml").fsPath, "utf8").includes("<html"));
    },
};
