// Golds that are adjudicated to their end by the keyboard.
import { strict as assert } from "node:assert";

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Examples of adjudication: how many items are open in the empty gold, and the key that decides each that is not agreed. */
export const ADJUDICATIONS = [
    {
        folder: "adjudication_named_entity",
        extension: "sgml",
        empty: 20,
        items: [
            ["Harl Basin", "2"],
            ["The Harl Canal Trust", "2"],
            ["40%", "1"],
            ["Trust", "0"],
            ["council of Harl", "1"],
            ["Weyland", "1"],
            ["Canal Trust", "1"],
            ["02/05/26", "1"],
            ["LOWER HARL", "1"],
            ["Jonas Weyland", "1"],
            ["Harl Canal Trust", "1"],
            ["June", "0"],
            ["Brask Water", "1"],
        ],
    },
    {
        folder: "adjudication_coreference",
        extension: "sgml",
        empty: 11,
        items: [
            ["Their lamp", "1"],
            ["it", "1"],
            ["they", "1"],
            ["The Coast Authority", "1"],
        ],
    },
    {
        folder: "adjudication_template_element",
        extension: "tmpl",
        empty: 6,
        items: [
            ["ORGANIZATION-2603050001-1 > ORG_LOCALE", "1"],
            ["ORGANIZATION-2603050001-1 > ORG_DESCRIPTOR", "1"],
            ["PERSON-2603050001-1 > PER_ALIAS", "1"],
            ["ORGANIZATION-2603060002-1 > ORG_TYPE", "2"],
            ["PERSON-2603060002-2", "1"],
        ],
    },
    {
        folder: "adjudication_columns",
        extension: "bio",
        empty: 12,
        items: [
            ["Orrel Bridge", "1"],
            ["Works", "1"],
            ["Tarn", "1"],
            ["Brenk", "1"],
            ["council of Orrel", "2"],
            ["Swing Day", "0"],
        ],
    },
    {
        folder: "adjudication_conll",
        extension: "conll",
        empty: 14,
        items: [
            ["It", "1"],
            ["a bell below the old pier", "0"],
            ["a bell", "1"],
            ["it", "1"],
            ["the museum", "0"],
        ],
    },
    {
        folder: "adjudication_corefud",
        extension: "conllu",
        empty: 13,
        items: [
            ["_", "1"],
            ["It", "1"],
            ["the mill", "1"],
            ["she", "1"],
            ["Millers with farmers", "1"],
            ["all of them", "0"],
        ],
    },
];

/** A pattern that matches a text as it is. */
function escaped(text) {
    return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A picture of a gold with the cursor on its first undecided item. */
async function takeAdjudication(editor) {
    await editor.keys.press("Control+b");
    await editor.resize(1280, 500);
    await editor.labels(/^\?\s/).first().waitFor();
    await editor.page.locator(".codelens-decoration", { hasText: /F anna-ben/ }).first().waitFor();
    await editor.seesOpen(13);
    await editor.shoot("adjudicating");
    await editor.resize(1280, 800);
    await editor.keys.press("Control+b");
}

/** Adjudicates an empty gold to its end by the keyboard, saves it, and compares it with what is expected. */
export async function adjudicate(editor, { folder, extension, empty, items }) {
    const file = (name) => readFileSync(join(editor.folder, folder, name), "utf8");
    let chords = 0;
    const press = async (key, open) => {
        await editor.chord(key);
        chords += 1;
        await editor.seesOpen(open);
    };
    await editor.open(`gold.${extension}`, { folder });
    await editor.seesOpen(empty);
    await press("Shift+a", items.length);
    for (const [number, [name, key]] of items.entries()) {
        // The name comes last; the bar cuts a long message.
        await editor.seesMessage(new RegExp(`keytally: 1 .*(?:: ${escaped(name)}|…)`));
        if (number === 0 && folder === "adjudication_named_entity") {
            await takeAdjudication(editor);
        }
        await press(key, items.length - number - 1);
    }
    await editor.seesMessage("keytally: nothing left to decide");
    assert.equal(chords, items.length + 1);
    await editor.save();
    // The editor saves by itself what it records, and empties a file before it writes it.
    const expected = file(`expected.${extension}`);
    await editor.settles(
        async () => file(`gold.${extension}`),
        (text) => text === expected,
    );
    assert.match(file(`gold.${extension}.decisions`), /^([^\n]+\n)+$/);
}
