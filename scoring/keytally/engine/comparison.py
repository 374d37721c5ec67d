"""Comparison of a file with another file, by texts, links, names or units."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, compress, count, zip_longest
from operator import is_not
from sys import maxsize
from typing import Any

from keytally.engine.findings import ComparedWith
from keytally.engine.reading import Reading
from keytally.families.contract import (
    Evaluation,
    LinkComparison,
    StepComparison,
)
from keytally.findings.finding import Finding

TOGETHER = 16
"""The number of documents in a batch."""


def batches(documents: Iterable[str]) -> Iterator[Sequence[str]]:
    """Yield these documents in order, in batches."""
    listed = list(documents)
    return (listed[at : at + TOGETHER] for at in range(0, len(listed), TOGETHER))


Compare = Callable[[Any, Any | None], Sequence[Finding]]
CompareOrder = Callable[[Sequence[Any], Sequence[Any]], tuple[int, Finding] | None]
CompareNamed = Callable[[Any, Any | None, Collection[str]], Sequence[Finding]]
NamesIn = Callable[[Any], frozenset[str]]


class TextCheck:
    """Compares the units of a file with the units of a reference, using `compare`, and stores the findings.

    Units are compared by position: the first unit of a document with the reference's first unit, and so on.
    The text before the first document is compared with the corresponding text in the reference. `points_out`
    is true once a finding refers to a position in the reference.
    """

    def __init__(self, reading: Reading, reference: Reading, compare: Compare) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._compare = compare
        self._nothing = reference.language.read("")
        self._compared: dict[str, dict[Any, Any | None]] = {}
        self._beginnings: tuple[Any | None, Any | None] = (None, None)

    def begin(self) -> Iterator[None]:
        """Compare everything for the first time, in short steps between which edits may occur."""
        self.renew(())
        for documents in batches(self.reading.documents):
            self.renew(documents)
            yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare the units of these documents again; return whether any has or had findings."""
        changed = self._renew_beginning()
        for document in documents:
            units, references = (
                self.reading.documents.units_of(document),
                self.reference.documents.units_of(document),
            )
            compared = self._compared.pop(document, {})
            now = dict(zip_longest(units, references[: len(units)]))
            for unit, reference in now.items():
                if compared.get(unit, self) is not reference or reference is None:
                    changed |= self._put(unit, self._findings(unit, reference))
            if now:
                self._compared[document] = now
        return changed

    def end(self) -> None:
        """Remove the findings of this comparison."""
        for unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, unit, ())

    def _renew_beginning(self) -> bool:
        """Compare the text before the first documents, unless both sides are unchanged."""
        ends = (_beginning(self.reading), _beginning(self.reference))
        if ends == self._beginnings:
            return False
        former, self._beginnings = self._beginnings[0], ends
        unit, reference = ends
        changed = False
        if former is not unit and former in self.reading.units:
            changed = self._put(former, ())
        if unit is not None:
            changed |= self._put(unit, self._compare(unit, reference or self._nothing))
        return changed

    def _put(self, unit: Any, found: Sequence[Finding]) -> bool:
        self.points_out = self.points_out or any(finding.related for finding in found)
        return self.reading.findings.put(ComparedWith.TEXTS, unit, found)

    def _findings(self, unit: Any, reference: Any | None) -> Sequence[Finding]:
        """Return the findings for a unit; missing and repeated document numbers are reported by another
        rule.
        """
        if reference is None and (not unit.document or self.reference.documents.units_of(unit.document)):
            return ()
        return self._compare(unit, reference)


def _beginning(reading: Reading) -> Any | None:
    """Return the unit before the first document; None if the file has no such unit."""
    first = next(iter(reading.units), None)
    return first if first is not None and first.document is None else None


class LinkCheck:
    """Stores an evaluation's findings on a file's links into a texts file.

    Link offsets count from the start of the texts file, so any change to that file may affect all links. A
    change to the linking file affects only the units that are read again. `points_out` is true once a finding
    refers to a position in the texts file.
    """

    def __init__(self, reading: Reading, reference: Reading, name: str, links: LinkComparison) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._name = name
        self._links = links
        self._revision = -1
        self._texts: Any = None
        self._judged: dict[str, set[Any]] = {}

    def begin(self) -> Iterator[None]:
        """Compare everything for the first time, in short steps between which edits may occur."""
        self._renew_texts()
        for documents in batches(self.reading.documents):
            for document in documents:
                self._renew(document)
            yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Check the links of these documents again; return whether any unit has or had findings."""
        if self._renew_texts():
            documents = self.reading.documents
        changed = [self._renew(document) for document in documents]
        return any(changed)

    def _renew_texts(self) -> bool:
        """Read the texts again if they have changed; return whether they have."""
        if self.reference.revision == self._revision:
            return False
        self._revision = self.reference.revision
        self._texts = self._links.texts_of(self.reference.units)
        self._judged.clear()
        return True

    def _renew(self, document: str) -> bool:
        """Check the units of a document that have not been checked yet."""
        units = self.reading.documents.units_of(document)
        judged = self._judged.get(document, set())
        self._judged[document] = set(units)
        changed = False
        for unit in units:
            if unit not in judged:
                found = self._links.compare(unit, self._name, self._texts)
                self.points_out = self.points_out or any(finding.related for finding in found)
                changed |= self.reading.findings.put(ComparedWith.TEXTS, unit, found)
        return changed

    def end(self) -> None:
        """Remove the findings of this comparison."""
        for unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, unit, ())


class LineCountCheck:
    """Stores a finding on the first unit that has no counterpart in the reference.

    `points_out` is true once the finding refers to a position in the reference.
    """

    def __init__(self, reading: Reading, reference: Reading, compare_order: CompareOrder) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._compare_order = compare_order
        self._unit: Any = None

    def begin(self) -> Iterator[None]:
        """Compare everything for the first time, in short steps between which edits may occur."""
        self.renew(())
        yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare the files again; return whether the finding may have changed."""
        before, self._unit = self._unit, None
        found = None
        documents, others = self.reading.documents, self.reference.documents
        if documents.ordinal_count != others.ordinal_count:
            units, references = documents.ordinals, others.ordinals
            found = self._compare_order(units, references)
        if before is not None and before in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, before, ())
        if found is None:
            return before is not None
        self._unit = units[found[0]]
        self.points_out = self.points_out or bool(found[1].related)
        return self.reading.findings.put(ComparedWith.TEXTS, self._unit, [found[1]])

    def end(self) -> None:
        """Remove the finding of this comparison."""
        if self._unit is not None and self._unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, self._unit, ())
        self._unit = None


Names = frozenset[str]
_NONE: Names = frozenset()


class NamesOfFile:
    """The names in a file and the documents that use them; `names_in` returns the names in a unit.

    Most documents share their names with others. Therefore, documents are stored by their set of names, and
    single names are processed only when a set is added or removed.
    """

    def __init__(self, names_in: Callable[[Any], Names]) -> None:
        self._names_in = names_in
        self._of: dict[str, Names] = {}
        self._documents: dict[Names, dict[str, None]] = {}
        self._sets: dict[str, dict[Names, None]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._sets

    def lacking(self, names: Names) -> list[str]:
        """Return the given names that no document contains, sorted."""
        return sorted(names.difference(self._sets))

    def renew(self, reading: Reading, documents: Iterable[str]) -> list[str]:
        """Read the names of documents again; return the names that were added to or removed from the file."""
        before: dict[str, bool] = {}
        for document in documents:
            old, new = self._of.get(document, _NONE), self._names_of(reading, document)
            if new == old:
                continue
            for name in self._turning(old, new):
                before.setdefault(name, name in self)
            self._leave(document, old)
            self._enter(document, new)
        return [name for name, was_there in before.items() if was_there != (name in self)]

    def documents_with(self, names: Iterable[str]) -> Iterator[str]:
        """Yield the documents that contain any of these names."""
        sets = (each for name in names for each in self._sets.get(name, ()))
        return (document for each in sets for document in self._documents[each])

    def _names_of(self, reading: Reading, document: str) -> Names:
        units = reading.documents.units_of(document)
        if len(units) == 1:
            return self._names_in(units[0])
        return _NONE.union(*map(self._names_in, units))

    def _turning(self, old: Names, new: Names) -> Iterator[str]:
        """Yield the names that no document contained before the change, and the names that no document
        contains after it.
        """
        if new not in self._documents:
            yield from sorted(new - old)
        if len(self._documents.get(old, ())) == 1:
            yield from sorted(old - new)

    def _enter(self, document: str, names: Names) -> None:
        if not names:
            return
        self._of[document] = names
        if names not in self._documents:
            for name in names:
                self._sets.setdefault(name, {})[names] = None
        self._documents.setdefault(names, {})[document] = None

    def _leave(self, document: str, names: Names) -> None:
        if not names:
            return
        del self._of[document]
        del self._documents[names][document]
        if not self._documents[names]:
            del self._documents[names]
            for name in names:
                del self._sets[name][names]
                if not self._sets[name]:
                    del self._sets[name]


class NamesCheck:
    """Compares a response's documents with the key's documents of the same name, and stores the findings.

    A name is known if any unit of the key contains it. `points_out` is true once a finding refers to a
    position in the reference.
    """

    def __init__(
        self, reading: Reading, reference: Reading, compare: CompareNamed, names_in: NamesIn
    ) -> None:
        self.reading = reading
        self.reference = reference
        self.points_out = False
        self._compare_named = compare
        self._names_in = names_in
        self._key, self._response = NamesOfFile(names_in), NamesOfFile(names_in)

    def begin(self) -> Iterator[None]:
        """Compare everything for the first time, in short steps between which edits may occur."""
        for documents in batches(self.reference.documents):
            turned = self._key.renew(self.reference, documents)
            for document in list(self._response.documents_with(turned)):
                self._compare(document)
            yield
        for documents in batches(self.reading.documents):
            self._response.renew(self.reading, documents)
            for document in documents:
                self._compare(document)
            yield

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare these documents again, and all documents that contain a name that became known or
        unknown.
        """
        listed = list(dict.fromkeys(documents))
        turned = self._key.renew(self.reference, listed)
        self._response.renew(self.reading, listed)
        concerned = dict.fromkeys(listed) | dict.fromkeys(self._response.documents_with(turned))
        changed = [self._compare(document) for document in concerned]
        return any(changed)

    def end(self) -> None:
        """Remove the findings of this comparison."""
        for unit in self.reading.units:
            self.reading.findings.put(ComparedWith.TEXTS, unit, ())

    def _compare(self, document: str) -> bool:
        changed = False
        reference = next(iter(self.reference.documents.units_of(document)), None)
        for unit in self.reading.documents.units_of(document):
            unknown = self._key.lacking(self._names_in(unit))
            found = self._compare_named(unit, reference, unknown)
            changed |= self.reading.findings.put(ComparedWith.TEXTS, unit, found)
            self.points_out = self.points_out or any(finding.related for finding in found)
        return changed


class ComparedUnits:
    """The units of a file and of its reference as of the last comparison, by number.

    Two list entries are stored for each unit, so that files that match again need not be compared completely.
    """

    def __init__(self, reading: Reading, reference: Reading) -> None:
        self._readings = reading, reference
        self._sides: tuple[list[Any], ...] = ([], [])

    def take_all(self) -> None:
        """Record all current units as compared."""
        self._sides = tuple([reading.documents.ordinals for reading in self._readings])

    def take(self, document: str, unit: Any, reference: Any) -> None:
        """Record the two units with this number as compared, provided that all others are recorded."""
        number = int(document) - 1
        for side, each in zip(self._sides, (unit, reference), strict=True):
            if number < len(side):
                side[number] = each

    def others(self) -> list[str]:
        """Return the numbers of old and new units that have not been compared in their current form."""
        pairs = [
            (before, each.documents.ordinals)
            for before, each in zip(self._sides, self._readings, strict=True)
        ]
        numbers = {number for pair in pairs for number in _others(*pair)}
        return list(map(str, sorted(numbers)))


def _others(before: list[Any], now: list[Any]) -> Iterator[int]:
    yield from compress(count(1), map(is_not, before, now))
    yield from range(min(len(before), len(now)) + 1, max(len(before), len(now)) + 1)


class FirstMismatch:
    """Stores a finding on the first unit without a counterpart while the files differ in length.

    A file grows at its end while it is being read, and most edits are after the matching part, so only units
    after the first `known` ones are compared.
    """

    def __init__(self, reading: Reading, reference: Reading, steps: StepComparison) -> None:
        self._reading = reading
        self._reference = reference
        self._steps = steps
        self._known = 0
        self._unit: Any = None

    def trust(self, before: Iterable[str]) -> None:
        """Assume that all units before the first of these documents match."""
        self._known = min(map(int, before), default=maxsize) - 1

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare from the first of these changed documents; return whether the finding may have changed."""
        count, expected = self._counts()
        self._known = min([self._known, count, expected, *(int(document) - 1 for document in documents)])
        while self._known < min(count, expected) and self._is_in_step(str(self._known + 1)):
            self._known += 1
        changed = self.end()
        if not count:
            return changed
        self._unit = self._reading.documents.units_of(str(min(self._known, count - 1) + 1))[0]
        finding = self._steps.out_of_step(self._unit, count, expected)
        self._reading.findings.put(ComparedWith.TEXTS, self._unit, [finding])
        return True

    def looking(self) -> Iterator[None]:
        """Search for the first mismatched unit, in short steps."""
        while self._known < min(self._counts()) and self._is_in_step(str(self._known + 1)):
            self._known += 1
            yield

    def end(self) -> bool:
        """Remove the finding; return whether there was one."""
        unit, self._unit = self._unit, None
        if unit is not None and unit in self._reading.units:
            self._reading.findings.put(ComparedWith.TEXTS, unit, ())
        return unit is not None

    def _counts(self) -> tuple[int, int]:
        return self._reading.documents.ordinal_count, self._reference.documents.ordinal_count

    def _is_in_step(self, document: str) -> bool:
        pairs = (side.documents.units_of(document)[0] for side in (self._reading, self._reference))
        return self._steps.is_in_step(*pairs)


class SentenceComparison:
    """Compares a response with its key sentence by sentence, and stores the findings.

    While both files have the same number of units, each unit is compared with the unit of the same number,
    and a name is known if any unit of the key contains it. Otherwise there is a single finding, on the first
    unit without a counterpart. `points_out` is true once a finding refers to a position in the reference.
    """

    def __init__(
        self, reading: Reading, reference: Reading, steps: StepComparison, names_in: NamesIn
    ) -> None:
        self.reading = reading
        self.reference = reference
        self._steps = steps
        self._names_in = names_in
        self._order = FirstMismatch(reading, reference, steps)
        self._compared = ComparedUnits(reading, reference)
        self._found_in: dict[str, list[Any]] = {}
        self._hidden: set[str] = set()
        self._key, self._response = NamesOfFile(names_in), NamesOfFile(names_in)
        self._in_step = False
        self.points_out = False

    def begin(self) -> Iterator[None]:
        """Compare everything for the first time, in short steps between which edits may occur."""
        count = self.reading.documents.ordinal_count
        if count == self.reference.documents.ordinal_count:
            yield from self._begin_in_step([*batches(map(str, range(1, count + 1)))])
            return
        for _ in self._order.looking():
            yield
            if self._in_step:
                return
        self._order.renew(())

    def _begin_in_step(self, parts: Sequence[Sequence[str]]) -> Iterator[None]:
        self._in_step = True
        for documents in parts:
            turned = self._key.renew(self.reference, documents)
            for document in list(self._response.documents_with(turned)):
                self._compare_document(document)
            yield
        for documents in parts:
            if not self._in_step:
                return
            self._response.renew(self.reading, documents)
            for document in documents:
                self._compare_document(document)
            yield
        self._compared.take_all()

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare these documents again, and all documents that contain a name that became known or
        unknown.
        """
        listed, count = list(documents), self.reading.documents.ordinal_count
        if count != self.reference.documents.ordinal_count:
            changed = self._end_of_step()
            changed |= self._order.renew(listed)
        else:
            changed = self._order.end()
            changed |= self._compare(listed) if self._in_step else self._come_into_step()
        return changed

    def end(self) -> None:
        """Remove the findings of this comparison."""
        self._order.end()
        self._end_of_step()

    def _come_into_step(self) -> bool:
        """Compare the documents that have changed since the last comparison, and those that had findings."""
        self._in_step = True
        changed = self._compare(dict.fromkeys(self._compared.others()) | dict.fromkeys(sorted(self._hidden)))
        self._compared.take_all()
        self._hidden.clear()
        return changed

    def _end_of_step(self) -> bool:
        """Remove the findings of all documents; return whether the files had the same number of units."""
        was_in_step, self._in_step = self._in_step, False
        if was_in_step:
            self._order.trust(before=self._found_in)
        for unit in chain.from_iterable(self._found_in.values()):
            if unit in self.reading.units:
                self.reading.findings.put(ComparedWith.TEXTS, unit, ())
        self._hidden.update(self._found_in)
        self._found_in.clear()
        return was_in_step

    def _compare(self, documents: Iterable[str]) -> bool:
        """Compare documents again, and those with a name that was added to or removed from the key."""
        listed = list(documents)
        turned = self._key.renew(self.reference, listed)
        self._response.renew(self.reading, listed)
        concerned = dict.fromkeys(listed) | dict.fromkeys(self._response.documents_with(turned))
        changed = [self._compare_document(document) for document in concerned]
        return any(changed)

    def _compare_document(self, document: str) -> bool:
        changed = False
        self._found_in.pop(document, None)
        references = self.reference.documents.units_of(document)
        for unit, reference in zip(self.reading.documents.units_of(document), references, strict=False):
            self._compared.take(document, unit, reference)
            unknown = self._key.lacking(self._names_in(unit))
            found = self._steps.compare(unit, reference, unknown)
            changed |= self.reading.findings.put(ComparedWith.TEXTS, unit, found)
            self.points_out = self.points_out or any(finding.related for finding in found)
            if found:
                self._found_in.setdefault(document, []).append(unit)
        return changed


Check = TextCheck | LinkCheck | LineCountCheck | SentenceComparison | NamesCheck


def reference_check(
    reading: Reading, reference: Reading, evaluation: Evaluation, texts: str | None
) -> Check | None:
    """Return the object that compares a file and stores the findings; None if there is nothing to compare.

    The object has no findings until the comparison starts. `texts` is the name of a texts file; None for a
    response that is compared with its key.
    """
    if texts is not None and evaluation.links is not None:
        return LinkCheck(reading, reference, texts, evaluation.links)
    if texts is None and evaluation.in_step is not None:
        return SentenceComparison(reading, reference, evaluation.in_step, evaluation.names_in)
    if texts is None and evaluation.compare_named is not None:
        return NamesCheck(reading, reference, evaluation.compare_named, evaluation.names_in)
    if texts is None and evaluation.compare_order is not None:
        return LineCountCheck(reading, reference, evaluation.compare_order)
    if evaluation.compare_texts is not None:
        return TextCheck(reading, reference, evaluation.compare_texts)
    return None


def compare_with_reference(
    reading: Reading, reference: Reading, evaluation: Evaluation, texts: str | None
) -> None:
    """Compare a file with its reference completely, and store the findings."""
    check = reference_check(reading, reference, evaluation, texts)
    for _ in check.begin() if check else ():
        pass
