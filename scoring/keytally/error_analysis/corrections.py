"""Score a response again as if some of its differences were fixed."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.families.annotations import (
    ClassifiesDifferences,
    Difference,
    DividesDocuments,
    Piece,
    Place,
    Rewriting,
)
from keytally.families.contract import ORDINAL, DependsOnOrder, Evaluation, Language, Rereads, SumsHeadline
from keytally.findings.finding import Edit, apply_edits
from keytally.measures.ratios import HeadlineCounts, HeadlineForm


def repaired_units(
    language: Language, document: str, units: Sequence[Any], rewriting: Rewriting
) -> list[Any]:
    """Return the units of a document after edits of `units`; a unit without edits stays the same object.

    An edit may add units of the document, and take some away. What the rewriting has read is not read again.
    """
    of_unit = defaultdict[int, list[Edit]](list)
    for unit, edit in rewriting.edits:
        of_unit[id(unit)].append(edit)
    read = {id(unit): after for unit, after in rewriting.read}
    found: list[Any] = []
    for unit in units:
        edits, after = of_unit.get(id(unit)), read.get(id(unit))
        if edits is not None:
            found += _edited(language, unit, edits, after)
        else:
            found.append(unit if after is None else after)
    return [unit for unit in found if unit.document in (document, ORDINAL)]


def _edited(language: Language, unit: Any, edits: Sequence[Edit], read: Any) -> list[Any]:
    """Return the units that result from edits; `read` is the result as one unit, if it is read already."""
    text = apply_edits(unit.text, edits) if read is None else read.text
    bounds = [0, *language.boundaries(text), len(text)]
    if len(bounds) == 2 and read is not None:
        return [read]
    if len(bounds) == 2 and isinstance(language, Rereads):
        return [language.reread(unit, text)]
    return [language.read(text[start:end]) for start, end in pairwise(bounds) if start < end]


class InPiece(NamedTuple):
    """A difference in a piece, for a repair: the piece's number, and the difference there."""

    number: int
    difference: Difference


class ScoredPiece(NamedTuple):
    """A piece of a document, its scores, and its differences."""

    piece: Piece
    scores: Sequence[Any]
    differences: Sequence[Difference]


def in_document(number: int, piece: Piece, difference: Difference) -> Difference:
    """Return a difference of a piece as one of the document."""
    key = tuple(_moved(piece, place) for place in difference.key)
    response = tuple(_moved(piece, place) for place in difference.response)
    return difference._replace(key=key, response=response, subject=InPiece(number, difference))


def by_piece(differences: Sequence[Difference]) -> dict[int, dict[int, Difference]]:
    """Return differences by the numbers of their pieces and their indices within the piece."""
    found: dict[int, dict[int, Difference]] = {}
    for index, each in enumerate(differences):
        inner: InPiece = each.subject
        found.setdefault(inner.number, {})[index] = inner.difference
    return found


def edits_in_document(piece: Piece, rewriting: Rewriting) -> Iterator[tuple[Any, Edit]]:
    """Yield the edits of a piece as edits of the document's units."""
    for unit, edit in rewriting.edits:
        origin, shift = _origin(piece, unit)
        yield origin, Edit(edit.start + shift, edit.end + shift, edit.text)


def _moved(piece: Piece, place: Place) -> Place:
    unit, shift = _origin(piece, place.unit)
    return Place(unit, place.start + shift, place.end + shift)


def _origin(piece: Piece, unit: Any) -> tuple[Any, int]:
    return next((origin, shift) for each, origin, shift in piece.origins if each is unit)


class Headline(Protocol):
    """The headline measure of a pair; computes the effect of a changed document separately.

    `is_summed` is true if changes of parts of one document can be added.
    """

    is_summed: bool

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Any:
        """Return the change of the headline if a document, or a part, has new scores."""
        ...

    def value(self, changed: Mapping[Any, Any]) -> float:
        """Return the headline measure, in percent, after changes of documents, or of parts, by name."""
        ...

    def with_another(self, changed: Mapping[Any, Any]) -> Callable[[Any, Any], float]:
        """Return a function that computes the headline measure after `changed` with one more change.

        Its arguments are the name of the changed document or part, and that change.
        """
        return lambda part, change: self.value({**changed, part: change})


def headline_of(live: LivePair) -> Headline:
    """Return the headline of a scored pair, at the least cost that its evaluation allows."""
    evaluation = live.evaluation
    if isinstance(evaluation, SumsHeadline) and (form := evaluation.headline_form) is not None:
        return SummedHeadline(live, evaluation, form)
    if isinstance(evaluation, DependsOnOrder):
        return OrderedHeadline(live, evaluation)
    return FoldedHeadline(live)


class SummedHeadline(Headline):
    """A headline that derives from sums over documents.

    Counts may be fractions of 1, as floats. Sums are exact and rounded once, at the end.
    """

    is_summed = True

    def __init__(self, live: LivePair, evaluation: SumsHeadline, form: HeadlineForm) -> None:
        self._evaluation = evaluation
        self._form = form
        counts = [self._counts(live.scores_of(document)) for document in live.documents]
        self._sums = [sum(column) for column in zip(*counts, strict=True)]

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Fraction | int]:
        """Return the added counts minus the removed ones."""
        return [after - before for after, before in zip(self._counts(new), self._counts(old), strict=True)]

    def value(self, changed: Mapping[Any, Sequence[Fraction | int]]) -> float:
        """Return the headline of the sums with these changes."""
        return self._value(self._summed(changed.values()))

    def with_another(
        self, changed: Mapping[Any, Sequence[Fraction | int]]
    ) -> Callable[[Any, Sequence[Fraction | int]], float]:
        """Return a function that caches the result: many repairs change the same counts."""
        sums = self._summed(changed.values())
        nothing = tuple(0 for _ in sums)
        known: dict[tuple[tuple[Fraction | int, ...], ...], float] = {}

        def value(part: Any, change: Sequence[Fraction | int]) -> float:
            exchange = tuple(changed.get(part, nothing)), tuple(change)
            if exchange not in known:
                columns = zip(sums, *exchange, strict=True)
                known[exchange] = self._value([now - gone + come for now, gone, come in columns])
            return known[exchange]

        return value

    def _summed(self, changes: Iterable[Sequence[Fraction | int]]) -> Sequence[Fraction | int]:
        return [sum(column) for column in zip(self._sums, *changes, strict=True)]

    def _value(self, sums: Iterable[Fraction | int]) -> float:
        return self._form.value(HeadlineCounts(*map(float, sums)))

    def _counts(self, scores: Sequence[Any]) -> list[Fraction | int]:
        counts = self._evaluation.headline_counts(scores) if scores else self._form.nothing
        return [count if isinstance(count, int) else Fraction(count) for count in counts]


class FoldedHeadline(Headline):
    """A headline measure that only the evaluation's own sum can compute."""

    is_summed = False

    def __init__(self, live: LivePair) -> None:
        self._now = {document: live.scores_of(document) for document in live.documents}
        self._fold = live.evaluation.fold()
        self._exchange((), self._now.values())

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Any]:
        """Return the new scores themselves."""
        return new

    def value(self, changed: Mapping[str, Sequence[Any]]) -> float:
        """Return the headline of the sum with other scores in it, which are then taken out again."""
        before = [self._now[document] for document in changed]
        self._exchange(before, changed.values())
        try:
            return self._fold.headline()
        finally:
            self._exchange(changed.values(), before)

    def _exchange(self, gone: Iterable[Sequence[Any]], come: Iterable[Sequence[Any]]) -> None:
        for scores in gone:
            for score in scores:
                self._fold.drop(score)
        for scores in come:
            for score in scores:
                self._fold.put(score)


class OrderedHeadline(Headline):
    """A headline measure that depends on the order of the files; it is recomputed from all documents."""

    is_summed = False

    def __init__(self, live: LivePair, evaluation: DependsOnOrder) -> None:
        self._live = live
        self._evaluation = evaluation

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Any]:
        """Return the new scores themselves."""
        return new

    def value(self, changed: Mapping[str, Sequence[Any]]) -> float:
        """Return the headline over all documents in the order of the files."""
        live = self._live
        scores = [
            score for document in live.documents for score in changed.get(document, live.scores_of(document))
        ]
        fold = live.evaluation.fold()
        for score in self._evaluation.settled(scores, live.key.units, live.response.units):
            fold.put(score)
        return fold.headline()


class Corrected(NamedTuple):
    """A document with some differences fixed: the effect on the headline measure, and the edits."""

    change: Any
    rewriting: Rewriting


class Corrections:
    """The differences of the response of a scored pair, and its score with some of them fixed.

    `evaluation` scores the corrected documents; it is separate from the pair's own, which may cache state for
    the next edit. Raises TypeError for an evaluation that does not classify differences.
    """

    def __init__(self, live: LivePair, evaluation: Evaluation | None = None) -> None:
        own = live.evaluation if evaluation is None else evaluation
        if not isinstance(live.evaluation, ClassifiesDifferences) or not isinstance(
            own, ClassifiesDifferences
        ):
            raise TypeError(live.evaluation.task)
        self._live = live
        self._told: ClassifiesDifferences = live.evaluation
        self._evaluation: Evaluation = own
        self._classes: ClassifiesDifferences = own
        self._headline = headline_of(live)
        self._pieces: dict[str, tuple[Sequence[Any], Sequence[ScoredPiece]]] = {}
        self._last: Sequence[Any] = ()
        """The latest scores, which an evaluation may reuse to compute the next ones."""

    def renew(self) -> None:
        """Follow the pair after documents of it were scored again."""
        self._headline = headline_of(self._live)
        there = self._live.documents
        self._pieces = {name: self._pieces[name] for name in there if name in self._pieces}

    @property
    def documents(self) -> Sequence[str]:
        """Return the documents of the pair: the key's in its order, then those that only the response has."""
        return self._live.documents

    @property
    def classes(self) -> Sequence[str]:
        """Return the names of the classes, in the order of tables."""
        return self._classes.difference_classes

    def differences(self, document: str) -> Sequence[Difference]:
        """Return the differences of a document, in the order of the response."""
        scores = self._live.scores_of(document)
        pieces = self._pieces_of(document) if scores else ()
        if not pieces:
            return self._told.differences(scores) if scores else ()
        return [
            in_document(number, each.piece, difference)
            for number, each in enumerate(pieces)
            for difference in each.differences
        ]

    def counts(self, document: str) -> Mapping[str, int]:
        """Return the number of differences in the tally of a document, by outcome."""
        scores = self._live.scores_of(document)
        return self._told.difference_counts(scores) if scores else {}

    def part_of(self, document: str, difference: Difference) -> Hashable:
        """Return the part that a repair can affect: the document or a piece; repairs of two parts combine."""
        subject = difference.subject
        return (document, subject.number) if isinstance(subject, InPiece) else document

    def corrected(self, document: str, differences: Sequence[Difference]) -> Corrected:
        """Return the document with these of its differences fixed, as far as they can be."""
        if differences and isinstance(differences[0].subject, InPiece):
            return self._in_pieces(document, differences)
        reading = self._reading(document)
        key = self._live.key.documents.units_of(document)
        response = self._live.response.documents.units_of(document)
        units = response or list(reading.units)[-1:]
        rewriting = self._classes.repair(key, units, differences)
        after = repaired_units(reading.language, document, units, rewriting)
        scores = self._last = self._evaluation.score(document, key, after) if key or after else ()
        return Corrected(self._headline.change(self._live.scores_of(document), scores), rewriting)

    def headline(self, changed: Mapping[Any, Corrected]) -> float:
        """Return the headline measure, in percent, with corrected documents, or parts, by name."""
        return self.value({part: each.change for part, each in changed.items()})

    def value(self, changes: Mapping[Any, Any]) -> float:
        """Return the measure after changes by corrections, which stay valid while other documents change."""
        return self._headline.value(changes)

    def headline_with(self, changes: Mapping[Any, Any]) -> Callable[[Any, Any], float]:
        """Return a function that computes the measure with these changes, but with another one replaced."""
        return self._headline.with_another(changes)

    def _in_pieces(self, document: str, differences: Sequence[Difference]) -> Corrected:
        """Return the same for a document in pieces."""
        pieces, language = self._pieces_of(document), self._reading(document).language
        before, after = list[Any](), list[Any]()
        edits: list[Any] = []
        refused: dict[int, str] = {}
        for number, chosen in by_piece(differences).items():
            each = pieces[number]
            rewriting = self._classes.repair(each.piece.key, each.piece.response, list(chosen.values()))
            before += each.scores
            after += self._rescored(document, language, each, rewriting)
            edits += edits_in_document(each.piece, rewriting)
            indices = list(chosen)
            refused |= {indices[at]: why for at, why in rewriting.refused.items()}
        return Corrected(self._headline.change(before, after), Rewriting(edits, refused))

    def _rescored(
        self, document: str, language: Language, scored: ScoredPiece, rewriting: Rewriting
    ) -> Sequence[Any]:
        (key, response, _) = scored.piece
        units = repaired_units(language, response[0].document, response, rewriting)
        return self._evaluation.score(document, key, units)

    def _pieces_of(self, document: str) -> Sequence[ScoredPiece]:
        """Return the pieces of a divided document; empty if their sum is not the document."""
        scores = self._live.scores_of(document)
        kept = self._pieces.get(document)
        if kept is None or kept[0] is not scores:
            kept = self._pieces[document] = scores, self._divided(document)
        return kept[1]

    def _divided(self, document: str) -> Sequence[ScoredPiece]:
        if not (self._headline.is_summed and isinstance(self._evaluation, DividesDocuments)):
            return ()
        sides = (side.documents.units_of(document) for side in (self._live.key, self._live.response))
        found: list[ScoredPiece] = []
        for piece in self._evaluation.pieces(*sides):
            scores = self._evaluation.score(document, piece.key, piece.response)
            found.append(ScoredPiece(piece, scores, self._classes.differences(scores)))
        counts = Counter[str]()
        for each in found:
            counts.update(self._classes.difference_counts(each.scores))
        whole = self._headline.change(
            self._live.scores_of(document), [one for each in found for one in each.scores]
        )
        return found if counts == Counter(self.counts(document)) and not any(whole) else ()

    def _reading(self, document: str) -> Reading:
        """Return the file of the response that contains a document; the last one if none does."""
        readings = self._live.response.readings
        units = self._live.response.documents.units_of(document)
        return next((reading for reading in readings if units and units[0] in reading.units), readings[-1])
