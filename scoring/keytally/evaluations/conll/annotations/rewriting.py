"""The edits of a gold file that make wanted mentions and chains; all but brackets stays.

The chains follow from the changes: a mention that none concerns stays with the one before it in its chain.
A chain keeps the name that most of its mentions have in the gold; a new one has that of the annotator's
file where it is free, else the next number. New brackets have the fields that the annotator's have, and a
cell that holds what it holds there is written like it. Refused are mentions of other words than the gold
has, and what the format cannot tell, such as two mentions of one chain that cross.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.conll.annotations.chain_edits import edits_of
from keytally.evaluations.conll.annotations.gold_chains import GoldChains, wanted_words
from keytally.evaluations.conll.annotations.spelling import spellings
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.findings.edits import Edits
from keytally.findings.finding import Edit

OTHER_WORDS = "the document has other words in the gold"
UNTOLD = "the format cannot tell such chains"


def rewriting(units: Sequence[DocumentUnit], changes: Sequence[Change]) -> Rewriting:
    """The edits of a document's units in the gold, in file order.

    A new mention is for the unit with the same number among those of the document.
    """
    edits: list[tuple[DocumentUnit, Edit]] = []
    refused = dict.fromkeys(range(len(changes)), OTHER_WORDS)
    for number, unit in enumerate(units):
        own = [at for at, each in enumerate(changes) if _concerns(each, number, unit)]
        made = _Document(unit, changes).made(own)
        edits += ((unit, edit) for edit in made.edits)
        refused = {at: why for at, why in refused.items() if at not in own} | {**made.refused}
    return Rewriting(edits, dict(sorted(refused.items())))


def _concerns(change: Change, number: int, unit: DocumentUnit) -> bool:
    if change.present is not None:
        return change.present.unit is unit
    return change.wanted is not None and change.wanted.place[0] == number


class _Made(NamedTuple):
    """The edits of one unit, the changes that they make, and those that cannot be made with the reason."""

    edits: Edits = ()
    changes: frozenset[int] = frozenset()
    refused: Mapping[int, str] = {}


class _Document:
    """A document of the gold while changes are made."""

    def __init__(self, unit: DocumentUnit, changes: Sequence[Change]) -> None:
        self._unit = unit
        self._changes = changes

    def made(self, own: Sequence[int]) -> _Made:
        """The edits of as many of its changes as can be made."""
        refused = {at: OTHER_WORDS for at in own if not self._fits(self._changes[at].wanted)}
        sound = [at for at in own if at not in refused]
        wanted = (self._changes[at].wanted for at in sound)
        self._spellings = spellings(each for each in wanted if each is not None)
        made = self._with(_Made(), sound, sound)
        untold = dict.fromkeys({*sound} - made.changes, UNTOLD)
        return made._replace(refused=refused | untold)

    def _fits(self, wanted: Annotation | None) -> bool:
        """Whether the gold has the words of a mention; those of its whole document if a file says it."""
        if wanted is None:
            return True
        if wanted.unit is None:
            words = wanted_words(self._unit, wanted)
            return bool(words) and " ".join(self._unit.tokens_at(words) or ()) == wanted.name
        other: DocumentUnit = wanted.unit
        return other.document == self._unit.document and other.tokens() == self._unit.tokens()

    def _with(self, made: _Made, more: Sequence[int], own: Sequence[int]) -> _Made:
        """What is made with those of more changes that can be; where not all can be, half by half."""
        if not more:
            return made
        edits = self._edits(made.changes.union(more), own)
        if edits is not None:
            return _Made(edits, made.changes.union(more))
        if len(more) == 1:
            return made
        half = len(more) // 2
        return self._with(self._with(made, more[:half], own), more[half:], own)

    def _edits(self, accepted: Collection[int], own: Sequence[int]) -> Edits | None:
        """The edits that make those changes; None where the format cannot tell what comes of them."""
        wanted = GoldChains(self._unit, self._changes, own, accepted).changes()
        return edits_of(self._unit, wanted._replace(spellings=self._spellings))
