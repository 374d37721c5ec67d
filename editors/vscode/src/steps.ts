/** Steps of a walk, one at a time: a key that is pressed before the last one is answered changes nothing. */
import * as vscode from "vscode";

import { t } from "./l10n";
import { say } from "./saying";

/** One press of a key and what follows from it, until the person goes on with something else. */
export interface Step {
    /** Whether it is still under way. */
    isCurrent: () => boolean;
    /** The selection when the key was pressed. */
    start: vscode.Selection;
    /** Whether it changes the text just now. */
    isEditing: boolean;
}

export class Steps {
    private step: Step | undefined;

    /** `ended` is called after each step. */
    constructor(private readonly ended: () => void = () => undefined) {}

    get current(): Step | undefined {
        return this.step;
    }

    /** Takes a step in the active editor, unless another one is under way, which is said. */
    async take(act: (step: Step, editor: vscode.TextEditor) => Promise<void>): Promise<void> {
        if (this.step) {
            say(t("not ready yet: press the key again"));
            return;
        }
        const editor = vscode.window.activeTextEditor;
        if (!editor) {
            this.ended();
            return;
        }
        const start = editor.selection;
        const step: Step = { isCurrent: () => this.step === step, start, isEditing: false };
        this.step = step;
        try {
            await act(step, editor);
        } finally {
            if (step.isCurrent()) {
                this.cancel();
            }
        }
    }

    /** Ends the step that is under way: its answer changes nothing any more. */
    cancel(): void {
        if (this.step) {
            this.step = undefined;
            this.ended();
        }
    }
}
