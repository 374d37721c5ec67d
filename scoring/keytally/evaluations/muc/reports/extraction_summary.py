"""The report summary of the information-extraction tasks: object records in four columns.

It follows the manual's example ("Information Extraction Report Summaries"): verdict, slot, key and response,
with `report_field_separator` between them; verdicts on objects are in upper case, on single fills in lower
case; a slot's name is on its first line only. As in the example, unscored slots come first, then slots that
both sides fill, then those of the key alone and of the response alone. The widths of the columns and the
blank line after each object are keytally's. An alternative that was not aligned is shown as `non`, with `/`
before its first fill, as in key files.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.reports.fills import fill_at, is_aligned, multi_fill_pairs, one_line
from keytally.evaluations.muc.scoring.result import DocumentScore, FillPair, ObjectPair, SlotPair
from keytally.tallies.status import Status

NAME_WIDTH = 16
KEY_WIDTH = 34


class _Shown(NamedTuple):
    """The four columns of a line."""

    verdict: str
    slot: str
    key: str
    response: str


def extraction_summary(scores: Sequence[DocumentScore], configuration: Configuration) -> str:
    """Every object pair of every document, classes and documents in the order given."""
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
