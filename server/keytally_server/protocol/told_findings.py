"""Findings as a client is told of them: JSON that is made once, as long as a unit stays as it is."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from keytally.findings.rule import Severity
from keytally_server.protocol.encoded import Encoded
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.reading import Found, Reading
    from keytally.findings.finding import Finding, Related
    from keytally_server.session.snapshot import Snapshot

MOST = 1000
SOURCE = "keytally"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


class _Told(NamedTuple):
    """A unit's findings, and the diagnostics that were made of them.

    `lasts` says whether these hold as long as the findings and the unit's line are the same, `within`
    that they do so even where the unit does not start on a line of its own.
    """

    found: "Found"
    diagnostics: list[Encoded]
    lasts: bool
    within: bool


class ToldFindings:
    """The diagnostics of files, of each the first thousand."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._told: dict[Path, dict[int, _Told]] = {}

    def forget(self, path: Path) -> None:
        """A file is no longer open."""
        self._told.pop(path, None)

    def diagnostics(self, snapshot: "Snapshot") -> Encoded:
        """A list of all diagnostics of a file, in file order."""
        reading = snapshot.reading
        shown = list(islice(self._each(snapshot), MOST))
        left_out = reading.finding_count - MOST
        if left_out > 0:
            shown.append(self._server.protocol.encode(_more(left_out)))
        return Encoded(f"[{', '.join(shown)}]")

    def _each(self, snapshot: "Snapshot") -> Iterator[Encoded]:
        before, now = self._told.get(snapshot.path, {}), dict[int, _Told]()
        self._told[snapshot.path] = now
        for found in snapshot.reading.found():
            told = before.get(id(found.findings))
            if told is None or not _holds(snapshot.reading, told, found):
                told = self._tell(snapshot, found)
            now[id(found.findings)] = told
            yield from told.diagnostics

    def _tell(self, snapshot: "Snapshot", found: "Found") -> _Told:
        diagnostics = [self._diagnostic(snapshot, found, finding) for finding in found.findings]
        within = found.findings[0].start > found.unit.text.find("\n") >= 0
        starts_line = within or snapshot.reading.starts_line(found.unit)
        leads_out = any(finding.related for finding in found.findings)
        encoded = list(map(self._server.protocol.encode, diagnostics))
        return _Told(found, encoded, starts_line and not leads_out, within)

    def _diagnostic(self, snapshot: "Snapshot", found: "Found", finding: "Finding") -> types.Diagnostic:
        """One finding as the client is told of it."""
        rule = self._server.session.graded(snapshot.path, finding.rule) or finding.rule
        return types.Diagnostic(
            types.Range(
                self._position(snapshot, found, finding.start),
                self._position(snapshot, found, finding.end),
            ),
            finding.message,
            _SEVERITIES[rule.severity],
            code=rule.name,
            code_description=types.CodeDescription(rule.link),
            source=SOURCE,
            related_information=self._related(snapshot, finding) or None,
        )

    def _position(self, snapshot: "Snapshot", found: "Found", place: int) -> types.Position:
        line, before = snapshot.reading.place_in_unit(found.unit, place)
        if line == 0 and found.offset:
            before = snapshot.reading.line_before(found.unit) + before
        return types.Position(found.line + line, self._server.columns.width(before))

    def _related(self, snapshot: "Snapshot", finding: "Finding") -> list[types.DiagnosticRelatedInformation]:
        places = ((related, self._location(snapshot, related)) for related in finding.related)
        return [
            types.DiagnosticRelatedInformation(location, related.message)
            for related, location in places
            if location is not None
        ]

    def _location(self, snapshot: "Snapshot", related: "Related") -> types.Location | None:
        """Where a related place stands: in the same file, in its partner or in the texts."""
        for path, reading in self._neighbours(snapshot):
            try:
                offset = reading.offset_of(related.unit)
            except KeyError:
                continue
            return self._server.location(path, offset + related.start, offset + related.end)
        return None

    def _neighbours(self, snapshot: "Snapshot") -> Iterator[tuple[Path, "Reading"]]:
        yield snapshot.path, snapshot.reading
        engine = self._server.session.engine
        for path in engine.paths:
            yield from ((path, reading) for reading in engine.source(path).readings)


def _holds(reading: "Reading", told: _Told, found: "Found") -> bool:
    """Whether what was told of a unit is true of it as it is now."""
    is_same = told.found.findings is found.findings and told.found.line == found.line and told.lasts
    return is_same and (told.within or reading.starts_line(found.unit))


def _more(left_out: int) -> types.Diagnostic:
    return types.Diagnostic(
        types.Range(types.Position(0, 0), types.Position(0, 0)),
        f"{left_out} more findings are not shown; keytally check lists all",
        types.DiagnosticSeverity.Information,
        source=SOURCE,
    )
