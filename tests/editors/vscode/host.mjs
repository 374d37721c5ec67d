// Runs the tests of host/ inside the editor's extension host, as @vscode/test-electron does for the desktop editor.
//
// The workbench reads developmentOptions from an element of its page; a script of the page adds the tests to what that
// element says. Results come back by the functions that @vscode/test-web provides too.
import { join } from "node:path";

const TESTS = join(import.meta.dirname, "host");

/** Adds to what the editor develops, such as tests or further extensions; runs in the page, before anything else there. */
export function develop(options) {
    const original = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) {
        const value = original.call(this, name);
        if (name !== "data-settings" || this.id !== "vscode-workbench-web-configuration" || !value) {
            return value;
        }
        const configuration = JSON.parse(value);
        configuration.developmentOptions = { ...configuration.developmentOptions, ...options };
        return JSON.stringify(configuration);
    };
}

export async function runInHost({ page, address, workspace, log, shots }) {
    const { host: authority } = new URL(address);
    const uri = (path) => ({ scheme: "vscode-remote", authority, path });
    const code = new Promise((tell) => {
        void page.exposeFunction("codeAutomationExit", (status) => tell(status));
    });
    await page.exposeFunction("codeAutomationLog", (type, args) => {
        const said = args.map(String).join(" ");
        if (/^(ok|not ok|#)/.test(said) || process.env.VERBOSE) {
            console.log(said);
        }
    });
    await page.addInitScript(develop, { extensions: [uri(TESTS)], extensionTestsPath: uri(join(TESTS, "index.js")) });
    await page.goto(`${address}/?folder=${encodeURIComponent(workspace)}`);
    log("the page is loaded");
    const status = await code;
    if (status !== 0) {
        const notices = await page.locator(".notification-list-item-message").allTextContents();
        console.log(["The editor says:", ...notices].join("\n"));
    }
    if (status !== 0 && shots) {
        await page.screenshot({ path: join(shots, "host.png") });
    }
    return status === 0;
}
