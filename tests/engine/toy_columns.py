"""A line format that holds key and response in one file, for tests of the engine: a gold and a guess column.

A line is `WORD GOLD GUESS`, with a word whose first character is the line's document.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from keytally.families.contract import Language, Level, Mark, Role
from keytally.findings.finding import Finding
from keytally.findings.table.sgml import ATTRIBUTE_VALUE, DUPLICATE_DOCNO, TEXT_ALTERED
from keytally.tallies.status import Status
from keytally.text.positions import line_starts
from tests.engine.toy import ToyEvaluation

COLUMN = {Role.KEY: 1, Role.RESPONSE: 2}


@dataclass(eq=False)
class Row:
    """A line; its findings are those of the columns that the language reads."""

    text: str
    roles: tuple[Role, ...]

    @property
    def document(self) -> str | None:
        return self.text[0] if self.text.strip() else None

    @property
    def findings(self) -> list[Finding]:
        if self.document is None:
            return []
        spans = (self.span(role) for role in self.roles)
        return [Finding(ATTRIBUTE_VALUE, *span) for span in spans if span[0] == span[1]]

    def span(self, role: Role) -> tuple[int, int]:
        """Where the label of a role stands; at the end of the line where it is missing."""
        words = [match.span() for match in re.finditer(r"\S+", self.text)]
        end = len(self.text.rstrip("\r\n"))
        return words[COLUMN[role]] if COLUMN[role] < len(words) else (end, end)

    def label(self, role: Role) -> str:
        """The label of a role; "" where it is missing."""
        start, end = self.span(role)
        return self.text[start:end]


@dataclass(frozen=True)
class ColumnLanguage(Language):
    """Reads the columns of some roles; a language of both serves either side of a pair."""

    roles: tuple[Role, ...]
    name: str = "columns"
    lookahead: int = 1

    def boundaries(self, text: str) -> list[int]:
        return [start for start in line_starts(text)[1:] if start < len(text)]

    def read(self, text: str) -> Row:
        return Row(text, self.roles)

    def compare_duplicates(
        self, units: Sequence[Row], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> list[list[Finding]]:
        seen: set[str] = set()
        found = []
        for unit in units:
            word = unit.text.split()[0]
            found.append([Finding(DUPLICATE_DOCNO, 0, len(word))] if word in seen else [])
            seen.add(word)
        return found


class ColumnEvaluation(ToyEvaluation):
    """Counts the lines of equal labels; `joint` is set where one language reads both columns."""

    def __init__(self, *, joint: bool = False) -> None:
        self.joint = joint

    def language(self, role: Role) -> Any:
        return ColumnLanguage((Role.KEY, Role.RESPONSE) if self.joint else (role,))

    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> list[Any]:
        pairs = list(zip(key, response, strict=True))
        equal = [one for one, other in pairs if one.label(Role.KEY) == other.label(Role.RESPONSE) != ""]
        return [{"pairs": pairs, "cor": Counter({document: len(equal)})}]

    def compare_texts(self, unit: Any, reference: Any | None) -> list[Finding]:
        same = reference is not None and unit.text == reference.text
        return [] if same else [Finding(TEXT_ALTERED, 0, 1)]

    def marks(self, score: Any, side: Role, unit: Any) -> Iterator[Mark]:
        for key, response in score["pairs"]:
            mine, other = (key, response) if side is Role.KEY else (response, key)
            if mine is unit and mine.label(side):
                other_side = Role.RESPONSE if side is Role.KEY else Role.KEY
                is_equal = mine.label(side) == other.label(other_side)
                status = Status.CORRECT if is_equal else Status.INCORRECT
                partner = (other, *other.span(other_side))
                yield Mark(unit, *mine.span(side), status, Level.ITEM, mine.label(side), partner)
