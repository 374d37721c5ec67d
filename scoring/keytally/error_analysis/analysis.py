"""Classes of differences, the score gain from fixing them, and the fixes to make first."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.corrections import Corrected, Corrections
from keytally.families.annotations import Difference, Rewriting
from keytally.families.contract import Evaluation


class ValuedDifference(NamedTuple):
    """A difference in a document, and the gain in points of the headline measure if only this difference is
    fixed.

    `refused` is the reason if it cannot be fixed; in that case there is no gain.
    """

    document: str
    difference: Difference
    gain: float
    refused: str = ""


class DocumentRepairs:
    """The differences of a document, and the effects of fixing them; each set of fixes is scored only
    once.
    """

    def __init__(self, corrections: Corrections, document: str) -> None:
        self.document = document
        self.differences = corrections.differences(document)
        self._corrections = corrections
        self._changes: dict[tuple[int, ...], Any] = {}

    def corrected(self, chosen: Sequence[Difference]) -> Corrected:
        """Return the document with these differences fixed, as far as possible."""
        found = self._corrections.corrected(self.document, chosen)
        self._changes[_identity(chosen)] = found.change
        return found

    def change(self, chosen: Sequence[Difference]) -> Any:
        """Return the change of the headline measure if these differences are fixed."""
        known = self._changes.get(_identity(chosen))
        return self.corrected(chosen).change if known is None else known


def _identity(chosen: Sequence[Difference]) -> tuple[int, ...]:
    """Return a cache key for differences, which are not hashable: their identities, which are valid as
    long as the `DocumentRepairs` object exists.
    """
    return tuple(map(id, chosen))


def valued_differences(corrections: Corrections) -> Iterator[tuple[ValuedDifference, Corrected]]:
    """Yield every difference of the pair in file order, with its gain and the document in which it alone
    is fixed.
    """
    gains = Gains(corrections)
    for document in corrections.documents:
        yield from gains.of(DocumentRepairs(corrections, document))


TOO_MANY = "the document has too many differences to compute the gain of each"
_UNTRIED = Corrected(None, Rewriting(()))


class Gains:
    """The gains of single fixes, each relative to the current headline measure."""

    def __init__(self, corrections: Corrections) -> None:
        self._corrections = corrections
        self._headline_with = corrections.headline_with({})
        self._now = corrections.value({})

    def of(self, repairs: DocumentRepairs) -> Iterator[tuple[ValuedDifference, Corrected]]:
        """Yield every difference of a document with its gain and the document in which it alone is fixed."""
        for difference in repairs.differences:
            if not self._corrections.may_try(repairs.document, 1):
                yield ValuedDifference(repairs.document, difference, 0.0, TOO_MANY), _UNTRIED
                continue
            corrected = repairs.corrected([difference])
            why = next(iter(corrected.rewriting.refused.values()), "")
            gain = 0.0 if why else self._headline_with(repairs.document, corrected.change) - self._now
            yield ValuedDifference(repairs.document, difference, gain, why), corrected


LARGEST = 100_000
"""The maximum size of a document that is fixed: the number of characters of key and response together."""

TOO_LARGE = "the document is too large to compute the gain here; run keytally errors"


class ClassGain(NamedTuple):
    """A class of differences, their number, and the gain in points of fixing all of them."""

    name: str
    number: int
    gain: float


class _Repaired(NamedTuple):
    """A difference, and either the effect of fixing it on the headline measure or the reason why it cannot
    be fixed.
    """

    difference: Difference
    change: Any
    refused: str


class _Document(NamedTuple):
    """The analysis of a document with these scores; `classes` contains the effect of fixing each class."""

    scores: Sequence[Any]
    repaired: Sequence[_Repaired]
    classes: Mapping[str, Any]


class _Begun(NamedTuple):
    """A document for which fixes are being computed, the scores for which they are valid, and the
    remaining steps.
    """

    scores: Sequence[Any]
    steps: Iterator[None]


class GainCache:
    """The differences of a live pair with their gains.

    The pair must be scored before the cache is used. `evaluation` is equivalent to the pair's own, and scores
    the corrected documents. Raises TypeError if the evaluation does not classify differences.
    """

    def __init__(self, live: LivePair, evaluation: Evaluation | None = None) -> None:
        self._live = live
        self._corrections = Corrections(live, evaluation)
        self._documents: dict[str, _Document] = {}
        self._begun: dict[str, _Begun] = {}

    def steps(self) -> Iterator[int]:
        """Compute missing fixes step by step; yield the number of finished documents.

        The texts must not change between two steps. After an edit, call this method again: it continues with
        the remaining differences, even within an unchanged document.
        """
        self._corrections.renew()
        documents = self._live.documents
        self._documents = {name: self._documents[name] for name in documents if name in self._documents}
        self._begun = {name: self._begun[name] for name in documents if name in self._begun}
        for number, document in enumerate(documents):
            for _ in self._repairing(document):
                yield number

    def valued(self) -> Iterator[ValuedDifference]:
        """Yield all differences of the finished documents, in file order."""
        for document in self._live.documents:
            yield from self._valued(document)

    def wanted(
        self, documents: Iterable[str], is_wanted: Callable[[Difference], bool]
    ) -> Iterator[ValuedDifference]:
        """Yield the differences in the given documents for which `is_wanted` is true; each difference is
        fixed on demand unless it is cached.
        """
        self._corrections.renew()
        for document in documents:
            known = self._documents.get(document)
            if known is not None and known.scores is self._live.scores_of(document):
                yield from (each for each in self._valued(document) if is_wanted(each.difference))
                continue
            is_too_large = self._is_too_large(document)
            repairs = DocumentRepairs(self._corrections, document)
            for each in filter(is_wanted, repairs.differences):
                yield self._value(document, self._repaired(repairs, each, is_too_large))

    def repair(self, document: str, difference: Difference) -> Rewriting:
        """Return the edits that fix one of the most recently reported differences."""
        return self._corrections.corrected(document, [difference]).rewriting

    def classes(self) -> Iterator[ClassGain]:
        """Yield the classes that occur, in table order."""
        now = self._corrections.value({})
        for name in self._corrections.classes:
            number = sum(
                each.difference.name == name for known in self._documents.values() for each in known.repaired
            )
            changes = {
                document: known.classes[name]
                for document, known in self._documents.items()
                if name in known.classes
            }
            if number:
                yield ClassGain(name, number, self._corrections.value(changes) - now)

    def _valued(self, document: str) -> Iterator[ValuedDifference]:
        known = self._documents.get(document)
        return (self._value(document, each) for each in known.repaired) if known is not None else iter(())

    def _value(self, document: str, repaired: _Repaired) -> ValuedDifference:
        difference, change, refused = repaired
        value = self._corrections.value
        return ValuedDifference(
            document, difference, 0.0 if refused else value({document: change}) - value({}), refused
        )

    def _repairing(self, document: str) -> Iterator[None]:
        """Yield the remaining steps for fixing a document."""
        scores = self._live.scores_of(document)
        known = self._documents.get(document)
        if known is not None and known.scores is scores:
            return
        begun = self._begun.get(document)
        if begun is None or begun.scores is not scores:
            begun = self._begun[document] = _Begun(scores, self._steps_of(document, scores))
        # Not delegated to: steps that are no longer wanted would end these too.
        try:
            for _ in begun.steps:
                yield
        except Exception:
            del self._begun[document]
            raise
        del self._begun[document]

    def _steps_of(self, document: str, scores: Sequence[Any]) -> Iterator[None]:
        """Yield all steps for fixing a document with these scores."""
        yield
        is_too_large = self._is_too_large(document)
        repairs = DocumentRepairs(self._corrections, document)
        repaired: list[_Repaired] = []
        for difference in repairs.differences:
            repaired.append(self._repaired(repairs, difference, is_too_large))
            yield
        classes: dict[str, Any] = {}
        for name, own in () if is_too_large else _by_class(repaired).items():
            classes[name] = repairs.change([each.difference for each in own])
            yield
        self._documents[document] = _Document(scores, repaired, classes)

    def _repaired(self, repairs: DocumentRepairs, difference: Difference, is_too_large: bool) -> _Repaired:
        if is_too_large:
            return _Repaired(difference, None, TOO_LARGE)
        corrected = repairs.corrected([difference])
        refused = next(iter(corrected.rewriting.refused.values()), "")
        return _Repaired(difference, corrected.change, refused)

    def _is_too_large(self, document: str) -> bool:
        sides = self._live.key, self._live.response
        units = (unit for side in sides for unit in side.documents.units_of(document))
        return sum(len(unit.text) for unit in units) > LARGEST


def _by_class(repaired: Sequence[_Repaired]) -> Mapping[str, Sequence[_Repaired]]:
    found = defaultdict[str, list[_Repaired]](list)
    for each in repaired:
        found[each.difference.name].append(each)
    return found


class ClassFigures(NamedTuple):
    """A class of differences: their number and their effect on the score.

    `share` is the class's percentage of all differences, `counts` contains the outcomes that it causes in the
    tally, and `gain` is the gain in points of the headline measure if all its differences are fixed.
    """

    name: str
    number: int
    share: float
    counts: Mapping[str, int]
    gain: float


class ClassTotals:
    """The totals of classes of differences.

    A document is corrected for one class after another, so that all classes use the values that evaluations
    cache for it.
    """

    def __init__(self, corrections: Corrections) -> None:
        self.corrections = corrections
        self._numbers = Counter[str]()
        self._counts = defaultdict[str, Counter[str]](Counter)
        self._changes = defaultdict[str, dict[str, Any]](dict)

    def add(self, repairs: DocumentRepairs) -> None:
        """Add the differences of a document."""
        by_class = defaultdict[str, list[Difference]](list)
        for difference in repairs.differences:
            by_class[difference.name].append(difference)
            self._counts[difference.name].update(difference.counts)
        for name, own in by_class.items():
            self._numbers[name] += len(own)
            self._changes[name][repairs.document] = repairs.change(own)

    def figures(self) -> Iterator[ClassFigures]:
        """Yield the classes that occur, in table order."""
        now, all_differences = self.corrections.value({}), self._numbers.total()
        for name in self.corrections.classes:
            if number := self._numbers[name]:
                gain = self.corrections.value(self._changes[name]) - now
                yield ClassFigures(name, number, 100 * number / all_differences, self._counts[name], gain)


_LEAST = 1e-9


class Step(NamedTuple):
    """A fix, and the headline measure, in percent, after it and all previous fixes."""

    valued: ValuedDifference
    headline: float


def first_repairs(
    corrections: Corrections, differences: Iterable[tuple[ValuedDifference, Corrected]], number: int
) -> Iterator[Step]:
    """Yield at most `number` fixes, the most valuable first, until none increases the score.

    Fixes with equal gains are in file order.
    """
    waiting = _Waiting(corrections, differences)
    headline, best = corrections.headline({}), None
    for _ in range(number):
        if best is not None and not waiting.make(best.valued):
            return
        best = waiting.best()
        if best is None or best.headline <= headline + _LEAST:
            return
        headline = best.headline
        yield best


class _Waiting:
    """The fixes that have not been made yet, each with the part of the document that would result."""

    def __init__(
        self, corrections: Corrections, differences: Iterable[tuple[ValuedDifference, Corrected]]
    ) -> None:
        self._corrections = corrections
        self._left = defaultdict[Hashable, list[tuple[ValuedDifference, Corrected]]](list)
        for each, corrected in differences:
            if not each.refused:
                self._left[self._part(each)].append((each, corrected))
        self._made = defaultdict[Hashable, list[ValuedDifference]](list)
        self._corrected: dict[Hashable, Corrected] = {}

    def best(self) -> Step | None:
        """Return the fix with the highest resulting headline measure; None if none remains."""
        found: Step | None = None
        headline_with = self._corrections.headline_with(
            {part: each.change for part, each in self._corrected.items()}
        )
        for part, waiting in self._left.items():
            for each, corrected in waiting:
                headline = headline_with(part, corrected.change)
                if found is None or headline > found.headline + _LEAST:
                    found = Step(each, headline)
        return found

    def make(self, valued: ValuedDifference) -> bool:
        """Make a fix, and recompute the effect of each remaining fix on the same part.

        Return False, and do nothing, if too many fixes of this part remain (see `Corrections.may_try`).
        """
        part = self._part(valued)
        if not self._corrections.may_try(valued.document, len(self._left[part])):
            return False
        made = self._made[part]
        made.append(valued)
        self._corrected[part] = self._with(made)
        self._left[part] = [
            (each, self._with([*made, each])) for each, _ in self._left[part] if each is not valued
        ]
        return True

    def _part(self, valued: ValuedDifference) -> Hashable:
        return self._corrections.part_of(valued.document, valued.difference)

    def _with(self, differences: Sequence[ValuedDifference]) -> Corrected:
        chosen = [difference.difference for difference in differences]
        return self._corrections.corrected(differences[0].document, chosen)


FIRST = 10
"""The default number of fixes that are ranked."""


class Confusion(NamedTuple):
    """The number of items with the label `key` in the key and `response` in the response."""

    key: str
    response: str
    times: int


class Analysis(NamedTuple):
    """The differences of a pair.

    `headline` is the current measure, and `repaired` is the measure after all possible fixes, both in
    percent. `classes` contains the classes that occur, `differences` contains all differences in file order,
    and `first` contains the fixes to make first. `confusions` contains the pairs of different labels for the
    same item, most frequent first. `bounded` contains the documents with too many fixes to try all of them.
    """

    headline: float
    repaired: float
    classes: Sequence[ClassFigures]
    differences: Sequence[ValuedDifference]
    first: Sequence[Step]
    confusions: Sequence[Confusion]
    bounded: Sequence[str] = ()


def analyse_differences(live: LivePair, number: int = FIRST, names: Collection[str] = ()) -> Analysis:
    """Return the differences of a scored pair, and the first `number` fixes.

    If `names` is given, only differences in these classes are listed and ranked; the figures cover all
    classes.
    """
    corrections = Corrections(live)
    gains, classes = Gains(corrections), ClassTotals(corrections)
    found: list[tuple[ValuedDifference, Corrected]] = []
    all_repaired: dict[str, Any] = {}
    for document in corrections.documents:
        # Process a document completely before the next one: evaluations cache parts of the last one that they
        # scored.
        repairs = DocumentRepairs(corrections, document)
        if repairs.differences:
            found += gains.of(repairs)
            classes.add(repairs)
            all_repaired[document] = repairs.change(repairs.differences)
    listed = [each for each in found if not names or each[0].difference.name in names]
    first = list(first_repairs(corrections, listed, number))
    return Analysis(
        corrections.value({}),
        corrections.value(all_repaired),
        list(classes.figures()),
        [each for each, _ in listed],
        first,
        _confusions(each.difference for each, _ in found),
        list(corrections.bounded),
    )


def _confusions(differences: Iterable[Difference]) -> list[Confusion]:
    """Return the pairs of different labels that the two sides assign to the same item, by frequency."""
    counts = Counter(difference.labels for difference in differences)
    confused = (Confusion(*labels, count) for labels, count in counts.items() if all(labels))
    return sorted(
        (each for each in confused if each.key != each.response), key=lambda each: (-each.times, each)
    )
