// Walks by keys from difference to difference, as a person takes them: with looks at other files, undone steps, and keys
// that are pressed before the answer.
import { strict as assert } from "node:assert";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The text of a file on disk. */
function textOf(editor, ...path) {
    return readFileSync(join(editor.folder, ...path), "utf8");
}

/** Saves, and gives the text as it was shown; the editor empties a file before it writes it. */
async function saved(editor, ...path) {
    await editor.save();
    return editor.settles(
        async () => textOf(editor, ...path),
        (text) => text !== "",
    );
}

/** Shows another file in a tab of its own and comes back. */
async function lookAt(editor, other, name, folder) {
    await editor.open(other, { folder });
    await editor.open(name, { folder });
}

export const WALKS = {
    async "keys that mean something else in a gold do nothing before the server has read the file"(editor) {
        const before = textOf(editor, "walks_sgml", "response.sgml");
        await editor.open("key.sgml", { folder: "walks_sgml" });
        await editor.seesScore(/P&R \d/);
        editor.server.held();
        try {
            await editor.open("response.sgml", { folder: "walks_sgml" });
            await editor.keys.press("Control+Home");
            await editor.select("rose");
            for (const key of ["2", "a", "u"]) {
                await editor.chord(key);
                await editor.seesMessage("keytally: not ready yet");
            }
        } finally {
            editor.server.freed();
        }
        await editor.seesScore(/P&R \d/);
        assert.equal(await saved(editor, "walks_sgml", "response.sgml"), before);
    },

    async "keys of the walk change the same after a look at another file"(editor) {
        await editor.open("response.sgml", { folder: "walks_sgml" });
        await editor.seesScore(/P&R \d/);
        await editor.keys.press("Control+Home");
        await editor.chord("j");
        await editor.seesMessage("keytally: spurious: ");
        await lookAt(editor, "key.sgml", "response.sgml", "walks_sgml");
        await editor.press("Delete");
        await editor.seesLine(/^Profits/);
        await editor.seesMessage("keytally: missing: ");
        await lookAt(editor, "key.sgml", "response.sgml", "walks_sgml");
        await editor.press("Tab");
        await editor.seesScore(/P&R 100\.00/);
        assert.equal(await saved(editor, "walks_sgml", "response.sgml"), textOf(editor, "walks_sgml", "key.sgml"));
    },

    async "keys ahead of the answer change nothing on the walk, and a message says so"(editor) {
        await editor.press("Control+z", "Control+z", "Control+Home");
        await editor.seesScore(/P&R [^1]/);
        const before = await saved(editor, "walks_sgml", "response.sgml");
        editor.server.held();
        try {
            await editor.press("Control+Alt+k", "j", "Tab", "Delete");
            await editor.seesMessage("keytally: not ready yet");
        } finally {
            editor.server.freed();
        }
        await editor.seesMessage("keytally: spurious: ");
        assert.equal(await saved(editor, "walks_sgml", "response.sgml"), before);
    },

    async "nothing is selected where a walk has led"(editor) {
        const steps = { j: "missing", k: "spurious", n: "missing", p: "spurious", g: "missed" };
        for (const [key, verdict] of Object.entries(steps)) {
            await editor.chord(key);
            await editor.seesMessage(`keytally: ${verdict}: `);
            await editor.seesSelection(false);
        }
    },

    async "equal mentions of a chain are confirmed in a preview, one box each"(editor) {
        const folder = join(editor.folder, "equal");
        const text = (body) => `<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n${body}\n</TXT>\n</DOC>\n`;
        const mention = (id) => `<COREF ID="${id}" TYPE="IDENT" REF="1">Orrin</COREF>`;
        const [first, last] = ['<COREF ID="1">Orrin</COREF> met Vale. She saw', "leave."];
        mkdirSync(folder);
        writeFileSync(join(folder, "a.key.sgml"), text(`${first} ${mention(2)} and ${mention(3)} ${last}`));
        writeFileSync(join(folder, "a.response.sgml"), text(`${first} Orrin and Orrin ${last}`));
        await editor.open("a.response.sgml", { folder: "equal" });
        await editor.seesScore(/\d/);
        await editor.keys.press("Control+Home");
        await editor.select("Orrin");
        await editor.keys.press("ArrowRight");
        await editor.chord("e");
        const rows = editor.page.locator(".bulk-edit-panel .monaco-list-row", { hasText: "REF=" });
        await editor.seesCount(".bulk-edit-panel .monaco-list-row .edit-checkbox", 3);
        assert.equal(await rows.count(), 2);
        await rows.last().locator(".edit-checkbox").click();
        await editor.page.getByRole("button", { name: "Apply" }).click();
        const after = text(`${first} Orrin and ${mention(3)} ${last}`);
        await editor.seesScore(/[1-9]/);
        assert.equal(await saved(editor, "equal", "a.response.sgml"), after);
        rmSync(folder, { recursive: true });
    },

    async "the score stays in the status bar of a narrow window while a message is shown"(editor) {
        await editor.open("response.sgml", { folder: "walks_sgml" });
        await editor.seesScore(/\d\.\d\d/);
        for (const width of [1280, 700]) {
            await editor.resize(width, 800);
            await editor.keys.press("Control+Home");
            await editor.chord("j");
            await editor.seesMessage("keytally: ");
            const { x, width: length } = await editor.status.boundingBox();
            assert.ok(x >= 0 && length > 20 && x + length <= width, `at ${width} pixels: ${x} to ${x + length}`);
            assert.match(await editor.status.innerText(), /\d\.\d\d/);
            assert.ok(await editor.status.isVisible());
        }
        await editor.resize(1280, 800);
    },

    async "without a server keys say so, not that nothing is left"(editor) {
        await editor.open("response.sgml", { folder: "walks_sgml" });
        await editor.withoutServer(async () => {
            const restartWithout = async () => {
                // A change of the settings' file can escape the editor's watcher.
                editor.server.hidden();
                await editor.restart();
            };
            // The state may be seen for a moment during any restart; the message proves that there is none to start.
            const message = editor.page.locator(".notification-list-item", { hasText: "keytally-server is not on PATH." });
            await editor.insists(restartWithout, message);
            await editor.seesScore("no server");
            for (const key of ["j", "k", "n", "a", "d", "e", ".", "g"]) {
                await editor.chord(key);
                await editor.seesMessage("keytally: the server is not running");
            }
        });
        const restartWithServer = async () => {
            // A change of the settings' file can escape the editor's watcher.
            editor.server.shown();
            await editor.restart();
        };
        await editor.insists(restartWithServer, editor.status.filter({ hasText: /P&R \d/ }));
    },
};
