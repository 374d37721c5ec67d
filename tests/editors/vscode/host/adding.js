// Fills that no annotator has all of are added one by one, by a command that stays at the slot.
const { assert, settles, show, vscode } = require("./waiting.js");
const { keytally } = require("./watching.js");

const EMPTY = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n';

/** Runs a command until the text says something: what is asked for before the server has answered does nothing. */
function saysAfter(command, document, text) {
    return settles(text, async () => {
        if (!document.getText().includes(text)) {
            await vscode.commands.executeCommand(command);
        }
        assert.ok(document.getText().includes(text));
    });
}

module.exports = {
    async "fills are added to a slot one by one, where the cursor stays, and are undone one by one"() {
        const { adjudication } = await keytally();
        const { document } = await show("adding/gold.tmpl");
        assert.equal(document.getText(), EMPTY);
        await settles("one open item", () => assert.match(adjudication(), / 1 open\b/));
        await vscode.commands.executeCommand("keytally.nextUndecided");
        await saysAfter("keytally.addFill", document, '\tORG_ALIAS: "AC"\n');
        await saysAfter("keytally.addFill", document, '\tORG_ALIAS: "AC"\n\t\t\t"Ac Co"\n');
        await settles("no open item", () => assert.match(adjudication(), / 0 open\b/));
        await vscode.commands.executeCommand("undo");
        assert.equal(document.getText(), `${EMPTY}\tORG_ALIAS: "AC"\n`);
        await vscode.commands.executeCommand("undo");
        assert.equal(document.getText(), EMPTY);
    },
};
