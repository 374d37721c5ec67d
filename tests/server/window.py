"""A window of VS Code on a large file, for counting what the server sends for a keystroke."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.corpora.chains import files as brackets
from benchmarks.corpora.columns import token_columns
from benchmarks.corpora.coreference import chains
from benchmarks.corpora.corrections import test_set as corrections
from benchmarks.corpora.named_entity import named_entities
from benchmarks.corpora.substitutes import substitutes
from benchmarks.corpora.templates import elements, scenarios
from tests.server.wire import Wire

MOST = 32_000
WORD = re.compile("(?<= )[a-z]{2,}(?= )")
LARGE = 1_500_000
SCREEN = 44
"""Lines that a window of VS Code shows."""

CAPABILITIES = {
    "experimental": {"keytally": {"marks": True, "markChanges": True, "scoredDocuments": False}},
    "textDocument": {
        "diagnostic": {},
        "codeLens": {"resolveSupport": {"properties": ["command"]}},
        "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
        "semanticTokens": {
            "requests": {"range": True, "full": {"delta": True}},
            "tokenTypes": [],
            "tokenModifiers": [],
            "formats": ["relative"],
        },
    },
    "workspace": {
        name: {"refreshSupport": True}
        for name in ("diagnostics", "codeLens", "inlayHint", "semanticTokens", "foldingRange")
    },
}


class Case(NamedTuple):
    """A pair of a task: `write` makes its files in a folder and returns the one that is typed in."""

    name: str
    language: str
    write: Callable[[Path, int], Path]
    size: int = LARGE


def _muc(texts: Callable[[int], Any], suffix: str) -> Callable[[Path, int], Path]:
    def write(folder: Path, size: int) -> Path:
        for side, text in texts(size)._asdict().items():
            (folder / f"a.{side}.{suffix}").write_text(text)
        return folder / f"a.response.{suffix}"

    return write


def _project(folder: Path, task: str, key: str, response: str) -> None:
    lines = ["[[pair]]", f'task = "{task}"', f'key = "{key}"', f'responses = ["{response}"]']
    (folder / "keytally.toml").write_text("\n".join(lines))


def _two_files(folder: Path, task: str, texts: dict[str, str]) -> None:
    """Write a key and a response by their names, and the entry that pairs them."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    _project(folder, task, *texts)


def _corrections(folder: Path, size: int) -> Path:
    files = corrections(size // 400)
    _two_files(folder, "m2", {"gold.m2": files.gold, "system.txt": files.output})
    return folder / "gold.m2"


def _substitutes(folder: Path, size: int) -> Path:
    files = substitutes(size // 30)
    _two_files(folder, "lexsub-best", {"gold": files.gold, "system": files.best})
    return folder / "system"


def _guesses(folder: Path, size: int) -> Path:
    files = substitutes(size // 120)
    _two_files(folder, "lexsub-oot", {"gold": files.gold, "system": files.oot})
    return folder / "system"


def _clusters(folder: Path, size: int) -> Path:
    for side, number in (("key", 7), ("response", 8)):
        (folder / side).mkdir()
        lines = (f"{line}\t{line % number + 1}\n" for line in range(1, size // 9))
        (folder / side / "drift.clust").write_text("".join(lines))
    _project(folder, "cpa-clustering", "key", "response")
    return folder / "response" / "drift.clust"


def _columns(folder: Path, size: int) -> Path:
    files = token_columns(size // 10)
    _two_files(folder, "entities", {"key.bio": files.key, "response.bio": files.response})
    return folder / "response.bio"


def _brackets(folder: Path, size: int) -> Path:
    files = brackets(max(size // 18_000, 1))
    _two_files(folder, "conll-coreference", {"key.conll": files.key, "response.conll": files.response})
    return folder / "response.conll"


def _filled(folder: Path, size: int) -> Path:
    """Templates as JSON: a record a line, each response with another victim in every third one."""
    for side, wrong in (("key", 0), ("response", 3)):
        with (folder / f"{side}.jsonl").open("w", encoding="utf-8") as file:
            for number in range(size // 170):
                victim = "the night watchman" if wrong and number % wrong == 0 else "the old ferryman"
                places = {"Target": [["the grain depot", "the depot"]], "Victim": [[victim]]}
                template = {"incident_type": "attack", "PerpInd": [["two riders"]], **places}
                file.write(json.dumps({"docid": f"d{number}", "templates": [template]}) + "\n")
    _project(folder, "template-filling", "key.jsonl", "response.jsonl")
    return folder / "response.jsonl"


CASES = (
    Case("named entity", "muc-sgml", _muc(named_entities, "sgml")),
    Case("coreference", "muc-sgml", _muc(chains, "sgml")),
    Case("template element", "muc-template", _muc(elements, "templates")),
    Case("scenario template", "muc-template", _muc(scenarios, "templates")),
    Case("m2", "m2", _corrections),
    Case("lexical substitution", "lexsub", _substitutes),
    Case("lexical substitution, ten guesses", "lexsub", _guesses),
    Case("corpus pattern analysis", "cpa", _clusters, size=250_000),
    Case("entities", "token-columns", _columns),
    Case("coreference of tokens", "conll", _brackets),
    Case("templates as JSON", "template-json", _filled),
)


class Counting(Wire):
    """A client that counts what it is sent."""

    received = 0

    def write(self, data: bytes) -> None:
        self.received += len(data)
        super().write(data)


class Window:
    """A window of VS Code on a file: it types, and asks what VS Code asks then."""

    def __init__(self, case: Case, folder: Path, size: int) -> None:
        self.path = case.write(folder, size)
        folders = [{"uri": folder.as_uri(), "name": folder.name}]
        self.wire = Counting(workspaceFolders=folders, capabilities=CAPABILITIES)
        self.uri = self.wire.open(self.path, language=case.language)
        self.wire.settle()
        self._results: dict[str, str] = {}
        self._versions = count(2)

    def lines(self) -> list[str]:
        return self.wire.text(self.path).split("\n")

    def type(self, line: int, character: int, text: str) -> dict[str, int]:
        """Type at a place, and ask all; the bytes of each answer, and of what is told by itself."""
        place = {"line": line, "character": character}
        before = self.wire.received
        self.wire.change(
            self.uri, next(self._versions), {"range": {"start": place, "end": place}, "text": text}
        )
        self.wire.settle()
        sizes = {"told": self.wire.received - before}
        for method, params in self._questions(line, character):
            before = self.wire.received
            answer = self.wire.about(method, self.path, **params)
            sizes[method] = self.wire.received - before
            if answer and "resultId" in answer:
                self._results[method] = answer["resultId"]
        return sizes

    def findings(self) -> int:
        """The number of findings that are shown of the file."""
        return len(self.wire.about("textDocument/diagnostic", self.path)["items"])

    def _questions(self, line: int, character: int) -> Iterator[tuple[str, dict[str, Any]]]:
        """What VS Code asks: of hints 30 lines around the window, of tokens a window more on each side."""
        cursor = {"line": line, "character": character}
        yield "textDocument/diagnostic", self._previous("textDocument/diagnostic")
        for name in ("documentSymbol", "codeLens", "foldingRange", "documentLink"):
            yield f"textDocument/{name}", {}
        tokens = self._previous("textDocument/semanticTokens/full/delta")
        yield "textDocument/semanticTokens/full/delta", {"previousResultId": "", **tokens}
        yield "textDocument/semanticTokens/range", {"range": _around(line, SCREEN)}
        yield "textDocument/inlayHint", {"range": _around(line, 30)}
        yield "keytally/marks", {"range": _around(line, 40), **self._previous("keytally/marks")}
        yield "textDocument/documentHighlight", {"position": cursor}
        cursors = {"start": cursor, "end": cursor}
        yield "textDocument/codeAction", {"range": cursors, "context": {"diagnostics": []}}

    def _previous(self, method: str) -> dict[str, str]:
        return {"previousResultId": self._results[method]} if method in self._results else {}


def _around(line: int, margin: int) -> dict[str, dict[str, int]]:
    """A window with a line in its middle, and lines above and below it."""
    lines = SCREEN // 2 + margin
    first, last = line - lines, line + lines
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}


def typed_at(lines: list[str]) -> tuple[int, int]:
    """A place within a word of the last tenth of a file, outside of tags if there is such."""
    rest = range(9 * len(lines) // 10, len(lines))
    words = ((number, found.start() + 1) for number in rest if (found := WORD.search(lines[number])))
    line = next(number for number in rest if len(lines[number]) > 1)
    return next(words, (line, len(lines[line]) - 1))
