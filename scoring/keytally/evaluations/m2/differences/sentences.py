"""The differences of a sentence, against the annotator that its own F chooses."""

from collections.abc import Iterator, Mapping

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.m2.differences.classes import Edits, Words, classed
from keytally.evaluations.m2.formats.wording import replaced, shortened
from keytally.evaluations.m2.model import GoldEdit, SystemEdit
from keytally.evaluations.m2.scoring.result import Comparison, SentenceScore
from keytally.tallies.status import Status


def differences(score: SentenceScore, comparison: Comparison) -> list[Difference]:
    """The differences in the order of the source sentence."""
    return list(_Sentence(score, comparison).differences())


def counts_of(missing: int, spurious: int) -> Mapping[str, int]:
    """Counts by outcome, without zeros."""
    counts = {Status.MISSING.value: missing, Status.SPURIOUS.value: spurious}
    return {name: count for name, count in counts.items() if count}


class _Sentence:
    """A sentence compared with its chosen annotator."""

    def __init__(self, score: SentenceScore, comparison: Comparison) -> None:
        self._score = score
        self._comparison = comparison
        self._block = score.key.block()
        self._tokens = score.response.tokens()

    def differences(self) -> Iterator[Difference]:
        """Each difference in its class."""
        gold, edits = self._comparison.gold, self._comparison.edits
        made = {edit.gold for edit in edits}
        missing = [edit for edit in gold if edit not in made]
        spurious = [edit for edit in edits if edit.gold is None]
        words = Words(self._block.words, [token.text for token in self._tokens])
        for name, found in classed(missing, spurious, words):
            yield Difference(
                name,
                tuple(self._in_key(found)),
                tuple(self._in_response(found)),
                " + ".join(map(self._wanted, found.gold)),
                " + ".join(map(self._made, found.made)),
                counts_of(len(found.gold), len(found.made)),
                subject=found,
            )

    def _in_key(self, found: Edits) -> Iterator[Place]:
        spans = [edit[:2] for edit in found.gold] or [edit[:2] for edit in found.made]
        for start, end in spans:
            yield Place(self._score.key, *self._score.key.place_of(self._block.tokens, start, end))

    def _in_response(self, found: Edits) -> Iterator[Place]:
        spans = [(edit.first, edit.last) for edit in found.made]
        for first, last in spans or [self._gap(found.gold[0].start)]:
            yield Place(self._score.response, *self._score.response.place_of(self._tokens, first, last))

    def _gap(self, start: int) -> tuple[int, int]:
        """Where the response has the source token `start`, or the edit that replaced it."""
        shift = 0
        for edit in self._comparison.edits:
            if edit.start <= start < edit.end:
                return edit.first, edit.first
            if edit.end <= start:
                shift = edit.last - edit.end
        place = min(max(start + shift, 0), len(self._tokens))
        return place, place

    def _wanted(self, edit: GoldEdit) -> str:
        choices = " or ".join(each or "ε" for each in edit.alternatives)
        kind = self._block.annotations[edit.line].kind
        return shortened(f"{replaced(self._block.words[edit.start : edit.end], choices.split())} ({kind})")

    def _made(self, edit: SystemEdit) -> str:
        after = [token.text for token in self._tokens[edit.first : edit.last]]
        return shortened(replaced(self._block.words[edit.start : edit.end], after))
