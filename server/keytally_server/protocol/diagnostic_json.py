"""Converts one finding to a diagnostic in JSON, with lines counted from the first line of its unit."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from keytally.findings.rule import Severity
from keytally_server.protocol.raw_json import RawJson, raw_object
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.findings import LocatedFindings
    from keytally.engine.reading import Reading
    from keytally.findings.finding import Finding, Related
    from keytally_server.session.snapshot import Snapshot

    Home = tuple[Path, Reading]

SOURCE = "keytally"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


class RelativeDiagnostic(NamedTuple):
    """A diagnostic with lines counted from the first one of its unit; `rest` is all but its range."""

    start: types.Position
    end: types.Position
    rest: RawJson

    def at_line(self, line: int) -> RawJson:
        """The diagnostic of a unit that starts on `line`."""
        (start, end), rest = (self.start, self.end), self.rest
        return RawJson(
            f'{{"range":{{"start":{{"line":{line + start.line},"character":{start.character}}},'
            f'"end":{{"line":{line + end.line},"character":{end.character}}}}},{rest[1:]}'
        )


class Surroundings:
    """What the diagnostics of a file are made from: its snapshot, and where the units stand that they name.

    Valid as long as the snapshot is; each unit is looked for once.
    """

    def __init__(self, server: KeytallyServer, snapshot: "Snapshot") -> None:
        self.server = server
        self.snapshot = snapshot
        self._known: dict[Any, Home | None] = {}

    def home_of(self, unit: Any) -> "Home | None":
        """The file that a unit is in: the same one, its partner or another one; None if it has gone."""
        if unit not in self._known:
            self._known[unit] = next((home for home in self._homes if unit in home[1].units), None)
        return self._known[unit]

    @cached_property
    def _homes(self) -> "list[Home]":
        """All files with their readings, first the file itself."""
        snapshot, engine = self.snapshot, self.server.session.engine
        found: list[Home] = [(snapshot.path, snapshot.reading)]
        if snapshot.other_path is not None and snapshot.other_reading is not None:
            found.append((snapshot.other_path, snapshot.other_reading))
        return found + [(path, each) for path in engine.paths for each in engine.source(path).readings]


def relative_diagnostic(
    around: Surroundings, found: "LocatedFindings", finding: "Finding"
) -> RelativeDiagnostic:
    """The diagnostic of one finding of a unit."""
    server, snapshot = around.server, around.snapshot
    rule = server.session.graded(snapshot.path, finding.rule) or finding.rule
    rest = {
        "message": finding.message,
        "severity": _SEVERITIES[rule.severity],
        "code": rule.name,
        **({"codeDescription": {"href": rule.link}} if rule.link else {}),
        "source": SOURCE,
    }
    if related := _related_information(around, finding):
        rest["relatedInformation"] = server.protocol.encode(related)
    start, end = (_position(server, snapshot, found, place) for place in (finding.start, finding.end))
    return RelativeDiagnostic(start, end, raw_object(rest))


def left_out_diagnostic(server: KeytallyServer, count: int) -> RawJson:
    """A diagnostic at the start of a file with the number of findings that are not shown."""
    diagnostic = types.Diagnostic(
        types.Range(types.Position(0, 0), types.Position(0, 0)),
        f"{count} more findings are not shown; keytally check lists all",
        types.DiagnosticSeverity.Information,
        source=SOURCE,
    )
    return server.protocol.encode(diagnostic)


def _position(
    server: KeytallyServer, snapshot: "Snapshot", found: "LocatedFindings", place: int
) -> types.Position:
    line, before = snapshot.reading.places.in_unit(found.unit, place)
    width = server.columns.width
    start = 0 if line else snapshot.reading.places.column_of(found.unit, width)
    return types.Position(line, start + width(before))


def _related_information(
    around: Surroundings, finding: "Finding"
) -> list[types.DiagnosticRelatedInformation]:
    homes = ((related, around.home_of(related.unit)) for related in finding.related)
    return [
        types.DiagnosticRelatedInformation(_location(around.server, *home, related), related.message)
        for related, home in homes
        if home is not None
    ]


def _location(server: KeytallyServer, path: Path, reading: "Reading", related: "Related") -> types.Location:
    offset = reading.units.offset_of(related.unit)
    place = server.columns.to_range(reading, offset + related.start, offset + related.end)
    return types.Location(server.uri_of(path), place)
