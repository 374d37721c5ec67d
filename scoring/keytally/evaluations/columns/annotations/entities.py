"""Entities as annotations: what a file of columns says of a sentence.

The value of an entity is its type; how its labels are written says nothing. A place is the number of the
unit in the sentence, which is 0 but for odd files, and the tokens; in the unit an entity reaches from its
first token to its last label. An extent reaches from the first token to
the last one in the bare text (`bare.py`), the label of the last one not included.
"""

from collections.abc import Sequence
from itertools import accumulate

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.columns.annotations.bare import BareSentence, bare_sentence
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity
from keytally.evaluations.columns.scoring.entities import entities
from keytally.measures.nearest_pairs import Pair, Stretch, nearest_pairs

ENTITY = "entity"
"""The kind of every annotation of the task."""


def annotations(units: Sequence[SentenceUnit]) -> list[Annotation]:
    """The entities of a sentence in the order of their places."""
    texts = [bare_sentence(unit) for unit in units]
    shifts = accumulate((len(each.text) for each in texts), initial=0)
    return [
        _annotation(unit, number, text, shift, entity)
        for number, (unit, text, shift) in enumerate(zip(units, texts, shifts, strict=False))
        for entity in entities(unit.labels())
    ]


def bare(units: Sequence[SentenceUnit]) -> list[str]:
    """The text of each unit with `O` as every label."""
    return [bare_sentence(unit).text for unit in units]


def tokens(units: Sequence[SentenceUnit]) -> list[Stretch]:
    """The tokens of a sentence in its bare text."""
    found: list[Stretch] = []
    shift = 0
    for each in map(bare_sentence, units):
        found += ((start + shift, end + shift) for start, end in each.tokens)
        shift += len(each.text)
    return found


def counterparts(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """The pairs of entities that share tokens: those with the largest shares choose first."""
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
    """Whether two entities share a token."""
    return not _is_before(one, other) and not _is_before(other, one)


def entity_of(said: Annotation) -> Entity:
    """The entity of an annotation, by the tokens of its unit."""
    return Entity(*_tokens(said), str(said.value[0]))


def name_of(words: Sequence[str], entity: Entity) -> str:
    """The words of an entity."""
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
    """Whether all tokens of one entity stand before those of another."""
    (number, _, end), (other_number, start, _) = one.place, other.place
    return int(end) <= int(start) if number == other_number else int(number) < int(other_number)
