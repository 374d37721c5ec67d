"""Differences between the relations of a document and its key, classified, and the fixes for each."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.interchange import Document
from keytally.families.spans.differences import IS_COUNTED, LACKS_DOCUMENT
from keytally.families.spans.one_text import on_one_text
from keytally.families.spans.reading import SpansUnit
from keytally.families.spans.relations.options import RelationsOptions
from keytally.families.spans.relations.scoring import (
    MISSING,
    SPURIOUS,
    Link,
    RelationsScore,
    link_of,
)
from keytally.families.spans.relations.scoring import Place as RelationPlace
from keytally.families.spans.relations.standoff import StandoffWriter, is_line
from keytally.findings.finding import Edit
from keytally.tallies.status import Status


class Wrong(NamedTuple):
    """The places of a relation in the key and in the response; empty on a side that lacks it."""

    key: Sequence[RelationPlace]
    response: Sequence[RelationPlace]


def differences(score: RelationsScore) -> Iterator[Difference]:
    """Yield the classified differences of a document in text order."""
    matching = score.matching
    wrong: list[tuple[Link, str, Wrong]] = [
        (pair.response, pair.error, Wrong(score.key[pair.key], score.response[pair.response]))
        for pair in matching.pairs
    ]
    wrong += [(link, MISSING, Wrong(score.key[link], ())) for link in matching.missing]
    wrong += [(link, SPURIOUS, Wrong((), score.response[link])) for link in matching.spurious]
    for _, name, each in sorted(wrong, key=lambda each: (each[0].head, each[0].tail, each[0].type, each[1])):
        yield _difference(score, name, each)


def _difference(score: RelationsScore, name: str, wrong: Wrong) -> Difference:
    status = {MISSING: Status.MISSING, SPURIOUS: Status.SPURIOUS}.get(name, Status.INCORRECT)
    return Difference(
        name,
        _places(wrong.key, score.key_units),
        _places(wrong.response, score.response_units),
        _words(wrong.key),
        _words(wrong.response),
        {status.value: 1},
        (_type(wrong.key), _type(wrong.response)),
        wrong,
    )


def _places(stated: Sequence[RelationPlace], units: Sequence[SpansUnit]) -> Sequence[Place]:
    """Return the places of a relation; for a missing relation, the end of the side's last unit."""
    if stated:
        return [Place(unit, placed.start, placed.end) for unit, placed in stated]
    return [Place(unit, end, end) for unit in units[-1:] for end in (len(unit.text.rstrip()),)]


def _words(stated: Sequence[RelationPlace]) -> str:
    return stated[0][0].shown_relation(stated[0][1].relation) if stated else ""


def _type(stated: Sequence[RelationPlace]) -> str:
    return stated[0][1].relation.type if stated else ""


OF_EVENT = "roles of events are not written"
OF_SET = "the response states the relation in a set of equivalent entities or in an event"


def repair(
    key: Sequence[SpansUnit],
    response: Sequence[SpansUnit],
    given: Sequence[Difference],
    options: RelationsOptions,
) -> Rewriting:
    """Return the edits of a document that repair differences, and the document's units after the edits.

    Only standoff files are edited; JSON records are not written.
    """
    if not any(unit.content is not None for unit in response):
        return Rewriting([], dict.fromkeys(range(len(given)), LACKS_DOCUMENT))
    texts = on_one_text(key, response)
    if any(unit.content is not content for unit, content in (*texts.key, *texts.response)):
        return Rewriting([], dict.fromkeys(range(len(given)), IS_COUNTED))
    refused = {at: why for at, each in enumerate(given) if (why := _refused(each.subject, response))}
    wrongs: list[Wrong] = [each.subject for at, each in enumerate(given) if at not in refused]
    last = next(unit for unit in reversed(response) if unit.content is not None)
    edits: list[tuple[SpansUnit, Edit]] = []
    read: list[tuple[SpansUnit, SpansUnit]] = []
    for unit in response:
        if unit.content is None:
            continue
        own = [each for each in wrongs if any(other is unit for other, _ in each.response)]
        added = [each for each in wrongs if not each.response] if unit is last else []
        if own or added:
            read.append((unit, unit.with_content(_repaired(unit.content, own, added, options))))
            edits += [] if unit.has_text else [(unit, edit) for edit in _edits(unit, own, added)]
    return Rewriting(edits, refused, tuple(read))


def _refused(wrong: Wrong, response: Sequence[SpansUnit]) -> str:
    """Return the reason why a difference is not repaired; "" if there is none."""
    if all(unit.has_text for unit in response if unit.content is not None):
        return ""
    if any(placed.relation.piece for _, placed in wrong.key[:1]):
        return OF_EVENT
    return "" if all(is_line(unit, placed) for unit, placed in wrong.response) else OF_SET


def _repaired(
    content: Document, own: Sequence[Wrong], added: Sequence[Wrong], options: RelationsOptions
) -> Document:
    """Return a document after relations are replaced, deleted and added."""
    gone = {link_of(placed.relation, options) for each in own for _, placed in each.response}
    kept = [relation for relation in content.relations if link_of(relation, options) not in gone]
    put = [each.key[0][1].relation for each in (*own, *added) if each.key]
    return replace(content, relations=(*kept, *put))


def _edits(unit: SpansUnit, own: Sequence[Wrong], added: Sequence[Wrong]) -> Sequence[Edit]:
    """Return the edits of the lines in a standoff file; the first line of a wrong relation is kept."""
    writer = StandoffWriter(unit)
    for each in own:
        stated = [placed for other, placed in each.response if other is unit]
        if each.key:
            source, wanted = each.key[0]
            writer.replace(stated.pop(0), wanted.relation, source)
        for placed in stated:
            writer.delete(placed)
    for each in added:
        source, wanted = each.key[0]
        writer.add(wanted.relation, source)
    return writer.edits()


def difference_counts(scores: Sequence[RelationsScore]) -> Mapping[str, int]:
    """Return the numbers of incorrect, missing and spurious relations, without zeros."""
    sums = Counter[str]()
    for score in scores:
        errors = score.counts.errors
        paired = sum(count for name, count in errors.items() if name not in (MISSING, SPURIOUS))
        sums.update(inc=paired, mis=errors.get(MISSING, 0), spu=errors.get(SPURIOUS, 0))
    return +sums
