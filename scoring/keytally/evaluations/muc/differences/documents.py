"""Where a document that the response lacks is written."""

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.finding import Edit

NO_PLACE = "the response has no document to put it into"


def appended(unit: SgmlUnit, written: str) -> Edit:
    """The edit that puts a document behind a unit, on a line of its own."""
    end = len(unit.text)
    return Edit(end, end, written if not unit.text or unit.text.endswith("\n") else f"\n{written}")
