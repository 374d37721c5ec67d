"""Score spans given as plain Python values, without files."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from keytally.families.interchange import Entity, Extent, arranged
from keytally.families.span_counts import total_of
from keytally.families.spans.evaluation import SpansEvaluation
from keytally.families.spans.fast_total import WholeScore, are_plain, plain_counts
from keytally.families.spans.one_text import OneText
from keytally.families.spans.options import SpansOptions
from keytally.families.spans.scoring import SpansScore, span_counts

Span = tuple[int, int, str] | tuple[Sequence[Extent], str]
"""The start, end and type of a span, or the extents of a discontinuous span and its type, with offsets in
code points.
"""

Spans = Mapping[str, Iterable[Span]] | Sequence[Iterable[Span]]
"""The spans of documents, by name or in order."""


class SpansResult:
    """The score of spans: `values` contains the JSON output of `keytally score`, and `str()` returns its
    text.

    `key` and `response` have the spans of the documents with these `names`.
    """

    def __init__(
        self, names: Sequence[str], key: Sequence[Sequence[Span]], response: Sequence[Sequence[Span]]
    ) -> None:
        self._documents = names, key, response
        self._evaluation = SpansEvaluation(SpansOptions())
        is_plain = are_plain(key) and are_plain(response)
        self._total = WholeScore(plain_counts(key, response) if is_plain else total_of(self._scores))

    @cached_property
    def _scores(self) -> Sequence[SpansScore]:
        """Return the score of each document."""
        return [
            SpansScore(name, ((), ()), OneText((), ()), sides, span_counts(*sides))
            for name, mine, theirs in zip(*self._documents, strict=True)
            for sides in [(_entities(name, mine), _entities(name, theirs))]
        ]

    @property
    def values(self) -> dict[str, Any]:
        """Return the scores in total, by type, by schema and by document, with ratios in percent."""
        return self._evaluation.report_json(self._scores)

    @property
    def precision(self) -> float:
        """Return precision in the strict schema, in percent."""
        return self._total.counts.strict.precision

    @property
    def recall(self) -> float:
        """Return recall in the strict schema, in percent."""
        return self._total.counts.strict.recall

    @property
    def f(self) -> float:
        """Return F (F1) in the strict schema, in percent."""
        return self._total.counts.strict.f

    def __str__(self) -> str:
        return self._evaluation.report_text([self._total], 0)

    def __repr__(self) -> str:
        return f"<SpansResult F {self.f:.2f}>"


def spans(key: Spans, response: Spans) -> SpansResult:
    """Score response spans against key spans, both given as plain values.

    Each side contains the spans of every document, as a mapping from document names or as a sequence in which
    documents are aligned by order. A document that is missing on one side has no spans there. Raises
    ValueError for a span that is neither `(start, end, type)` nor `(extents, type)`, for sides of different
    kinds, and for sequences of different lengths.
    """
    documents = list(sides_of(key, response))
    mine, theirs = ([tuple(each[at]) for each in documents] for at in (1, 2))
    return SpansResult([name for name, _, _ in documents], mine, theirs)


Side = Mapping[str, Iterable[Any]] | Sequence[Iterable[Any]]


def sides_of(key: Side, response: Side) -> Iterable[tuple[str, Iterable[Any], Iterable[Any]]]:
    """Return the documents of both sides: a name, and the items of each side, which are empty if that side
    lacks the document.

    Raises ValueError for sides of different kinds, and for sequences of different lengths.
    """
    if isinstance(key, Mapping) != isinstance(response, Mapping):
        raise ValueError("give both sides as mappings by document name, or both as sequences")
    if not isinstance(key, Mapping) or not isinstance(response, Mapping):
        if len(key) != len(response):
            raise ValueError(f"the key has {len(key)} documents and the response {len(response)}")
        return zip(map(str, range(1, len(key) + 1)), key, response, strict=True)
    keys, responses = ({str(name): given for name, given in side.items()} for side in (key, response))
    return [
        (name, keys.get(name, ()), responses.get(name, ())) for name in dict.fromkeys([*keys, *responses])
    ]


def _entities(document: str, given: Iterable[Span]) -> tuple[Entity, ...]:
    return arranged([entity_of(document, span) for span in given], []).entities


def entity_of(document: str, span: Any) -> Entity:
    """Return the entity of a span. Raises ValueError for any other value."""
    match span:
        case (int(start), int(end), str(kind)):
            extents: tuple[Extent, ...] = ((start, end),)
        case ([_, *_] as stretches, str(kind)):
            extents = tuple((start, end) for start, end in stretches)
        case _:
            raise ValueError(f"document {document}: {span!r} is not (start, end, type) or (extents, type)")
    ends = [place for extent in extents for place in extent]
    if ends != sorted(ends) or ends[0] < 0:
        raise ValueError(f"document {document}: {span!r} has offsets that are negative or not in order")
    return Entity(extents, kind)
