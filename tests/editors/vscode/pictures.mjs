// The pictures of the documentation that are taken in VS Code, of the example of named entities.
import { View } from "./view.mjs";

/** The README's picture: a finding, marks, a hover, and the score with its last change. */
async function takePicture(editor) {
    await editor.open("response.sgml");
    await editor.seesScore(/P&R/);
    await editor.keys.press("Control+b");
    await editor.keys.press("Control+Home");
    const before = await editor.lens().textContent();
    await editor.replace('TIME">Tuesday', 'DATE">Tuesday');
    await editor.replace('DATE">01/14/26', 'DAY">01/14/26');
    await editor.replace('PERCENT">12%', 'SHARE">12%');
    await editor.seesScore(/P&R 85\.07/);
    await editor.replace('DAY">01/14/26', 'DATE">01/14/26');
    await editor.seesScore(/P&R 86\.57 ↑/);
    await editor.keys.press("Control+Home");
    await editor.page.locator(".squiggly-error").first().waitFor();
    await editor.lens().filter({ hasNotText: before }).waitFor();
    await editor.hover("SHARE", "key:");
    await editor.shoot("vscode");
}

/** Pictures of the marks of a response, as the file is and in the reading view. */
async function takeMarks(editor) {
    await editor.open("response.sgml");
    await editor.keys.press("Control+Home");
    await editor.page.locator("[class*='ced-']").first().waitFor();
    await editor.labels(/^\S*INC$/).first().waitFor();
    await editor.shootText("marks");
    await editor.switchReadingView("PORT ANSELM", "TYPE", true);
    await editor.shootText("reading-view");
}

/** Pictures of the way from one difference to the next: before the key that accepts is pressed, and after. */
async function takeDifferences(editor) {
    await editor.switchReadingView("PORT ANSELM", "TYPE", false);
    await editor.resize(1180, 500);
    await editor.keys.press("Control+Home");
    await editor.chord("j");
    await editor.seesMessage("keytally: incorrect: ");
    const before = await editor.lens().textContent();
    await editor.shoot("difference");
    await editor.keys.press("Tab");
    await editor.seesMessage("keytally: spurious: ");
    await editor.keys.press("Delete");
    await editor.seesLine("Corrigan & Vale Shipyards</ENAMEX>");
    await editor.seesMessage("keytally: missing: ");
    await editor.lens().filter({ hasNotText: before }).waitFor();
    await editor.settles(
        () => editor.labels(/^SPU$/).count(),
        (count) => count === 0,
    );
    await editor.shoot("accepted");
}

/** A picture of the annotation view, with an annotation chosen. */
async function takeAnnotationView(editor) {
    await editor.keys.press("Control+b");
    const view = await View.open(editor, "response.sgml");
    await view.find("Corrigan & Vale Shipyards");
    await view.frame.locator("#offers button").first().waitFor();
    await editor.shoot("annotation-view");
}

/** A picture of the errors by gain: the list in the Explorer, and the cursor on an error that was chosen there. */
async function takeErrors(editor) {
    await editor.resize(1280, 620);
    await editor.runCommand("keytally: List Errors by Gain");
    const { page } = editor;
    const errors = page.locator('[aria-label^="Errors by Gain"] .monaco-list-row');
    await errors.first().waitFor();
    await page.locator(".explorer-viewlet .pane-header").first().click();
    await errors.filter({ hasText: "MONEY" }).click();
    await editor.seesMessage("keytally: missed: MONEY");
    await editor.shoot("errors");
}

/** In the order in which they are taken: each begins with what the one before has left. */
export const PICTURES = {
    "the example's picture": takePicture,
    "pictures of the marks": takeMarks,
    "pictures of the way through differences": takeDifferences,
    "a picture of the errors by gain": takeErrors,
    "a picture of the annotation view": takeAnnotationView,
};
