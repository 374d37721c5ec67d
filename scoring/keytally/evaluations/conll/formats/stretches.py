"""Chains out of CorefUD's brackets: mentions of one stretch of words, or of several."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.conll.formats.brackets import Shape
from keytally.evaluations.conll.formats.entities import EntityBracket, number_in
from keytally.evaluations.conll.model import Chain, Defect, DefectKind, Mention, Place, Zero
from keytally.text.plural import quantity


class _Begun(NamedTuple):
    """A mention of several stretches of which the first ones are closed."""

    words: tuple[int, ...]
    opening: EntityBracket
    part: int
    brackets: tuple[Place, ...]


ZeroOf = Callable[[int], Zero | None]
"""The empty node that a word is; None for a word of the text."""


class StretchBuilder:
    """Makes chains out of the brackets of a document, which come row by row.

    A closing bracket closes the stretch of its entity and part that was opened last. A stretch that is not
    the first goes on with the mention of its entity whose stretch before it was closed last.
    """

    def __init__(self, words: Sequence[int], zero_of: ZeroOf) -> None:
        self._words = words
        self._zero_of = zero_of
        self._mentions: dict[str, list[Mention]] = {}
        self._open: dict[tuple[str, int, int], list[tuple[int, EntityBracket]]] = {}
        self._begun: dict[str, list[_Begun]] = {}
        self._apart: list[EntityBracket] = []
        self._lone: set[tuple[str, int]] = set()
        self.defects: list[Defect] = []

    def put(self, row: int, brackets: Sequence[EntityBracket]) -> None:
        """Add the brackets of a row, in their order."""
        for bracket in brackets:
            self._mentions.setdefault(bracket.name, [])
            if bracket.shape is Shape.WHOLE:
                self._stretch(row, row, bracket, bracket.place)
            elif bracket.shape is Shape.OPENS:
                self._open.setdefault(_key(bracket), []).append((row, bracket))
            else:
                self._close(row, bracket)

    def chains(self) -> tuple[Chain, ...]:
        """The chains, at the end of the document; what is still open is no mention."""
        left = [bracket for opened in self._open.values() for _, bracket in opened]
        self._lone |= {*map(_split, left)}
        self.defects += [Defect(DefectKind.NOT_CLOSED, each.place, each.name) for each in left]
        self.defects += self._parts_missing()
        return tuple([Chain(name, tuple(some)) for name, some in self._mentions.items() if some])

    def _parts_missing(self) -> Iterator[Defect]:
        """The mentions that lack a part, each told once: where the first of its parts stands."""
        begun = [
            each for some in self._begun.values() for each in some if _split(each.opening) not in self._lone
        ]
        for each in begun:
            yield _part_missing(each.opening, each.part + 1)
        told = self._lone | {_split(each.opening) for each in begun}
        later = {(*_split(each), each.part + 1) for each in self._apart}
        for bracket in self._apart:
            if _split(bracket) not in told and (*_split(bracket), bracket.part) not in later:
                yield _part_missing(bracket, bracket.part - 1)

    def _close(self, row: int, closing: EntityBracket) -> None:
        opened = self._open.get(_key(closing))
        if opened:
            start, opening = opened.pop()
            self._stretch(start, row, opening, closing.place)
        else:
            self._lone.add(_split(closing))
            self.defects.append(Defect(DefectKind.NOT_OPENED, closing.place, closing.name))

    def _stretch(self, first: int, last: int, opening: EntityBracket, closing: Place) -> None:
        """Add a stretch of rows to the mention that it belongs to."""
        words = tuple(self._words[first : last + 1])
        begun = self._begun.setdefault(opening.name, [])
        before = next((each for each in reversed(begun) if _follows(opening, each)), None)
        if opening.part > 1 and before is None:
            self._apart.append(opening)
            return
        start = opening
        brackets: tuple[Place, ...] = (opening.place, closing)
        if before is not None:
            begun.remove(before)
            words, start = tuple(sorted({*before.words, *words})), before.opening
            brackets = (*before.brackets, *brackets)
        if opening.part < opening.parts:
            begun.append(_Begun(words, start, opening.part, brackets))
        else:
            self._mentions[opening.name].append(self._mention(words, start, brackets))

    def _mention(self, words: tuple[int, ...], opening: EntityBracket, brackets: Sequence[Place]) -> Mention:
        head = words[min(max(opening.head, 1), len(words)) - 1]
        self.defects += _heads_missing(opening, len(words))
        between = tuple(dict.fromkeys(brackets[1:-1]))
        return Mention(words, opening.place, brackets[-1], head, self._zero_of(head), between)


def _key(bracket: EntityBracket) -> tuple[str, int, int]:
    return bracket.name, bracket.part, bracket.parts


def _follows(bracket: EntityBracket, begun: _Begun) -> bool:
    return bracket.part == begun.part + 1 and bracket.parts == begun.opening.parts


def _split(bracket: EntityBracket) -> tuple[str, int]:
    return bracket.name, bracket.parts


def _part_missing(bracket: EntityBracket, part: int) -> Defect:
    return Defect(DefectKind.NO_PART, bracket.place, bracket.name, wanted=f"{part} of {bracket.parts}")


def _heads_missing(opening: EntityBracket, count: int) -> Iterator[Defect]:
    """The first head that is none of so many words."""
    odd = [each for each in opening.heads if not 1 <= (number_in(each) or 0) <= count]
    for head in odd[:1]:
        yield Defect(DefectKind.NO_HEAD, opening.place, head, wanted=quantity(count, "word"))
