"""Chains out of brackets."""

from collections.abc import Sequence

from keytally.evaluations.conll.formats.brackets import Bracket, Shape
from keytally.evaluations.conll.model import Chain, Defect, DefectKind, Mention, Place

_OPENS, _WHOLE = Shape.OPENS, Shape.WHOLE
"""Found once: Python 3.11 takes long to find a member of an enumeration."""

_Opened = tuple[int, Place]
"""The word at which a mention begins, and its bracket."""

_Entity = tuple[list[Mention], list[_Opened]]
"""The mentions of an entity, and those that are open."""


class ChainBuilder:
    """Makes chains out of the brackets of a document, which come word by word.

    A closing bracket closes the mention of its entity that was opened last. Chains are in the order of their
    first brackets.
    """

    def __init__(self) -> None:
        self._entities: dict[str, _Entity] = {}
        self.defects: list[Defect] = []

    def put(self, word: int, brackets: Sequence[Bracket], start: int = 0) -> None:
        """Add the brackets of a word, in the order in which they are read; their places are from `start`."""
        for shape, name, (at, end) in brackets:
            place = Place(start + at, start + end)
            if (entity := self._entities.get(name)) is None:
                entity = self._entities[name] = ([], [])
            mentions, opened = entity
            if shape is _OPENS:
                opened.append((word, place))
            elif shape is _WHOLE:
                mentions.append(Mention(range(word, word + 1), place, place))
            elif opened:
                mentions.append(self._closed(opened, word, name, place))
            else:
                self.defects.append(Defect(DefectKind.NOT_OPENED, place, name))

    def chains(self) -> tuple[Chain, ...]:
        """The chains, at the end of the document; what is still open is no mention."""
        for name, (_, opened) in self._entities.items():
            self.defects += [Defect(DefectKind.NOT_CLOSED, place, name) for _, place in opened]
        return tuple([Chain(name, tuple(some)) for name, (some, _) in self._entities.items() if some])

    def _closed(self, opened: list[_Opened], word: int, name: str, closing: Place) -> Mention:
        start, opening = opened.pop()
        if start == word and opened:
            self.defects.append(Defect(DefectKind.CROSSING, closing, name, opening))
        return Mention(range(start, word + 1), opening, closing)
