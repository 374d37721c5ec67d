"""How a file writes records: its line ends, its indent, whether blank lines part records."""

from collections.abc import Mapping, Sequence

from keytally.evaluations.muc.annotations.templates.record_edits import DEEPER, INDENT, indent_at
from keytally.evaluations.muc.annotations.templates.slot_values import SlotKinds
from keytally.evaluations.muc.formats.templates.headers import Identity
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.text.lines import BLANK_LINE, own_line_end

Lines = Sequence[str]
"""The fills of a slot as they are written, one a line; one that begins an alternative has its slash."""


class RecordLayout:
    """Writes records as units of a file have them."""

    def __init__(self, units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> None:
        text = "".join(unit.text for unit in units)
        self.end = own_line_end(text)
        self.gap = self.end * 2 if BLANK_LINE.search(text) or not text.strip() else self.end
        slots = ((unit.text, slot) for unit in units for record in unit.records for slot in record.slots)
        found = next((indent_at(text, slot.start) for text, slot in slots), INDENT)
        self.indent = found or INDENT
        self.kinds = SlotKinds(syntax)

    def record(self, identity: Identity, slots: Mapping[str, Lines]) -> str:
        """The text of a new object without its last line end."""
        order = self.kinds.order
        named = sorted(slots.items(), key=lambda each: (order(identity.class_name, each[0]), each[0]))
        lines = [f"<{identity}> :="]
        lines += [self.slot(name, fills, self.indent) for name, fills in named if fills]
        return self.end.join(lines)

    def slot(self, name: str, fills: Lines, indent: str) -> str:
        """The lines of a slot; further fills have deeper indents."""
        first, *further = fills
        lines = [f"{indent}{name.upper()}: {first}", *(f"{indent * DEEPER}{fill}" for fill in further)]
        return self.end.join(lines)
