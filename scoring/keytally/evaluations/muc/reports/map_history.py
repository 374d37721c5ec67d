"""The map history: everything that was aligned, as one Tcl list for other programs to read.

Levels and attributes are the manual's ("The Hierarchy of Map History Lists"): documents hold class
pairs, those object pairs, slot pairs, multi-fill pairs and single-fill pairs. An attribute stands
only where it says something: those of an absent side are left out, and `-key_obj_optional` and its
like have no value. Tallies are POS ACT COR PAR INC MIS SPU NON in the manual's order, which is
possible, actual, correct, partial, incorrect, missing, spurious, noncommittal.

Offsets count code points from the beginning of the file, task tags not counted; an end is where the
close tag stands (exclusive). A single fill has them where it is the text between the tags.
`-clean_fill` of a set fill is its lower-case form, of a pointer the pointer: what each is compared by.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration, SlotDefinition
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.reports import tcl
from keytally.evaluations.muc.reports.fills import fill_at, multi_fill_pairs
from keytally.evaluations.muc.reports.starts import Starts
from keytally.evaluations.muc.scoring.result import (
    DocumentScore,
    FillPair,
    FillPlace,
    ObjectPair,
    SlotPair,
    tally_of,
)
from keytally.evaluations.muc.scoring.strings import StringComparison
from keytally.tallies.tabulation import NOTHING, TOTAL
from keytally.tallies.tally import Tally


class _Side(NamedTuple):
    """One side of an object pair: `key` or `rsp`, its object, and where its document starts.

    `representative` is the first of the objects that are identical to `item`, mostly itself.
    """

    name: str
    item: MucObject | None
    representative: MucObject | None
    start: int


def map_history(
    scores: Sequence[DocumentScore], configuration: Configuration, starts: Sequence[Starts] = ()
) -> str:
    """The map history of the documents, in the order given, one Tcl list over all lines.

    `starts` goes with `scores`, one for each; without it offsets count from each document's start.
    """
    writer = _MapHistory(configuration)
    placed = zip(scores, starts or [Starts()] * len(scores), strict=True)
    return "".join(f"{{{writer.document(score, start)}}}\n" for score, start in placed)


class _Document(NamedTuple):
    """What the object pairs of a document have in common: its starts, and the first of identical objects."""

    starts: Starts
    representatives: Mapping[MucObject, MucObject]

    def sides(self, pair: ObjectPair) -> tuple[_Side, _Side]:
        """Both sides of an object pair."""
        key, response = (item and self.representatives.get(item, item) for item in (pair.key, pair.response))
        return (
            _Side("key", pair.key, key, self.starts.key),
            _Side("rsp", pair.response, response, self.starts.response),
        )


class _MapHistory:
    """Writes documents under one configuration, each level as the text of a Tcl list."""

    def __init__(self, configuration: Configuration) -> None:
        self._definitions = {(slot.class_name, slot.name): slot for slot in configuration.slots}
        self._text_slot = configuration.sgml_text_slot
        self._removed_count = configuration.rem_tally == "non"
        clean = StringComparison(configuration).clean
        self._compared: dict[str, Callable[[str], str]] = {"string": clean, "set": str.lower}

    def document(self, score: DocumentScore, starts: Starts) -> str:
        document = _Document(starts, score.representatives)
        classes = (self._class_pair(name, pairs, score, document) for name, pairs in score.classes.items())
        return _attributes(
            ("docnum", tcl.element(score.document)),
            ("doctallies", _tallies(score.tabulation.get(TOTAL, NOTHING))),
            ("class_pairs", _lists(classes, "\n ")),
        )

    def _class_pair(
        self, name: str, pairs: Sequence[ObjectPair], score: DocumentScore, document: _Document
    ) -> str:
        tallies = (
            tally for row, tally in score.tabulation.items() if row.part == "slot" and row.names[0] == name
        )
        return _attributes(
            ("class_name", tcl.element(name.upper())),
            ("class_tallies", _tallies(_sum(tallies))),
            ("obj_pairs", _lists((self._object_pair(pair, document) for pair in pairs), "\n  ")),
        )

    def _object_pair(self, pair: ObjectPair, document: _Document) -> str:
        sides = document.sides(pair)
        extent = next((side.item.extent for side in sides if side.item is not None), None)
        slots = (self._slot_pair(name, slot, sides) for name, slot in pair.slots.items())
        return _attributes(
            ("obj_pair_status", pair.status.value.upper()),
            ("obj_pair_tallies", _tallies(_sum(slot.tally for slot in pair.slots.values()))),
            *(attribute for side in sides for attribute in _object_side(side)),
            ("doc_section", tcl.element(extent.section) if extent is not None else None),
            ("slot_pairs", _lists(slots, "\n   ")),
        )

    def _slot_pair(self, name: str, slot: SlotPair, sides: tuple[_Side, _Side]) -> str:
        groups = (self._multi_fill_pair(name, group, sides) for group in multi_fill_pairs(slot))
        return _attributes(
            ("slot_name", tcl.element(name.upper())),
            ("slot_tallies", _tallies(slot.tally)),
            *((f"{side.name}_slot_optional", "") for side in sides if _is_optional(side.item, name)),
            ("multi-fill_pairs", _lists(groups)),
        )

    def _multi_fill_pair(self, name: str, group: Sequence[FillPair], sides: tuple[_Side, _Side]) -> str:
        return _attributes(
            ("multi_fill_tallies", _tallies(tally_of(group, self._removed_count))),
            ("single_fill_pairs", _lists(self._single_fill_pair(name, fill, sides) for fill in group)),
        )

    def _single_fill_pair(self, name: str, fill: FillPair, sides: tuple[_Side, _Side]) -> str:
        key, response = sides
        return _attributes(
            ("single_fill_pair_status", fill.status.value),
            ("single_fill_pair_tallies", _tallies(tally_of((fill,), self._removed_count))),
            ("key_single_fill", self._single_fill(name, fill.key, key)),
            ("rsp_single_fill", self._single_fill(name, fill.response, response)),
        )

    def _single_fill(self, name: str, place: FillPlace | None, side: _Side) -> str | None:
        fill = fill_at(side.item, name, place)
        if fill is None or side.item is None:
            return None
        kind = self._kind(side.item, name)
        compared = self._compared.get(kind, str)(fill.text)
        attributes = [("type", kind), ("fill", tcl.element(fill.text)), ("clean_fill", tcl.element(compared))]
        return f"{{{_attributes(*attributes, *self._fill_offsets(name, place, side))}}}"

    def _kind(self, item: MucObject, name: str) -> str:
        definition: SlotDefinition | None = self._definitions.get((item.class_name, name))
        return definition.kind if definition is not None else "string"

    def _fill_offsets(self, name: str, place: FillPlace | None, side: _Side) -> Iterator[tuple[str, str]]:
        extent = side.item.extent if side.item is not None else None
        if extent is not None and name == self._text_slot and place == FillPlace(0, 0):
            yield "start_offset", str(side.start + extent.start)
            yield "end_offset", str(side.start + extent.end)


def _object_side(side: _Side) -> Iterator[tuple[str, str | None]]:
    item = side.item
    if item is None or side.representative is None:
        return
    prefix = f"{side.name}_obj"
    yield f"{prefix}_id", tcl.element(item.identifier)
    if item.optional:
        yield f"{prefix}_optional", ""
    yield f"{prefix}_rep_id", tcl.element(side.representative.identifier)
    if item.extent is not None:
        yield f"{prefix}_start_offset", str(side.start + item.extent.start)
        yield f"{prefix}_end_offset", str(side.start + item.extent.end)


def _is_optional(item: MucObject | None, slot: str) -> bool:
    return item is not None and slot in item.slots and item.slots[slot].optional


def _attributes(*attributes: tuple[str, str | None]) -> str:
    """Attributes as the text of a list: names with values that are Tcl already.

    An empty value makes the name stand alone; without a value (None) the attribute is left out.
    """
    return " ".join(f"-{name} {value}".rstrip() for name, value in attributes if value is not None)


def _lists(lists: Iterable[str], separator: str = " ") -> str:
    return f"{{{tcl.nested(lists, separator)}}}"


def _tallies(tally: Tally) -> str:
    counts = (tally.pos, tally.act, *tally)
    return f"{{{' '.join(map(str, counts))}}}"


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = NOTHING
    for tally in tallies:
        total = total.plus(tally)
    return total
