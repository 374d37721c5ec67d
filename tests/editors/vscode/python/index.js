// Stands for the Python extension, with the part of its public interface that tells the chosen interpreter: here the one
// that lies beside the workspace.
const vscode = require("vscode");

exports.activate = () => ({
    environments: {
        getActiveEnvironmentPath: (folder) => ({ path: vscode.Uri.joinPath(folder, "../interpreter").fsPath }),
        resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.joinPath(vscode.Uri.file(path), "python3") } }),
    },
});
