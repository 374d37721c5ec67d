"""The variants of an item: what its annotators say of it, each with those who say so."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from keytally.adjudication.items import Items, Said
from keytally.evaluations.annotated import Annotation, Reference


class Variant(NamedTuple):
    """One of the things that annotators say of an item, and who says so, by name; None stands for nothing."""

    said: Said | None
    annotators: tuple[str, ...]

    @property
    def votes(self) -> int:
        """The number of annotators who say so."""
        return len(self.annotators)


def variants(items: Items, number: int) -> Sequence[Variant]:
    """What is said of an item: the variant with most votes first, that nothing is there behind its equals.

    Annotators who have done the document and say nothing say that nothing is there; of a part, such as a
    slot, only those count who have what it is a part of. Who has not done the document is not counted.
    """
    saying = defaultdict[Said | None, list[str]](list)
    for name in items.voters(number):
        saying[items.said(number, name)].append(name)
    found = (Variant(said, tuple(names)) for said, names in saying.items())
    return sorted(found, key=lambda variant: (-variant.votes, _order(variant.said)))


def example(items: Items, number: int, variant: Variant) -> Annotation | None:
    """The annotation of the first annotator, by name, who says so; None for nothing."""
    if variant.said is None:
        return None
    name = variant.annotators[0]
    return items.annotations[name][items.items[number].members[name]]


def _order(said: Said | None) -> tuple[Any, ...]:
    if said is None:
        return (1,)
    return 0, said.extent or (), tuple(map(_sortable, said.value))


def _sortable(part: str | Reference) -> tuple[int, int, str]:
    return (1, part.target, "") if isinstance(part, Reference) else (0, 0, part)
