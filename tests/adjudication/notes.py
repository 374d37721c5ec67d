"""An evaluation of notes, made for tests: what annotators say is given as annotations, without any file."""

from collections.abc import Sequence
from typing import Any

from keytally.families.annotations import Annotation, Change, Reference, Rewriting


def note(
    start: int, end: int, *value: str | Reference, name: str = "", parent: int | None = None
) -> Annotation:
    """A note about a stretch of text; a part of another one has no extent."""
    kind, extent = ("note", (start, end)) if parent is None else ("part", None)
    return Annotation(None, start, end, kind, name, (start, end), value, parent, extent)


class Notes:
    """Notes belong together where they overlap, the nearest first."""

    without_annotations = located = exclude = nothing_said = alternatives = versions = done = tokens = None
    states_every_item = False
    document_title = None

    def __init__(self) -> None:
        self.compared = 0

    @property
    def annotator(self) -> "Notes":
        """The object itself, as an evaluation and its annotator in one."""
        return self

    def annotations(self, units: Sequence[Any]) -> Sequence[Annotation]:
        """There are no files."""
        return units

    def bare(self, units: Sequence[Any]) -> Sequence[str]:
        """There is no text."""
        return ["" for _ in units]

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        """The pairs that overlap."""
        self.compared += 1
        near = sorted(
            (
                abs(one.start - other.start) + abs(one.end - other.end),
                sorted([(*one.place, here), (*other.place, there)]),
                here,
                there,
            )
            for here, one in enumerate(first)
            for there, other in enumerate(second)
            if one.parent is None and other.parent is None and one.start < other.end and other.start < one.end
        )
        used: tuple[set[int], set[int]] = set(), set()
        pairs = []
        for *_, here, there in near:
            if here not in used[0] and there not in used[1]:
                used[0].add(here)
                used[1].add(there)
                pairs.append((here, there))
        return pairs

    def rewriting(self, units: Sequence[Any], changes: Sequence[Change]) -> Rewriting:
        """The changes as they are, for tests to look at."""
        return Rewriting([(change, None) for change in changes])  # type: ignore[misc]
