"""The annotations of a layer: what rows say under one number is one entity."""

from collections.abc import Sequence

from keytally.conversion.webanno.escapes import cell_of, stacked
from keytally.conversion.webanno.links import Mention
from keytally.conversion.webanno.sentences import Row
from keytally.evaluations.converted import MENTION, Entity, Extent, Place

Key = tuple[str, int]
"""What names an annotation: its number, or 0 and the row that it stands on alone."""


class Annotations:
    """Collects annotations in the order in which they begin."""

    def __init__(self, shown: str) -> None:
        self.capitals: set[str] = set()
        """The features whose names have capitals, which attributes have not."""
        self._shown = shown
        self._extents: dict[Key, list[Extent]] = {}
        self._last_row: dict[Key, Row] = {}
        self._types: dict[Key, str] = {}
        self._attributes: dict[Key, dict[str, str]] = {}
        self._lines: dict[Key, int] = {}
        self._numbers: dict[Key, int] = {}
        self._rows: set[str] = set()
        self._tokens: dict[Key, set[str]] = {}

    def take(self, row: Row, features: Sequence[str], cells: Sequence[str], type_feature: int) -> None:
        """Take the cells of a row, one for each feature."""
        self._rows.add(row.name)
        for number, (feature, cell) in enumerate(zip(features, cells, strict=False)):
            for written in stacked(cell):
                found = cell_of(written)
                key = self._named(row, found.number)
                self._extend(key, row)
                if number == type_feature:
                    self._types.setdefault(key, found.value or "")
                elif found.value is not None:
                    self._attributes.setdefault(key, {}).setdefault(feature.lower(), found.value)
                    if feature != feature.lower():
                        self.capitals.add(feature)

    def mention(self, row: Row, mention: Mention) -> int:
        """Take a mention of a chain, and return its number."""
        key = self._named(row, mention.number)
        self._extend(key, row)
        self._types[key] = MENTION
        if mention.kind:
            self._attributes.setdefault(key, {})["referencetype"] = mention.kind
        return self._numbers[key]

    def number(self, key: Key) -> int | None:
        """The number among the entities of an annotation on a row; None for one that is not there.

        The row of a token stands for its parts, and a part for its token.
        """
        name, number = key
        if not number:
            return self._numbers.get(key)
        is_there = name in self._rows and _token(name) in self._tokens.get(("", number), ())
        return self._numbers["", number] if is_there else None

    def entities(self) -> list[Entity]:
        """The entities."""
        return [
            Entity(
                tuple(extents),
                self._types.get(key, ""),
                tuple(sorted(self._attributes.get(key, {}).items())),
                Place(self._shown, self._lines[key]),
            )
            for key, extents in self._extents.items()
        ]

    def _named(self, row: Row, number: int) -> Key:
        return ("", number) if number else (row.name, 0)

    def _extend(self, key: Key, row: Row) -> None:
        """Add a row to an annotation; rows that follow each other make one extent."""
        self._numbers.setdefault(key, len(self._numbers))
        extents = self._extents.setdefault(key, [])
        self._lines.setdefault(key, row.line)
        self._tokens.setdefault(key, set()).add(_token(row.name))
        last = self._last_row.get(key)
        if last is row:
            return
        if last is not None and row.is_token and last.is_token and last.index == row.index - 1:
            extents[-1] = (extents[-1][0], row.extent[1])
        else:
            extents.append(row.extent)
        self._last_row[key] = row


def _token(name: str) -> str:
    """The name of the token that a row is, or is a part of."""
    return name.partition(".")[0]
