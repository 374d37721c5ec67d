"""Repairs what is left once all differences of a document are repaired, until nothing is.

The scorer may take an object that is written for another one of the key that it agrees with as well, such as
one with the same alternative. Then that object is right, and the other one is missing.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit
from keytally.text.difference import difference

MOST_ROUNDS = 4
"""The number of times that what is left is repaired."""

Units = Sequence[TemplateUnit]


class Settling(NamedTuple):
    """Repairs what is left of one document.

    `read` makes the units of a text, `compare` tells the differences of the document, given its units in the
    response, and `repair` makes the edits of such units.
    """

    document: str
    read: Callable[[str], Units]
    compare: Callable[[Units], Sequence[Difference]]
    repair: Callable[[Units, Sequence[Difference]], Rewriting]

    def settled(self, response: Units, made: Rewriting) -> Rewriting:
        """The edits by which as little as possible is left; `made` are those that repair all differences."""
        now = [self._after([unit], made) for unit in response]
        left = self.compare(self._own(now))
        if not left:
            return made
        for _ in range(MOST_ROUNDS):
            units = self._own(now) or [unit for part in now for unit in part][-1:]
            further = self.repair(units, left)
            following = [self._after(part, further) for part in now]
            still = self.compare(self._own(following))
            if _extent(still) >= _extent(left):
                break
            now, left = following, still
        edits = [
            (unit, edit) for unit, part in zip(response, now, strict=True) for edit in _edits(unit, part)
        ]
        return Rewriting(edits, made.refused)

    def _own(self, parts: Iterable[Units]) -> list[TemplateUnit]:
        """The units of the document."""
        return [unit for part in parts for unit in part if unit.document == self.document]

    def _after(self, part: Units, made: Rewriting) -> Units:
        """What units that follow each other become by edits."""
        edits = defaultdict[int, list[Edit]](list)
        for unit, edit in made.edits:
            edits[id(unit)].append(edit)
        if not any(id(unit) in edits for unit in part):
            return part
        return self.read("".join(apply_edits(unit.text, edits[id(unit)]) for unit in part))


def _extent(differences: Sequence[Difference]) -> tuple[int, int]:
    """How much differs: the outcomes that are not right, then the differences, which have one or more."""
    return sum(sum(each.counts.values()) for each in differences), len(differences)


def _edits(unit: TemplateUnit, part: Units) -> list[Edit]:
    """The edit that turns a unit into others; none for the same text."""
    found = difference(unit.text, "".join(each.text for each in part))
    return [] if found is None else [Edit(found.start, found.end, found.text)]
