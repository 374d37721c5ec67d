"""Single fills and multi-fills: which fill of the key goes with which of the response.

The manual pairs the single fills of two multi-fills in decreasing order of their F-scores. A single
fill's F is 1, one half or 0, so that order is: the correct pairs, the partially correct ones, the rest,
each in file order.
"""

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from typing import NamedTuple, Protocol

from keytally.evaluations.muc.scoring.strings import StringComparison
from keytally.tallies.status import Status


class Match(NamedTuple):
    """Two fills aligned, by their indices; None where one is left over."""

    status: Status
    key: int | None
    response: int | None


class FillComparison(Protocol):
    """How the single fills of a slot are compared.

    `reflexive` tells that equal texts are correct whatever they are, `lasting` that two texts compare as
    they did before. `removed` tells the fills of a side that do not take part (pointers to optional objects
    that were not aligned).
    """

    reflexive: bool
    lasting: bool

    def form(self, text: str) -> str:
        """What correct fills share; asked only where comparing is reflexive."""

    def forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """What a fill is looked up by: it earns credit against the fills that share one of its forms."""

    def status(self, key: str, response: str) -> Status:
        """How two fills compare."""

    def removed(self, text: str, key_side: bool) -> bool:
        """Whether a side's fill does not take part."""

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills: every fill of both in one match."""


class SetFills:
    """Set fills: equal but for case."""

    reflexive = True
    lasting = True

    def form(self, text: str) -> str:
        """The text without case."""
        return text.lower()

    def status(self, key: str, response: str) -> Status:
        """Correct or incorrect."""
        return Status.CORRECT if key.lower() == response.lower() else Status.INCORRECT

    def forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """The text without case."""
        return (text.lower(),)

    def removed(self, text: str, key_side: bool) -> bool:
        """No set fill is ever removed."""
        return False

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills."""
        sides = _Sides(len(key), len(response))
        sides.pair_equal(Status.CORRECT, list(map(self.form, key)), list(map(self.form, response)))
        return sides.finish()


class StringFills:
    """String fills, compared by the forms that the configuration asks for."""

    reflexive = True
    lasting = True

    def __init__(self, strings: StringComparison) -> None:
        self.strings = strings
        self.form = strings.correct_form

    def status(self, key: str, response: str) -> Status:
        """Correct, partially correct or incorrect."""
        return self.strings.status(key, response)

    def forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """What correct fills share, and what partially correct ones do."""
        correct, partial = self.strings.correct_form(text), self.strings.partial_form(text)
        return (correct,) if partial is None else (correct, (partial,))

    def removed(self, text: str, key_side: bool) -> bool:
        """No string fill is ever removed."""
        return False

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills."""
        correct, partial = self.strings.correct_form, self.strings.partial_form
        sides = _Sides(len(key), len(response))
        sides.pair_equal(Status.CORRECT, list(map(correct, key)), list(map(correct, response)))
        sides.pair_equal(Status.PARTIAL, list(map(partial, key)), list(map(partial, response)))
        return sides.finish()


class Targets(Protocol):
    """What the pointers of a document point to, as far as its objects have been aligned."""

    def same(self, key: str, response: str) -> bool:
        """Whether the targets of two pointers are aligned with each other."""

    def gone(self, text: str, key_side: bool) -> bool:
        """Whether a side's pointer points to something optional that was not aligned."""

    def forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """What pointers share that are the same: of the response one at most, none where nothing can be."""


class PointerFills:
    """Pointer fills: correct where their targets are aligned."""

    reflexive = False
    lasting = False

    def __init__(self, targets: Targets) -> None:
        self.removed = targets.gone
        self.forms = targets.forms
        self._same = targets.same

    def form(self, text: str) -> str:
        """The pointer as it stands; says nothing of what it points to."""
        return text

    def status(self, key: str, response: str) -> Status:
        """Correct or incorrect."""
        return Status.CORRECT if self._same(key, response) else Status.INCORRECT

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills."""
        sides = _Sides(len(key), len(response))
        waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for place, pointer in enumerate(response):
            for form in self.forms(pointer, False):
                waiting[form].append(place)
        for place, pointer in enumerate(key):
            queues = [waiting[form] for form in self.forms(pointer, True) if waiting.get(form)]
            if queues:
                sides.take(Status.CORRECT, place, min(queues, key=lambda queue: queue[0]).popleft())
        return sides.finish()


class Nowhere:
    """The targets of pointers outside of any document: nothing."""

    def same(self, key: str, response: str) -> bool:
        """Nothing is aligned."""
        return False

    def gone(self, text: str, key_side: bool) -> bool:
        """Nothing is optional."""
        return False

    def forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Nothing is the same."""
        return ()


REMOVED = "\0"
"""The pattern of a pointer that does not take part."""


class Patterns:
    """Patterns of pointers: a character for each object that a pointer stands for.

    Multi-fills of equal patterns compare alike, whatever the document.
    """

    def __init__(self, fills: FillComparison) -> None:
        self._fills = fills
        self._characters: dict[Hashable, str] = {}

    def of(self, pointers: Sequence[str], key_side: bool) -> tuple[str, ...]:
        """The patterns of a side's pointers, which count on where those before ended."""
        return tuple([self._pattern(pointer, key_side) for pointer in pointers])

    def _pattern(self, pointer: str, key_side: bool) -> str:
        if self._fills.removed(pointer, key_side):
            return REMOVED
        characters = self._characters
        forms = self._fills.forms(pointer, key_side)
        return "".join([characters.setdefault(form, chr(len(characters) + 1)) for form in forms])


class PatternTargets:
    """What the patterns of pointers stand for (Targets)."""

    def same(self, key: str, response: str) -> bool:
        """Whether both stand for one object."""
        return response != "" and response in key

    def gone(self, text: str, key_side: bool) -> bool:
        """Whether it is the pattern of a pointer that does not take part."""
        return text == REMOVED

    def forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """The characters."""
        return tuple(text)


class PatternFills(PointerFills):
    """Pointers given by their patterns."""

    lasting = True

    def __init__(self) -> None:
        super().__init__(PatternTargets())


class _Sides:
    """Two multi-fills on their way to an alignment: what is still free, and what is paired."""

    def __init__(self, key: int, response: int) -> None:
        self.key = dict.fromkeys(range(key))
        self.response = dict.fromkeys(range(response))
        self.matches: list[Match] = []

    def take(self, status: Status, key: int, response: int) -> None:
        """Pair two free fills."""
        del self.key[key], self.response[response]
        self.matches.append(Match(status, key, response))

    def pair_equal(self, status: Status, key: Sequence[str | None], response: Sequence[str | None]) -> None:
        """Pair free fills of equal forms, in file order; a form of None equals nothing."""
        waiting: defaultdict[str | None, deque[int]] = defaultdict(deque)
        for place in self.response:
            waiting[response[place]].append(place)
        for place in tuple(self.key):
            form = key[place]
            if form is not None and waiting[form]:
                self.take(status, place, waiting[form].popleft())

    def finish(self) -> list[Match]:
        """The matches in the key's order, then what is spurious; free fills pair as incorrect."""
        for key, response in zip(tuple(self.key), tuple(self.response), strict=False):
            self.take(Status.INCORRECT, key, response)
        missing = [Match(Status.MISSING, place, None) for place in self.key]
        held = sorted(self.matches + missing, key=lambda match: match.key or 0)
        return held + [Match(Status.SPURIOUS, None, place) for place in self.response]
