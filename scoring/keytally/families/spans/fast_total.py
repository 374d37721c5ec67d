"""Totals of plain spans without an object for each: a fifth of the time of reading each document."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, repeat
from operator import gt, itemgetter, lt
from typing import Any, NamedTuple

from keytally.families.interchange import Entity
from keytally.families.span_counts import Schema, SchemaCounts, SpanCounts, summed
from keytally.families.spans.scoring import span_counts
from keytally.tallies.tally import PrecisionRecall

Span = Sequence[Any]
"""Start, end and type."""

_TYPE = itemgetter(2)
_FIELDS = ("id", "text", "label")
_FIELD_COUNT = 3


class WholeScore(NamedTuple):
    """The sum over all documents of a pair."""

    counts: SpanCounts


def whole_score(key: bytes, response: bytes) -> WholeScore | None:
    """Return the sum over the documents of two files in UTF-8; None if they must be read one by one.

    Plain files have one record per line, with the fields `id`, `text` and `label`, and the same documents in
    the same order with the same texts.
    """
    gold = _records(key)
    found = _records(response) if gold is not None else None
    if gold is None or found is None or (gold.names, gold.texts) != (found.names, found.texts):
        return None
    lengths = list(map(len, gold.texts))
    if not all(are_plain(each.spans, lengths) for each in (gold, found)):
        return None
    return WholeScore(plain_counts(gold.spans, found.spans))


class _Records(NamedTuple):
    """The records of a file: their names, texts and spans."""

    names: Sequence[str]
    texts: Sequence[str]
    spans: Sequence[Sequence[Span]]


def _records(data: bytes) -> _Records | None:
    """Return the records of a file of JSON Lines; None for any other file."""
    lines = data.removesuffix(b"\n").split(b"\n")
    try:
        values = json.loads(b"[%b]" % b",".join(lines))
        names, texts, spans = (list(map(itemgetter(name), values)) for name in _FIELDS)
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None
    if len(values) != len(lines) or {*map(len, values)} != {_FIELD_COUNT}:
        return None
    named = [*map(str, names)]
    is_named = {*map(type, names)} <= {str, int} and len({*named}) == len(named)
    has_types = {*map(type, texts)} == {str} and {*map(type, spans)} == {list}
    return _Records(named, texts, spans) if is_named and has_types else None


def are_plain(documents: Sequence[Sequence[Any]], lengths: Sequence[int] | None = None) -> bool:
    """Return whether all spans are a start, a greater end, and a type that is not empty.

    `lengths` are those of the documents' texts, in which the spans must end.
    """
    spans = list(chain.from_iterable(documents))
    if not spans:
        return True
    if not {*map(type, spans)} <= {list, tuple} or {*map(len, spans)} != {_FIELD_COUNT}:
        return False
    starts, ends, types = (list(map(itemgetter(at), spans)) for at in range(_FIELD_COUNT))
    if {*map(type, starts), *map(type, ends)} != {int} or {*map(type, types)} != {str}:
        return False
    if min(starts) < 0 or "" in types or not all(map(lt, starts, ends)):
        return False
    most = chain.from_iterable(map(repeat, lengths, map(len, documents))) if lengths is not None else ()
    return not any(map(gt, ends, most))


def plain_counts(key: Sequence[Sequence[Span]], response: Sequence[Sequence[Span]]) -> SpanCounts:
    """Return the sum over documents with plain spans (`are_plain`), given in the same order."""
    gold, proposed = (Counter(map(_TYPE, chain.from_iterable(side))) for side in (key, response))
    differing = [(mine, theirs) for mine, theirs in zip(key, response, strict=True) if mine != theirs]
    correct = gold - Counter(map(_TYPE, chain.from_iterable(mine for mine, _ in differing)))
    equal = correct.total()
    pairs = {schema: [0, 0] for schema in Schema}
    right: list[str] = []
    for mine, theirs in differing:
        equal += _add_document(sorted(map(tuple, mine)), sorted(map(tuple, theirs)), pairs, right)
    correct.update(right)
    by_type = {
        name: PrecisionRecall(correct[name], proposed[name], gold[name]) for name in sorted(gold | proposed)
    }
    schemas = {
        schema: _schema_counts(schema, equal + cor, other, gold.total(), proposed.total())
        for schema, (cor, other) in pairs.items()
    }
    return SpanCounts(schemas, by_type, summed(by_type.values()))


Pairs = dict[Schema, list[int]]
"""The number of pairs of each schema: correct ones, and others."""


def _add_document(mine: list[Any], theirs: list[Any], pairs: Pairs, right: list[str]) -> int:
    """Count a document, with its spans sorted, and return the number of equal spans that `pairs` lacks."""
    if not (_is_flat(mine) and _is_flat(theirs)):
        _add_counts(mine, theirs, pairs, right)
        return 0
    common = {*mine} & {*theirs}
    if common:
        right.extend(map(_TYPE, common))
        mine = [each for each in mine if each not in common]
        theirs = [each for each in theirs if each not in common]
    if mine and theirs:
        for gold, found in _groups(mine, theirs):
            if len(gold) == len(found) == 1:
                _add_pair(gold[0], found[0], pairs)
            else:
                _add_counts(gold, found, pairs, right)
    return len(common)


def _is_flat(spans: Sequence[Span]) -> bool:
    """Return whether no two sorted spans overlap."""
    return all(first[1] <= second[0] for first, second in pairwise(spans))


def _groups(mine: Sequence[Span], theirs: Sequence[Span]) -> Iterator[tuple[list[Span], list[Span]]]:
    """Yield the groups of overlapping spans of both sides; neither side has overlapping ones of its own."""
    at = 0
    gold: list[Span] = []
    found: list[Span] = []
    reach = 0
    for span in mine:
        start, end, _ = span
        while at < len(theirs) and theirs[at][1] <= start:
            at += 1
        if gold and start >= reach:
            yield gold, found
            gold, found = [], []
        first = at
        while at < len(theirs) and theirs[at][0] < end:
            if not found or found[-1] is not theirs[at]:
                found.append(theirs[at])
            reach = max(reach, theirs[at][1])
            at += 1
        if at > first:
            at -= 1
            gold.append(span)
            reach = max(reach, end)
    if gold:
        yield gold, found


def _add_pair(gold: Span, found: Span, pairs: Pairs) -> None:
    """Count two overlapping spans that differ."""
    is_exact = gold[0] == found[0] and gold[1] == found[1]
    pairs[Schema.STRICT][1] += 1
    pairs[Schema.EXACT][not is_exact] += 1
    pairs[Schema.PARTIAL][not is_exact] += 1
    pairs[Schema.TYPE][gold[2] != found[2]] += 1


def _add_counts(gold: Sequence[Span], found: Sequence[Span], pairs: Pairs, right: list[str]) -> None:
    """Count spans that are aligned by search."""
    counts = span_counts(*([Entity(((s, e),), kind) for s, e, kind in side] for side in (gold, found)))
    for schema, counted in counts.schemas.items():
        pairs[schema][0] += counted.cor
        pairs[schema][1] += counted.inc + counted.par
    for name, strict in counts.by_type.items():
        right.extend([name] * strict.correct)


def _schema_counts(schema: Schema, correct: int, other: int, gold: int, proposed: int) -> SchemaCounts:
    inc, par = (0, other) if schema is Schema.PARTIAL else (other, 0)
    return SchemaCounts(correct, inc, par, gold - correct - other, proposed - correct - other)
