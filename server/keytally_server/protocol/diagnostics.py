"""Findings as diagnostics: pushed, or pulled by a client that can, never both."""

from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from keytally.findings.rule import Severity
from keytally_server.protocol.server import Change, KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.reading import Located, Reading
    from keytally.findings.finding import Finding, Related
    from keytally_server.session.snapshot import Snapshot

MOST = 1000
SOURCE = "keytally"
NEVER_CHANGED = "0"
NO_FINDINGS = "none"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


class _Made(NamedTuple):
    """A finding, where it stood, and what the client was told of it."""

    located: "Located"
    diagnostic: types.Diagnostic


class Diagnostics:
    """Sends each open file's findings, the first thousand of them, with the file's version."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._numbers = count(1)
        self._results: dict[Path, str] = {}
        self._made: dict[Path, dict[int, _Made]] = {}

    def follow(self, change: Change) -> None:
        """Files have changed: publish their findings, or ask the client to pull them again."""
        self._results.update((path, str(next(self._numbers))) for path in change.files)
        if not self._server.client.pulls_diagnostics:
            session = self._server.session
            for path in sorted(change.files & session.open_files.keys()):
                if not session.is_loading(path):
                    self._publish(path)
        elif change.files - {change.edited} and self._server.client.refreshes_diagnostics:
            self._server.workspace_diagnostic_refresh(None)

    def clear(self, path: Path, uri: str) -> None:
        """A file has been closed: it has no diagnostics any more."""
        self._results.pop(path, None)
        self._made.pop(path, None)
        if not self._server.client.pulls_diagnostics:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def answer(self, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        """The findings of a file, or `unchanged` where the client has them."""
        path = self._server.path_of(params.text_document.uri)
        snapshot = self._server.session.snapshot(path)
        has_findings = snapshot is not None and snapshot.reading.finding_count > 0
        result = self._results.get(path, NEVER_CHANGED) if has_findings else NO_FINDINGS
        if params.previous_result_id == result:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
        items = list(self._diagnostics(snapshot)) if snapshot else []
        return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result)

    def _publish(self, path: Path) -> None:
        snapshot = self._server.session.snapshot(path)
        items = list(self._diagnostics(snapshot)) if snapshot else []
        version = self._server.session.version(path)
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(self._server.uri_of(path), items, version)
        )

    def _diagnostics(self, snapshot: "Snapshot") -> Iterator[types.Diagnostic]:
        reading = snapshot.reading
        shown = list(islice(reading.findings(), MOST))
        yield from self._converted(snapshot, shown)
        left_out = reading.finding_count - MOST
        if left_out > 0:
            yield types.Diagnostic(
                types.Range(types.Position(0, 0), types.Position(0, 0)),
                f"{left_out} more findings are not shown; keytally check lists all",
                types.DiagnosticSeverity.Information,
                source=SOURCE,
            )

    def _converted(self, snapshot: "Snapshot", shown: Sequence["Located"]) -> Iterator[types.Diagnostic]:
        """The findings as the client is told of them; one that is as it was is not made anew."""
        before = self._made.get(snapshot.path, {})
        made: dict[int, _Made] = {}
        for located in shown:
            known = before.get(id(located.finding))
            if known is None or not self._is_as_it_was(snapshot, known, located):
                known = _Made(located, self._diagnostic(snapshot, located))
            made[id(located.finding)] = known
            yield known.diagnostic
        self._made[snapshot.path] = made

    def _is_as_it_was(self, snapshot: "Snapshot", known: "_Made", located: "Located") -> bool:
        """Whether a finding stands where it stood, is as grave as it was, and leads nowhere else."""
        finding, before = located.finding, known.located
        if finding is not before.finding or finding.related or located.line != before.line:
            return False
        rule = self._server.session.graded(snapshot.path, finding.rule)
        starts_line = located.offset == 0 or finding.start > located.unit.text.find("\n") >= 0
        return starts_line and rule is not None and _SEVERITIES[rule.severity] is known.diagnostic.severity

    def _diagnostic(self, snapshot: "Snapshot", located: "Located") -> types.Diagnostic:
        """One finding as the client is told of it."""
        finding = located.finding
        rule = self._server.session.graded(snapshot.path, finding.rule) or finding.rule
        return types.Diagnostic(
            types.Range(
                self._position(snapshot, located, finding.start),
                self._position(snapshot, located, finding.end),
            ),
            finding.message,
            _SEVERITIES[rule.severity],
            code=rule.name,
            code_description=types.CodeDescription(rule.link),
            source=SOURCE,
            related_information=self._related(snapshot, finding) or None,
        )

    def _position(self, snapshot: "Snapshot", located: "Located", place: int) -> types.Position:
        line, before = snapshot.reading.place_in_unit(located.unit, place)
        if line == 0 and located.offset:
            before = snapshot.reading.line_before(located.unit) + before
        return types.Position(located.line + line, self._server.columns.width(before))

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
