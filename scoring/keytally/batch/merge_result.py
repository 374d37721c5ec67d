"""The result of a merge: the gold's text, what is open, and how much was decided."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from keytally.batch.errors import KeytallyError
from keytally.batch.files import write_text
from keytally.text.decoding import Decoded
from keytally.text.plural import quantity
from keytally.text.span import Position


class SaidAt(NamedTuple):
    """A variant: who says so, what in words (None for nothing), and where each of them says it."""

    annotators: tuple[str, ...]
    value: str | None
    places: tuple[tuple[Path, Position], ...]


class OpenItem(NamedTuple):
    """An item that is not decided, with its variants; `reason` is more than that people differ."""

    document: str
    kind: str
    name: str
    variants: Sequence[SaidAt]
    reason: str = ""

    def lines(self, files: Mapping[str, Path]) -> Iterator[str]:
        """The item, and a line for each annotator with the place; `files` are theirs by name."""
        reason = f" ({self.reason})" if self.reason else ""
        yield f'{self.document or "without a number"}: {self.kind} "{self.name}" is open{reason}'
        for variant in self.variants:
            if variant.value is None:
                yield from (f"  {files[name]}: nothing{_by(name, files)}" for name in variant.annotators)
            for name, (path, place) in zip(variant.annotators, variant.places, strict=False):
                yield f"  {path}:{place.line + 1}:{place.column + 1}: {variant.value}{_by(name, files)}"

    @property
    def values(self) -> dict[str, Any]:
        """The item as JSON values; lines and columns count from 1."""
        return {
            "document": self.document,
            "kind": self.kind,
            "name": self.name,
            "reason": self.reason,
            "variants": [
                {
                    "annotators": list(variant.annotators),
                    "value": variant.value,
                    "places": [
                        {"path": str(path), "line": place.line + 1, "column": place.column + 1}
                        for path, place in variant.places
                    ],
                }
                for variant in self.variants
            ],
        }


def _by(name: str, files: Mapping[str, Path]) -> str:
    """An annotator's name behind what they say; nothing where it is the name of the file."""
    return "" if str(files[name]) == name else f" ({name})"


class ItemState(NamedTuple):
    """How far an item was in the gold before the merge, and what the merge has made of it, in words."""

    document: str
    kind: str
    name: str
    state: str
    outcome: str

    @property
    def values(self) -> dict[str, str]:
        """The item as JSON values."""
        return self._asdict()


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The merge of annotators' files into a gold.

    `text` is the gold's new text; `gold` is its path, None where none was named. `standing` items were in the
    gold already, `added` ones are new in it, `absent` ones are decided to be nothing; `open` ones are not
    decided. `left_out` has a line for each document of an annotator that could not be compared.
    """

    task: str
    strategy: str
    gold: Path | None
    text: str
    annotators: Mapping[str, Path]
    added: int
    standing: int
    absent: int
    open: Sequence[OpenItem]
    left_out: Sequence[str]
    warnings: Sequence[str]
    is_changed: bool
    _decoded: Decoded = field(repr=False)
    _items: Callable[[], Sequence[ItemState]] = field(repr=False, compare=False)

    @property
    def items(self) -> Sequence[ItemState]:
        """Every item of the documents that were merged, with its state; they are found when asked for."""
        return self._items()

    @property
    def begins_with_mark(self) -> bool:
        """Whether the file of the gold begins with a byte-order mark, which is not part of `text`."""
        return self._decoded.bom

    @property
    def is_done(self) -> bool:
        """Whether nothing is open, and nothing was left out."""
        return not self.open and not self.left_out

    @property
    def summary(self) -> str:
        """How much was decided, in one line."""
        found = {"added": self.added, "in it already": self.standing, "decided to be nothing": self.absent}
        counts = ", ".join(f"{count} {what}" for what, count in found.items() if count)
        is_open = quantity(len(self.open), "item") + " open" if self.open else "nothing open"
        return f"{self.gold or self.task}: {counts + ', ' if counts else ''}{is_open}"

    @property
    def values(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "task": self.task,
            "gold": None if self.gold is None else str(self.gold),
            "strategy": self.strategy,
            "annotators": {name: str(path) for name, path in self.annotators.items()},
            "added": self.added,
            "standing": self.standing,
            "absent": self.absent,
            "open": [item.values for item in self.open],
            "left_out": list(self.left_out),
            "items": [item.values for item in self.items],
        }

    def write(self) -> bool:
        """Write the gold if it changes; returns whether it did. Raises KeytallyError where it cannot be."""
        if self.gold is None:
            raise KeytallyError("no gold is named to write to")
        if self.is_changed:
            write_text(self.gold, self._decoded, self.text)
        return self.is_changed
