"""Pointer fills: correct if the objects that they point to are aligned.

The target of a pointer depends on its document. Its pattern does not, so that documents can share comparisons
of patterns as they share those of texts.
"""

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from typing import Protocol

from keytally.evaluations.muc.scoring.alignment.comparison.credit import Crediting, credit_by_target
from keytally.evaluations.muc.scoring.alignment.comparison.fills import Match, UnpairedFills
from keytally.tallies.status import Status


class Targets(Protocol):
    """The targets of a document's pointers, as far as its objects have been aligned."""

    def are_aligned(self, key: str, response: str) -> bool:
        """Whether the targets of two pointers are aligned with each other."""

    def removed(self, text: str, key_side: bool) -> bool:
        """Whether a pointer of that side points to something optional that was not aligned."""

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Forms that aligned pointers share: at most one for a response, none if none can be aligned."""


class PointerFills:
    """Pointer fills, which are correct if their targets are aligned."""

    def __init__(self, targets: Targets) -> None:
        self.removed = targets.removed
        self.lookup_forms = targets.lookup_forms
        self._are_aligned = targets.are_aligned

    def status(self, key: str, response: str) -> Status:
        """Correct or incorrect."""
        return Status.CORRECT if self._are_aligned(key, response) else Status.INCORRECT

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills."""
        unpaired = UnpairedFills(len(key), len(response))
        waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for place, pointer in enumerate(response):
            for form in self.lookup_forms(pointer, False):
                waiting[form].append(place)
        for place, pointer in enumerate(key):
            queues = [waiting[form] for form in self.lookup_forms(pointer, True) if waiting.get(form)]
            if queues:
                first = min(queues, key=lambda queue: queue[0])
                unpaired.pair(Status.CORRECT, place, first.popleft())
        return unpaired.finish()

    def crediting(self, response: Sequence[str]) -> Crediting:
        """What counts the pointers that are correct."""
        return credit_by_target(response, self.lookup_forms)


class NoTargets:
    """The targets of pointers outside of any document: none (Targets)."""

    def are_aligned(self, key: str, response: str) -> bool:
        """Nothing is aligned."""
        return False

    def removed(self, text: str, key_side: bool) -> bool:
        """Nothing is optional."""
        return False

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """No two pointers share anything."""
        return ()


REMOVED = "\0"
"""The pattern of a pointer that is ignored."""


class Patterns:
    """Patterns of the pointers of two slots: one character for each target.

    Multi-fills of equal patterns compare alike, whatever the document.
    """

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._characters: dict[Hashable, str] = {}

    def of(self, pointers: Sequence[str], key_side: bool) -> tuple[str, ...]:
        """The patterns of a side's pointers; characters continue those of earlier calls."""
        return tuple([self._pattern(pointer, key_side) for pointer in pointers])

    def _pattern(self, pointer: str, key_side: bool) -> str:
        if self._targets.removed(pointer, key_side):
            return REMOVED
        characters = self._characters
        forms = self._targets.lookup_forms(pointer, key_side)
        return "".join([characters.setdefault(form, chr(len(characters) + 1)) for form in forms])


class PatternTargets:
    """The targets of patterns of pointers (Targets)."""

    def are_aligned(self, key: str, response: str) -> bool:
        """Whether both characters represent one object."""
        return response != "" and response in key

    def removed(self, text: str, key_side: bool) -> bool:
        """Whether it is the pattern of a pointer that is ignored."""
        return text == REMOVED

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """The characters."""
        return tuple(text)
