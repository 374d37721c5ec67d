"""A folder that is open in an editor: code actions are taken by their titles, and the files are saved."""

from pathlib import Path
from typing import Any

from lsprotocol import types

from keytally.families import registry
from tests.documentation.pages import Gesture
from tests.server.editor import offset_in, position_in
from tests.server.wire import Wire

EDITS = {"documentChanges": True, "resourceOperations": ["create"]}
CAPABILITIES = {"experimental": {"keytally": {"marks": True}}, "workspace": {"workspaceEdit": EDITS}}


class OpenFolder:
    """A client with the files of one folder, which a server in this process serves."""

    def __init__(self, folder: Path) -> None:
        root = {"uri": folder.as_uri(), "name": folder.name}
        self._folder = folder
        self._wire = Wire(workspaceFolders=[root], capabilities=CAPABILITIES)
        self._versions: dict[Path, int] = {}

    def take(self, gesture: Gesture) -> str:
        """Take a code action, and save what it changes; returns the figure that the server tells then."""
        path = self._folder / gesture.file
        self._open(path)
        start = gesture.start(self._wire.text(path))
        end = start + (len(gesture.text) if gesture.is_selected else 0)
        offered = self._offered(path, start, end)
        found = [each for each in offered if each["title"] == gesture.title]
        assert found, f"{gesture.title!r} is not offered: {[each['title'] for each in offered]}"
        for change in found[0]["edit"]["documentChanges"]:
            self._change(change)
        self._wire.settle()
        return self._adjudicated(path) if gesture.measure == "open" else self._score(path, gesture.measure)

    def _open(self, path: Path) -> None:
        if path in self._versions:
            return
        text = path.read_bytes().decode() if path.exists() else ""
        known = (each.id for each in registry.languages().values() if path.suffix in each.extensions)
        self._versions[path] = 1
        self._wire.open(path, text, language=next(known, "plaintext"))
        self._wire.settle()

    def _offered(self, path: Path, start: int, end: int) -> list[dict[str, Any]]:
        text, encoding = self._wire.text(path), self._wire.encoding
        places = [position_in(text, offset, encoding) for offset in (start, end)]
        first, last = ({"line": each.line, "character": each.character} for each in places)
        found: list[dict[str, Any]] = self._wire.about(
            "textDocument/codeAction", path, range={"start": first, "end": last}, context={"diagnostics": []}
        )
        return found

    def _change(self, change: dict[str, Any]) -> None:
        if change.get("kind") == "create":
            return
        path = next(each for each in self._places() if each.as_uri() == change["textDocument"]["uri"])
        self._open(path)
        text = self._wire.text(path)
        edits = [
            (*(self._offset(text, each["range"][end]) for end in ("start", "end")), each["newText"])
            for each in change["edits"]
        ]
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        self._versions[path] += 1
        self._wire.change(path.as_uri(), self._versions[path], {"text": text})
        path.write_text(text, encoding="utf-8", newline="\n")

    def _places(self) -> list[Path]:
        """The files that may be changed: those of the folder, and what is to stand beside one."""
        beside = [path.with_name(f"{path.name}.decisions") for path in self._versions]
        return [*self._versions, *beside, *self._folder.iterdir()]

    def _offset(self, text: str, place: dict[str, int]) -> int:
        return offset_in(text, types.Position(**place), self._wire.encoding)

    def _score(self, path: Path, measure: str) -> str:
        totals = [each["totals"] for each in self._wire.of("keytally/scored") if each["uri"] == path.as_uri()]
        return f"{totals[-1]['f'][measure.lower()]:.2f}"

    def _adjudicated(self, path: Path) -> str:
        told = [each for each in self._wire.of("keytally/adjudicated") if each["uri"] == path.as_uri()]
        return str(told[-1]["open"])
