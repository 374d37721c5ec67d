"""What several annotators say of one document, in terms that do not depend on their files.

An evaluation with the ability `Annotates` tells what one file says of a document as a list of annotations,
and which annotations of two files are about the same thing. All else, such as items over any number of
annotators, agreement, adjudication and merging, is general and stands in `keytally.adjudication`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from keytally.findings.finding import Edit


class Reference(NamedTuple):
    """A part of a value that is another annotation of the same file and document, by its index."""

    target: int


class Annotation(NamedTuple):
    """One thing that a file says of a document: an entity, a mention, an object, a slot, an edit.

    `start` and `end` are its place in the text of `unit`, in code points. `name` is what people call it: the
    text that it covers, or an identifier. `place` orders the annotations of a document, and is equal for the
    same piece of text in all files, whatever their markup. Files agree where the values are equal, with each
    reference replaced by what it refers to. An annotation with a `parent` (its index) exists only with it.
    """

    unit: Any
    start: int
    end: int
    kind: str
    name: str
    place: tuple[int | str, ...]
    value: tuple[str | Reference, ...]
    parent: int | None = None


class Change(NamedTuple):
    """What one item of the gold is to become: `wanted` instead of `present`; None stands for nothing.

    `targets` are the annotations of the gold that the references in `wanted` lead to, in their order; None
    stands for one that the gold lacks, an integer for the change with that index in the same list.
    """

    present: Annotation | None
    wanted: Annotation | None
    targets: tuple[Annotation | int | None, ...] = ()


@runtime_checkable
class Annotates(Protocol):
    """An evaluation whose files can be compared annotation by annotation, and written anew."""

    def annotations(self, units: Sequence[Any]) -> Sequence[Annotation]:
        """What a file says of a document, whose units are given in file order; sorted by place."""
        ...

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        """The pairs of annotations of two files that are about the same thing, each at most once.

        The pairs of exchanged files are the same, exchanged.
        """
        ...

    def rewriting(self, units: Sequence[Any], changes: Sequence[Change]) -> Sequence[tuple[Any, Edit]]:
        """The edits of units of the gold that make the changes, in file order; all other text stays."""
        ...
