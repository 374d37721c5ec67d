"""Differences between a record and its key, classified."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.families.annotations import Difference, Place
from keytally.families.records.alignment import Matching
from keytally.families.records.comparators import BY_TYPE, CORRECT, plain_text
from keytally.families.records.compiled import Choice, Compiled, Group, Item, Leaf, leaves_of
from keytally.families.records.json_tree import Plain
from keytally.families.records.marks import gap_in
from keytally.families.records.programs.omni_values import canonical
from keytally.families.records.programs.shared import as_python
from keytally.families.records.reading import RecordUnit
from keytally.families.records.regrouping import merged_items, split_items
from keytally.families.records.rules import is_invented
from keytally.families.records.scoring import Comparison, RecordScore, Verdict, summed
from keytally.families.records.source_text import SourceText
from keytally.findings.spelling import short_text
from keytally.tallies.status import Status

VALUE = "wrong value"
FORMAT = "formatting only"
MISSING_FIELD, SPURIOUS_FIELD = "missing field", "spurious field"
MISSING_ITEM, SPURIOUS_ITEM, DUPLICATE = "missing item", "spurious item", "duplicate item"
WRONG_ITEM, SPLIT, MERGED = "wrong item", "split item", "merged items"
INVENTED = "invented value"

CLASSES = (
    *(VALUE, FORMAT, WRONG_ITEM, SPLIT, MERGED, MISSING_ITEM, SPURIOUS_ITEM, DUPLICATE),
    *(MISSING_FIELD, SPURIOUS_FIELD, INVENTED),
)
"""The classes in the order in which tables list them."""


class Wrong(NamedTuple):
    """A differing value of the key or the response, or a pair; `name` is its field in the response's
    `parent`.

    `rest` contains the other items if the response splits the key's item or merges several items. `counts`
    contains the outcomes that the difference causes.
    """

    key: Compiled | None
    response: Compiled | None
    parent: Compiled | None
    name: str
    kind: str
    rest: Sequence[Item] = ()
    counts: Mapping[str, int] = {}


def differences(comparison: Comparison, score: RecordScore) -> list[Difference]:
    """Return the differences of a document in response order."""
    found = [_difference(wrong, score) for wrong in wrongs_of(comparison)]
    return sorted(found, key=lambda each: [(place.start, place.end) for place in each.response])


def wrongs_of(comparison: Comparison) -> Iterator[Wrong]:
    """Yield the differing values; a value without a partner appears once with all of its leaves."""
    yield from _Differing(comparison).of(comparison.key, comparison.response, None, "")


def in_invented_class(difference: Difference, source: SourceText) -> Difference:
    """Return a difference, in the class of invented values if its value is wrong or spurious and not in the
    text.

    An object or a list is invented if all of its leaves are invented.
    """
    wrong: Wrong = difference.subject
    if wrong.kind not in (VALUE, SPURIOUS_FIELD, SPURIOUS_ITEM) or wrong.response is None:
        return difference
    leaves = list(leaves_of(wrong.response))
    if not leaves or not all(is_invented(leaf, source) for leaf in leaves):
        return difference
    return difference._replace(name=INVENTED)


class _Differing:
    """Traverses two records in the same way as `Comparison.verdicts`."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._aligner = comparison.aligner

    def of(
        self, key: Compiled | None, response: Compiled | None, parent: Compiled | None, name: str
    ) -> Iterator[Wrong]:
        if isinstance(key, Choice) and response is not None:
            key = self._aligner.chosen(key, response)
        if key is None or response is None:
            if key is not None and key.least:
                yield self._unpaired(key, None, parent, name, MISSING_FIELD)
            if response is not None:
                yield self._unpaired(None, response, parent, name, SPURIOUS_FIELD)
        elif isinstance(key, Leaf) and isinstance(response, Leaf):
            worth = self._aligner.worth(key, response)
            if worth.correct == 0:
                kind = FORMAT if _is_reformatted(key.value, response.value) else VALUE
                yield Wrong(key, response, parent, name, kind, (), {"par" if worth.partial else "inc": 1})
        elif isinstance(key, Item) and isinstance(response, Item):
            for field in dict.fromkeys((*key.fields, *response.fields)):
                yield from self.of(key.fields.get(field), response.fields.get(field), response, field)
        elif (groups := self._aligner.as_groups(key, response)) is None:
            yield self._unpaired(key, response, parent, name, VALUE)
        else:
            yield from self._of_lists(*groups)

    def _unpaired(
        self, key: Compiled | None, response: Compiled | None, parent: Compiled | None, name: str, kind: str
    ) -> Wrong:
        """Return a difference of values that are not aligned: all leaves are missing or spurious."""
        missing = 0 if key is None else len(list(leaves_of(key)))
        spurious = 0 if response is None else response.size
        counts = {each: count for each, count in (("mis", missing), ("spu", spurious)) if count}
        return Wrong(key, response, parent, name, kind, (), counts)

    def _of_lists(self, key: Group, response: Group) -> Iterator[Wrong]:
        matching = self._aligner.matching(key, response)
        taken = set[int]()
        for wrong in self._regrouped(matching, response):
            taken.update(id(each) for each in (wrong.key, wrong.response, *wrong.rest))
            yield wrong
        for one, other in matching.pairs:
            if id(one) not in taken:
                yield from self.of(one, other, response, "")
        missing = {id(one): one for one in matching.missing if one.least and id(one) not in taken}
        spurious = {id(other): other for other in matching.spurious if id(other) not in taken}
        present = {_sign(other) for _, other in matching.pairs} - {None}
        for one, other in zip(key.order, response.order, strict=False):
            is_pair = isinstance(one, Item) and isinstance(other, Item) and _sign(other) not in present
            if is_pair and id(one) in missing and id(other) in spurious:
                del missing[id(one)], spurious[id(other)]
                yield self._unpaired(one, other, response, "", WRONG_ITEM)
        for each in missing.values():
            yield self._unpaired(each, None, response, "", MISSING_ITEM)
        for each in spurious.values():
            kind = DUPLICATE if _sign(each) in present else SPURIOUS_ITEM
            yield self._unpaired(None, each, response, "", kind)

    def _regrouped(self, matching: Matching, parent: Group) -> Iterator[Wrong]:
        """Yield the items that the response splits or merges, each as one difference with all of its
        parts.
        """
        pairs = [
            (one, other)
            for one, other in matching.pairs
            if isinstance(one, Item) and isinstance(other, Item) and _sign(one) != _sign(other)
        ]
        present = {_sign(other) for _, other in matching.pairs} - {None}
        spurious = [
            each for each in matching.spurious if isinstance(each, Item) and _sign(each) not in present
        ]
        missing = [each for each in matching.missing if isinstance(each, Item)]
        divided = split_items(pairs, spurious, self._statuses) if spurious and pairs else []
        split = {id(each.key) for each in divided}
        others = [pair for pair in pairs if id(pair[0]) not in split]
        merged = merged_items(others, missing, self._statuses) if missing and others else []
        for kind, regroupings in ((SPLIT, divided), (MERGED, merged)):
            for key, response, rest in regroupings:
                counts = Counter(status.value for _, _, status in self._statuses(key, response))
                del counts[Status.CORRECT.value]
                counts["spu" if kind == SPLIT else "mis"] += sum(len(list(leaves_of(each))) for each in rest)
                yield Wrong(key, response, parent, "", kind, rest, dict(counts))

    def _statuses(self, key: Item, response: Item) -> Iterator[tuple[Leaf | None, Leaf | None, Status]]:
        for verdict in self._comparison.verdicts_of(key, response):
            if isinstance(verdict, Verdict):
                yield verdict.key, verdict.response, verdict.status


def _is_reformatted(key: Plain, response: Plain) -> bool:
    """Return whether two values are the same number, date or text in different formats."""
    if BY_TYPE.compare(key, response) == CORRECT:
        return True
    return canonical(as_python(key)) == canonical(as_python(response))


def _sign(value: Compiled) -> Any:
    if isinstance(value, Item):
        return value.sign()
    return ("leaf", value.canon) if isinstance(value, Leaf) else None


def _difference(wrong: Wrong, score: RecordScore) -> Difference:
    path = next(each.field.path for each in (wrong.response, wrong.key) if each is not None)
    mine = (wrong.key, *(wrong.rest if wrong.kind == MERGED else ()))
    its = (wrong.response, *(wrong.rest if wrong.kind == SPLIT else ()))
    response = _places(score.response, its)
    if not response and score.response is not None:
        response = [Place(score.response, *gap_in(wrong.parent, score.response))]
    return Difference(
        wrong.kind,
        _places(score.key, mine),
        response,
        " + ".join(filter(None, map(_words, mine))),
        " + ".join(filter(None, map(_words, its))),
        wrong.counts,
        (path if wrong.key is not None else "", path if wrong.response is not None else ""),
        wrong,
    )


def _places(unit: RecordUnit | None, values: Sequence[Compiled | None]) -> list[Place]:
    nodes = [value.node for value in values if value is not None and value.node is not None]
    if unit is None:
        return []
    return sorted(
        (Place(unit, node.start, node.end) for node in nodes), key=lambda place: (place.start, place.end)
    )


def _words(value: Compiled | None) -> str:
    """Return a short description of a value: a scalar, or the first scalars of an object or a list."""
    if value is None:
        return ""
    texts = (" ".join(plain_text(leaf.value).split()) for leaf in leaves_of(value))
    return short_text(", ".join(text for _, text in zip(range(4), texts, strict=False)))


def difference_counts(scores: Sequence[RecordScore]) -> Mapping[str, int]:
    """Return the numbers of leaves with outcomes other than correct, without zeros."""
    total = summed(scores).total()
    counts = {"par": total.par, "inc": total.inc, "mis": total.mis, "spu": total.spu}
    return {name: count for name, count in counts.items() if count}
