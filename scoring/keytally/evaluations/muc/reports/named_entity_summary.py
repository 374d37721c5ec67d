"""The report summary of the named-entity task: a line an object pair, in seven columns.

After the manual's example ("Named Entity Report Summaries"), whose copies lost their blanks: the
widths of the columns are keytally's, the rules of 105 dashes the manual's. The example shows
aligned pairs first (its TIMEX after ENAMEX tags), then missing, then spurious tags; the
coreference example puts optional ones last. So rows stand in these four groups, within a group
by class in the order of `class_defs`, within a class as they stand in the text.
"""

from collections.abc import Sequence

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.reports.fills import fill_at, is_aligned, one_line
from keytally.evaluations.muc.scoring.result import DocumentScore, FillPair, ObjectPair, SlotPair
from keytally.tallies.status import Status

RULE = "-" * 105
HEADS = ("TAG", "TYPE", "TEXT", "KEY_TYPE", "RSP_TYPE", "KEY_TEXT", "RSP_TEXT")
WIDTHS = (8, 5, 5, 14, 14, 30, 0)


def named_entity_summary(scores: Sequence[DocumentScore], configuration: Configuration) -> str:
    """The summary of every document, in the order given."""
    return "\n".join(document_summary(score, configuration) for score in scores)


def document_summary(score: DocumentScore, configuration: Configuration) -> str:
    """A document's heading between two rules, and a line for each object pair of it."""
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
    """The verdict on a slot and what both sides have in it, empty where they have nothing."""
    slot = pair.slots.get(slot_name)
    fill = _shown(slot) if slot is not None else None
    if fill is None:
        return "", "", ""
    key = fill_at(pair.key, slot_name, fill.key)
    response = fill_at(pair.response, slot_name, fill.response)
    return fill.status.value, one_line(key.text) if key else "", one_line(response.text) if response else ""


def _shown(slot: SlotPair) -> FillPair | None:
    """The single-fill pair of the aligned alternatives; of the first where none was aligned."""
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
