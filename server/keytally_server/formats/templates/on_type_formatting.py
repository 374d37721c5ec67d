"""Edits that follow a character typed in a template file."""

import re
from collections.abc import Iterator

from keytally.evaluations.muc.formats.templates.headers import identity_of
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.findings.finding import Edit
from keytally.findings.table.templates import UNTERMINATED_STRING
from keytally_server.cursor.lines import line_around
from keytally_server.formats.bnf.header_sign import sign_edits
from keytally_server.session.snapshot import Snapshot, UnitAt

_NAME = re.compile(r"<([^<>]*)>")
_HEADER = re.compile(r"<[^\s<>\"']+>[ \t]*:=[ \t]*\Z")


def after_typing_in_template(snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> list[Edit]:
    """The edits that follow a character typed directly before a place, in order."""
    if typed == "\n":
        return list(_after_line(at, indent))
    line = line_around(at.unit.text, at.place)
    name = _NAME.match(line.before)
    if name is None or not identity_of(name[1]).is_whole:
        return []
    if typed == ">" and _goes_on_pointing(snapshot, at.offset + line.start):
        return []
    return sign_edits(line.before, line.behind, at.offset + at.place)


def _goes_on_pointing(snapshot: Snapshot, start: int) -> bool:
    """Whether the line before is a pointer, or a pointer may follow it, as after a slot without a fill."""
    if not start:
        return False
    at = snapshot.unit_at(start - 1)
    above = line_around(at.unit.text, at.place)
    if not isinstance(at.unit, TemplateUnit) or not above.before.strip():
        return False
    last = [token for token in at.unit.tokens if above.start <= token.start < at.place]
    return bool(last) and last[-1].kind in (
        TemplateTokenKind.POINTER,
        TemplateTokenKind.SLOT,
        TemplateTokenKind.SLASH,
    )


def _after_line(at: UnitAt, indent: str) -> Iterator[Edit]:
    """A closing quote that the line before lacks, and the indent of an object's first slot."""
    line = line_around(at.unit.text, at.place)
    above = line_around(at.unit.text, max(line.start - 1, 0))
    if at.unit.text[max(line.start - 2, 0) : line.start] == "\r\n":
        above = line_around(at.unit.text, line.start - 2)
    for finding in at.unit.findings:
        if finding.rule is UNTERMINATED_STRING and above.start <= finding.start < line.start:
            yield from (
                Edit(at.offset + each.start, at.offset + each.end, each.text) for each in finding.edits
            )
    if _HEADER.match(above.before) and not line.before and not line.behind.strip():
        yield Edit(at.offset + at.place, at.offset + at.place, indent)
