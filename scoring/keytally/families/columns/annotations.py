"""Entities as annotations, and the label edits that write changed entities."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.families.annotations import Annotation, Change, Rewriting
from keytally.families.columns.labels import entities, infer_scheme, labels_in, written_label
from keytally.families.columns.model import OUTSIDE, Entity, Scheme
from keytally.families.columns.reading import LAST, SentenceUnit
from keytally.findings.finding import Edit, Edits, apply_edits
from keytally.measures.assignment import Pair, Stretch, nearest_pairs
from keytally.text.positions import Span


class BareSentence(NamedTuple):
    """The text of a sentence without annotations, and the positions of its tokens in that text."""

    text: str
    tokens: Sequence[Span]


def bare_sentence(unit: SentenceUnit) -> BareSentence:
    """Return the sentence of a unit with every label replaced by `O`; missing labels are added if labels
    are in the last column.
    """
    pieces: list[str] = []
    tokens: list[Span] = []
    length = end = 0
    for number, row in enumerate(unit.lines().rows):
        cell, token = unit.label_cell(number), row.token(unit.token)
        shift = length - end
        tokens.append(Span(token.start + shift, token.end + shift))
        pieces += unit.text[end : cell.start], _label(unit, cell.text)
        length += len(pieces[-2]) + len(pieces[-1])
        end = cell.end
    return BareSentence("".join([*pieces, unit.text[end:]]), tokens)


def _label(unit: SentenceUnit, written: str) -> str:
    if written:
        return OUTSIDE
    return f"{unit.separator}{OUTSIDE}" if unit.column == LAST else ""


# Entities as annotations: the content of a file of columns for a sentence.
#
# The value of an entity is its type; the spelling of its labels is irrelevant. A place is the number of the
# unit in the sentence, usually 0, and the tokens; in the unit an entity extends from its first token to its
# last label. An extent is from the first token to the last one in the bare text (`bare.py`), without the
# label of the last one.


ENTITY = "entity"
"""The kind of every annotation of the task."""


def annotations(units: Sequence[SentenceUnit]) -> list[Annotation]:
    """Return the entities of a sentence in text order."""
    texts = [bare_sentence(unit) for unit in units]
    shifts = accumulate((len(each.text) for each in texts), initial=0)
    return [
        _annotation(unit, number, text, shift, entity)
        for number, (unit, text, shift) in enumerate(zip(units, texts, shifts, strict=False))
        for entity in entities(unit.labels())
    ]


def bare(units: Sequence[SentenceUnit]) -> list[str]:
    """Return the text of each unit with `O` as every label."""
    return [bare_sentence(unit).text for unit in units]


def tokens(units: Sequence[SentenceUnit]) -> list[Stretch]:
    """Return the tokens of a sentence in its bare text."""
    found: list[Stretch] = []
    shift = 0
    for each in map(bare_sentence, units):
        found += ((start + shift, end + shift) for start, end in each.tokens)
        shift += len(each.text)
    return found


def counterparts(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """Return the pairs of entities that share tokens, chosen greedily by the largest share of common
    tokens.
    """
    candidates: list[Pair] = []
    start = 0
    for i, one in enumerate(first):
        while start < len(second) and _is_before(second[start], one):
            start += 1
        for j in range(start, len(second)):
            if _is_before(one, second[j]):
                break
            candidates.append((i, j))
    return nearest_pairs(candidates, [*map(_tokens, first)], [*map(_tokens, second)])


def exclude(one: Annotation, other: Annotation) -> bool:
    """Return whether two entities share a token."""
    return not _is_before(one, other) and not _is_before(other, one)


def entity_of(said: Annotation) -> Entity:
    """Return the entity of an annotation, with token numbers within its unit."""
    return Entity(*_tokens(said), str(said.value[0]))


def name_of(words: Sequence[str], entity: Entity) -> str:
    """Return the words of an entity."""
    return " ".join(words[entity.start : entity.end])


def _annotation(
    unit: SentenceUnit, number: int, text: BareSentence, shift: int, entity: Entity
) -> Annotation:
    extent = shift + text.tokens[entity.start].start, shift + text.tokens[entity.end - 1].end
    return Annotation(
        unit,
        unit.lines().rows[entity.start].start,
        unit.label_cell(entity.end - 1).end,
        ENTITY,
        name_of(unit.tokens(), entity),
        (number, entity.start, entity.end),
        (entity.type,),
        extent=extent,
    )


def _tokens(said: Annotation) -> Stretch:
    _, start, end = said.place
    return int(start), int(end)


def _is_before(one: Annotation, other: Annotation) -> bool:
    """Return whether all tokens of one entity precede those of another."""
    (number, _, end), (other_number, start, _) = one.place, other.place
    return int(end) <= int(start) if number == other_number else int(number) < int(other_number)


def with_entity(present: Sequence[Entity], new: Entity) -> tuple[Entity, ...]:
    """Return the entities with a new entity added; existing entities that share a token with it are
    removed.
    """
    return tuple(sorted([*without(present, new.start, new.end), new]))


def without(present: Sequence[Entity], start: int, end: int) -> tuple[Entity, ...]:
    """Return the entities that do not overlap the tokens from `start` to `end`."""
    return tuple([each for each in present if each.end <= start or each.start >= end])


def relabelled(unit: SentenceUnit, wanted: Sequence[Entity], scheme: Scheme | None) -> Edits | None:
    """Return the edits that give a sentence exactly the wanted entities; empty if it already has them.

    Only the labels that the entities or the scheme require to change are edited. If `scheme` is None, it is
    detected from the sentence's labels, with IOB2 as the default. The result is None if an entity ends after
    the last token, or if a label has no column.
    """
    labels = unit.labels()
    present = entities(labels)
    if tuple(wanted) == present:
        return ()
    if any(each.end > len(labels) for each in wanted):
        return None
    scheme = scheme or infer_scheme([labels]) or Scheme.IOB2
    new = _rewritten(labels, present, wanted, scheme)
    return label_edits(unit, new)


def label_edits(unit: SentenceUnit, new: Sequence[str]) -> Edits | None:
    """Return the edits that give a sentence other labels; None if a label has no column."""
    edits = [_edit(unit, number, label) for number, label in _changes(unit.labels(), new)]
    possible = tuple(edit for edit in edits if edit is not None)
    return possible if len(possible) == len(edits) else None


def _rewritten(
    labels: Sequence[str], present: Sequence[Entity], wanted: Sequence[Entity], scheme: Scheme
) -> Sequence[str]:
    """Return the labels, changed only where the scheme requires it; if that gives other entities, return
    all labels of the scheme.
    """
    before, after = (labels_in(scheme, each, len(labels)) for each in (present, wanted))
    changed = [label if old == new else new for label, old, new in zip(labels, before, after, strict=True)]
    return changed if entities(changed) == tuple(wanted) else after


def _changes(labels: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, str]]:
    pairs = enumerate(zip(labels, new, strict=True))
    return ((number, label) for number, (old, label) in pairs if old != label)


def _edit(unit: SentenceUnit, number: int, label: str) -> Edit | None:
    """Return the edit that writes a token's label; None if the line lacks the column or the form cannot
    represent the label.
    """
    cell, text = unit.label_cell(number), written_label(label, unit.form)
    if text is None:
        return None
    if cell.text:
        return Edit(cell.start, cell.end, text)
    return Edit(cell.start, cell.end, f"{unit.separator}{text}") if unit.column == LAST else None


# The edits of labels that create wanted entities; tokens, other columns and comments are unchanged.
#
# Labels are copied from the annotator's file if the gold's sentence has the same scheme, or has no entity
# that shows one; otherwise they are written in the gold's scheme. Refused are entities of other words, those
# that share a token with a remaining entity, and labels that have no column or would be misread, because IO
# cannot separate adjacent entities of one type.


OTHER_WORDS = "the sentence has different words in the gold"
SHARED = "the entity shares a token with another entity"
NOT_READ = "the labels of the entity cannot be written in the gold"


def rewriting(units: Sequence[SentenceUnit], changes: Sequence[Change], scheme: Scheme | None) -> Rewriting:
    """Return the edits of the units of a sentence in the gold, in file order.

    If `scheme` is None, it is detected.
    """
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
    """A sentence of the gold while changes are applied to it."""

    def __init__(self, unit: SentenceUnit, scheme: Scheme | None) -> None:
        self._unit = unit
        self._labels = unit.labels()
        self._words = unit.tokens()
        self._present = entities(self._labels)
        self._scheme = scheme or infer_scheme([self._labels])

    def after(self, changes: Mapping[int, Change], refused: dict[int, str]) -> Edits:
        """Return the edits that make the changes; add the reason for each impossible change to `refused`."""
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
        """Return whether the sentence has the words of an entity; for an entity from a file, all words of
        the sentence must match.
        """
        if wanted is None:
            return True
        if wanted.unit is not None:
            return list(wanted.unit.tokens()) == list(self._words)
        return name_of(self._words, entity_of(wanted)) == wanted.name

    def _staying(self, changes: Sequence[Change]) -> list[Entity]:
        gone = {entity_of(change.present) for change in changes if change.present is not None}
        return [each for each in self._present if each not in gone]

    def _sharing(self, changes: Mapping[int, Change]) -> set[int]:
        """Return the changes whose entities share a token with a remaining entity or with an earlier
        change.
        """
        taken = {token for each in self._staying([*changes.values()]) for token in range(*each[:2])}
        found: set[int] = set()
        for at, change in changes.items():
            if change.wanted is not None:
                own = set(range(*entity_of(change.wanted)[:2]))
                found.update([at] if own & taken else ())
                taken |= own
        return found

    def _written(self, changes: Sequence[Change]) -> Edits | None:
        """Return the edits that give the sentence the wanted entities; None if no labels can represent
        them.
        """
        new = [entity_of(change.wanted) for change in changes if change.wanted is not None]
        wanted = sorted([*self._staying(changes), *new])
        for edits in self._candidates(changes, wanted):
            if edits is not None:
                text = apply_edits(self._unit.text, edits)
                if entities(self._unit.with_text(text).labels()) == tuple(wanted):
                    return edits
        return None

    def _candidates(self, changes: Sequence[Change], wanted: Sequence[Entity]) -> Iterator[Edits | None]:
        said = [
            change.wanted.unit.labels()
            for change in changes
            if change.wanted is not None and change.wanted.unit
        ]
        if self._scheme is None or infer_scheme(said) in (None, self._scheme):
            yield label_edits(self._unit, self._copied(changes))
        yield relabelled(self._unit, wanted, self._scheme)
        yield relabelled(self._unit, wanted, Scheme.IOB2)

    def _copied(self, changes: Sequence[Change]) -> list[str]:
        """Return the sentence's labels, with the labels of changed entities copied from the files that
        contain them.
        """
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
