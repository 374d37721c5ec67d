/** The partner of a place in the other file of the pair: shown where that file is visible. */
import * as vscode from "vscode";

/** The places in other files that "Go to Definition" leads to. */
async function partnersOf(document: vscode.TextDocument, place: vscode.Position): Promise<vscode.Location[]> {
    const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
        "vscode.executeDefinitionProvider",
        document.uri,
        place,
    );
    return found.map((each) =>
        each instanceof vscode.Location
            ? each
            : new vscode.Location(each.targetUri, each.targetSelectionRange ?? each.targetRange),
    );
}

function visibleEditorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
    return vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.toString() === uri.toString(),
    );
}

/** Brings the partner of a place into sight in an editor that shows its file; the cursor stays where it is. */
export async function showPartner({ document }: vscode.TextEditor, place: vscode.Position): Promise<void> {
    if (vscode.window.visibleTextEditors.every((editor) => editor.document === document)) {
        return;
    }
    for (const { uri, range } of await partnersOf(document, place)) {
        visibleEditorOf(uri)?.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
}

/** Goes to the partner of the cursor's place, in the group that shows its file if there is one. */
export async function goToPartner(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const [partner, another] = editor ? await partnersOf(editor.document, editor.selection.active) : [];
    const shown = partner && !another ? visibleEditorOf(partner.uri) : undefined;
    if (partner && shown) {
        const selection = new vscode.Range(partner.range.start, partner.range.start);
        const viewColumn = shown.viewColumn ?? vscode.ViewColumn.Active;
        await vscode.window.showTextDocument(shown.document, { viewColumn, selection });
    } else {
        await vscode.commands.executeCommand("editor.action.revealDefinition");
    }
}
