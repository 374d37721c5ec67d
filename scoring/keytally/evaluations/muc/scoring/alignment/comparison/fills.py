"""The alignment of the fills of two multi-fills.

The manual pairs the single fills of two multi-fills in decreasing order of their F-scores. A single fill's F
is 1, one half or 0, so that order is: the correct pairs, the partially correct ones, the rest, each in file
order.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from keytally.evaluations.muc.scoring.alignment.comparison.credit import Crediting, credit_by_form
from keytally.evaluations.muc.scoring.strings import StringComparison
from keytally.tallies.status import Status

CACHED_FORMS = 256


class Match(NamedTuple):
    """Two aligned fills, by their indices; None for an unaligned one's counterpart."""

    status: Status
    key: int | None
    response: int | None


class FillComparison(Protocol):
    """How the single fills of a slot are compared.

    A removed fill is ignored: it is a pointer to an optional object that was not aligned.
    """

    def status(self, key: str, response: str) -> Status:
        """The status of two fills."""

    def removed(self, text: str, key_side: bool) -> bool:
        """Whether a fill of that side is ignored."""

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills: every fill of both in one match."""

    def crediting(self, response: Sequence[str]) -> Crediting:
        """What counts the credit that a multi-fill of the key earns, as `align` gives it."""

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """The forms under which an index finds a fill: two fills earn credit if they share one."""


class SetFills:
    """Set fills, which are equal if they differ only in case."""

    def __init__(self) -> None:
        self.form: Callable[[str], str] = lru_cache(CACHED_FORMS)(str.lower)
        """The text without case, which correct fills share; many alternatives may be held against one."""

    def status(self, key: str, response: str) -> Status:
        """Correct or incorrect."""
        return Status.CORRECT if self.form(key) == self.form(response) else Status.INCORRECT

    def removed(self, text: str, key_side: bool) -> bool:
        """No set fill is ever removed."""
        return False

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills."""
        unpaired = UnpairedFills(len(key), len(response))
        unpaired.pair_equal(Status.CORRECT, list(map(self.form, key)), list(map(self.form, response)))
        return unpaired.finish()

    def crediting(self, response: Sequence[str]) -> Crediting:
        """What counts the fills that are correct."""
        return credit_by_form(response, self.form)

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """The text without case."""
        return (self.form(text),)


class StringFills:
    """String fills, compared by the forms that the configuration defines."""

    def __init__(self, strings: StringComparison) -> None:
        self.strings = strings

    def form(self, text: str) -> str:
        """The form that correct fills share."""
        return self.strings.correct_form(text)

    def status(self, key: str, response: str) -> Status:
        """Correct, partially correct or incorrect."""
        return self.strings.status(key, response)

    def removed(self, text: str, key_side: bool) -> bool:
        """No string fill is ever removed."""
        return False

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills."""
        correct, partial = self.strings.correct_form, self.strings.partial_form
        unpaired = UnpairedFills(len(key), len(response))
        unpaired.pair_equal(Status.CORRECT, list(map(correct, key)), list(map(correct, response)))
        unpaired.pair_equal(Status.PARTIAL, list(map(partial, key)), list(map(partial, response)))
        return unpaired.finish()

    def crediting(self, response: Sequence[str]) -> Crediting:
        """What counts the fills that are correct, and those that are partially correct."""
        return credit_by_form(response, self.strings.correct_form, self.strings.partial_form)

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """The form that correct fills share, and the one that partially correct fills share."""
        correct, partial = self.strings.correct_form(text), self.strings.partial_form(text)
        return (correct,) if partial is None else (correct, (partial,))


class UnpairedFills:
    """The unpaired fills of two multi-fills, by index, and the pairs so far."""

    def __init__(self, key: int, response: int) -> None:
        self._key = dict.fromkeys(range(key))
        self._response = dict.fromkeys(range(response))
        self._matches: list[Match] = []

    def pair(self, status: Status, key: int, response: int) -> None:
        """Pair two fills."""
        del self._key[key], self._response[response]
        self._matches.append(Match(status, key, response))

    def pair_equal(self, status: Status, key: Sequence[str | None], response: Sequence[str | None]) -> None:
        """Pair fills of equal forms, in file order; a form of None equals nothing."""
        waiting: defaultdict[str | None, deque[int]] = defaultdict(deque)
        for place in self._response:
            waiting[response[place]].append(place)
        for place in tuple(self._key):
            form = key[place]
            if form is not None and waiting[form]:
                self.pair(status, place, waiting[form].popleft())

    def finish(self) -> list[Match]:
        """The matches in the key's order, then spurious fills; remaining fills pair as incorrect."""
        for key, response in zip(tuple(self._key), tuple(self._response), strict=False):
            self.pair(Status.INCORRECT, key, response)
        missing = [Match(Status.MISSING, place, None) for place in self._key]
        of_key = sorted(self._matches + missing, key=lambda match: match.key or 0)
        return of_key + [Match(Status.SPURIOUS, None, place) for place in self._response]
