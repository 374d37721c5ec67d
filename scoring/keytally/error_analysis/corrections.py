"""Score a response again as if some of its differences were fixed."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.families.annotations import Difference, Piece, Place, Rewriting
from keytally.families.contract import ORDINAL, Evaluation, Language
from keytally.findings.finding import Edit, apply_edits
from keytally.measures.ratios import HeadlineCounts, HeadlineForm


def repaired_units(
    language: Language, document: str, units: Sequence[Any], rewriting: Rewriting
) -> list[Any]:
    """Return the units of a document after edits of `units`; unedited units are the same objects.

    An edit may add or remove units of the document. Units that the rewriting has already read are reused.
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
    """Return the units that result from edits; `read` is the result if it has already been read as one
    unit.
    """
    text = apply_edits(unit.text, edits) if read is None else read.text
    bounds = [0, *language.boundaries(text), len(text)]
    if len(bounds) == 2 and read is not None:
        return [read]
    if len(bounds) == 2 and language.reread is not None:
        return [language.reread(unit, text)]
    return [language.read(text[start:end]) for start, end in pairwise(bounds) if start < end]


class InPiece(NamedTuple):
    """The subject of a difference in a piece of a document: the piece's number, and the original
    difference.
    """

    number: int
    difference: Difference


class ScoredPiece(NamedTuple):
    """A piece of a document, its scores, and its differences."""

    piece: Piece
    scores: Sequence[Any]
    differences: Sequence[Difference]


def in_document(number: int, piece: Piece, difference: Difference) -> Difference:
    """Convert a difference in a piece to a difference in the document."""
    key = tuple(_moved(piece, place) for place in difference.key)
    response = tuple(_moved(piece, place) for place in difference.response)
    return difference._replace(key=key, response=response, subject=InPiece(number, difference))


def _in_document(pieces: Sequence[ScoredPiece]) -> list[Difference]:
    """Convert the differences of all pieces to differences in the document."""
    return [
        in_document(number, each.piece, difference)
        for number, each in enumerate(pieces)
        for difference in each.differences
    ]


def _plain_values(differences: Sequence[Difference]) -> list[tuple[Any, ...]]:
    """Return differences without their subjects, as comparable values."""
    return [
        (name, *key, None, *response, *texts, dict(counts), *labels)
        for name, key, response, *texts, counts, labels, _ in differences
    ]


def by_piece(differences: Sequence[Difference]) -> dict[int, dict[int, Difference]]:
    """Return differences by piece number, then by index within the piece."""
    found: dict[int, dict[int, Difference]] = {}
    for index, each in enumerate(differences):
        inner: InPiece = each.subject
        found.setdefault(inner.number, {})[index] = inner.difference
    return found


def edits_in_document(piece: Piece, rewriting: Rewriting) -> Iterator[tuple[Any, Edit]]:
    """Convert the edits of a piece to edits of the document's units."""
    for unit, edit in rewriting.edits:
        origin, shift = _origin(piece, unit)
        yield origin, Edit(edit.start + shift, edit.end + shift, edit.text)


def _moved(piece: Piece, place: Place) -> Place:
    unit, shift = _origin(piece, place.unit)
    return Place(unit, place.start + shift, place.end + shift)


def _origin(piece: Piece, unit: Any) -> tuple[Any, int]:
    return next((origin, shift) for each, origin, shift in piece.origins if each is unit)


class Headline(Protocol):
    """The headline measure of a pair, which can be computed with some documents changed.

    `is_summed` is true if changes to parts of one document can be added.
    """

    is_summed: bool

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Any:
        """Return the change of the headline measure if a document or a part receives new scores."""
        ...

    def value(self, changed: Mapping[Any, Any]) -> float:
        """Return the headline measure, in percent, after the given changes of documents or parts, by name."""
        ...

    def with_another(self, changed: Mapping[Any, Any]) -> Callable[[Any, Any], float]:
        """Return a function that computes the headline measure after the changes in `changed` and one more
        change.

        Its arguments are the name of the changed document or part, and that change.
        """
        return lambda part, change: self.value({**changed, part: change})


def headline_of(live: LivePair) -> Headline:
    """Return the headline measure of a scored pair, computed as cheaply as its evaluation allows."""
    evaluation = live.evaluation
    if (form := evaluation.headline_form) is not None:
        return SummedHeadline(live, evaluation, form)
    if evaluation.settled is not None:
        return OrderedHeadline(live, evaluation.settled)
    return FoldedHeadline(live)


class SummedHeadline(Headline):
    """A headline measure that is computed from sums over documents.

    Counts may be fractions, given as floats. Sums are exact and rounded only once, at the end: each count is
    stored as an integer multiple of the smallest positive float.
    """

    is_summed = True

    def __init__(self, live: LivePair, evaluation: Evaluation, form: HeadlineForm) -> None:
        self._evaluation = evaluation
        self._form = form
        counts = [self._counts(live.scores_of(document)) for document in live.documents]
        self._sums = [sum(column) for column in zip(*counts, strict=True)]
        self._old: tuple[Sequence[Any], Sequence[int]] | None = None

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[int]:
        """Return the new counts minus the old ones."""
        if self._old is None or self._old[0] is not old:
            self._old = old, self._counts(old)
        return [after - before for after, before in zip(self._counts(new), self._old[1], strict=True)]

    def value(self, changed: Mapping[Any, Sequence[int]]) -> float:
        """Return the headline measure of the sums after these changes."""
        return self._value(self._summed(changed.values()))

    def with_another(self, changed: Mapping[Any, Sequence[int]]) -> Callable[[Any, Sequence[int]], float]:
        """Return a function that caches its results, because many fixes change the same counts."""
        sums = self._summed(changed.values())
        nothing = tuple(0 for _ in sums)
        known: dict[tuple[tuple[int, ...], ...], float] = {}

        def value(part: Any, change: Sequence[int]) -> float:
            exchange = tuple(changed.get(part, nothing)), tuple(change)
            if exchange not in known:
                columns = zip(sums, *exchange, strict=True)
                known[exchange] = self._value([now - gone + come for now, gone, come in columns])
            return known[exchange]

        return value

    def _summed(self, changes: Iterable[Sequence[int]]) -> Sequence[int]:
        return [sum(column) for column in zip(self._sums, *changes, strict=True)]

    def _value(self, sums: Iterable[int]) -> float:
        return self._form.value(HeadlineCounts(*[count / _ONE for count in sums]))

    def _counts(self, scores: Sequence[Any]) -> list[int]:
        counts = self._evaluation.headline_counts(scores) if scores else self._form.nothing
        return [_exact(count) for count in counts]


_BITS = 1074
_ONE = 1 << _BITS
"""The number 1 as a multiple of the smallest positive float."""


def _exact(count: float) -> int:
    """Return a count as a multiple of the smallest positive float."""
    numerator, denominator = count.as_integer_ratio()
    return numerator << _BITS + 1 - denominator.bit_length()


class FoldedHeadline(Headline):
    """A headline measure that only the evaluation's own fold can compute."""

    is_summed = False

    def __init__(self, live: LivePair) -> None:
        self._now = {document: live.scores_of(document) for document in live.documents}
        self._fold = live.evaluation.fold()
        self._exchange((), self._now.values())

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Any]:
        """Return the new scores themselves."""
        return new

    def value(self, changed: Mapping[str, Sequence[Any]]) -> float:
        """Return the headline measure with other scores, which are removed again afterwards."""
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


Settled = Callable[[Sequence[Any], Iterable[Any], Iterable[Any]], Sequence[Any]]
"""A function that returns scores adjusted to the order of all units in the key and the response."""


class OrderedHeadline(Headline):
    """A headline measure that depends on the order of the files; it is recomputed from all documents."""

    is_summed = False

    def __init__(self, live: LivePair, settled: Settled) -> None:
        self._live = live
        self._settled = settled

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Any]:
        """Return the new scores themselves."""
        return new

    def value(self, changed: Mapping[str, Sequence[Any]]) -> float:
        """Return the headline measure over all documents, in file order."""
        live = self._live
        scores = [
            score for document in live.documents for score in changed.get(document, live.scores_of(document))
        ]
        fold = live.evaluation.fold()
        for score in self._settled(scores, live.key.units, live.response.units):
            fold.put(score)
        return fold.headline()


class Corrected(NamedTuple):
    """A document with some differences fixed: the effect on the headline measure, and the edits."""

    change: Any
    rewriting: Rewriting


class _RepairedPieces(NamedTuple):
    """The edits and scores of fixed pieces of a document, by piece and differences."""

    pieces: Sequence[ScoredPiece]
    known: dict[tuple[int, tuple[int, ...]], tuple[Rewriting, Sequence[Any]]]


class _Present(NamedTuple):
    """A document with its current scores: its units on both sides, and the file of the response that
    contains it.
    """

    scores: Sequence[Any]
    key: Sequence[Any]
    response: Sequence[Any]
    reading: Reading


class Corrections:
    """The differences between the response and the key of a scored pair, and the score with some of them
    fixed.

    `evaluation` scores the corrected documents. It is separate from the pair's own, which may cache state for
    the next edit. Raises TypeError if the evaluation does not classify differences.
    """

    def __init__(self, live: LivePair, evaluation: Evaluation | None = None) -> None:
        own = live.evaluation if evaluation is None else evaluation
        if live.evaluation.classifier is None or own.classifier is None:
            raise TypeError(live.evaluation.task)
        self._live = live
        self._of_pair = live.evaluation.classifier
        self._evaluation = own
        self._classifier = own.classifier
        self._headline = headline_of(live)
        self._tried = Counter[str]()
        self._bounds: dict[str, int] = {}
        self.bounded: dict[str, None] = {}
        """The documents with too many fixes to try all of them."""
        self._present: tuple[str, _Present] | None = None
        self._whole: tuple[Sequence[Any], Sequence[Difference]] | None = None
        self._pieces: dict[str, tuple[Sequence[Any], Sequence[ScoredPiece]]] = {}
        self._repaired = _RepairedPieces((), {})
        self._last: Sequence[Any] = ()
        """The most recent scores, which an evaluation may reuse to compute the next ones."""

    def renew(self) -> None:
        """Update after documents of the pair have been scored again."""
        self._headline = headline_of(self._live)
        self._present = None
        there = self._live.documents
        self._pieces = {name: self._pieces[name] for name in there if name in self._pieces}

    @property
    def documents(self) -> Sequence[str]:
        """Return the documents of the pair: those of the key in order, then those that occur only in the
        response.
        """
        return self._live.documents

    def may_try(self, document: str, number: int) -> bool:
        """Return whether that many more fixes of a document may be tried, and record the result."""
        if self._classifier.bound is None:
            return True
        if document not in self._bounds:
            present = self._present_of(document)
            self._bounds[document] = self._classifier.bound(present.key, present.response)
        if self._tried[document] + number > self._bounds[document]:
            self.bounded[document] = None
            return False
        self._tried[document] += number
        return True

    @property
    def classes(self) -> Sequence[str]:
        """Return the names of the classes, in table order."""
        return self._classifier.classes

    def differences(self, document: str) -> Sequence[Difference]:
        """Return the differences of a document, in the order of the response."""
        if not self._live.scores_of(document):
            return ()
        pieces = self._pieces_of(document)
        return _in_document(pieces) if pieces else self._differences_of_whole(document)

    def _with_texts(self, document: str, differences: Sequence[Difference]) -> Sequence[Difference]:
        texts, by_text = self._live.texts, self._of_pair.by_text
        if texts is None or by_text is None:
            return differences
        return by_text(differences, texts.documents.units_of(document))

    def counts(self, document: str) -> Mapping[str, int]:
        """Return the number of differences in a document's tally, by outcome."""
        scores = self._live.scores_of(document)
        return self._of_pair.counts(scores) if scores else {}

    def part_of(self, document: str, difference: Difference) -> Hashable:
        """Return the part that a fix can affect: the document or a piece; fixes of different parts can be
        combined.
        """
        subject = difference.subject
        return (document, subject.number) if isinstance(subject, InPiece) else document

    def corrected(self, document: str, differences: Sequence[Difference]) -> Corrected:
        """Return the document with these differences fixed, as far as possible."""
        if differences and isinstance(differences[0].subject, InPiece):
            return self._in_pieces(document, differences)
        before, key, response, reading = self._present_of(document)
        units = response or list(reading.units)[-1:]
        rewriting = self._classifier.repair(key, units, differences)
        after = repaired_units(reading.language, document, units, rewriting)
        scores = self._last = self._evaluation.score(document, key, after) if key or after else ()
        return Corrected(self._headline.change(before, scores), rewriting)

    def headline(self, changed: Mapping[Any, Corrected]) -> float:
        """Return the headline measure, in percent, with the given corrected documents or parts, by name."""
        return self.value({part: each.change for part, each in changed.items()})

    def value(self, changes: Mapping[Any, Any]) -> float:
        """Return the measure after the changes of corrections, which remain valid while other documents
        change.
        """
        return self._headline.value(changes)

    def headline_with(self, changes: Mapping[Any, Any]) -> Callable[[Any, Any], float]:
        """Return a function that computes the measure with these changes and another one, which replaces
        an earlier change of the same part.
        """
        return self._headline.with_another(changes)

    def _in_pieces(self, document: str, differences: Sequence[Difference]) -> Corrected:
        """Return a document, divided into pieces, with these differences fixed."""
        pieces, language = self._pieces_of(document), self._present_of(document).reading.language
        if self._repaired.pieces is not pieces:
            self._repaired = _RepairedPieces(pieces, {})
        before, after = list[Any](), list[Any]()
        edits: list[Any] = []
        refused: dict[int, str] = {}
        for number, chosen in by_piece(differences).items():
            each = pieces[number]
            known = number, tuple(map(id, chosen.values()))
            if known not in self._repaired.known:
                self._repaired.known[known] = self._piece_repaired(
                    document, language, each, list(chosen.values())
                )
            rewriting, scores = self._repaired.known[known]
            before += each.scores
            after += scores
            edits += edits_in_document(each.piece, rewriting)
            indices = list(chosen)
            refused |= {indices[at]: why for at, why in rewriting.refused.items()}
        return Corrected(self._headline.change(before, after), Rewriting(edits, refused))

    def _piece_repaired(
        self, document: str, language: Language, scored: ScoredPiece, differences: Sequence[Difference]
    ) -> tuple[Rewriting, Sequence[Any]]:
        """Return the edits that fix differences of a piece, and its scores after the edits."""
        (key, response, _) = scored.piece
        rewriting = self._classifier.repair(key, response, differences)
        units = repaired_units(language, response[0].document, response, rewriting)
        return rewriting, self._evaluation.score(document, key, units)

    def _differences_of_whole(self, document: str) -> Sequence[Difference]:
        """Return the differences of an undivided document; the differences of the last document are
        cached.
        """
        scores = self._live.scores_of(document)
        if self._whole is None or self._whole[0] is not scores:
            self._whole = scores, self._with_texts(document, self._of_pair.differences(scores))
        return self._whole[1]

    def _pieces_of(self, document: str) -> Sequence[ScoredPiece]:
        """Return the pieces of a divided document; empty if their differences do not equal those of the
        document.
        """
        scores = self._live.scores_of(document)
        kept = self._pieces.get(document)
        if kept is None or kept[0] is not scores:
            kept = self._pieces[document] = scores, self._divided(document)
        return kept[1]

    def _divided(self, document: str) -> Sequence[ScoredPiece]:
        if self._classifier.pieces is None or not self._headline.is_summed:
            return ()
        whole = self._differences_of_whole(document)
        if not whole:
            return ()
        present, found = self._present_of(document), list[ScoredPiece]()
        for piece in self._classifier.pieces(present.key, present.response, whole):
            scores = self._evaluation.score(document, piece.key, piece.response)
            found.append(ScoredPiece(piece, scores, self._classifier.differences(scores)))
        return found if _plain_values(_in_document(found)) == _plain_values(whole) else ()

    def _present_of(self, document: str) -> _Present:
        """Return a document in its current state, with the response file that contains the document, or
        with the last response file if there is none.
        """
        scores = self._live.scores_of(document)
        if self._present is None or self._present[0] != document or self._present[1].scores is not scores:
            readings = self._live.response.readings
            key, response = (
                side.documents.units_of(document) for side in (self._live.key, self._live.response)
            )
            holding = (each for each in readings if response and response[0] in each.units)
            self._present = document, _Present(scores, key, response, next(holding, readings[-1]))
        return self._present[1]
