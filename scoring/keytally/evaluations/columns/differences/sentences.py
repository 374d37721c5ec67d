"""The differences of a scored sentence, with their places and their shares of the tally."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.columns.differences.classes import Wrong, classed
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity
from keytally.evaluations.columns.scoring.alignment import Schema
from keytally.evaluations.columns.scoring.counts import best_counts
from keytally.evaluations.columns.scoring.result import SentenceScore
from keytally.findings.spelling import shown
from keytally.tallies.status import Status


def differences(score: SentenceScore) -> Iterator[Difference]:
    """Each difference of a sentence in its class, in the order of the text."""
    for wrong in classed(score.key_entities, score.response_entities):
        yield Difference(
            wrong.name,
            _places(score.key, wrong.key) or _gap(score.key, wrong),
            _places(score.response, wrong.response) or _gap(score.response, wrong),
            _said(score.key, wrong.key),
            _said(score.response, wrong.response),
            counts_of(len(wrong.key), len(wrong.response)),
            (_type(wrong.key), _type(wrong.response)),
            wrong,
        )


def difference_counts(scores: Sequence[SentenceScore]) -> Mapping[str, int]:
    """The strict counts of the best pairs that are no agreement, whatever a program pairs; without zeros."""
    sums = Counter[str]()
    for score in scores:
        strict = best_counts(score.key_entities, score.response_entities)[Schema.STRICT]
        sums.update(inc=strict.inc, mis=strict.mis, spu=strict.spu)
    return +sums


def counts_of(key: int, response: int) -> Mapping[str, int]:
    """The strict counts of wrong entities, of which as many go together as can; without zeros."""
    pairs = min(key, response)
    counts = {Status.INCORRECT: pairs, Status.MISSING: key - pairs, Status.SPURIOUS: response - pairs}
    return {status.value: count for status, count in counts.items() if count}


def _places(unit: SentenceUnit | None, entities: Sequence[Entity]) -> Sequence[Place]:
    return [Place(unit, *unit.place_of(each.start, each.end)) for each in entities] if unit else []


def _gap(unit: SentenceUnit | None, wrong: Wrong) -> Sequence[Place]:
    """Where a side would have what it lacks."""
    if unit is None:
        return []
    place = unit.place_of(wrong.start, wrong.start + 1)[0]
    return [Place(unit, place, place)]


def _said(unit: SentenceUnit | None, entities: Sequence[Entity]) -> str:
    """`Harbour Board (ORG)`, several with a plus between them."""
    tokens = unit.tokens() if unit else ()
    texts = [f"{shown(' '.join(tokens[each.start : each.end]))} ({shown(each.type)})" for each in entities]
    return " + ".join(texts)


def _type(entities: Sequence[Entity]) -> str:
    return entities[0].type if len({each.type for each in entities}) == 1 else ""
