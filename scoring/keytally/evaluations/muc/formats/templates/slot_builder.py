"""Builds the content of one slot of a record, line by line or from its tree."""

from collections.abc import Mapping

from keytally.evaluations.muc.formats.templates.plain_lines import PlainLine
from keytally.evaluations.muc.model.objects import Fill, Slot


class SlotBuilder:
    """The content of a slot: the fills of its alternatives, and whether a slash makes it optional.

    `before` is the slot as an earlier line gives it.
    """

    __slots__ = ("alternatives", "is_new", "optional")

    def __init__(self, before: Slot | None = None) -> None:
        self.alternatives = [[]] if before is None else [[*fills] for fills in before.alternatives]
        self.optional = False
        self.is_new = before is None

    def slash(self) -> None:
        """A slash before the first fill of an entry makes the slot optional; others separate alternatives."""
        if self.is_new:
            self.optional, self.is_new = True, False
        else:
            self.alternatives.append([])

    def fill(self, fill: Fill) -> None:
        """Add a fill."""
        self.is_new = False
        self.alternatives[-1].append(fill)

    def line(self, line: PlainLine, shift: int) -> None:
        """Add a line, given its distance from the slot's first line."""
        name, slash, fill, _, _ = line
        if name is not None:
            self.is_new = True
        if slash:
            self.slash()
        if fill is not None:
            text, start, end = fill
            self.fill(Fill(text, start + shift, end + shift))

    def slot(self) -> Slot | None:
        """The slot; None without a fill."""
        alternatives = tuple([tuple(fills) for fills in self.alternatives if fills])
        return Slot(alternatives, self.optional) if alternatives else None


def slots_of(builders: Mapping[str, SlotBuilder]) -> dict[str, Slot]:
    """The slots that have a fill."""
    return {name: slot for name, each in builders.items() if (slot := each.slot()) is not None}
