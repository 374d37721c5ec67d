"""What follows from a character just typed: the rest of a header, the end of a quoted fill, an indent."""

from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.findings.finding import Edit
from keytally_server.features.bnf.on_type import after_typing_in_bnf
from keytally_server.features.templates.on_type import after_typing_in_template
from keytally_server.session.snapshot import Snapshot, UnitAt


def after_typing(snapshot: Snapshot, offset: int, typed: str, indent: str) -> list[Edit]:
    """The edits that a character typed right before an offset calls for."""
    at = snapshot.unit_at(max(offset - 1, 0))
    here = UnitAt(at.unit, at.offset, offset - at.offset)
    if isinstance(at.unit, TemplateUnit):
        return after_typing_in_template(snapshot, here, typed, indent)
    if isinstance(at.unit, BnfUnit):
        return after_typing_in_bnf(here, typed)
    return []
