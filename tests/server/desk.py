"""What the tests of features share: a file with a cursor in it, as a feature sees it.

A picture is the text of a document's body. `‸` is the cursor, `«` and `»` stand around a selection.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.findings.finding import Edit
from keytally.project.pair import Pair
from keytally_server.answers import CodeAction, combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.session.snapshot import Snapshot
from tests.pictures import drawn_spans, normal

KEY, RESPONSE, ALONE, CONFIG = (
    Path("/w/key.sgml"),
    Path("/w/response.sgml"),
    Path("/w/a.sgml"),
    Path("/w/ne.config"),
)
HEAD, FOOT = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n", "</TXT>\n</DOC>\n"

SHORT = {
    "<P ": '<ENAMEX TYPE="PERSON">',
    "<O ": '<ENAMEX TYPE="ORGANIZATION">',
    "<L ": '<ENAMEX TYPE="LOCATION">',
    "<D ": '<TIMEX TYPE="DATE">',
    "<M ": '<NUMEX TYPE="MONEY">',
}
"""Short forms of open tags, which `spelled` spells out."""


@dataclass(frozen=True)
class Desk:
    """A file with a cursor or a selection in it; `shift` is where the picture begins in the file."""

    snapshot: Snapshot
    text: str
    start: int
    end: int
    shift: int

    @property
    def offset(self) -> int:
        """The cursor."""
        assert self.start == self.end, "the picture has a selection and no cursor"
        return self.start

    @property
    def body(self) -> str:
        """The text of the picture."""
        return self.text[self.shift : len(self.text) - (len(FOOT) if self.shift else 0)]

    def drawn(self, spans: Iterable[tuple[int, int, str]]) -> str:
        """The picture of stretches of the file that stand in the body."""
        return drawn_spans(self.body, ((a - self.shift, b - self.shift, name) for a, b, name in spans))

    def actions(self) -> list[CodeAction]:
        """What annotating offers here."""
        return code_actions(self.snapshot, self.start, self.end)

    def titles(self) -> list[str]:
        """The names of what annotating offers here."""
        return [action.title for action in self.actions()]

    def after(self, title: str) -> str:
        """The body after the action of that name."""
        found = [action for action in self.actions() if action.title == title]
        assert len(found) == 1, f"{title!r} is not offered once: {self.titles()}"
        text = applied(self.text, combined(found[0]))
        return text[self.shift : len(text) - (len(FOOT) if self.shift else 0)]


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text after edits, as an editor applies them: each place is that of the text before."""
    pieces, cursor = [], 0
    for edit in edits:
        assert cursor <= edit.start <= edit.end <= len(text), "edits are in order and do not overlap"
        pieces += [text[cursor : edit.start], edit.text]
        cursor = edit.end
    return "".join([*pieces, text[cursor:]])


def spelled(picture: str) -> str:
    """A picture with its short tags spelled out: `<P Kory>` is a PERSON, `<O Kory>` an ORGANIZATION."""
    text = normal(picture)
    for short, opening in SHORT.items():
        close = f"</{opening[1:].split()[0]}>"
        text = re.sub(rf"{short}([^<>]*)>", rf"{opening}\1{close}", text)
    return text


def document(body: str) -> str:
    """A document whose TXT section holds `body`."""
    return f"{HEAD}{body}{FOOT}"


def without_cursor(text: str) -> tuple[str, int, int]:
    """A text without its cursor or the signs of its selection, and where they stood."""
    if "«" in text:
        start = text.index("«")
        end = text.index("»") - 1
        return text.replace("«", "").replace("»", ""), start, end
    place = text.find("‸")
    return text.replace("‸", ""), max(place, 0), max(place, 0)


def live_pair(key: str, response: str, *options: tuple[str, tuple[str, ...]]) -> tuple[Engine, LivePair]:
    """An engine with a scored pair of named-entity files."""
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    evaluation = registry.evaluation("named_entity", Settings(options=options))
    live = engine.add_pair(Pair("named_entity", KEY, RESPONSE), evaluation)
    live.work()
    return engine, live


def snapshot_of(engine: Engine, path: Path, role: Role, live: LivePair | None) -> Snapshot:
    """A file of an engine as a feature sees it."""
    reading = engine.reading(path)
    assert reading is not None
    return Snapshot(path, engine.source(path).buffer, reading, role, live)


def response(picture: str, key: str | None = None) -> Desk:
    """A response that is scored against a key, by default against one with the same tags."""
    body, start, end = without_cursor(spelled(picture))
    text = document(body)
    engine, live = live_pair(document(body if key is None else spelled(key)), text)
    snapshot = snapshot_of(engine, RESPONSE, Role.RESPONSE, live)
    return Desk(snapshot, text, start + len(HEAD), end + len(HEAD), len(HEAD))


def key(picture: str, response_picture: str) -> Desk:
    """A key against which a response is scored."""
    body, start, end = without_cursor(spelled(picture))
    text = document(body)
    engine, live = live_pair(text, document(spelled(response_picture)))
    snapshot = snapshot_of(engine, KEY, Role.KEY, live)
    return Desk(snapshot, text, start + len(HEAD), end + len(HEAD), len(HEAD))


def alone(picture: str, role: Role = Role.UNKNOWN) -> Desk:
    """An SGML file that is in no pair."""
    body, start, end = without_cursor(spelled(picture))
    text = document(body)
    snapshot = unpaired(ALONE, text, "muc-sgml", role)
    return Desk(snapshot, text, start + len(HEAD), end + len(HEAD), len(HEAD))


def config(picture: str) -> Desk:
    """A configuration file."""
    text, start, end = without_cursor(dedent(picture).lstrip("\n"))
    return Desk(unpaired(CONFIG, text, "muc-config", Role.UNKNOWN), text, start, end, 0)


def unpaired(path: Path, text: str, language: str, role: Role = Role.UNKNOWN) -> Snapshot:
    """A file that is in no pair, as a feature sees it."""
    engine = Engine()
    engine.open(path, text, registry.language(language, role))
    return snapshot_of(engine, path, role, None)
