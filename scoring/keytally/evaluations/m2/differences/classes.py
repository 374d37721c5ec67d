"""The class of each edit of a sentence that is missing or spurious.

Edits of the two sides that change the same tokens belong together: there the correction is wrong, or, where
it is the same, its place. A spurious edit that makes a missing correction a few tokens off is in a wrong
place too. The rest is missed or spurious.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.m2.model import GoldEdit, SystemEdit

MISSED = "missed"
SPURIOUS = "spurious"
WRONG_CORRECTION = "wrong correction"
WRONG_PLACE = "wrong place"

CLASSES = (MISSED, SPURIOUS, WRONG_CORRECTION, WRONG_PLACE)

NEAR = 3
"""How many source tokens off the same correction may stand."""


class Edits(NamedTuple):
    """What belongs together: the missing edits of the gold, and the spurious ones of the system."""

    gold: Sequence[GoldEdit]
    made: Sequence[SystemEdit]

    @property
    def place(self) -> tuple[int, int]:
        """Where the first of them stands in the source sentence."""
        return min([edit[:2] for edit in self.gold] + [edit[:2] for edit in self.made])


class Words(NamedTuple):
    """The tokens of the source sentence and of the output."""

    source: Sequence[str]
    output: Sequence[str]

    def same(self, gold: GoldEdit, made: SystemEdit) -> bool:
        """Whether an edit makes a correction of the gold, wherever it stands."""
        after = " ".join(self.output[made.first : made.last])
        texts = {" ".join(each.split()) for each in gold.alternatives}
        before = self.source[gold.start : gold.end] == self.source[made.start : made.end]
        return after in texts and (before or bool(after))


def classed(gold: Sequence[GoldEdit], made: Sequence[SystemEdit], words: Words) -> list[tuple[str, Edits]]:
    """Every missing edit of the gold and every spurious one in one class, in the order of the source."""
    groups = list(_groups(gold, made))
    found = [(_of_group(each, words), each) for each in groups if each.gold and each.made]
    missed = [each.gold[0] for each in groups if not each.made]
    spurious = [each.made[0] for each in groups if not each.gold]
    for edit in list(missed):
        near = [other for other in spurious if _distance(edit, other) <= NEAR and words.same(edit, other)]
        if near:
            other = min(near, key=lambda each: (_distance(edit, each), each.start))
            missed.remove(edit)
            spurious.remove(other)
            found.append((WRONG_PLACE, Edits([edit], [other])))
    found += [(MISSED, Edits([edit], [])) for edit in missed]
    found += [(SPURIOUS, Edits([], [edit])) for edit in spurious]
    return sorted(found, key=lambda each: (each[1].place, each[0]))


def _of_group(group: Edits, words: Words) -> str:
    """The class of edits that change the same tokens."""
    if len(group.gold) == len(group.made) == 1 and words.same(group.gold[0], group.made[0]):
        return WRONG_PLACE
    return WRONG_CORRECTION


def _groups(gold: Sequence[GoldEdit], made: Sequence[SystemEdit]) -> Iterator[Edits]:
    """The edits that meet an edit of the other side, directly or through others; each of the rest alone."""
    left = list(made)
    waiting = list(gold)
    while waiting:
        group = Edits([waiting.pop(0)], [])
        grown = True
        while grown:
            others = [each for each in left if any(meet(each, edit) for edit in group.gold)]
            left = [each for each in left if each not in others]
            more = [each for each in waiting if any(meet(each, edit) for edit in others)]
            waiting = [each for each in waiting if each not in more]
            group = Edits([*group.gold, *more], [*group.made, *others])
            grown = bool(others or more)
        yield group
    yield from (Edits([], [each]) for each in left)


def meet(one: GoldEdit | SystemEdit, other: GoldEdit | SystemEdit) -> bool:
    """Whether two edits change the same tokens, insert at the same place, or one inserts within the other."""
    if one[:2] == other[:2]:
        return True
    if one.start == one.end or other.start == other.end:
        return max(one.start, other.start) < min(one.end, other.end) or _is_within(one, other)
    return max(one.start, other.start) < min(one.end, other.end)


def _is_within(one: GoldEdit | SystemEdit, other: GoldEdit | SystemEdit) -> bool:
    """Whether one of two edits inserts between two tokens of the other."""
    return other.start < one.start == one.end < other.end or one.start < other.start == other.end < one.end


def _distance(gold: GoldEdit, made: SystemEdit) -> int:
    return abs(gold.start - made.start)
