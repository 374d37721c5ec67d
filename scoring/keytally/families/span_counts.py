"""Counts of typed spans: the four schemas of SemEval-2013, by type, and their sums over documents."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar

from keytally.measures.ratios import ratio
from keytally.tallies.tally import PrecisionRecall


class Schema(StrEnum):
    """The four schemas; each defines which properties must be the same in a correct pair."""

    STRICT = "strict"
    EXACT = "exact"
    PARTIAL = "partial"
    TYPE = "type"

    # Enum's own hash is a Python function, and schemas key the sums.
    __hash__ = str.__hash__


class SchemaCounts(NamedTuple):
    """The numbers of correct, incorrect and partially correct pairs, and of missing and spurious entities."""

    cor: int = 0
    inc: int = 0
    par: int = 0
    mis: int = 0
    spu: int = 0

    @property
    def possible(self) -> int:
        """Return the number of entities in the key."""
        return self.cor + self.inc + self.par + self.mis

    @property
    def actual(self) -> int:
        """Return the number of entities in the response."""
        return self.cor + self.inc + self.par + self.spu

    @property
    def recall(self) -> float:
        """Return (COR + PAR/2) / POS, in percent."""
        return ratio(100 * (self.cor + self.par / 2), self.possible)

    @property
    def precision(self) -> float:
        """Return (COR + PAR/2) / ACT, in percent."""
        return ratio(100 * (self.cor + self.par / 2), self.actual)

    @property
    def f(self) -> float:
        """Return the harmonic mean of precision and recall, in percent."""
        return ratio(200 * (self.cor + self.par / 2), self.possible + self.actual)


Name = TypeVar("Name")


class SpanCounts(NamedTuple):
    """The counts of a document by schema and by type, and the counts of its tags.

    `by_type` contains the strict counts of each type, and `strict` their sum. `tokens` and `right_tags` are
    counted only for conlleval. `schemas_by_type` is set if a program counts each type separately.
    """

    schemas: Mapping[Schema, SchemaCounts]
    by_type: Mapping[str, PrecisionRecall]
    strict: PrecisionRecall
    tokens: int = 0
    right_tags: int = 0
    schemas_by_type: Mapping[tuple[str, Schema], SchemaCounts] = {}

    def sharing(self, known: dict[Any, Any]) -> "SpanCounts":
        """Return these counts with parts replaced by equal `known` ones, so that pickles share them."""
        return self._replace(
            schemas=_sharing(self.schemas, known),
            by_type=_sharing(self.by_type, known),
            strict=known.setdefault(self.strict, self.strict),
            schemas_by_type=_sharing(self.schemas_by_type, known),
        )


class Counted(Protocol):
    """An object with counts, either of one document or summed over several."""

    @property
    def counts(self) -> SpanCounts:
        """Return the counts."""
        ...


class CountedSpans(NamedTuple):
    """The counts of a document, without its units."""

    document: str
    counts: SpanCounts


def summed(counts: Collection[PrecisionRecall]) -> PrecisionRecall:
    """Return the sum of counts."""
    first, *rest = counts or (PrecisionRecall(),)
    return PrecisionRecall(*map(sum, zip(first, *rest, strict=True))) if rest else first


class SpanFold:
    """The running sum over documents (keytally.families.contract.Fold)."""

    def __init__(self) -> None:
        self._schemas: dict[Schema, list[int]] = {}
        self._types: dict[str, list[int]] = {}
        self._by_type: dict[tuple[str, Schema], list[int]] = {}
        self._tokens = 0
        self._right_tags = 0

    def put(self, score: Counted) -> None:
        """Add a document, or a sum over several documents."""
        self.add(score.counts, 1)

    def drop(self, score: Counted) -> None:
        """Remove a document."""
        self.add(score.counts, -1)

    def add(self, counts: SpanCounts, times: int) -> None:
        """Add counts `times` times."""
        if not counts.tokens and not counts.by_type:
            return
        self._tokens += times * counts.tokens
        self._right_tags += times * counts.right_tags
        _put(self._schemas, counts.schemas, times)
        _put(self._types, counts.by_type, times)
        _put(self._by_type, counts.schemas_by_type, times)

    def counts(self) -> SpanCounts:
        """Return the sum."""
        by_type = {name: PrecisionRecall(*self._types[name]) for name in _counted(self._types)}
        return SpanCounts(
            {schema: SchemaCounts(*self._schemas.get(schema, ())) for schema in Schema},
            by_type,
            summed(by_type.values()),
            self._tokens,
            self._right_tags,
            {name: SchemaCounts(*self._by_type[name]) for name in _counted(self._by_type)},
        )

    def headline(self) -> float:
        """Return F in the strict schema, in percent."""
        return self.counts().strict.f

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        return totals_of(self.counts())


def totals_of(counts: SpanCounts) -> dict[str, Any]:
    """Return strict precision, recall and F in percent with counts, and the counts of the four schemas."""
    return {**counts.strict.values(), "types": types_json(counts), "schemas": schemas_json(counts.schemas)}


def total_of(scores: Iterable[Counted]) -> SpanCounts:
    """Return the sum over documents; documents with equal counts usually share them, so they are added in
    one step.
    """
    all_counts = [score.counts for score in scores]
    times = Counter(map(id, all_counts))
    fold = SpanFold()
    for each, counts in {id(counts): counts for counts in all_counts}.items():
        fold.add(counts, times[each])
    return fold.counts()


class Named(Counted, Protocol):
    """The counts of a document with its name."""

    @property
    def document(self) -> str:
        """Return the name of the document."""
        ...


def json_report(task: str, signature: str, scores: Sequence[Named]) -> dict[str, Any]:
    """Return the JSON output of `keytally score`."""
    counts = total_of(scores)
    return {
        "task": task,
        "signature": signature,
        "scores": counts.strict.values(),
        "types": types_json(counts),
        "schemas": schemas_json(counts.schemas),
        "items": {score.document: score.counts.strict.values() for score in scores},
    }


def types_json(counts: SpanCounts) -> dict[str, Any]:
    """Return the strict counts and ratios of each type, by name."""
    return {name: counted.values() for name, counted in sorted(counts.by_type.items())}


def schemas_json(schemas: Mapping[Schema, SchemaCounts]) -> dict[str, Any]:
    """Return the counts of each schema, and their ratios in percent."""
    return {
        schema.value: {
            **counted._asdict(),
            "pos": counted.possible,
            "act": counted.actual,
            "rec": counted.recall,
            "pre": counted.precision,
            "f": counted.f,
        }
        for schema, counted in schemas.items()
    }


def _sharing(counts: Mapping[Name, Any], known: dict[Any, Any]) -> Mapping[Name, Any]:
    return {name: known.setdefault(counted, counted) for name, counted in counts.items()}


def _put(sums: dict[Any, list[int]], counts: Mapping[Any, Sequence[int]], times: int) -> None:
    for name, counted in counts.items():
        summed_up = sums.get(name)
        if summed_up is None:
            sums[name] = [times * count for count in counted]
            continue
        for field, count in enumerate(counted):
            if count:
                summed_up[field] += times * count


def _counted(sums: Mapping[Any, Sequence[int]]) -> list[Any]:
    """Return the names with non-zero counts, in order."""
    return sorted(name for name, counts in sums.items() if any(counts))
