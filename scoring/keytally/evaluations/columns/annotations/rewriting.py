"""The edits of labels that make wanted entities; tokens, other columns and comments stay.

Labels are copied from the file that says them where the gold's sentence has the same scheme, or has no entity
that tells one; else they are written in the gold's scheme. Refused are entities of other words, those that
share a token with an entity that stays, and labels that have no column to stand in or would not be read as
they are meant, as IO cannot part neighbours of one type.
"""

from collections.abc import Iterator, Mapping, Sequence

from keytally.evaluations.annotated import Annotation, Change, Rewriting
from keytally.evaluations.columns.annotations.entities import entity_of, name_of
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import OUTSIDE, Entity, Scheme
from keytally.evaluations.columns.scoring.encoding import labels_in
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.relabelling import label_edits, relabelled
from keytally.evaluations.columns.scoring.schemes import told_scheme
from keytally.findings.edits import Edits, apply_edits
from keytally.findings.finding import Edit

OTHER_WORDS = "the sentence has other words in the gold"
SHARED = "it shares a token with another entity"
NOT_READ = "its labels cannot be written in the gold"


def rewriting(units: Sequence[SentenceUnit], changes: Sequence[Change], scheme: Scheme | None) -> Rewriting:
    """The edits of the units of a sentence in the gold, in file order; a scheme that is None is told."""
    edits: list[tuple[SentenceUnit, Edit]] = []
    refused: dict[int, str] = dict.fromkeys(range(len(changes)), OTHER_WORDS)
    for number, unit in enumerate(units):
        own = {at: each for at, each in enumerate(changes) if _concerns(each, number, unit)}
        for at in own:
            del refused[at]
        edits += ((unit, edit) for edit in _Sentence(unit, scheme).after(own, refused))
    return Rewriting(edits, dict(sorted(refused.items())))


def _concerns(change: Change, number: int, unit: SentenceUnit) -> bool:
    if change.present is not None:
        return change.present.unit is unit
    return change.wanted is not None and change.wanted.place[0] == number


class _Sentence:
    """A sentence of the gold while changes are made."""

    def __init__(self, unit: SentenceUnit, scheme: Scheme | None) -> None:
        self._unit = unit
        self._labels = unit.labels()
        self._words = unit.tokens()
        self._present = entities(self._labels)
        self._scheme = scheme or told_scheme([self._labels])

    def after(self, changes: Mapping[int, Change], refused: dict[int, str]) -> Edits:
        """The edits that make the changes; those that cannot be made get their reason."""
        made = dict(changes)
        for at in [at for at, change in made.items() if not self._fits(change.wanted)]:
            refused[at] = OTHER_WORDS
            del made[at]
        while shared := self._sharing(made):
            refused.update(dict.fromkeys(shared, SHARED))
            made = {at: change for at, change in made.items() if at not in shared}
        edits = self._written(list(made.values()))
        if edits is None:
            refused.update(dict.fromkeys(made, NOT_READ))
        return edits or ()

    def _fits(self, wanted: Annotation | None) -> bool:
        """Whether the sentence has the words of an entity; all its words if a file says it."""
        if wanted is None:
            return True
        if wanted.unit is not None:
            return list(wanted.unit.tokens()) == list(self._words)
        return name_of(self._words, entity_of(wanted)) == wanted.name

    def _staying(self, changes: Sequence[Change]) -> list[Entity]:
        gone = {entity_of(each.present) for each in changes if each.present is not None}
        return [each for each in self._present if each not in gone]

    def _sharing(self, changes: Mapping[int, Change]) -> set[int]:
        """The changes whose entities share a token with one that stays, or with that of a change before."""
        taken = {token for each in self._staying([*changes.values()]) for token in range(*each[:2])}
        found: set[int] = set()
        for at, change in changes.items():
            if change.wanted is not None:
                own = set(range(*entity_of(change.wanted)[:2]))
                found.update([at] if own & taken else ())
                taken |= own
        return found

    def _written(self, changes: Sequence[Change]) -> Edits | None:
        """The edits by which the sentence says what is wanted; None if no labels do."""
        new = [entity_of(each.wanted) for each in changes if each.wanted is not None]
        wanted = sorted([*self._staying(changes), *new])
        for edits in self._candidates(changes, wanted):
            if edits is not None:
                text = apply_edits(self._unit.text, edits)
                if entities(self._unit.with_text(text).labels()) == tuple(wanted):
                    return edits
        return None

    def _candidates(self, changes: Sequence[Change], wanted: Sequence[Entity]) -> Iterator[Edits | None]:
        said = [each.wanted.unit.labels() for each in changes if each.wanted is not None and each.wanted.unit]
        if self._scheme is None or told_scheme(said) in (None, self._scheme):
            yield label_edits(self._unit, self._copied(changes))
        yield relabelled(self._unit, wanted, self._scheme)
        yield relabelled(self._unit, wanted, Scheme.IOB2)

    def _copied(self, changes: Sequence[Change]) -> list[str]:
        """The labels with those of changed entities as the files have them that say these."""
        labels = list(self._labels)
        for present, wanted, *_ in changes:
            if present is not None and (wanted is None or present.place != wanted.place):
                start, end, _ = entity_of(present)
                labels[start:end] = [OUTSIDE] * (end - start)
        for present, wanted, *_ in changes:
            if wanted is not None and (
                present is None or (present.place, present.value) != (wanted.place, wanted.value)
            ):
                start, end, _ = entity = entity_of(wanted)
                of_file = wanted.unit.labels() if wanted.unit is not None else self._in_scheme(entity)
                labels[start:end] = of_file[start:end]
        return labels

    def _in_scheme(self, entity: Entity) -> Sequence[str]:
        return labels_in(self._scheme or Scheme.IOB2, [entity], len(self._labels))
