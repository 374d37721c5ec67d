/** Words of one line that go by themselves: the status bar holds them for a while. */
import * as vscode from "vscode";

import { briefly } from "./briefly";

const SHOWN_MS = 8000;

export function say(text: string): void {
    vscode.window.setStatusBarMessage(`keytally: ${briefly(text)}`, SHOWN_MS);
}
