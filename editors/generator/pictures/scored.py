"""A response that is scored against its key, as pictures show it: text without tags, and their verdicts."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Level, Mark, Role, Settings
from keytally.project.pair import Pair

KEY, RESPONSE = Path("key"), Path("response")
PLAIN = Settings()
TAG = re.compile(r"</?(?:ENAMEX|TIMEX|NUMEX|COREF)\b[^<>]*>")


class Tagged(NamedTuple):
    """A tag by its place in the text without tags: the verdict, its type, the verdicts on its slots.

    `partner` is the place of the other side's tag in the text without tags, None where there is none.
    """

    start: int
    end: int
    verdict: str
    type: str
    slots: Mapping[str, str]
    partner: tuple[int, int] | None


class Scored:
    """A key and a response that are scored as one pair."""

    def __init__(self, task: str, key: str, response: str, settings: Settings = PLAIN) -> None:
        self._engine = Engine()
        self._engine.open(KEY, key)
        self._engine.open(RESPONSE, response)
        self._live = self._engine.add_pair(Pair(task, KEY, RESPONSE), registry.evaluation(task, settings))
        self._live.work()

    @property
    def headline(self) -> float:
        """The headline measure, in percent."""
        return self._live.headline()

    @property
    def totals(self) -> Mapping[str, Any]:
        """The counts and ratios over all documents."""
        return self._live.totals()

    def respond(self, response: str) -> None:
        """Give the response another text, and score what that changes."""
        self._engine.open(RESPONSE, response)
        self._live.work()

    def source(self, role: Role) -> str:
        """The text of a side with its tags."""
        return str(self._engine.source(KEY if role is Role.KEY else RESPONSE).buffer)

    def tags(self, role: Role) -> Iterator[Tagged]:
        """The tags of a side in the order of its text; in a response what is missing as well."""
        text, other = self.source(role), self.source(Role.RESPONSE if role is Role.KEY else Role.KEY)
        placed = list(self._live.marks(role, 0, len(text)))
        for mark, start, end in placed:
            if mark.level is Level.OBJECT:
                inside = (each.mark for each in placed if start <= each.start and each.end <= end)
                yield _tagged(mark, (start, end), (text, other), list(inside))


def plain(text: str) -> str:
    """A text without its task tags."""
    return TAG.sub("", text)


def _tagged(mark: Mark, place: tuple[int, int], texts: tuple[str, str], inside: list[Mark]) -> Tagged:
    """A mark on a tag, placed in the text without tags; a missing one covers what the key's tag covers."""
    text, other = texts
    start, end = (len(plain(text[:each])) for each in place)
    partner = None
    if mark.partner is not None:
        unit, *ends = mark.partner
        shift = other.index(unit.text)
        first, last = (len(plain(other[: shift + each])) for each in ends)
        partner = first, last
        end = max(end, start + last - first) if start == end else end
    slots = {each.slot: each.status.value for each in inside if each.level is Level.SLOT}
    words = (mark.subject or mark.label).split()
    return Tagged(start, end, mark.verdict.value, words[0], slots, partner)
