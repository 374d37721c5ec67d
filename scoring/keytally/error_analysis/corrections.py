"""Scores a response again as if some of its differences were repaired; no file and no pair changes."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.error_analysis.headlines import headline_of
from keytally.error_analysis.pieces import InPiece, ScoredPiece, by_piece, edits_in_document, in_document
from keytally.error_analysis.repaired_units import repaired_units
from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import ClassifiesDifferences, Difference, DividesDocuments
from keytally.evaluations.interface import Evaluation, Language


class Corrected(NamedTuple):
    """A document with some differences repaired: what that does to the headline, and the edits for it."""

    change: Any
    rewriting: Rewriting


class Corrections:
    """The differences of the response of a scored pair, and what it scores with some of them repaired.

    `evaluation` scores the corrected documents, in place of the pair's own, which may keep what it needs for
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
        """The scores that were made last: an evaluation may make the next ones from what it keeps of them."""

    def renew(self) -> None:
        """Follow the pair after documents of it were scored again."""
        self._headline = headline_of(self._live)
        there = self._live.documents
        self._pieces = {name: self._pieces[name] for name in there if name in self._pieces}

    @property
    def documents(self) -> Sequence[str]:
        """The documents of the pair: the key's in its order, then those that only the response has."""
        return self._live.documents

    @property
    def classes(self) -> Sequence[str]:
        """The names of the classes, in the order of tables."""
        return self._classes.difference_classes

    def differences(self, document: str) -> Sequence[Difference]:
        """The differences of a document, in the order of the response."""
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
        """What the tally of a document counts as differences, by outcome."""
        scores = self._live.scores_of(document)
        return self._told.difference_counts(scores) if scores else {}

    def part_of(self, document: str, difference: Difference) -> Hashable:
        """What a repair can affect: the document, or a piece of it; repairs of two parts go together."""
        subject = difference.subject
        return (document, subject.number) if isinstance(subject, InPiece) else document

    def corrected(self, document: str, differences: Sequence[Difference]) -> Corrected:
        """The document with these of its differences repaired, as far as they can be."""
        if differences and isinstance(differences[0].subject, InPiece):
            return self._in_pieces(document, differences)
        reading = self._reading(document)
        key = self._live.key.documents.units_of(document)
        response = reading.documents.units_of(document)
        units = response or list(reading.units)[-1:]
        rewriting = self._classes.repair(key, units, differences)
        after = repaired_units(reading.language, document, units, rewriting)
        scores = self._last = self._evaluation.score(document, key, after) if key or after else ()
        return Corrected(self._headline.change(self._live.scores_of(document), scores), rewriting)

    def headline(self, changed: Mapping[Any, Corrected]) -> float:
        """The headline measure, in percent, with documents corrected, by their names, or parts of them."""
        return self.value({part: each.change for part, each in changed.items()})

    def value(self, changes: Mapping[Any, Any]) -> float:
        """The same from what the corrections do to it, which lasts while other documents change."""
        return self._headline.value(changes)

    def _in_pieces(self, document: str, differences: Sequence[Difference]) -> Corrected:
        """The same for a document in pieces."""
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
        """The pieces of a document that is divided; none where they do not sum up to it."""
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
        """The file of the response that holds a document; the last one if none does."""
        readings = self._live.response.readings
        return next((each for each in readings if each.documents.units_of(document)), readings[-1])
