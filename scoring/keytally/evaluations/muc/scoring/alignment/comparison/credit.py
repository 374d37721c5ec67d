"""How much of a multi-fill is right, counted without pairing the rest.

Of many alternatives only the best is paired in full. To find it, each is looked up in an index of the other
side: that costs what the alternative holds, however many fills the other side has.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple


class Credit(NamedTuple):
    """The numbers of correct and of partially correct fills of an alignment."""

    correct: int
    partial: int


Crediting = Callable[[Sequence[str]], Credit]
"""Counts what a multi-fill of the key earns against one of the response."""

Form = Callable[[str], str | None]


def credit_by_form(response: Sequence[str], correct: Form, partial: Form | None = None) -> Crediting:
    """Counts fills of equal forms: first the correct ones, then the partially correct ones among the rest.

    A form of None equals nothing. Fills of one form are taken in file order, as the alignment does.
    """
    forms = [correct] if partial is None else [correct, partial]
    places = [_by_form([form(text) for text in response]) for form in forms]

    def credit(key: Sequence[str]) -> Credit:
        counts, taken, left = [0, 0], set[int](), key
        for level, (form, known) in enumerate(zip(forms, places, strict=True)):
            unpaired, passed = [], dict[str | None, int]()
            for text in left:
                place = _next(known, form(text), passed, taken)
                if place is None:
                    unpaired.append(text)
                else:
                    taken.add(place)
            counts[level], left = len(left) - len(unpaired), unpaired
        return Credit(*counts)

    return credit


def credit_by_target(
    response: Sequence[str], forms_of: Callable[[str, bool], Sequence[Hashable]]
) -> Crediting:
    """Counts pointers that share a form: each takes the first one that is left under any of its forms."""
    known: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, pointer in enumerate(response):
        for form in forms_of(pointer, False):
            known[form].append(place)

    def credit(key: Sequence[str]) -> Credit:
        passed: defaultdict[Hashable, int] = defaultdict(int)
        correct = 0
        for pointer in key:
            waiting = [
                (known[form][passed[form]], form)
                for form in forms_of(pointer, True)
                if form in known and passed[form] < len(known[form])
            ]
            if waiting:
                _, first = min(waiting, key=lambda each: each[0])
                passed[first] += 1
                correct += 1
        return Credit(correct, 0)

    return credit


def _by_form(forms: Sequence[str | None]) -> Mapping[str | None, Sequence[int]]:
    """The places of each form, in order."""
    places: dict[str | None, list[int]] = {}
    for place, form in enumerate(forms):
        if form is not None:
            places.setdefault(form, []).append(place)
    return places


def _next(
    known: Mapping[str | None, Sequence[int]],
    form: str | None,
    passed: dict[str | None, int],
    taken: set[int],
) -> int | None:
    """The first place of a form that is not taken; `passed` counts those that were looked at."""
    places = known.get(form, ())
    for at in range(passed.get(form, 0), len(places)):
        passed[form] = at + 1
        if places[at] not in taken:
            return places[at]
    return None
