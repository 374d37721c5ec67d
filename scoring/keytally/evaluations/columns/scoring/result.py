"""The result of a sentence, and the sum over sentences."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity
from keytally.evaluations.columns.scoring.alignment import Schema
from keytally.evaluations.columns.scoring.counts import SchemaCounts
from keytally.tallies.precision_recall import PrecisionRecall

Name = TypeVar("Name")


class SentenceCounts(NamedTuple):
    """The counts of a sentence: of each schema, of its types, and of its tags.

    `by_type` has the strict counts of each type, `strict` their sum. `tokens` and `right_tags` are counted
    for conlleval only. `schemas_by_type` is given where a program counts a type by itself.
    """

    schemas: Mapping[Schema, SchemaCounts]
    by_type: Mapping[str, PrecisionRecall]
    strict: PrecisionRecall
    tokens: int = 0
    right_tags: int = 0
    schemas_by_type: Mapping[tuple[str, Schema], SchemaCounts] = {}

    def sharing(self, known: dict[Any, Any]) -> "SentenceCounts":
        """The same, of the `known` ones of equal counts: what is pickled with others has each once."""
        return self._replace(
            schemas=_sharing(self.schemas, known),
            by_type=_sharing(self.by_type, known),
            strict=known.setdefault(self.strict, self.strict),
            schemas_by_type=_sharing(self.schemas_by_type, known),
        )


class Counted(Protocol):
    """What has counts: a sentence, or the sum over several."""

    @property
    def counts(self) -> SentenceCounts:
        """The counts."""
        ...


class SentenceScore:
    """A compared sentence: its units, one of which may be missing, its entities and its counts."""

    __slots__ = ("counts", "document", "key", "key_entities", "response", "response_entities")

    def __init__(
        self,
        document: str,
        units: tuple[SentenceUnit | None, SentenceUnit | None],
        entities: tuple[Sequence[Entity], Sequence[Entity]],
        counts: SentenceCounts,
    ) -> None:
        self.document = document
        self.key, self.response = units
        self.key_entities, self.response_entities = entities
        self.counts = counts


class CountedSentence(NamedTuple):
    """The counts of a sentence, without its units."""

    document: str
    counts: SentenceCounts


def summed(counts: Collection[PrecisionRecall]) -> PrecisionRecall:
    """The sum of counts."""
    first, *rest = counts or (PrecisionRecall(),)
    return PrecisionRecall(*map(sum, zip(first, *rest, strict=True))) if rest else first


class EntitiesFold:
    """The running sum over sentences (keytally.evaluations.interface.Fold)."""

    def __init__(self) -> None:
        self._schemas: dict[Schema, list[int]] = {}
        self._types: dict[str, list[int]] = {}
        self._by_type: dict[tuple[str, Schema], list[int]] = {}
        self._tokens = 0
        self._right_tags = 0

    def put(self, score: Counted) -> None:
        """Add a sentence, or what several add up to."""
        self.add(score.counts, 1)

    def drop(self, score: Counted) -> None:
        """Remove a sentence."""
        self.add(score.counts, -1)

    def add(self, counts: SentenceCounts, times: int) -> None:
        """Add counts so many times."""
        if not counts.tokens and not counts.by_type:
            return
        self._tokens += times * counts.tokens
        self._right_tags += times * counts.right_tags
        _put(self._schemas, counts.schemas, times)
        _put(self._types, counts.by_type, times)
        _put(self._by_type, counts.schemas_by_type, times)

    def counts(self) -> SentenceCounts:
        """The sum."""
        by_type = {name: PrecisionRecall(*self._types[name]) for name in _counted(self._types)}
        return SentenceCounts(
            {schema: SchemaCounts(*self._schemas.get(schema, ())) for schema in Schema},
            by_type,
            summed(by_type.values()),
            self._tokens,
            self._right_tags,
            {name: SchemaCounts(*self._by_type[name]) for name in _counted(self._by_type)},
        )

    def headline(self) -> float:
        """F of the strict schema, in percent."""
        return self.counts().strict.f

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return totals_of(self.counts())


def totals_of(counts: SentenceCounts) -> dict[str, Any]:
    """Strict precision, recall and F in percent with their counts, and the four schemas."""
    return {**counts.strict.values(), "types": types_json(counts), "schemas": schemas_json(counts.schemas)}


def types_json(counts: SentenceCounts) -> dict[str, Any]:
    """The strict counts and ratios of each type, by name."""
    return {name: counted.values() for name, counted in sorted(counts.by_type.items())}


def schemas_json(schemas: Mapping[Schema, SchemaCounts]) -> dict[str, Any]:
    """The counts of each schema, and their ratios in percent."""
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
    """The names with a count that is not zero, in order."""
    return sorted(name for name, counts in sums.items() if any(counts))
