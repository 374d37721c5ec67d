"""One thing that others may rely on."""

from typing import NamedTuple


class Item(NamedTuple):
    """A public thing: of which kind it is, what it is part of, its name, and what of it must not change.

    `name` is what the list of changes has to name when the item comes, goes or changes.
    """

    kind: str
    owner: str
    name: str
    detail: str = ""

    def line(self) -> str:
        """The item as a line of the snapshot; `item_of` reads it back."""
        return "\t".join(" ".join(part.split()) for part in self).rstrip()


def item_of(line: str) -> Item:
    """The item that a line of the snapshot states; raises ValueError for another line."""
    kind, owner, name, *detail = line.split("\t")
    return Item(kind, owner, name, *detail[:1])
