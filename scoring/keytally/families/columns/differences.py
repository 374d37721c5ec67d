"""Differences between the entities of a sentence and its key, classified, and the fixes for each."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.annotations import Difference, Piece, Place, Rewriting
from keytally.families.columns.annotations import relabelled
from keytally.families.columns.labels import entities
from keytally.families.columns.model import OUTSIDE, Entity, Scheme
from keytally.families.columns.reading import SentenceUnit
from keytally.families.columns.scoring import (
    Entities,
    SentenceScore,
    align,
    best_counts,
    overlap,
    overlapping,
)
from keytally.families.span_counts import Schema
from keytally.findings.spelling import short_text
from keytally.tallies.status import Status

# The class of each difference between the entities of a sentence's two sides.
#
# Entities that overlap, directly or through others, belong together. One that meets several of the other
# side is split or merged; where several meet several, the pairs of the strict schema differ in their type,
# in their boundaries or in both, and the rest is missed or spurious.


TYPE = "type"
TOO_LONG = "boundary too long"
TOO_SHORT = "boundary too short"
SHIFTED = "boundary shifted"
TYPE_AND_BOUNDARY = "type and boundary"
SPLIT = "split"
MERGED = "merged"
MISSED = "missed"
SPURIOUS = "spurious"

CLASSES = (TYPE, TOO_LONG, TOO_SHORT, SHIFTED, TYPE_AND_BOUNDARY, SPLIT, MERGED, MISSED, SPURIOUS)
"""The classes of named-entity differences in the order in which tables list them."""


class Wrong(NamedTuple):
    """A difference: its class, and the entities of the key and the response that it involves."""

    name: str
    key: Sequence[Entity]
    response: Sequence[Entity]

    @property
    def start(self) -> int:
        """Return the first token of the entities involved."""
        return min(each.start for each in (*self.key, *self.response))


def classed(key: Entities, response: Entities) -> list[Wrong]:
    """Return the differences of a sentence in text order, each in one class."""
    found = list[Wrong]()
    met: tuple[set[Entity], set[Entity]] = set(), set()
    for rows, columns in overlapping(key, response):
        mine, its = key[rows.start : rows.stop], response[columns.start : columns.stop]
        met[0].update(mine)
        met[1].update(its)
        found += _of_group(mine, its)
    found += (Wrong(MISSED, [each], []) for each in key if each not in met[0])
    found += (Wrong(SPURIOUS, [], [each]) for each in response if each not in met[1])
    return sorted(found, key=lambda each: each.start)


def _of_group(key: Entities, response: Entities) -> Iterator[Wrong]:
    """Yield the differences in one group of overlapping entities."""
    if len(key) == 1 < len(response):
        yield Wrong(SPLIT, key, response)
    elif len(response) == 1 < len(key):
        yield Wrong(MERGED, key, response)
    else:
        yield from _of_pairs(key, response)


def _of_pairs(key: Entities, response: Entities) -> Iterator[Wrong]:
    pairing = align(key, response, Schema.STRICT)
    for mine, other in zip(key, pairing.partners, strict=True):
        if other is None:
            yield Wrong(MISSED, [mine], [])
        elif mine != response[other]:
            yield Wrong(_of_pair(mine, response[other]), [mine], [response[other]])
    for its, other in zip(response, pairing.turned(len(response)), strict=True):
        if other is None:
            yield Wrong(SPURIOUS, [], [its])


def _of_pair(key: Entity, response: Entity) -> str:
    if key[:2] == response[:2]:
        return TYPE
    if key.type != response.type:
        return TYPE_AND_BOUNDARY
    if response.start <= key.start and key.end <= response.end:
        return TOO_LONG
    return TOO_SHORT if key.start <= response.start and response.end <= key.end else SHIFTED


def differences(score: SentenceScore) -> Iterator[Difference]:
    """Yield the classified differences of a sentence in text order."""
    tokens = [unit.tokens() if unit else () for unit in (score.key, score.response)]
    for wrong in classed(score.key_entities, score.response_entities):
        yield Difference(
            wrong.name,
            _places(score.key, wrong.key) or _gap(score.key, wrong),
            _places(score.response, wrong.response) or _gap(score.response, wrong),
            _entity_text(tokens[0], wrong.key),
            _entity_text(tokens[1], wrong.response),
            counts_of(len(wrong.key), len(wrong.response)),
            (_type(wrong.key), _type(wrong.response)),
            wrong,
        )


def difference_counts(scores: Sequence[SentenceScore]) -> Mapping[str, int]:
    """Return the counts of incorrect, missing and spurious entities under the strict schema, without
    zeros, regardless of the mode.
    """
    sums = Counter[str]()
    for score in scores:
        strict = best_counts(score.key_entities, score.response_entities)[Schema.STRICT]
        sums.update(inc=strict.inc, mis=strict.mis, spu=strict.spu)
    return +sums


def counts_of(key: int, response: int) -> Mapping[str, int]:
    """Return the strict counts of wrong entities, pairing as many as possible, without zeros."""
    pairs = min(key, response)
    counts = {Status.INCORRECT: pairs, Status.MISSING: key - pairs, Status.SPURIOUS: response - pairs}
    return {status.value: count for status, count in counts.items() if count}


def _places(unit: SentenceUnit | None, entities: Sequence[Entity]) -> Sequence[Place]:
    return [Place(unit, *unit.place_of(entity.start, entity.end)) for entity in entities] if unit else []


def _gap(unit: SentenceUnit | None, wrong: Wrong) -> Sequence[Place]:
    """Return the place of a missing entity on the side that lacks it."""
    if unit is None:
        return []
    place = unit.place_of(wrong.start, wrong.start + 1)[0]
    return [Place(unit, place, place)]


def _entity_text(tokens: Sequence[str], entities: Sequence[Entity]) -> str:
    """Return `Harbour Board (ORG)`, with plus signs between several entities."""
    texts = [
        f"{short_text(' '.join(tokens[entity.start : entity.end]))} ({short_text(entity.type)})"
        for entity in entities
    ]
    return " + ".join(texts)


def _type(entities: Sequence[Entity]) -> str:
    return entities[0].type if len({entity.type for entity in entities}) == 1 else ""


TOKENS = 32
"""The minimum number of tokens in a piece."""

FEWEST = 128
"""The minimum number of tokens in a sentence that is divided."""


def sentence_pieces(
    key: SentenceUnit, response: SentenceUnit, differences: Sequence[Difference]
) -> Sequence[Piece]:
    """Return the pieces of a long sentence that have differences; empty if it is not divided.

    A sentence is divided after tokens that are outside of entities on both sides.
    """
    gold, found = key.labels(), response.labels()
    if len(gold) != len(found) or len(gold) < FEWEST:
        return ()
    cuts = [0]
    for at, labels in enumerate(zip(gold, found, strict=True), 1):
        if at - cuts[-1] >= TOKENS and labels == (OUTSIDE, OUTSIDE):
            cuts.append(at)
    starts = sorted(bisect_right(cuts, difference.subject.start) - 1 for difference in differences)
    sides = [list(_parts(unit, cuts, dict.fromkeys(starts))) for unit in (key, response)]
    return [
        Piece([mine], [theirs], [(mine, key, start), (theirs, response, other)])
        for (mine, start), (theirs, other) in zip(*sides, strict=True)
    ]


def _parts(
    unit: SentenceUnit, cuts: Sequence[int], wanted: Iterable[int]
) -> Iterator[tuple[SentenceUnit, int]]:
    """Return the wanted parts of a sentence, divided before the tokens `cuts`, each with its offset."""
    rows = unit.lines().rows
    bounds = [0, *(rows[at].start for at in cuts[1:] if at < len(rows)), len(unit.text)]
    for number in wanted:
        start, end = bounds[number : number + 2]
        yield unit.with_text(unit.text[start:end]), start


LACKS_SENTENCE = "the response lacks the sentence"
LACKS_TOKENS = "the response lacks the tokens of the entity"
CROSSES = "another entity of the response contains some of the tokens"


def repair(response: SentenceUnit, differences: Sequence[Difference], scheme: Scheme | None) -> Rewriting:
    """Return the edits of a sentence that repair differences.

    A difference is refused if its fix would delete other entities; all differences are refused if the
    response lacks the sentence.
    """
    if not any(difference.response for difference in differences):
        return Rewriting([], dict.fromkeys(range(len(differences)), LACKS_SENTENCE))
    wrong: list[Wrong] = [difference.subject for difference in differences]
    present, count = entities(response.labels()), len(response.labels())
    refused = {
        at: LACKS_TOKENS for at, each in enumerate(wrong) if any(entity.end > count for entity in each.key)
    }
    while crossing := _crossing(wrong, present, refused):
        refused.update(dict.fromkeys(crossing, CROSSES))
    edits = relabelled(response, _repaired(wrong, present, refused), scheme)
    if edits is None:
        return Rewriting([], dict.fromkeys(range(len(wrong)), LACKS_TOKENS))
    return Rewriting([(response, edit) for edit in edits], refused)


def _left(wrong: Sequence[Wrong], present: Sequence[Entity], refused: Mapping[int, str]) -> list[Entity]:
    """Return the entities of the response that remain."""
    gone = {entity for at, each in enumerate(wrong) if at not in refused for entity in each.response}
    return [each for each in present if each not in gone]


def _repaired(wrong: Sequence[Wrong], present: Sequence[Entity], refused: Mapping[int, str]) -> list[Entity]:
    put = [entity for at, each in enumerate(wrong) if at not in refused for entity in each.key]
    return sorted([*_left(wrong, present, refused), *put])


def _crossing(wrong: Sequence[Wrong], present: Sequence[Entity], refused: Mapping[int, str]) -> list[int]:
    """Return the differences whose key entities share a token with a remaining entity."""
    left = _left(wrong, present, refused)
    return [
        at
        for at, each in enumerate(wrong)
        if at not in refused and any(overlap(mine, other) for mine in each.key for other in left)
    ]
