"""The alignments of the files of one document, kept as long as the files say what they say."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from keytally.evaluations.annotated import Annotation

Pairs = Sequence[tuple[int, int]]


class Aligns(Protocol):
    """Tells which annotations of two files are about the same thing (keytally.evaluations.annotated)."""

    def counterparts(self, first: Sequence[Annotation], second: Sequence[Annotation]) -> Pairs:
        """The pairs of annotations that are about the same thing, by their indices."""
        ...


class _Aligned(NamedTuple):
    """The pairs of two files; the annotations are held so that no others get their ids."""

    first: Sequence[Annotation]
    second: Sequence[Annotation]
    pairs: Pairs


class Alignments:
    """Aligns what files say of one document, each two of them once.

    Annotations count as the same while they are the same object: a file that changes has other ones.
    """

    def __init__(self, evaluation: Aligns) -> None:
        self._evaluation = evaluation
        self._kept: dict[tuple[int, int], _Aligned] = {}

    def counterparts(self, first: Sequence[Annotation], second: Sequence[Annotation]) -> Pairs:
        """The pairs of annotations of two files (keytally.evaluations.annotated.Annotates)."""
        key = id(first), id(second)
        if key not in self._kept:
            self._kept[key] = _Aligned(first, second, self._evaluation.counterparts(first, second))
        return self._kept[key].pairs

    def keep(self, present: Iterable[Sequence[Annotation]]) -> None:
        """Forget the alignments of all annotations but these."""
        ids = set(map(id, present))
        self._kept = {key: aligned for key, aligned in self._kept.items() if ids.issuperset(key)}
