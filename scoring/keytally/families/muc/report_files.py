"""Report files that a configuration names: summaries of aligned fills, and map histories."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from keytally.families.contract import ReportError
from keytally.families.muc.model import Configuration, Fill, MucObject, SlotDefinition
from keytally.families.muc.reports import score_report
from keytally.families.muc.scoring.fills import StringComparison
from keytally.families.muc.scoring.results import (
    DocumentScore,
    FillPair,
    FillPlace,
    ObjectPair,
    SlotPair,
    tally_of,
)
from keytally.tallies.status import Status
from keytally.tallies.tally import NOTHING, TOTAL, Tally


class Starts(NamedTuple):
    """The start of a document in the key file and in the response file, not counting task tags."""

    key: int = 0
    response: int = 0


_LINE_BREAKS = re.compile(r"\s*[\r\n]\s*")


def fill_at(item: MucObject | None, slot: str, place: FillPlace | None) -> Fill | None:
    """Return the fill of `item` at an index of one of its slots; None if `item` or `place` is None."""
    if item is None or place is None:
        return None
    return item.slots[slot].alternatives[place.alternative][place.fill]


def is_aligned(fill: FillPair, slot: SlotPair) -> bool:
    """Return whether a single-fill pair belongs to the alternatives chosen for the alignment."""
    return (fill.key is None or fill.key.alternative == slot.key) and (
        fill.response is None or fill.response.alternative == slot.response
    )


def multi_fill_pairs(slot: SlotPair) -> list[tuple[FillPair, ...]]:
    """Return the fill pairs of a slot as multi-fill pairs: the aligned alternatives first, then the unused
    ones.

    Unused alternatives are unpaired; alternatives of the key precede alternatives of the response, each in
    slot order.
    """
    groups: dict[tuple[int, int], list[FillPair]] = {}
    for fill in slot.fills:
        groups.setdefault(_group(fill, slot), []).append(fill)
    return [tuple(groups[name]) for name in sorted(groups)]


def _group(fill: FillPair, slot: SlotPair) -> tuple[int, int]:
    if is_aligned(fill, slot):
        return 0, 0
    if fill.key is not None:
        return 1, fill.key.alternative
    return 2, fill.response.alternative if fill.response is not None else 0


def one_line(text: str) -> str:
    """Return `text` with each line break and the whitespace around it replaced by one space."""
    return _LINE_BREAKS.sub(" ", text)


# The report summary of the information-extraction tasks: object records in four columns.
#
# It follows the manual's example ("Information Extraction Report Summaries"): verdict, slot, key and
# response, with `report_field_separator` between them; verdicts on objects are in upper case, on single
# fills in lower case; a slot's name is on its first line only. As in the example, unscored slots come
# first, then slots that both sides fill, then those of the key alone and of the response alone. The widths
# of the columns and the blank line after each object are keytally's. An alternative that was not aligned is
# shown as `non`, with `/` before its first fill, as in key files.


NAME_WIDTH = 16
KEY_WIDTH = 34


class _Shown(NamedTuple):
    """The four columns of a line."""

    verdict: str
    slot: str
    key: str
    response: str


def extraction_summary(scores: Sequence[DocumentScore], configuration: Configuration) -> str:
    """Return every object pair of all documents, with documents and classes in the given order."""
    separator = configuration.report_field_separator
    pairs = (pair for score in scores for pairs in score.classes.values() for pair in pairs)
    return "\n".join(_record(pair, separator) for pair in pairs)


def _record(pair: ObjectPair, separator: str) -> str:
    head = _Shown(pair.status.value.upper(), "", _pointer(pair.key), _pointer(pair.response))
    lines = [head, *_slot_lines(pair)]
    return "".join(f"{_joined(line, separator)}\n" for line in lines)


def _joined(line: _Shown, separator: str) -> str:
    columns = (f"{line.verdict:3}", f"{line.slot:{NAME_WIDTH}}", f"{line.key:{KEY_WIDTH}}", line.response)
    return f" {separator} ".join(columns).rstrip(" ")


def _pointer(item: MucObject | None) -> str:
    return f"<{item.identifier}>" if item is not None else ""


def _slot_lines(pair: ObjectPair) -> Iterator[_Shown]:
    for name, slot in sorted(pair.slots.items(), key=lambda named: _rank(named[1])):
        shown = f"{name.upper()}:"
        for group in multi_fill_pairs(slot):
            for index, fill in enumerate(group):
                bar = "/" if index == 0 and not is_aligned(fill, slot) else ""
                yield _fill_line(pair, name, fill, bar)._replace(slot=shown)
                shown = ""


def _fill_line(pair: ObjectPair, name: str, fill: FillPair, bar: str) -> _Shown:
    key, response = fill_at(pair.key, name, fill.key), fill_at(pair.response, name, fill.response)
    key_text = bar + one_line(key.text) if key else ""
    return _Shown(fill.status.value, "", key_text, bar + one_line(response.text) if response else "")


def _rank(slot: SlotPair) -> int:
    if any(fill.status is Status.UNSCORED for fill in slot.fills):
        return 0
    aligned = [fill for fill in slot.fills if is_aligned(fill, slot)]
    by_key = any(fill.key is not None for fill in aligned)
    by_response = any(fill.response is not None for fill in aligned)
    if by_key and by_response:
        return 1
    return 3 if by_response else 2


# The report summary of the named-entity task: a line for each object pair, in seven columns.
#
# After the manual's example ("Named Entity Report Summaries"), whose copies lost their spaces: the widths of
# the columns are keytally's, the rules of 105 dashes the manual's. The example shows aligned pairs first (its
# TIMEX after ENAMEX tags), then missing, then spurious tags; the coreference example puts optional ones last.
# So rows are in these four groups, within a group by class in the order of `class_defs`, within a class in
# text order.


RULE = "-" * 105
HEADS = ("TAG", "TYPE", "TEXT", "KEY_TYPE", "RSP_TYPE", "KEY_TEXT", "RSP_TEXT")
WIDTHS = (8, 5, 5, 14, 14, 30, 0)


def named_entity_summary(scores: Sequence[DocumentScore], configuration: Configuration) -> str:
    """Return the summaries of all documents, in the given order."""
    return "\n".join(document_summary(score, configuration) for score in scores)


def document_summary(score: DocumentScore, configuration: Configuration) -> str:
    """Return a document's heading between two rules, followed by a line for each object pair."""
    lines = [RULE, f"Document {score.document}", _line(HEADS), RULE]
    pairs = [pair for pairs in score.classes.values() for pair in sorted(pairs, key=_position)]
    lines += [_line(_columns(pair, configuration)) for pair in sorted(pairs, key=_kind)]
    return "".join(f"{line}\n" for line in lines)


def _line(columns: Sequence[str]) -> str:
    padded = [f"{column:{width}}" for column, width in zip(columns, WIDTHS, strict=True)]
    return " ".join(padded).rstrip()


def _columns(pair: ObjectPair, configuration: Configuration) -> tuple[str, ...]:
    type_status, key_type, response_type = _compared(pair, configuration.sgml_type_slot)
    text_status, key_text, response_text = _compared(pair, configuration.sgml_text_slot)
    texts = (f'"{key_text}"', f'"{response_text}"')
    return _side(pair).class_name.upper(), type_status, text_status, key_type, response_type, *texts


def _compared(pair: ObjectPair, slot_name: str) -> tuple[str, str, str]:
    """Return the verdict on a slot and its content on both sides; a missing value is empty."""
    slot = pair.slots.get(slot_name)
    fill = _shown(slot) if slot is not None else None
    if fill is None:
        return "", "", ""
    key = fill_at(pair.key, slot_name, fill.key)
    response = fill_at(pair.response, slot_name, fill.response)
    return fill.status.value, one_line(key.text) if key else "", one_line(response.text) if response else ""


def _shown(slot: SlotPair) -> FillPair | None:
    """Return the first single-fill pair of the aligned alternatives, or of the first alternatives if none
    were aligned; None if the slot has no alternatives.
    """
    aligned = (fill for fill in slot.fills if is_aligned(fill, slot))
    return next(aligned, slot.fills[0] if slot.fills else None)


def _kind(pair: ObjectPair) -> int:
    if pair.key is not None and pair.response is not None:
        return 0
    if pair.status is Status.OPTIONAL:
        return 3
    return 1 if pair.key is not None else 2


def _position(pair: ObjectPair) -> tuple[int, int]:
    extent = _side(pair).extent
    return (extent.start, extent.end) if extent is not None else (0, 0)


def _side(pair: ObjectPair) -> MucObject:
    side = pair.key if pair.key is not None else pair.response
    if side is None:
        raise ValueError("an object pair with neither side")
    return side


# Tcl lists: writes any text as one element, and elements as a list, so that Tcl reads back the same.
#
# As in Tcl's own `list`, an element is written bare, or in braces, or with a backslash before each special
# character.


_BARE = re.compile(r'[^\s{}\[\]$"\\;#\x00-\x20\x7f]+')
# Channels translate line ends and may stop at control characters, so those are always escaped.
_NEVER_RAW = re.compile(r"[\x00-\x1f\x7f]")
_SPECIAL = re.compile(r'[\x00-\x20\x7f{}\[\]$"\\;#]')
_NAMED = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\f": r"\f", "\v": r"\v"}


def tcl_element(text: str) -> str:
    """Return `text` as one element of a Tcl list."""
    if _BARE.fullmatch(text):
        return text
    if not _NEVER_RAW.search(text) and _braces_match(text):
        return f"{{{text}}}"
    return _SPECIAL.sub(_escaped, text)


def tcl_list(elements: Iterable[str]) -> str:
    """Return texts as a Tcl list, with each text converted to an element."""
    return " ".join(map(tcl_element, elements))


def tcl_nested_list(lists: Iterable[str], separator: str = " ") -> str:
    """Return a Tcl list of lists that are already in Tcl notation; each is enclosed in braces."""
    return separator.join(f"{{{text}}}" for text in lists)


def _braces_match(text: str) -> bool:
    """Return whether `text` can be enclosed in braces: it has no backslashes, and its braces match."""
    if "\\" in text:
        return False
    depth = 0
    for brace in re.findall("[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    if character in _NAMED:
        return _NAMED[character]
    return f"\\u{ord(character):04x}" if _NEVER_RAW.match(character) else f"\\{character}"


# The map history: all aligned items, as one Tcl list for other programs to read.
#
# Levels and attributes are the manual's ("The Hierarchy of Map History Lists"): documents contain class
# pairs, those object pairs, slot pairs, multi-fill pairs and single-fill pairs. An attribute is written only
# if it has information: those of an absent side are omitted, and `-key_obj_optional` and its like have no
# value. Tallies are POS ACT COR PAR INC MIS SPU NON in the manual's order, which is possible, actual,
# correct, partial, incorrect, missing, spurious, noncommittal.
#
# Offsets count code points from the beginning of the file, not counting task tags; an end is the position of
# the close tag (exclusive). A single fill has them if it is the text between the tags. `-clean_fill` of a set
# fill is its lower-case form, of a pointer the pointer: the value that is compared.


class _Side(NamedTuple):
    """One side of an object pair: `key` or `rsp`, the object, and the start of its document.

    `representative` is the first of the objects identical to `item`, usually `item` itself.
    """

    name: str
    item: MucObject | None
    representative: MucObject | None
    start: int


def map_history(
    scores: Sequence[DocumentScore], configuration: Configuration, starts: Sequence[Starts] = ()
) -> str:
    """Return the map history of the documents in the given order, as one Tcl list over several lines.

    `starts` has one entry for each score; if it is missing, offsets count from the start of each document.
    """
    writer = _MapHistory(configuration)
    placed = zip(scores, starts or [Starts()] * len(scores), strict=True)
    return "".join(f"{{{writer.document(score, start)}}}\n" for score, start in placed)


class _Document(NamedTuple):
    """The common data of a document's object pairs: its starts, and the representatives of identical
    objects.
    """

    starts: Starts
    representatives: Mapping[MucObject, MucObject]

    def sides(self, pair: ObjectPair) -> tuple[_Side, _Side]:
        """Return both sides of an object pair."""
        key, response = (item and self.representatives.get(item, item) for item in (pair.key, pair.response))
        return (
            _Side("key", pair.key, key, self.starts.key),
            _Side("rsp", pair.response, response, self.starts.response),
        )


class _MapHistory:
    """Writes documents for one configuration, each level as a Tcl list."""

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
            ("docnum", tcl_element(score.document)),
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
            ("class_name", tcl_element(name.upper())),
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
            ("doc_section", tcl_element(extent.section) if extent is not None else None),
            ("slot_pairs", _lists(slots, "\n   ")),
        )

    def _slot_pair(self, name: str, slot: SlotPair, sides: tuple[_Side, _Side]) -> str:
        groups = (self._multi_fill_pair(name, group, sides) for group in multi_fill_pairs(slot))
        return _attributes(
            ("slot_name", tcl_element(name.upper())),
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
        attributes = [("type", kind), ("fill", tcl_element(fill.text)), ("clean_fill", tcl_element(compared))]
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
    yield f"{prefix}_id", tcl_element(item.identifier)
    if item.optional:
        yield f"{prefix}_optional", ""
    yield f"{prefix}_rep_id", tcl_element(side.representative.identifier)
    if item.extent is not None:
        yield f"{prefix}_start_offset", str(side.start + item.extent.start)
        yield f"{prefix}_end_offset", str(side.start + item.extent.end)


def _is_optional(item: MucObject | None, slot: str) -> bool:
    return item is not None and slot in item.slots and item.slots[slot].optional


def _attributes(*attributes: tuple[str, str | None]) -> str:
    """Return attributes as a Tcl list of names with values that are already in Tcl notation.

    A name with an empty value is written alone; an attribute with the value None is omitted.
    """
    return " ".join(f"-{name} {value}".rstrip() for name, value in attributes if value is not None)


def _lists(lists: Iterable[str], separator: str = " ") -> str:
    return f"{{{tcl_nested_list(lists, separator)}}}"


def _tallies(tally: Tally) -> str:
    counts = (tally.pos, tally.act, *tally)
    return f"{{{' '.join(map(str, counts))}}}"


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = NOTHING
    for tally in tallies:
        total = total.plus(tally)
    return total


Render = Callable[[], str]


def report_files(
    scores: Sequence[DocumentScore], configuration: Configuration, starts: Sequence[Starts] = ()
) -> dict[str, str]:
    """Return the text of each report in the configuration, by configured name.

    The map history is included only if `dump_map_history` is set. `starts` is passed to `map_history`. Raises
    ReportError if two reports have the same name.
    """
    return named_reports(configuration, _asked_for(scores, configuration, starts))


def named_reports(configuration: Configuration, renders: Mapping[str, Render]) -> dict[str, str]:
    """Return the text of reports by name; `renders` maps the option that names a report to the function that
    writes it.

    Raises ReportError if two reports have the same name.
    """
    options: dict[str, str] = {}
    for option in renders:
        name = getattr(configuration, option)
        if name in options:
            raise ReportError(f"{options[name]} and {option} specify the same file: {name!r}")
        options[name] = option
    return {name: renders[option]() for name, option in options.items()}


def _asked_for(
    scores: Sequence[DocumentScore], configuration: Configuration, starts: Sequence[Starts]
) -> dict[str, Render]:
    """Return the function that writes each report, by the option that names it."""
    brief = configuration.scoring_task == "named_entity" and not configuration.use_ie_report_summary
    summary = named_entity_summary if brief else extraction_summary
    renders: dict[str, Render] = {
        "score_report_file": partial(score_report, scores, configuration),
        "report_summary_file": partial(summary, scores, configuration),
    }
    if configuration.dump_map_history:
        renders["map_history_file"] = partial(map_history, scores, configuration, starts=starts)
    return renders
