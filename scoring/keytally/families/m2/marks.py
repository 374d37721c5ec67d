"""Marks of a sentence: the status of each edit, in the gold and in the output."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.families.contract import Level, Mark
from keytally.families.m2.reading import (
    AnnotationLine,
    Block,
    GoldUnit,
    M2Token,
    SentenceUnit,
    SystemEdit,
    replaced,
    wording,
)
from keytally.families.m2.scoring import Comparison
from keytally.tallies.status import Status

_Place = tuple[GoldUnit | SentenceUnit, int, int]


class ComparedSentence(NamedTuple):
    """A sentence compared with its chosen annotator."""

    key: GoldUnit
    response: SentenceUnit
    comparison: Comparison

    def on_response(self) -> Iterator[Mark]:
        """Yield a mark for each system edit on its tokens, and for each missing edit at its place."""
        block, tokens = self.key.block(), self.response.tokens()
        source = block.tokens
        for edit in self.comparison.edits:
            yield self._system_mark(block, source, tokens, edit)
        made = {edit.gold for edit in self.comparison.edits}
        for gold in self.comparison.gold:
            if gold not in made:
                first = _moved(self.comparison.edits, gold.start)
                start, _ = self.response.place_of(tokens, first, first)
                partner = _line_place(self.key, block.annotations[gold.line])
                place = self.response, start, start
                yield _mark(place, Status.MISSING, wording(block, block.annotations[gold.line]), partner)

    def _system_mark(
        self, block: Block, source: list[M2Token], tokens: list[M2Token], edit: SystemEdit
    ) -> Mark:
        place = self.response, *self.response.place_of(tokens, edit.first, edit.last)
        made = replaced(
            block.words[edit.start : edit.end], [token.text for token in tokens[edit.first : edit.last]]
        )
        if edit.gold is None:
            at = self.key.place_of(source, edit.start, edit.end)
            return _mark(place, Status.SPURIOUS, made, (self.key, *at))
        annotation = block.annotations[edit.gold.line]
        partner = _line_place(self.key, annotation)
        return _mark(place, Status.CORRECT, f"{made} ({annotation.kind})", partner)

    def on_key(self) -> Iterator[Mark]:
        """Yield marks for each gold edit on its line and its tokens; other annotators' edits are not
        scored.
        """
        block, tokens = self.key.block(), self.response.tokens()
        source = block.tokens
        makers = {edit.gold: edit for edit in self.comparison.edits if edit.gold is not None}
        for gold in self.comparison.gold:
            maker = makers.get(gold)
            status = Status.CORRECT if maker else Status.MISSING
            subject = wording(block, block.annotations[gold.line])
            first = maker.first if maker else _moved(self.comparison.edits, gold.start)
            last = maker.last if maker else first
            partner = (self.response, *self.response.place_of(tokens, first, last))
            for start, end in (
                self.key.place_of(source, gold.start, gold.end),
                _line_place(self.key, block.annotations[gold.line])[1:],
            ):
                yield _mark((self.key, start, end), status, subject, partner)
        yield from self._unscored(block)

    def _unscored(self, block: Block) -> Iterator[Mark]:
        for annotation in block.annotations:
            other = annotation.annotator
            if other is not None and other != self.comparison.annotator and not annotation.is_noop:
                start, end = _line_place(self.key, annotation)[1:]
                label = f"not scored: annotator {self.comparison.annotator} gives this sentence a better F"
                yield Mark(self.key, start, end, Status.UNSCORED, Level.EDIT, label)


def _mark(place: _Place, status: Status, subject: str, partner: _Place) -> Mark:
    """Return the mark of an edit, labelled like `MIS a → b (Wform)`."""
    return Mark(*place, status, Level.EDIT, f"{status.value.upper()} {subject}", partner, subject)


def _line_place(unit: GoldUnit, annotation: AnnotationLine) -> tuple[GoldUnit, int, int]:
    return unit, annotation.line.start, annotation.line.end


def _moved(edits: Sequence[SystemEdit], start: int) -> int:
    """Return the place of source token `start` in the hypothesis, or of the edit that replaced it."""
    shift = 0
    for edit in edits:
        if edit.start <= start < edit.end:
            return edit.first
        if edit.end <= start:
            shift = edit.last - edit.end
    return start + shift
