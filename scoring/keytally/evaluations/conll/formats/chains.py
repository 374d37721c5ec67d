"""Chains out of brackets."""

from collections.abc import Sequence

from keytally.evaluations.conll.formats.brackets import Bracket, Shape
from keytally.evaluations.conll.model import Chain, Defect, DefectKind, Mention, Place


class ChainBuilder:
    """Makes chains out of the brackets of a document, which come word by word.

    A closing bracket closes the mention of its entity that was opened last. Chains are in the order of their
    first brackets.
    """

    def __init__(self) -> None:
        self._mentions: dict[str, list[Mention]] = {}
        self._open: dict[str, list[tuple[int, Place]]] = {}
        self.defects: list[Defect] = []

    def put(self, word: int, brackets: Sequence[Bracket], start: int = 0) -> None:
        """Add the brackets of a word, in the order in which they are read; their places are from `start`."""
        for shape, name, (at, end) in brackets:
            place = Place(start + at, start + end)
            if name not in self._mentions:
                self._mentions[name], self._open[name] = [], []
            if shape is Shape.WHOLE:
                self._mentions[name].append(Mention(range(word, word + 1), place, place))
            elif shape is Shape.OPENS:
                self._open[name].append((word, place))
            else:
                self._close(word, name, place)

    def chains(self) -> tuple[Chain, ...]:
        """The chains, at the end of the document; what is still open is no mention."""
        for name, opened in self._open.items():
            self.defects += [Defect(DefectKind.NOT_CLOSED, place, name) for _, place in opened]
        return tuple([Chain(name, tuple(some)) for name, some in self._mentions.items() if some])

    def _close(self, word: int, name: str, closing: Place) -> None:
        opened = self._open[name]
        if not opened:
            self.defects.append(Defect(DefectKind.NOT_OPENED, closing, name))
            return
        start, opening = opened.pop()
        if start == word and opened:
            self.defects.append(Defect(DefectKind.CROSSING, closing, name, opening))
        self._mentions[name].append(Mention(range(start, word + 1), opening, closing))
