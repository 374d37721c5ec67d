"""Chains out of brackets."""

from collections.abc import Sequence

from keytally.evaluations.conll.formats.brackets import Bracket, Shape
from keytally.evaluations.conll.model import Chain, Defect, DefectKind, Mention


class ChainBuilder:
    """Makes chains out of the brackets of a document, which come word by word.

    A closing bracket closes the mention of its entity that was opened last. Chains are in the order of their
    first brackets.
    """

    def __init__(self) -> None:
        self._mentions: dict[str, list[Mention]] = {}
        self._open: dict[str, list[tuple[int, Bracket]]] = {}
        self.defects: list[Defect] = []

    def put(self, word: int, brackets: Sequence[Bracket]) -> None:
        """Add the brackets of a word, in the order in which they are read."""
        for bracket in brackets:
            mentions = self._mentions.setdefault(bracket.name, [])
            if bracket.shape is Shape.WHOLE:
                mentions.append(Mention(range(word, word + 1), bracket.place, bracket.place))
            elif bracket.shape is Shape.OPENS:
                self._open.setdefault(bracket.name, []).append((word, bracket))
            else:
                self._close(word, bracket)

    def chains(self) -> tuple[Chain, ...]:
        """The chains, at the end of the document; what is still open is no mention."""
        left = [bracket for opened in self._open.values() for _, bracket in opened]
        self.defects += [Defect(DefectKind.NOT_CLOSED, each.place, each.name) for each in left]
        return tuple([Chain(name, tuple(some)) for name, some in self._mentions.items() if some])

    def _close(self, word: int, closing: Bracket) -> None:
        opened = self._open.get(closing.name)
        if not opened:
            self.defects.append(Defect(DefectKind.NOT_OPENED, closing.place, closing.name))
            return
        start, opening = opened.pop()
        if start == word:
            defect = Defect(DefectKind.CROSSING, closing.place, closing.name, opening.place)
            self.defects += [defect] if opened else []
        mention = Mention(range(start, word + 1), opening.place, closing.place)
        self._mentions[closing.name].append(mention)
