"""Adds the `:=` of a class as the user types its name."""

from keytally.findings.finding import Edit
from keytally_server.cursor.lines import line_around
from keytally_server.formats.bnf.header_sign import sign_edits
from keytally_server.session.snapshot import UnitAt


def after_typing_in_bnf(at: UnitAt, typed: str) -> list[Edit]:
    """The edits that follow a character typed directly before a place."""
    line = line_around(at.unit.text, at.place)
    return sign_edits(line.before, line.behind, at.offset + at.place) if typed != "\n" else []
