"""What the tests of coreference with a token a line share: a document with a cursor, as features see it.

A picture has a line a token: the token, and behind `_` the brackets of mentions; `-` for none. `‸` is the
cursor, `«` and `»` stand around a selection.
"""

from dataclasses import dataclass
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.conll.reading import DocumentUnit
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from keytally_server.answers import CodeAction, CodeActionKind, combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.session.snapshot import Snapshot
from tests.server.desk import applied, snapshot_of, without_cursor

KEY, RESPONSE = Path("/w/key.conll"), Path("/w/response.conll")
HEAD = "#begin document (a); part 000\n"


def written(*rows: str) -> str:
    """A document of CoNLL-2012 with these lines."""
    body = "".join(f"{row}\n" for row in rows).replace("_", "\t")
    return f"{HEAD}{body}\n#end document\n"


def corefud(*rows: str) -> str:
    """A document of CorefUD with these words and brackets, each word below the first."""
    lines = []
    for number, row in enumerate(rows, start=1):
        token, _, cell = row.partition("_")
        entity = cell.replace("-", "_") if cell.strip("‸«»") == "-" else f"Entity={cell}"
        lines.append(f"{number}\t{token}\t_\t_\t_\t_\t{min(number - 1, 1)}\tx\t_\t{entity}\n")
    return f"# newdoc id = a\n# global.Entity = eid-etype-head-other\n{''.join(lines)}\n"


@dataclass(frozen=True)
class ConllDesk:
    """A file with a cursor or a selection in it."""

    snapshot: Snapshot
    text: str
    start: int
    end: int

    def actions(self) -> list[CodeAction]:
        """What annotating offers here."""
        return code_actions(self.snapshot, self.start, self.end)

    def titles(self, *kinds: CodeActionKind) -> list[str]:
        """The names of the actions of some kinds."""
        return [action.title for action in self.actions() if action.kind in kinds]

    def applied(self, title: str) -> str:
        """The text after the action of that name."""
        found = [action for action in self.actions() if action.title == title]
        assert len(found) == 1, [action.title for action in self.actions()]
        return applied(self.text, combined(found[0]))

    def after(self, title: str) -> list[str]:
        """The last cells after the action of that name."""
        return cells(self.applied(title))


def cells(text: str) -> list[str]:
    """The cells with the brackets of a document."""
    return [row.cells[-1] for row in DocumentUnit(text).read().rows]


def response(picture: str, key: str) -> ConllDesk:
    """A response that is scored against a key."""
    return _desk(picture, key, Role.RESPONSE)


def key(picture: str, response_text: str) -> ConllDesk:
    """A key against which a response is scored."""
    return _desk(picture, response_text, Role.KEY)


def alone(picture: str) -> ConllDesk:
    """A response with an equal key."""
    return _desk(picture, without_cursor(picture)[0], Role.RESPONSE)


def _desk(picture: str, other: str, role: Role) -> ConllDesk:
    text, start, end = without_cursor(picture)
    engine = Engine()
    engine.open(KEY, text if role is Role.KEY else other)
    engine.open(RESPONSE, text if role is Role.RESPONSE else other)
    evaluation = registry.evaluation("conll-coreference", Settings())
    live = engine.add_pair(Pair("conll-coreference", KEY, RESPONSE), evaluation)
    live.work()
    path = KEY if role is Role.KEY else RESPONSE
    return ConllDesk(snapshot_of(engine, path, role, live), text, start, end)
