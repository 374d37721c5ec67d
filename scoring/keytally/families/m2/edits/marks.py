"""Marks of a sentence of the task `m2-edits`: the status of each edit, in the key and in the response."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from keytally.families.contract import Level, Mark
from keytally.families.m2.edits.options import EditsOptions
from keytally.families.m2.edits.scoring import (
    EditScore,
    Item,
    Matching,
    Place,
    items_by_annotator,
    match_items,
)
from keytally.families.m2.reading import Block, GoldUnit, wording
from keytally.tallies.status import Status

_Range = tuple[GoldUnit, int, int]


class _Verdict(NamedTuple):
    """The status of an edit, and the number of its partner's annotation line in the other file's sentence,
    if it has a partner.
    """

    status: Status
    partner: int | None


_Verdicts = Mapping[int, _Verdict]
"""The verdicts on an annotator's edits, by the number of each edit's annotation line."""


class _Side(NamedTuple):
    """A sentence in one of the two files."""

    unit: GoldUnit
    block: Block

    def line_place(self, number: int) -> _Range:
        """Return the place of an `A` line."""
        line = self.block.annotations[number].line
        return self.unit, line.start, line.end

    def token_place(self, offsets: tuple[int, int] | None) -> _Range:
        """Return the place of source tokens on the `S` line; the line may have fewer tokens in one of the
        files.
        """
        tokens = self.block.tokens
        start, end = (min(offset, len(tokens)) for offset in offsets or (0, 0))
        return self.unit, *self.unit.place_of(tokens, start, end)

    def subject(self, number: int) -> str:
        """Return the description of an edit, such as `at → on (Prep)`."""
        return wording(self.block, self.block.annotations[number])


class MarkedSentence:
    """A sentence for which the chosen annotators are compared by keytally's definition."""

    def __init__(self, score: EditScore, options: EditsOptions) -> None:
        self._key = _Side(score.key, score.key.block())
        self._response = _Side(score.response, score.response.block())
        self._chosen = score.chosen
        wanted = items_by_annotator(self._key.block, options).get(self._chosen.key, [])
        made = items_by_annotator(self._response.block, options).get(self._chosen.response, [])
        matching = match_items(made, wanted)
        found = [*_judged(matching)]
        self._made = _by_line((item.line, status, other) for item, status, other in found)
        turned = [(other.line, status, item) for item, status, other in found if other is not None]
        judged = {id(other) for _, _, other in found}
        missing = [item for item in matching.missing if id(item) not in judged]
        self._wanted = _by_line([*turned, *((item.line, Status.MISSING, None) for item in missing)])

    def on_response(self) -> Iterator[Mark]:
        """Yield a mark on the line of each edit, and a mark on the sentence for each missing edit."""
        for line, verdict in self._made.items():
            other = verdict.partner
            offsets = self._response.block.annotations[line].offsets
            partner = self._key.token_place(offsets) if other is None else self._key.line_place(other)
            place = self._response.line_place(line)
            yield _mark(place, verdict.status, self._response.subject(line), partner)
        for line, verdict in self._wanted.items():
            if verdict.status is Status.MISSING:
                place = self._response.token_place(self._key.block.annotations[line].offsets)
                yield _mark(place, verdict.status, self._key.subject(line), self._key.line_place(line))

    def on_key(self) -> Iterator[Mark]:
        """Yield marks on the line and on the tokens of each edit; other annotators are not scored."""
        for line, verdict in self._wanted.items():
            offsets = self._key.block.annotations[line].offsets
            other = verdict.partner
            here = self._response
            partner = here.token_place(offsets) if other is None else here.line_place(other)
            for place in (self._key.token_place(offsets), self._key.line_place(line)):
                yield _mark(place, verdict.status, self._key.subject(line), partner)
        yield from self._unscored()

    def _unscored(self) -> Iterator[Mark]:
        label = f"not scored: annotator {self._chosen.key} gives this sentence a better F"
        for number, annotation in enumerate(self._key.block.annotations):
            other = annotation.annotator
            if other is not None and other != self._chosen.key and not annotation.is_noop:
                yield Mark(*self._key.line_place(number), Status.UNSCORED, Level.EDIT, label)


_Judgement = tuple[Item, Status, Item | None]


def _judged(matching: Matching) -> Iterator[_Judgement]:
    """Yield each item of a response with its status and the key item that it matches or misses, if there is
    one.

    An item is incorrect rather than spurious if the key has a different correction of the same span.
    """
    rivals: dict[Place, list[Item]] = {}
    for item in matching.missing:
        rivals.setdefault(item.place[:2], []).append(item)
    for item, partner in matching.response:
        if partner is not None:
            yield item, Status.CORRECT, partner
        elif rival := rivals.get(item.place[:2]):
            yield item, Status.INCORRECT, rival.pop(0)
        else:
            yield item, Status.SPURIOUS, None


def _by_line(items: Iterable[tuple[int, Status, Item | None]]) -> _Verdicts:
    """Return the verdict on each line; a line whose items have different statuses is partially correct."""
    found: dict[int, _Verdict] = {}
    for line, status, partner in items:
        number = None if partner is None else partner.line
        known = found.setdefault(line, _Verdict(status, number))
        if known.status is not status:
            found[line] = _Verdict(Status.PARTIAL, number if known.partner is None else known.partner)
    return dict(sorted(found.items()))


def _mark(place: _Range, status: Status, subject: str, partner: _Range) -> Mark:
    """Return the mark of an edit, labelled like `MIS a → b (Wform)`."""
    return Mark(*place, status, Level.EDIT, f"{status.value.upper()} {subject}", partner, subject)
