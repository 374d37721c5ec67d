"""Scores of spans by nesting level and by length, scores of parent–child edges, and crossing spans."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from keytally.families.interchange import Entity
from keytally.findings.spelling import short_text
from keytally.tallies.tally import PrecisionRecall

DEEPEST = 3
"""The nesting level from which levels are counted together."""

LONGEST = (20, 40, 80, 160)
"""The maximum lengths, in characters, of the length groups."""

_NAMED = 10
"""The maximum number of crossing spans and duplicates that the text report names."""

Spans = Sequence[Entity]
Pairs = Sequence[tuple[int, int]]
"""Pairs of a key span and a response span, by index."""


def contains(outer: Entity, inner: Entity) -> bool:
    """Return whether a span strictly contains another span, judged by their first and last characters."""
    bounds = outer.start, outer.end
    return bounds[0] <= inner.start and inner.end <= bounds[1] and bounds != (inner.start, inner.end)


def crosses(one: Entity, other: Entity) -> bool:
    """Return whether two spans overlap without one containing the other or having the same bounds."""
    first, second = sorted(((one.start, one.end), (other.start, other.end)))
    return first[0] < second[0] < first[1] < second[1]


class Containment(NamedTuple):
    """For each span, the number of spans that contain it, and the index of the smallest of these."""

    levels: Sequence[int]
    parents: Sequence[int | None]


def containment(spans: Spans) -> Containment:
    """Return the nesting levels and parents of spans.

    The parent is the shortest span that contains a span; ties go to the span that starts first, then to the
    type that comes first.
    """
    levels = [0] * len(spans)
    parents: list[int | None] = [None] * len(spans)
    around: list[int] = []
    for at in sorted(range(len(spans)), key=lambda at: (spans[at].start, -spans[at].end)):
        span = spans[at]
        around = [other for other in around if spans[other].end > span.start]
        outer = [other for other in around if contains(spans[other], span)]
        levels[at] = len(outer)
        parents[at] = min(outer, key=lambda other: _size(spans[other]), default=None)
        around.append(at)
    return Containment(levels, parents)


def _size(span: Entity) -> tuple[int, int, str]:
    return span.end - span.start, span.start, span.type


def edges(found: Containment) -> set[tuple[int, int]]:
    """Return the pairs of parent and child, by index."""
    return {(parent, child) for child, parent in enumerate(found.parents) if parent is not None}


def crossing_pairs(key: Spans, response: Spans) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a key span and a response span that cross, in key order."""
    order = sorted(range(len(response)), key=lambda at: response[at].start)
    ends = [*accumulate((response[at].end for at in order), max)]
    for mine, span in enumerate(key):
        found = []
        for number in range(len(order) - 1, -1, -1):
            if ends[number] <= span.start:
                break
            if response[order[number]].start < span.end and crosses(span, response[order[number]]):
                found.append(order[number])
        yield from ((mine, other) for other in sorted(found))


def level_name(level: int) -> str:
    """Return the name of a nesting level's group: `0`, `1`, `2` or `3+`."""
    return str(level) if level < DEEPEST else f"{DEEPEST}+"


def length_name(length: int) -> str:
    """Return the name of a length's group: `1-20`, …, `161+`."""
    least = 1
    for greatest in LONGEST:
        if length <= greatest:
            return f"{least}-{greatest}"
        least = greatest + 1
    return f"{least}+"


class Named(NamedTuple):
    """Spans of a document that cross, or a span that occurs several times on one or both sides."""

    document: str
    key: Entity | None = None
    response: Entity | None = None

    def values(self) -> dict[str, Any]:
        """Return the document, and each side's span as extents and type."""
        sides = {"key": self.key, "response": self.response}
        spans = {
            side: [*map(list, each.extents), each.type] for side, each in sides.items() if each is not None
        }
        return {"document": self.document, **spans}

    @property
    def shown(self) -> str:
        """Return the spans as text for a message: `a: key LOC 0 4, response PER 2 6`."""
        sides = (("key", self.key), ("response", self.response))
        spans = [f"{side} {_shown(each)}" for side, each in sides if each is not None]
        return f"{short_text(self.document)}: {', '.join(spans)}"


def _shown(span: Entity) -> str:
    return f"{short_text(span.type)} {';'.join(f'{start} {end}' for start, end in span.extents)}"


class Nesting(NamedTuple):
    """The scores of documents by nesting.

    A correct span counts in the groups of the key span. `misattached` counts response edges between correct
    spans for which the key has another parent or none. `read` counts the key's documents whose response could
    be read completely.
    """

    levels: Mapping[str, PrecisionRecall] = {}
    lengths: Mapping[str, PrecisionRecall] = {}
    edges: PrecisionRecall = PrecisionRecall()
    misattached: int = 0
    crossing: Sequence[Named] = ()
    duplicates: Sequence[Named] = ()
    documents: int = 0
    read: int = 0

    def values(self) -> dict[str, Any]:
        """Return the JSON output."""
        share = 100 * self.read / self.documents if self.documents else None
        return {
            "levels": {name: counts.values() for name, counts in self.levels.items()},
            "lengths": {name: counts.values() for name, counts in self.lengths.items()},
            "edges": {**self.edges.values(), "misattached": self.misattached},
            "crossing": [each.values() for each in self.crossing],
            "duplicates": [each.values() for each in self.duplicates],
            "readable": {"documents": self.documents, "read": self.read, "share": share},
        }

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text report."""
        rows = [
            *((f"level {name}", counts) for name, counts in self.levels.items()),
            *((f"length {name}", counts) for name, counts in self.lengths.items()),
            ("edges", self.edges),
        ]
        width = max(len(name) for name, _ in rows)
        yield f"{'':<{width}}" + "".join(f" {title:>7}" for title in ("COR", "POS", "ACT", "REC", "PRE", "F"))
        for name, counts in rows:
            numbers = (counts.correct, counts.gold, counts.proposed)
            ratios = (counts.recall, counts.precision, counts.f)
            cells = (*map(str, numbers), *(f"{value:.2f}" for value in ratios))
            yield f"{name:<{width}}" + "".join(f" {cell:>7}" for cell in cells)
        yield f"edges with another parent in the key: {self.misattached}"
        for title, found in (("crossing spans", self.crossing), ("duplicate spans", self.duplicates)):
            yield f"{title}: {len(found)}"
            yield from (f"  {each.shown}" for each in found[:_NAMED])
        yield f"documents read: {self.read} of {self.documents}"


def nesting_of(document: str, key: Spans, response: Spans, pairs: Pairs, *, is_read: bool | None) -> Nesting:
    """Return the scores of a document; `pairs` contains the pairs of the strict schema.

    `is_read` is true if the response's document could be read, and None if the key lacks the document.
    """
    correct = [(mine, other) for mine, other in pairs if key[mine] == response[other]]
    nested, proposed = containment(key), containment(response)
    partners = {other: mine for mine, other in correct}
    levels = [[level_name(level) for level in found.levels] for found in (nested, proposed)]
    lengths = [[length_name(span.end - span.start) for span in spans] for spans in (key, response)]
    gold_edges, found_edges = edges(nested), edges(proposed)
    between = [
        (partners[one], partners[other]) for one, other in found_edges if {one, other} <= partners.keys()
    ]
    right = sum(edge in gold_edges for edge in between)
    return Nesting(
        _counts(levels, correct, partners),
        _counts(lengths, correct, partners),
        PrecisionRecall(right, len(found_edges), len(gold_edges)),
        sum(nested.parents[child] != parent for parent, child in between),
        [Named(document, key[mine], response[other]) for mine, other in crossing_pairs(key, response)],
        [*_duplicates(document, key, response)],
        is_read is not None,
        is_read is True,
    )


def _counts(
    names: Sequence[Sequence[str]], correct: Pairs, partners: Mapping[int, int]
) -> dict[str, PrecisionRecall]:
    """Return the counts of each group, given the group of each span on both sides."""
    of_key, of_response = names
    gold, found = Counter(of_key), Counter(of_key[mine] for mine, _ in correct)
    proposed = found + Counter(name for at, name in enumerate(of_response) if at not in partners)
    return {name: PrecisionRecall(found[name], proposed[name], gold[name]) for name in gold | proposed}


def _duplicates(document: str, key: Spans, response: Spans) -> Iterator[Named]:
    for side, spans in (("key", key), ("response", response)):
        for span, times in Counter(spans).items():
            for _ in range(times - 1):
                yield Named(document, **{side: span})


def total_nesting(parts: Sequence[Nesting]) -> Nesting:
    """Return the sum over documents."""
    return Nesting(
        _summed([part.levels for part in parts]),
        _summed([part.lengths for part in parts]),
        PrecisionRecall(*(sum(counts) for counts in zip(*(part.edges for part in parts), strict=True))),
        sum(part.misattached for part in parts),
        [each for part in parts for each in part.crossing],
        [each for part in parts for each in part.duplicates],
        sum(part.documents for part in parts),
        sum(part.read for part in parts),
    )


def _summed(parts: Sequence[Mapping[str, PrecisionRecall]]) -> dict[str, PrecisionRecall]:
    sums: dict[str, PrecisionRecall] = {}
    for part in parts:
        for name, counts in part.items():
            sums[name] = sums.get(name, PrecisionRecall()).plus(counts)
    return {name: sums[name] for name in sorted(sums, key=lambda name: int(name.strip("+").split("-")[0]))}
