"""Converts one finding to a diagnostic in JSON, with lines counted from the first line of its unit."""

from collections.abc import Iterator
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


def relative_diagnostic(
    server: KeytallyServer, snapshot: "Snapshot", found: "LocatedFindings", finding: "Finding"
) -> RelativeDiagnostic:
    """The diagnostic of one finding of a unit."""
    rule = server.session.graded(snapshot.path, finding.rule) or finding.rule
    rest = {
        "message": finding.message,
        "severity": _SEVERITIES[rule.severity],
        "code": rule.name,
        **({"codeDescription": {"href": rule.link}} if rule.link else {}),
        "source": SOURCE,
    }
    if related := _related_information(server, snapshot, finding):
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
    server: KeytallyServer, snapshot: "Snapshot", finding: "Finding"
) -> list[types.DiagnosticRelatedInformation]:
    homes = ((related, home_of(server, snapshot, related.unit)) for related in finding.related)
    return [
        types.DiagnosticRelatedInformation(_location(server, *home, related), related.message)
        for related, home in homes
        if home is not None
    ]


def _location(server: KeytallyServer, path: Path, reading: "Reading", related: "Related") -> types.Location:
    offset = reading.units.offset_of(related.unit)
    place = server.columns.to_range(reading, offset + related.start, offset + related.end)
    return types.Location(server.uri_of(path), place)


def home_of(server: KeytallyServer, snapshot: "Snapshot", unit: Any) -> "tuple[Path, Reading] | None":
    """The file that a related unit is in: the same one, its partner or the texts; None if it has gone."""
    homes = _readings(server, snapshot)
    return next(((path, reading) for path, reading in homes if unit in reading.units), None)


def _readings(server: KeytallyServer, snapshot: "Snapshot") -> Iterator[tuple[Path, "Reading"]]:
    """The readings of all files, first that of the file itself."""
    yield snapshot.path, snapshot.reading
    if snapshot.other_path is not None and snapshot.other_reading is not None:
        yield snapshot.other_path, snapshot.other_reading
    engine = server.session.engine
    for path in engine.paths:
        yield from ((path, reading) for reading in engine.source(path).readings)
