"""Diagnostics of open files and of the workspace, pushed or pulled; diagnostics of unchanged units are
cached.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from keytally.findings.finding import Severity
from keytally.text.rendering import quantity
from keytally_server.protocol.messages import RawJson, raw_object
from keytally_server.protocol.server import Change, KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.findings import FoundStretch, LocatedFindings
    from keytally.engine.reading import Reading
    from keytally.engine.units import Places, StretchStart
    from keytally.findings.finding import Finding, Related
    from keytally_server.session.snapshot import Snapshot

    Home = tuple[Path, Reading]


SOURCE = "keytally"
WRONG_ENCODING = "wrong-encoding"
"""The diagnostic code for a file that the editor has decoded with another encoding."""

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


class RelativeDiagnostic(NamedTuple):
    """A diagnostic with lines counted from the first line of its unit; `rest` contains everything but its
    range.
    """

    start: types.Position
    end: types.Position
    rest: RawJson

    def at_line(self, line: int) -> RawJson:
        """Return the diagnostic of a unit that starts on `line`."""
        (start, end), rest = (self.start, self.end), self.rest
        return RawJson(
            f'{{"range":{{"start":{{"line":{line + start.line},"character":{start.character}}},'
            f'"end":{{"line":{line + end.line},"character":{end.character}}}}},{rest[1:]}'
        )


class Surroundings:
    """The source of a file's diagnostics: its snapshot, and the positions of related units.

    It is valid as long as the snapshot is; the position of each unit is computed only once.
    """

    def __init__(self, server: KeytallyServer, snapshot: "Snapshot") -> None:
        self.server = server
        self.snapshot = snapshot
        self._known: dict[Any, Home | None] = {}

    def home_of(self, unit: Any) -> "Home | None":
        """Return the file that contains a unit: the same file, its partner or another file.

        The result is None if the unit no longer exists.
        """
        if unit not in self._known:
            self._known[unit] = next((home for home in self._homes if unit in home[1].units), None)
        return self._known[unit]

    @cached_property
    def _homes(self) -> "list[Home]":
        """Return all files with their readings, first the file itself."""
        snapshot, engine = self.snapshot, self.server.session.engine
        found: list[Home] = [(snapshot.path, snapshot.reading)]
        if snapshot.other_path is not None and snapshot.other_reading is not None:
            found.append((snapshot.other_path, snapshot.other_reading))
        return found + [(path, reading) for path in engine.paths for reading in engine.source(path).readings]


def relative_diagnostic(
    around: Surroundings, found: "LocatedFindings", finding: "Finding"
) -> RelativeDiagnostic:
    """Return the diagnostic of one finding of a unit."""
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
    """Return a diagnostic at the start of a file with the number of findings that are not shown."""
    are = "is" if count == 1 else "are"
    diagnostic = types.Diagnostic(
        types.Range(types.Position(0, 0), types.Position(0, 0)),
        f"{quantity(count, 'more finding')} {are} not shown; keytally check lists all of them",
        types.DiagnosticSeverity.Information,
        source=SOURCE,
    )
    return server.protocol.encode(diagnostic)


def misread_diagnostic(server: KeytallyServer, encoding: str) -> RawJson:
    """Return the only diagnostic of a file that the editor has decoded with another encoding."""
    diagnostic = types.Diagnostic(
        types.Range(types.Position(0, 0), types.Position(0, 0)),
        f"the editor opened this file in the wrong encoding; before saving, reopen it as {encoding} "
        "(VS Code: Reopen with Encoding; Neovim: :edit ++enc=), otherwise characters are lost",
        types.DiagnosticSeverity.Error,
        code=WRONG_ENCODING,
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


class Anchor(NamedTuple):
    """A unit that contains a position to which another finding refers, and the line on which it starts.

    `revision` is the revision of its reading at the time, `generation` the generation of the session.
    """

    reading: "Reading"
    unit: Any
    line: int
    revision: int
    generation: int

    def holds(self, generation: int) -> bool:
        """Return whether the unit has not moved."""
        return self.generation == generation and (self.revision == self.reading.revision or self._stands())

    def _stands(self) -> bool:
        return self.reading.places.line_started_by(self.unit) == self.line


class Anchors:
    """The anchors of many diagnostics; after an edit, ranges are compared before single units."""

    def __init__(self, generation: int, anchors: Iterable[Anchor]) -> None:
        self._generation = generation
        lines: dict[Reading, dict[Any, int]] = defaultdict(dict)
        for anchor in anchors:
            lines[anchor.reading][anchor.unit] = anchor.line
        self._readings = [_InReading(reading, found) for reading, found in lines.items()]

    def hold(self, generation: int) -> bool:
        """Return whether no unit has moved."""
        return self._generation == generation and all(reading.stand() for reading in self._readings)


class _Stretch(NamedTuple):
    """The start of a run of units, and the lines on which its units start."""

    start: "StretchStart | None"
    lines: Mapping[Any, int]

    def is_same(self, places: "Places") -> bool:
        """Return whether the range and its position are unchanged."""
        return places.stretch_around(next(iter(self.lines))) == self.start

    def stands(self, places: "Places") -> bool:
        """Return whether each unit still starts on the same line."""
        return all(places.line_started_by(unit) == line for unit, line in self.lines.items())


class _InReading:
    """Units of one reading, and the lines on which they start."""

    def __init__(self, reading: "Reading", lines: Mapping[Any, int]) -> None:
        self._reading = reading
        self._revision = reading.revision
        self._stretches = list(self._current_stretches(lines))

    def _current_stretches(self, lines: Mapping[Any, int]) -> Iterator[_Stretch]:
        """Yield the ranges to which the units now belong."""
        state_of = self._reading.units.index.state_of
        by_state: dict[object, dict[Any, int]] = defaultdict(dict)
        for unit, line in lines.items():
            by_state[state_of(unit)][unit] = line
        for each in by_state.values():
            yield _Stretch(self._reading.places.stretch_around(next(iter(each))), each)

    def stand(self) -> bool:
        """Return whether the units still start on the same lines; this is checked once after each edit."""
        reading = self._reading
        if self._revision == reading.revision:
            return True
        stretches: list[_Stretch] = []
        for stretch in self._stretches:
            if stretch.is_same(reading.places):
                stretches.append(stretch)
            elif stretch.stands(reading.places):
                stretches += self._current_stretches(stretch.lines)
            else:
                return False
        self._revision, self._stretches = reading.revision, stretches
        return True


MAX_DIAGNOSTICS = 1000


class _UnitDiagnostics(NamedTuple):
    """The diagnostics of a unit with these findings.

    `is_reusable` is set if the diagnostics are valid as long as the unit has the same findings and its
    related units, the `anchors`, have not moved. `on_shared_line` is set if the diagnostics are valid even if
    the text before the unit on its first line changes.
    """

    findings: "Sequence[Finding]"
    diagnostics: Sequence[RelativeDiagnostic]
    is_reusable: bool
    on_shared_line: bool
    anchors: Sequence[Anchor]

    def holds(self, reading: "Reading", found: "LocatedFindings", generation: int) -> bool:
        """Return whether the diagnostics are valid for a unit with the same findings."""
        return (
            self.is_reusable
            and (self.on_shared_line or reading.places.starts_line(found.unit))
            and all(anchor.holds(generation) for anchor in self.anchors)
        )


Units = Mapping[int, _UnitDiagnostics]
"""Diagnostics of units by the ids of their findings; the values keep the findings alive."""


class _StretchDiagnostics(NamedTuple):
    """The diagnostics of a range of units in a certain state, with the line on which the range started.

    `text` is the JSON of all `diagnostics`; `anchors` are the units of other ranges to which they refer.
    """

    state: object
    line: int
    is_reusable: bool
    units: Units
    diagnostics: Sequence[RawJson]
    text: str
    anchors: Anchors

    def holds(self, stretch: "FoundStretch", generation: int) -> bool:
        """Return whether the diagnostics are valid for a range in the same state."""
        return (
            self.is_reusable
            and self.line == stretch.line
            and stretch.starts_line
            and self.anchors.hold(generation)
        )

    def first(self, count: int) -> str:
        """Return the JSON of at most `count` diagnostics, from the first on."""
        return self.text if count >= len(self.diagnostics) else ",".join(self.diagnostics[:count])


class _Previous:
    """The diagnostics of the previous list, by the ids of the ranges' states."""

    def __init__(self) -> None:
        self.stretches: dict[int, _StretchDiagnostics] = {}

    @cached_property
    def units(self) -> Units:
        """Return the units of all ranges."""
        return dict(chain.from_iterable(stretch.units.items() for stretch in self.stretches.values()))


class PublishedDiagnostics:
    """The diagnostics of one file, at most a thousand.

    Diagnostics of the previous list are reused for unchanged units; older lists are dropped.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._previous = _Previous()

    def diagnostics(self, snapshot: "Snapshot") -> RawJson:
        """Return a list of all diagnostics of the file, in file order."""
        shown = list(self._first(Surroundings(self._server, snapshot), MAX_DIAGNOSTICS))
        left_out = len(snapshot.reading.findings) - MAX_DIAGNOSTICS
        if left_out > 0:
            shown.append(left_out_diagnostic(self._server, left_out))
        separated = (part for each in shown for part in (",", each))
        return RawJson("".join(("[", *islice(separated, 1, None), "]")))

    def _first(self, around: Surroundings, count: int) -> Iterator[str]:
        """Yield the JSON of the first `count` diagnostics, as one string for each range of the text."""
        before, self._previous = self._previous, _Previous()
        for stretch in around.snapshot.reading.findings.stretches():
            made = before.stretches.get(id(stretch.state))
            if made is None or not made.holds(stretch, self._server.session.generation):
                made = self._of_stretch(around, stretch, before.units, count)
            self._previous.stretches[id(stretch.state)] = made
            yield made.first(count)
            count -= len(made.diagnostics)
            if count <= 0:
                break

    def _of_stretch(
        self, around: Surroundings, stretch: "FoundStretch", before: Units, enough: int
    ) -> _StretchDiagnostics:
        """Create diagnostics for a range until there are `enough`; reuse `before` if it is valid."""
        is_reusable, diagnostics = stretch.starts_line, list[RawJson]()
        units: dict[int, _UnitDiagnostics] = {}
        reading, generation = around.snapshot.reading, self._server.session.generation
        for found in stretch.found:
            if len(diagnostics) >= enough:
                is_reusable = False
                break
            made = before.get(id(found.findings))
            if made is None or not made.holds(reading, found, generation):
                made = self._of_unit(around, found)
            units[id(found.findings)] = made
            is_reusable = is_reusable and made.is_reusable
            diagnostics += [diagnostic.at_line(found.line) for diagnostic in made.diagnostics]
        text = ",".join(diagnostics)
        anchors = Anchors(generation, _outside(reading, stretch.state, units))
        return _StretchDiagnostics(
            stretch.state, stretch.line, is_reusable, units, diagnostics, text, anchors
        )

    def _of_unit(self, around: Surroundings, found: "LocatedFindings") -> _UnitDiagnostics:
        shown = found.findings[:MAX_DIAGNOSTICS]
        diagnostics = [relative_diagnostic(around, found, finding) for finding in shown]
        on_shared_line = found.findings[0].start > found.unit.text.find("\n") >= 0
        starts_line = on_shared_line or around.snapshot.reading.places.starts_line(found.unit)
        named = dict.fromkeys(each.unit for finding in shown for each in finding.related)
        anchors = [self._anchor(around, unit) for unit in named]
        firm = [anchor for anchor in anchors if anchor is not None]
        is_reusable = starts_line and len(firm) == len(anchors)
        return _UnitDiagnostics(found.findings, diagnostics, is_reusable, on_shared_line, firm)

    def _anchor(self, around: Surroundings, unit: Any) -> Anchor | None:
        """Return the current position of a related unit; None if it cannot be cached."""
        home = around.home_of(unit)
        line = None if home is None else home[1].places.line_started_by(unit)
        if home is None or line is None:
            return None
        return Anchor(home[1], unit, line, home[1].revision, self._server.session.generation)


def _outside(reading: "Reading", state: object, units: Units) -> list[Anchor]:
    """Return the anchors of units that the diagnostics of a range refer to and that are outside the range."""
    state_of = reading.units.index.state_of
    anchors = (anchor for made in units.values() if made.is_reusable for anchor in made.anchors)
    return [each for each in anchors if each.reading is not reading or state_of(each.unit) is not state]


NO_ITEMS = RawJson("[]")
NO_FINDINGS = "none"
"""The result id of a file without findings."""


class Found(NamedTuple):
    """The diagnostics of a file, and their result id."""

    items: RawJson
    result_id: str


class Diagnostics:
    """Sends each open file's findings, at most a thousand, with the file's version."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._numbers = count(1)
        self._answers: dict[Path, Found] = {}
        self._published: dict[Path, PublishedDiagnostics] = {}
        self._sent: dict[Path, tuple[int | None, RawJson]] = {}

    def files_changed(self, change: Change) -> None:
        """Publish the findings of changed files, or ask the client to pull them again."""
        if not self._server.client.pulls_diagnostics:
            session = self._server.session
            for path in sorted(change.files & session.open_files.keys()):
                is_ready = session.has_findings(path) or session.judged_beginning(path) is not None
                if is_ready or session.misread(path) is not None:
                    self._publish(path)
        elif change.files - {change.edited}:
            self._server.workspace_diagnostic_refresh(None)

    def file_closed(self, path: Path, uri: str) -> None:
        """Clear the diagnostics of a closed file."""
        self._answers.pop(path, None)
        self._published.pop(path, None)
        self._sent.pop(path, None)
        if not self._server.client.pulls_diagnostics:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def answer(self, params: types.DocumentDiagnosticParams) -> RawJson | types.DocumentDiagnosticReport:
        """Return the findings of a file, or `unchanged` if the client has them."""
        found = self.found(self._server.path_of(params.text_document.uri))
        if params.previous_result_id == found.result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=found.result_id)
        return raw_object({"kind": "full", "resultId": found.result_id, "items": found.items})

    def found(self, path: Path) -> Found:
        """Return the findings of a file; the result id changes only if they do."""
        items = self._items(path)
        if items == NO_ITEMS:
            return Found(items, NO_FINDINGS)
        last = self._answers.get(path)
        if last is None or last.items != items:
            last = self._answers[path] = Found(items, str(next(self._numbers)))
        return last

    def keep(self, paths: Collection[Path]) -> None:
        """Forget the published diagnostics of all other files."""
        self._answers = {path: found for path, found in self._answers.items() if path in paths}
        self._published = {path: published for path, published in self._published.items() if path in paths}

    def _publish(self, path: Path) -> None:
        """Send the findings of a file, unless the client already has them for the file's current version."""
        version, items = self._server.session.version(path), self._items(path)
        if self._sent.get(path) == (version, items):
            return
        self._sent[path] = version, items
        published = {"uri": self._server.uri_of(path), "version": version, "diagnostics": items}
        self._server.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, raw_object(published))

    def _items(self, path: Path) -> RawJson:
        session = self._server.session
        if (encoding := session.misread(path)) is not None:
            return RawJson(f"[{misread_diagnostic(self._server, encoding)}]")
        if (beginning := session.judged_beginning(path)) is not None:
            return PublishedDiagnostics(self._server).diagnostics(beginning)
        snapshot = session.snapshot(path) if session.has_findings(path) else None
        if snapshot is None:
            return NO_ITEMS
        published = self._published.get(snapshot.path)
        if published is None:
            published = self._published[snapshot.path] = PublishedDiagnostics(self._server)
        return published.diagnostics(snapshot)


NOTHING = RawJson('{"items":[]}')


class WorkspaceDiagnostics:
    """Keeps one request open, and answers it when findings of files in live pairs change.

    A client asks again two seconds after each answer. A client that accepts partial results is sent each
    change as it happens, and its request stays open.
    """

    def __init__(self, server: KeytallyServer, diagnostics: Diagnostics) -> None:
        self._server = server
        self._diagnostics = diagnostics
        self._held: asyncio.Future[bool] | None = None
        self._is_due = False

    def files_changed(self, change: Change) -> None:
        """Record that findings may have changed."""
        self._is_due = True

    def server_idle(self) -> None:
        """Compute the findings again if they may have changed."""
        if self._is_due:
            self._release(goes_on=True)

    async def answer(self, params: types.WorkspaceDiagnosticParams) -> RawJson:
        """Return the findings that the client does not have yet.

        An earlier request that is still pending ends without findings.
        """
        self._release(goes_on=False)
        token = params.partial_result_token
        known = {self._server.path_of(each.uri): each.value for each in params.previous_result_ids}
        unchanged = dict(known)
        while True:
            if reports := list(self._changed(known)):
                reports += self._unchanged(unchanged, known)
                unchanged = {}
                if token is None:
                    return _items(reports)
                self._server.protocol.notify(
                    types.PROGRESS, raw_object({"token": token, "value": _items(reports)})
                )
            if not await self._hold():
                return NOTHING

    async def _hold(self) -> bool:
        """Wait for a change; return False if the request should end."""
        held: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._held = held
        try:
            return await held
        finally:
            if self._held is held:
                self._held = None

    def _release(self, *, goes_on: bool) -> None:
        held, self._held = self._held, None
        if held is not None and not held.done():
            held.set_result(goes_on)

    def _changed(self, known: dict[Path, str]) -> Iterator[RawJson]:
        """Yield reports of files whose findings differ from those with a known result id, and update the
        id.
        """
        session = self._server.session
        if session.is_reading:
            return
        self._is_due = False
        unopened = session.unopened_files
        self._diagnostics.keep({*unopened, *session.open_files})
        for path in dict.fromkeys((*unopened, *(each for each in known if each not in session.open_files))):
            found = self._diagnostics.found(path)
            if found.result_id != known.get(path, NO_FINDINGS):
                known[path] = found.result_id
                yield self._full(path, found)

    def _full(self, path: Path, found: Found) -> RawJson:
        members = {"kind": "full", "resultId": found.result_id, "items": found.items}
        return raw_object({"uri": self._server.uri_of(path), "version": None, **members})

    def _unchanged(self, before: dict[Path, str], known: dict[Path, str]) -> Iterator[RawJson]:
        """Yield reports of files that are not open and whose result id is unchanged."""
        for path, result_id in before.items():
            if known[path] == result_id and path not in self._server.session.open_files:
                members = {"kind": "unchanged", "resultId": result_id}
                yield raw_object({"uri": self._server.uri_of(path), "version": None, **members})


def _items(reports: list[RawJson]) -> RawJson:
    return raw_object({"items": RawJson(f"[{','.join(reports)}]")})
