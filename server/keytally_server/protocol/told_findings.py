"""Findings as a client is told of them: JSON that is made once, as long as a unit stays as it is."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from keytally.findings.rule import Severity
from keytally_server.protocol.encoded import Encoded, encoded_object
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.findings import Found, FoundStretch
    from keytally.engine.reading import Reading
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


class _Diagnostic(NamedTuple):
    """A diagnostic with its lines counted from the first one of its unit; `rest` is all but its range."""

    start: types.Position
    end: types.Position
    rest: Encoded

    def encoded(self, line: int) -> Encoded:
        """The diagnostic where its unit starts on `line`."""
        (start, end), rest = (self.start, self.end), self.rest
        return Encoded(
            f'{{"range": {{"start": {{"line": {line + start.line}, "character": {start.character}}}, '
            f'"end": {{"line": {line + end.line}, "character": {end.character}}}}}, {rest[1:]}'
        )


class _ToldUnit(NamedTuple):
    """What was made of a unit's findings.

    `lasts` says whether it holds as long as the unit has those findings, `within` that it does so even
    where the unit comes to start behind something else on its line.
    """

    findings: "Sequence[Finding]"
    diagnostics: Sequence[_Diagnostic]
    lasts: bool
    within: bool

    def holds(self, reading: "Reading", found: "Found") -> bool:
        """Whether it is still true of a unit."""
        return self.lasts and (self.within or reading.places.starts_line(found.unit))


Units = Mapping[int, _ToldUnit]
"""What was made of units, by the ids of their findings, which it holds on to."""


class _ToldStretch(NamedTuple):
    """What was told of a stretch of units while it was in some state and started on some line.

    `text` is all its diagnostics in a row.
    """

    state: object
    line: int
    lasts: bool
    units: Units
    diagnostics: Sequence[Encoded]
    text: str

    def holds(self, stretch: "FoundStretch") -> bool:
        """Whether it is still true of a stretch in the same state."""
        return self.lasts and self.line == stretch.line and stretch.starts_line

    def first(self, count: int) -> str:
        """Its first diagnostics in a row, `count` at most."""
        return self.text if count >= len(self.diagnostics) else ", ".join(self.diagnostics[:count])


class _Last:
    """What was told last, by the ids of the states of stretches."""

    def __init__(self) -> None:
        self.stretches: dict[int, _ToldStretch] = {}

    @cached_property
    def units(self) -> Units:
        """The units of all stretches."""
        return dict(chain.from_iterable(told.units.items() for told in self.stretches.values()))


class ToldFindings:
    """The diagnostics of one file, the first thousand; what stays as it is is not made again.

    What was told last is remembered, and nothing from before that.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._last = _Last()

    def diagnostics(self, snapshot: "Snapshot") -> Encoded:
        """A list of all diagnostics of the file, in file order."""
        shown = list(self._first(snapshot, MOST))
        left_out = len(snapshot.reading.findings) - MOST
        if left_out > 0:
            shown.append(self._server.protocol.encode(_more(left_out)))
        return Encoded(f"[{', '.join(shown)}]")

    def _first(self, snapshot: "Snapshot", count: int) -> Iterator[str]:
        """The first `count` diagnostics, those of a stretch in a row."""
        before, self._last = self._last, _Last()
        for stretch in snapshot.reading.findings.stretches():
            told = before.stretches.get(id(stretch.state))
            if told is None or not told.holds(stretch):
                told = self._tell(snapshot, stretch, before.units, count)
            self._last.stretches[id(stretch.state)] = told
            yield told.first(count)
            count -= len(told.diagnostics)
            if count <= 0:
                break

    def _tell(
        self, snapshot: "Snapshot", stretch: "FoundStretch", before: Units, enough: int
    ) -> _ToldStretch:
        """Tell of a stretch anew, of its units as `before` where that still holds, until it is `enough`."""
        lasts, diagnostics = stretch.starts_line, list[Encoded]()
        units: dict[int, _ToldUnit] = {}
        for found in stretch.found:
            if len(diagnostics) >= enough:
                lasts = False
                break
            told = before.get(id(found.findings))
            if told is None or not told.holds(snapshot.reading, found):
                told = self._tell_of_unit(snapshot, found)
            units[id(found.findings)] = told
            lasts = lasts and told.lasts
            diagnostics += [diagnostic.encoded(found.line) for diagnostic in told.diagnostics]
        text = ", ".join(diagnostics)
        return _ToldStretch(stretch.state, stretch.line, lasts, units, diagnostics, text)

    def _tell_of_unit(self, snapshot: "Snapshot", found: "Found") -> _ToldUnit:
        shown = found.findings[:MOST]
        diagnostics = [self._diagnostic(snapshot, found, finding) for finding in shown]
        within = found.findings[0].start > found.unit.text.find("\n") >= 0
        starts_line = within or snapshot.reading.places.starts_line(found.unit)
        leads_out = any(finding.related for finding in shown)
        return _ToldUnit(found.findings, diagnostics, starts_line and not leads_out, within)

    def _diagnostic(self, snapshot: "Snapshot", found: "Found", finding: "Finding") -> _Diagnostic:
        """One finding as the client is told of it."""
        rule = self._server.session.graded(snapshot.path, finding.rule) or finding.rule
        rest = {
            "message": finding.message,
            "severity": _SEVERITIES[rule.severity],
            "code": rule.name,
            "codeDescription": {"href": rule.link},
            "source": SOURCE,
        }
        if related := self._related(snapshot, finding):
            rest["relatedInformation"] = self._server.protocol.encode(related)
        start, end = (self._position(snapshot, found, place) for place in (finding.start, finding.end))
        return _Diagnostic(start, end, encoded_object(rest))

    def _position(self, snapshot: "Snapshot", found: "Found", place: int) -> types.Position:
        line, before = snapshot.reading.places.in_unit(found.unit, place)
        width = self._server.columns.width
        start = 0 if line else snapshot.reading.places.column_of(found.unit, width)
        return types.Position(line, start + width(before))

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
                offset = reading.units.offset_of(related.unit)
            except KeyError:
                continue
            return self._server.location(path, offset + related.start, offset + related.end)
        return None

    def _neighbours(self, snapshot: "Snapshot") -> Iterator[tuple[Path, "Reading"]]:
        yield snapshot.path, snapshot.reading
        engine = self._server.session.engine
        for path in engine.paths:
            yield from ((path, reading) for reading in engine.source(path).readings)


def _more(left_out: int) -> types.Diagnostic:
    return types.Diagnostic(
        types.Range(types.Position(0, 0), types.Position(0, 0)),
        f"{left_out} more findings are not shown; keytally check lists all",
        types.DiagnosticSeverity.Information,
        source=SOURCE,
    )
