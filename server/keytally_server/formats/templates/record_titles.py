"""Short names of records: the identifier, and the fill that best distinguishes a record from others."""

from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, SlotEntry

LONGEST_TITLE = 80
_STRINGS = (TemplateTokenKind.QUOTED, TemplateTokenKind.UNCLOSED)


def identifier(record: Record) -> str:
    """The identification string in a record's header, without brackets; "" for none."""
    return str(record.header.identity) if record.header else ""


def title(record: Record) -> str:
    """A fill that distinguishes a record: its first string, else its first fill; "" for none."""
    fills = [fill for slot in record.slots for fill in slot.fills]
    telling = next((fill for fill in fills if fill.kind in _STRINGS), next(iter(fills), None))
    return "" if telling is None else _short(telling.text)


def slot_text(slot: SlotEntry) -> str:
    """The fills of a slot as written, on one line, without their link information."""
    alternatives = (", ".join(map(written, each.fills)) for each in slot.alternatives)
    return _short(" / ".join(filter(None, alternatives)))


def written(fill: SingleFill) -> str:
    """A fill as a file writes it: strings have quotes."""
    return f'"{fill.text}"' if fill.kind in _STRINGS else fill.text


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_TITLE else f"{text[:LONGEST_TITLE]}…"
