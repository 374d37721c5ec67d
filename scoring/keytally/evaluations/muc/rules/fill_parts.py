"""How the words of a fill fall to the parts that a slot's definition asks for."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.formats.bnf.model import BnfElement, Choice, ElementKind


class Gap(NamedTuple):
    """The parts of a choice that a fill lacks: how many are sets, how many there are, and which.

    Of two gaps the lesser is the one with fewer sets: what is there for text may be anything.
    """

    sets: int
    parts: int
    missing: Choice
    choice: Choice

    @property
    def has_value(self) -> bool:
        """Whether the fill has a value of one of the choice's sets at least."""
        return self.sets < sum(not element.is_text for element in self.choice)

    def wider(self, element: BnfElement) -> "Gap":
        """The gap with one more part."""
        return Gap(self.sets + (not element.is_text), self.parts + 1, (*self.missing, element), self.choice)

    def is_less(self, other: "Gap") -> bool:
        """Whether less is missing here."""
        return self[:2] < other[:2]


def fits(choice: Choice, words: Sequence[str]) -> bool:
    """Whether the words of a fill, in upper case, are the elements of a choice one after the other."""
    places = {0}
    for element in choice:
        places = _behind(element, words, places)
    return len(words) in places


def least_gap(choices: Sequence[Choice], words: Sequence[str]) -> Gap | None:
    """What a fill lacks of the choice that it comes nearest to; None where its words fit no parts of any."""
    gaps = [gap for choice in choices if (gap := _gap(choice, words))]
    return min(gaps, key=lambda gap: gap[:2], default=None)


def ends_with(element: BnfElement, words: Sequence[str]) -> bool:
    """Whether the last words of a fill can be an element."""
    return len(words) in _behind(element, words, set(range(len(words))))


def words_of(text: str) -> list[str]:
    """The words of a fill or of a value, as they are compared."""
    return text.upper().split()


def _gap(choice: Choice, words: Sequence[str]) -> Gap | None:
    """The least parts of a choice without which the others are all the words; None if it takes no words."""
    if any(element.kind is ElementKind.POINTER for element in choice):
        return None
    gaps = {0: Gap(0, 0, (), choice)}
    for element in choice:
        dropped = {place: gap.wider(element) for place, gap in gaps.items()}
        taken = _over_text(gaps, len(words)) if element.is_text else _over_values(element, words, gaps)
        gaps = _least(dropped, taken)
    found = gaps.get(len(words))
    return found if found and found.parts < len(choice) else None


def _over_text(gaps: dict[int, Gap], count: int) -> dict[int, Gap]:
    """The gaps behind a text of one or more words."""
    behind: dict[int, Gap] = {}
    least: Gap | None = None
    for place in range(count):
        gap = gaps.get(place)
        if gap and (least is None or gap.is_less(least)):
            least = gap
        if least is not None:
            behind[place + 1] = least
    return behind


def _over_values(element: BnfElement, words: Sequence[str], gaps: dict[int, Gap]) -> dict[int, Gap]:
    """The gaps behind a value of a set."""
    behind: dict[int, Gap] = {}
    for place, gap in gaps.items():
        behind = _least(behind, dict.fromkeys(_behind(element, words, {place}), gap))
    return behind


def _least(gaps: dict[int, Gap], others: dict[int, Gap]) -> dict[int, Gap]:
    """Of two gaps at one place the lesser one."""
    lesser = {at: gap for at, gap in others.items() if at not in gaps or gap.is_less(gaps[at])}
    return {**gaps, **lesser}


def _behind(element: BnfElement, words: Sequence[str], places: set[int]) -> set[int]:
    """Where an element can end that begins at one of the places between words."""
    if element.kind is ElementKind.POINTER or not places:
        return set()
    if element.is_text:
        return set(range(min(places) + 1, len(words) + 1))
    allowed = _allowed(element.values)
    lengths = {len(value) for value in allowed}
    return {
        place + length
        for place in places
        for length in lengths
        if tuple(words[place : place + length]) in allowed
    }


@lru_cache(maxsize=256)
def _allowed(values: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """The words of each value, in upper case."""
    return frozenset(tuple(words_of(value)) for value in values)
