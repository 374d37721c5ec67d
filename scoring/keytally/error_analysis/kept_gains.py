"""What repairs of a live pair gain, kept while its texts change: little is repaired anew."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.corrections import Corrections
from keytally.error_analysis.gains import Valued
from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.interface import Evaluation

LARGEST = 100_000
"""The number of characters, of key and response together, of the largest document that is repaired."""

TOO_LARGE = "the document is too large to be repaired on the side; keytally errors tells the gain"


class ClassGain(NamedTuple):
    """A class of differences, how many there are, and what it gains in points to repair all."""

    name: str
    number: int
    gain: float


class _Repaired(NamedTuple):
    """A difference, what its repair does to the headline, and why it cannot be repaired; "" if it can."""

    difference: Difference
    change: Any
    refused: str


class _Document(NamedTuple):
    """What was found of a document while it had these scores; `classes` has what repairs of a class do."""

    scores: Sequence[Any]
    repaired: Sequence[_Repaired]
    classes: Mapping[str, Any]


class KeptGains:
    """The differences of a live pair with their gains.

    The pair has to be scored when this is asked. `evaluation` is one like the pair's own, to score corrected
    documents with. Raises TypeError for an evaluation that does not classify differences.
    """

    def __init__(self, live: LivePair, evaluation: Evaluation | None = None) -> None:
        self._live = live
        self._corrections = Corrections(live, evaluation)
        self._documents: dict[str, _Document] = {}

    def steps(self) -> Iterator[int]:
        """Repair what is not kept, a document or a difference a step; yields how many documents are done.

        The texts must stay as they are between two steps: after an edit begin anew, which keeps what is done.
        """
        self._corrections.renew()
        documents = self._live.documents
        self._documents = {name: self._documents[name] for name in documents if name in self._documents}
        for number, document in enumerate(documents):
            for _ in self._repairing(document):
                yield number

    def valued(self) -> Iterator[Valued]:
        """All differences of the documents that are done, in file order."""
        for document in self._live.documents:
            yield from self._valued(document)

    def wanted(self, documents: Iterable[str], is_wanted: Callable[[Difference], bool]) -> Iterator[Valued]:
        """The wanted differences of documents, each repaired when it is asked for, unless it is kept."""
        self._corrections.renew()
        for document in documents:
            known = self._documents.get(document)
            if known is not None and known.scores is self._live.scores_of(document):
                yield from (each for each in self._valued(document) if is_wanted(each.difference))
                continue
            is_too_large = self._is_too_large(document)
            for each in filter(is_wanted, self._corrections.differences(document)):
                yield self._value(document, self._repaired(document, each, is_too_large))

    def repair(self, document: str, difference: Difference) -> Rewriting:
        """The edits that repair one of the differences that were told last."""
        return self._corrections.corrected(document, [difference]).rewriting

    def classes(self) -> Iterator[ClassGain]:
        """The classes that occur, in the order of tables."""
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

    def _valued(self, document: str) -> Iterator[Valued]:
        known = self._documents.get(document)
        return (self._value(document, each) for each in known.repaired) if known is not None else iter(())

    def _value(self, document: str, repaired: _Repaired) -> Valued:
        difference, change, refused = repaired
        value = self._corrections.value
        return Valued(
            document, difference, 0.0 if refused else value({document: change}) - value({}), refused
        )

    def _repairing(self, document: str) -> Iterator[None]:
        """Steps in which a document is repaired, unless that is done."""
        scores = self._live.scores_of(document)
        known = self._documents.get(document)
        if known is not None and known.scores is scores:
            return
        yield
        is_too_large = self._is_too_large(document)
        repaired: list[_Repaired] = []
        for each in self._corrections.differences(document):
            repaired.append(self._repaired(document, each, is_too_large))
            yield
        classes: dict[str, Any] = {}
        for name, own in () if is_too_large else _by_class(repaired).items():
            classes[name] = self._of_all(document, own)
            yield
        self._documents[document] = _Document(scores, repaired, classes)

    def _repaired(self, document: str, difference: Difference, is_too_large: bool) -> _Repaired:
        if is_too_large:
            return _Repaired(difference, None, TOO_LARGE)
        corrected = self._corrections.corrected(document, [difference])
        refused = next(iter(corrected.rewriting.refused.values()), "")
        return _Repaired(difference, corrected.change, refused)

    def _of_all(self, document: str, repaired: Sequence[_Repaired]) -> Any:
        """What it does to the headline that all of these are repaired."""
        if len(repaired) == 1:
            return repaired[0].change
        return self._corrections.corrected(document, [each.difference for each in repaired]).change

    def _is_too_large(self, document: str) -> bool:
        sides = self._live.key, self._live.response
        units = (unit for side in sides for unit in side.documents.units_of(document))
        return sum(len(unit.text) for unit in units) > LARGEST


def _by_class(repaired: Sequence[_Repaired]) -> Mapping[str, Sequence[_Repaired]]:
    found = defaultdict[str, list[_Repaired]](list)
    for each in repaired:
        found[each.difference.name].append(each)
    return found
