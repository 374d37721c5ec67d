"""Matches the words of a fill with the elements of a slot's definition."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.formats.bnf.model import BnfElement, Choice, ElementKind


class Gap(NamedTuple):
    """The elements of a choice that a fill lacks: the number of sets, the total number, and the elements.

    Of two gaps the one with fewer sets is smaller: any word may match a text element.
    """

    sets: int
    parts: int
    missing: Choice
    choice: Choice

    @property
    def has_value(self) -> bool:
        """Whether the fill has a value of at least one of the choice's sets."""
        return self.sets < sum(not element.is_text for element in self.choice)

    def wider(self, element: BnfElement) -> "Gap":
        """The gap with one more element."""
        return Gap(self.sets + (not element.is_text), self.parts + 1, (*self.missing, element), self.choice)

    def is_less(self, other: "Gap") -> bool:
        """Whether this gap is smaller."""
        return self[:2] < other[:2]


def fits(choice: Choice, words: Sequence[str]) -> bool:
    """Whether the words of a fill, in upper case, match the elements of a choice in order."""
    places = {0}
    for element in choice:
        places = _behind(element, words, places)
    return len(words) in places


def least_gap(choices: Sequence[Choice], words: Sequence[str]) -> Gap | None:
    """What a fill lacks of its nearest choice; None if its words match no elements of any."""
    gaps = [gap for choice in choices if (gap := _gap(choice, words))]
    return min(gaps, key=lambda gap: gap[:2], default=None)


def ends_with(element: BnfElement, words: Sequence[str]) -> bool:
    """Whether the last words of a fill can match an element."""
    return len(words) in _behind(element, words, set(range(len(words))))


def words_of(text: str) -> list[str]:
    """The words of a fill or of a value, in the form for comparison."""
    return text.upper().split()


def _gap(choice: Choice, words: Sequence[str]) -> Gap | None:
    """The fewest elements of a choice without which the others match all the words; None if it takes none."""
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
    """The gaps after a text of one or more words."""
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
    """The gaps after a value of a set."""
    behind: dict[int, Gap] = {}
    for place, gap in gaps.items():
        behind = _least(behind, dict.fromkeys(_behind(element, words, {place}), gap))
    return behind


def _least(gaps: dict[int, Gap], others: dict[int, Gap]) -> dict[int, Gap]:
    """The smaller of two gaps at one place."""
    lesser = {at: gap for at, gap in others.items() if at not in gaps or gap.is_less(gaps[at])}
    return {**gaps, **lesser}


def _behind(element: BnfElement, words: Sequence[str], places: set[int]) -> set[int]:
    """The places where an element can end that begins at one of the places between words."""
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
