"""A person who adjudicates a gold over the wire: takes code actions, and undoes them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.server.editor import offset_in, position_in
from tests.server.wire import Wire

ADJUDICATE = "refactor.rewrite.adjudicate"
EDITS: dict[str, Any] = {"documentChanges": True, "resourceOperations": ["create"]}


class Adjudicator:
    """A server with an open gold; edits are made in it and in its decisions, as an editor makes them."""

    def __init__(self, gold: Path, language: str, text: str | None = None, **edits: Any) -> None:
        root = {"uri": gold.parent.as_uri(), "name": "w"}
        experimental = {"keytally": {"marks": True}}
        capabilities = {"experimental": experimental, "workspace": {"workspaceEdit": {**EDITS, **edits}}}
        self.gold = gold
        self.decisions = gold.with_name(f"{gold.name}.decisions")
        self.wire = Wire(workspaceFolders=[root], capabilities=capabilities)
        self.versions = {gold: 1}
        self.wire.open(gold, text, language=language)
        self.wire.settle()

    @property
    def text(self) -> str:
        """The gold."""
        return self.wire.text(self.gold)

    @property
    def recorded(self) -> list[list[str]]:
        """The fields of each decision but for the digest."""
        text = self.wire.text(self.decisions) if self.decisions in self.versions else ""
        return [[*fields[:3], *fields[4:]] for fields in (line.split("\t") for line in text.splitlines())]

    @property
    def undecided(self) -> list[str]:
        """The findings of the adjudication."""
        self.wire.settle()
        told = ("undecided", "decided-otherwise", "stale-decision")
        return [rule for rule in self.wire.rules(self.gold) if rule in told]

    def offered(self, needle: str = "", only: str = ADJUDICATE, **context: Any) -> list[dict[str, Any]]:
        """The actions at the start of some text of the gold, at its start without any."""
        text = self.text
        place = position_in(text, text.index(needle), self.wire.encoding)
        at = {"line": place.line, "character": place.character}
        return self._offered({"start": at, "end": at}, only, **context)

    def _offered(self, stretch: dict[str, Any], only: str, **context: Any) -> list[dict[str, Any]]:
        within = {"diagnostics": [], "only": [only], **context}
        found = self.wire.about("textDocument/codeAction", self.gold, range=stretch, context=within)
        return [each for each in found if each["kind"].startswith(ADJUDICATE)]

    def titles(self, needle: str = "") -> dict[str, str]:
        """The titles of the actions at some text, by the ends of their kinds."""
        return {each["kind"].removeprefix(f"{ADJUDICATE}."): each["title"] for each in self.offered(needle)}

    def take(self, kind: str, needle: str = "") -> str:
        """Make an action at some text of the gold; returns the gold."""
        return self._take(kind, self.offered(needle, f"{ADJUDICATE}.{kind}"))

    def take_there(self, kind: str, stop: dict[str, Any]) -> str:
        """Make an action on the stretch of an answer to `keytally/next`, as editors do; returns the gold."""
        return self._take(kind, self._offered(stop["range"], f"{ADJUDICATE}.{kind}"))

    def _take(self, kind: str, offered: Sequence[dict[str, Any]]) -> str:
        [action] = [each for each in offered if each["kind"] == f"{ADJUDICATE}.{kind}"]
        self._apply(action["edit"]["documentChanges"])
        return self.text

    def restore(self, text: str, decisions: str = "") -> None:
        """Put texts back, as undoing does."""
        for path, old in ((self.gold, text), (self.decisions, decisions)):
            if path in self.versions:
                self.replace(path, old)

    def replace(self, path: Path, text: str) -> None:
        """Replace the text of an open file."""
        self.versions[path] += 1
        self.wire.change(path.as_uri(), self.versions[path], {"text": text})

    def _apply(self, changes: Sequence[dict[str, Any]]) -> None:
        for change in changes:
            if change.get("kind") == "create":
                assert change["options"]["ignoreIfExists"] is True
                assert change["uri"] == self.decisions.as_uri()
                continue
            document = change["textDocument"]
            path = self.gold if document["uri"] == self.gold.as_uri() else self.decisions
            assert document["version"] == self.versions.get(path)
            if path not in self.versions:
                text = path.read_text() if path.exists() else ""
                self.versions[path] = 1
                self.wire.open(path, text, language="plaintext")
            self.replace(path, self._edited(self.wire.text(path), change["edits"]))

    def _edited(self, text: str, edits: Sequence[dict[str, Any]]) -> str:
        places = [
            (
                self._offset(text, each["range"]["start"]),
                self._offset(text, each["range"]["end"]),
                each["newText"],
            )
            for each in edits
        ]
        places.sort(key=lambda each: each[:2])
        for start, end, new in places[::-1]:
            text = text[:start] + new + text[end:]
        return text

    def _offset(self, text: str, place: dict[str, int]) -> int:
        return offset_in(text, types.Position(**place), self.wire.encoding)
