"""What the tests of columns in the editors share: a file with a cursor in it, as a feature sees it.

A picture is the text of a file in which `_` stands for the tab between token and label. `‸` is the cursor,
`«` and `»` stand around a selection.
"""

from dataclasses import dataclass
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from keytally_server.answers import CodeAction, CodeActionKind, combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.requests.completion import completions
from keytally_server.requests.rename import renamable, rename
from keytally_server.session.snapshot import Snapshot
from tests.server.desk import applied, snapshot_of, unpaired, without_cursor

KEY, RESPONSE = Path("/w/key.bio"), Path("/w/response.bio")


def lines(*rows: str) -> str:
    """A file of these lines, with tabs."""
    return "".join(f"{row}\n" for row in rows).replace("_", "\t")


@dataclass(frozen=True)
class ColumnsDesk:
    """A file of columns with a cursor or a selection in it."""

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

    def after(self, title: str) -> list[str]:
        """The lines after the action of that name."""
        (found,) = [action for action in self.actions() if action.title == title]
        return shown(applied(self.text, combined(found)))

    def completions(self) -> list[str]:
        """The labels that are offered."""
        return [each.text for each in completions(self.snapshot, self.start)]

    def completed(self) -> list[str]:
        """The lines after the first completion."""
        first = completions(self.snapshot, self.start)[0]
        return shown(self.text[: first.start] + first.text + self.text[first.end :])

    def renamed(self, new_name: str) -> list[str]:
        """The lines after the type at the cursor got another name."""
        assert renamable(self.snapshot, self.start) is not None
        return shown(applied(self.text, rename(self.snapshot, self.start, new_name)))


def shown(text: str) -> list[str]:
    """The lines of a text, with `_` for tabs."""
    return text.replace("\t", "_").splitlines()


def alone(*picture: str) -> ColumnsDesk:
    """A key outside of any pair."""
    text, start, end = without_cursor(lines(*picture))
    return ColumnsDesk(unpaired(KEY, text, "token-columns", Role.KEY), text, start, end)


def response(key: str, *picture: str, scheme: str = "IOB2") -> ColumnsDesk:
    """A response that is scored against a key in a scheme."""
    text, start, end = without_cursor(lines(*picture))
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, text)
    evaluation = registry.evaluation("entities", Settings(scheme))
    live = engine.add_pair(Pair("entities", KEY, RESPONSE), evaluation)
    live.work()
    return ColumnsDesk(snapshot_of(engine, RESPONSE, Role.RESPONSE, live), text, start, end)
