"""A server after messages shows what a fresh server shows, with push and pull, in each encoding."""

from pathlib import Path
from random import Random
from typing import Any

from fuzz.case import Case
from fuzz.failure import hold
from fuzz.folders import folder_with
from fuzz.grammar import workspace
from fuzz.play import compare
from fuzz.steps import adjudicating, random_steps
from fuzz.targets.target import Target
from tests.server.editor import position_in
from tests.server.wire import PUBLISH, Wire

STEPS = 15
_SCORED = "keytally/scored"
_QUESTIONS = (
    "documentSymbol",
    "foldingRange",
    "codeLens",
    "semanticTokens/full",
    "inlayHint",
    "documentLink",
)
_KEPT = ("pair", "totals", "headline", "figures")
_HISTORY = ("version", "resultId")
_ADJUDICATED = "keytally/adjudicated"
_WHERE = 4
"""The number of places of a file at which code actions are asked for."""


class _WirePlayer:
    """A client of a server in this process."""

    def __init__(self, folder: Path, encoding: str, pull: bool) -> None:
        self._folder = folder
        self._pull = pull
        self._texts: dict[Path, str] = {}
        self._received: dict[Path, int] = {}
        self._version = 1
        pulling = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
        capabilities = {
            **(pulling if pull else {}),
            "general": {"positionEncodings": [encoding]},
            "experimental": {"keytally": {"marks": True}},
        }
        folders = [{"uri": folder.as_uri(), "name": "w"}]
        self._wire = Wire(workspaceFolders=folders, capabilities=capabilities)
        hold(self._wire.encoding == encoding, "the server takes the client's encoding", self._wire.encoding)

    def open(self, path: Path, text: str, language: str) -> None:
        self._texts[path] = text
        self._received[path] = len(self._wire.sent)
        self._wire.open(path, text, language)

    def close(self, path: Path) -> None:
        del self._texts[path]
        self._wire.close_file(path.as_uri())

    def edit(self, path: Path, start: int, end: int, new: str) -> None:
        text, self._version = self._texts[path], self._version + 1
        self._texts[path] = text[:start] + new + text[end:]
        stretch = {"start": self._position(text, start), "end": self._position(text, end)}
        self._wire.change(path.as_uri(), self._version, {"range": stretch, "text": new})

    def changed_on_disk(self, path: Path, removed: bool) -> None:
        event = {"uri": path.as_uri(), "type": 3 if removed else 2}
        self._wire.notify("workspace/didChangeWatchedFiles", {"changes": [event]})

    def pause(self) -> None:
        self._wire.step()

    def settle(self) -> None:
        self._wire.settle()

    def choices(self) -> list[tuple[Path, Path]]:
        session = self._wire.server.session
        pairs = [live.pair for live in session.live_pairs]
        return [(pair.key, pair.response) for pair in pairs if session.is_active(pair)]

    def choose(self, choices: list[tuple[Path, Path]]) -> None:
        for key, response in choices:
            command = {"command": "keytally.selectResponse", "arguments": [key.as_uri(), response.as_uri()]}
            self._wire.request("workspace/executeCommand", command)

    def seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for path, text in self._texts.items():
            name = path.relative_to(self._folder)
            hold(
                str(self._wire.server.session.buffer(path)) == text, "the server has the client's text", name
            )
            seen[f"findings {name}"] = self._findings(path)
            seen[f"scores {name}"] = self._score(path)
            seen[f"adjudicated {name}"] = self._adjudicated(path)
            seen[f"codeAction {name}"] = self._actions(path, text)
            for question in ("keytally/marks", *_QUESTIONS):
                seen[f"{question} {name}"] = self._answer(path, text, question)
        for path, findings in self._published().items():
            hold(path in self._texts or not findings, "a closed file shows no findings", path)
        return seen

    def _findings(self, path: Path) -> Any:
        if self._pull:
            return self._wire.about("textDocument/diagnostic", path).get("items")
        return self._published().get(path)

    def _published(self) -> dict[Path, Any]:
        sent = self._wire.of(PUBLISH)
        return {self._wire.server.path_of(each["uri"]): each["diagnostics"] for each in sent}

    def _score(self, path: Path) -> Any:
        """The score that was sent last since the file was opened: editors forget it when the file closes."""
        since = self._wire.sent[self._received[path] :]
        scored = [message["params"] for message in since if message.get("method") == _SCORED]
        sent = [each for each in scored if each["uri"] == path.as_uri()]
        return {name: sent[-1][name] for name in _KEPT} if sent and sent[-1]["pair"] else None

    def _adjudicated(self, path: Path) -> Any:
        """What was sent of a gold since it was opened, with the documents of which it was sent."""
        told: dict[str, Any] = {}
        for message in self._wire.sent[self._received[path] :]:
            if message.get("method") == _ADJUDICATED and message["params"]["uri"] == path.as_uri():
                sent = message["params"]
                is_gold = sent["open"] is not None
                documents = {**told.get("documents", {}), **sent["documents"]} if is_gold else {}
                told = {**sent, "documents": {name: of for name, of in documents.items() if of}}
        return _without_history(told) if told.get("open") is not None else None

    def _actions(self, path: Path, text: str) -> list[Any]:
        """The titles and the edits of the code actions at some places."""
        found = []
        for at in range(0, len(text) + 1, len(text) // _WHERE + 1):
            place = self._position(text, at)
            context = {"diagnostics": [], "triggerKind": 1}
            stretch = {"start": place, "end": place}
            document = {"uri": path.as_uri()}
            params = {"textDocument": document, "range": stretch, "context": context}
            answer = self._wire.ask("textDocument/codeAction", params)
            hold("error" not in answer, "codeAction is answered", answer.get("error"))
            found += [(at, each["kind"], each["title"]) for each in answer["result"] or ()]
        return found

    def _answer(self, path: Path, text: str, question: str) -> Any:
        method = question if "keytally" in question else f"textDocument/{question}"
        whole = {"start": {"line": 0, "character": 0}, "end": self._position(text, len(text))}
        params = {"textDocument": {"uri": path.as_uri()}, "range": whole}
        answer = self._wire.ask(method, params)
        hold("error" not in answer, f"{question} is answered", answer.get("error"))
        return _without_history(answer["result"])

    def _position(self, text: str, offset: int) -> dict[str, int]:
        place = position_in(text, offset, self._wire.encoding)
        return {"line": place.line, "character": place.character}


def _without_history(value: Any) -> Any:
    """An answer without what tells of the messages before it."""
    if isinstance(value, dict):
        return {name: part for name, part in value.items() if name not in _HISTORY}
    return value


def _make(chance: Random) -> Case:
    files = workspace(chance)
    choices = _choices(chance)
    return Case("wire", files, random_steps(chance, files, STEPS), choices)


def _choices(chance: Random) -> dict[str, str]:
    return {
        "encoding": chance.choice(("utf-8", "utf-16", "utf-32")),
        "findings": chance.choice(("push", "pull")),
    }


def _run(case: Case) -> None:
    encoding, pull = case.choices["encoding"], case.choices["findings"] == "pull"
    with folder_with(case.files) as folder:
        compare(case, folder, lambda: _WirePlayer(folder, encoding, pull))


def _make_adjudicated(chance: Random) -> Case:
    return adjudicating(chance, "adjudication-wire", STEPS, _choices(chance))


TARGET = Target("wire", _make, _run)
ADJUDICATION = Target("adjudication-wire", _make_adjudicated, _run)
