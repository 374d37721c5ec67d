"""The diagnostics of a file as JSON, cached for every unit that an edit does not change."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from keytally_server.protocol.diagnostic_json import (
    RelativeDiagnostic,
    left_out_diagnostic,
    relative_diagnostic,
)
from keytally_server.protocol.raw_json import RawJson
from keytally_server.protocol.server import KeytallyServer

if TYPE_CHECKING:
    from keytally.engine.findings import FoundStretch, LocatedFindings
    from keytally.engine.reading import Reading
    from keytally.findings.finding import Finding
    from keytally_server.session.snapshot import Snapshot

MAX_DIAGNOSTICS = 1000


class _UnitDiagnostics(NamedTuple):
    """The diagnostics of a unit with these findings.

    `is_reusable` says whether they hold as long as the unit has those findings; `on_shared_line` whether they
    hold even if the text before the unit on its first line changes.
    """

    findings: "Sequence[Finding]"
    diagnostics: Sequence[RelativeDiagnostic]
    is_reusable: bool
    on_shared_line: bool

    def holds(self, reading: "Reading", found: "LocatedFindings") -> bool:
        """Whether they are valid for a unit with the same findings."""
        return self.is_reusable and (self.on_shared_line or reading.places.starts_line(found.unit))


Units = Mapping[int, _UnitDiagnostics]
"""Diagnostics of units by the ids of their findings, which the values keep alive."""


class _StretchDiagnostics(NamedTuple):
    """The diagnostics of a range of units in some state, with the line on which it started.

    `text` is the JSON of all `diagnostics`.
    """

    state: object
    line: int
    is_reusable: bool
    units: Units
    diagnostics: Sequence[RawJson]
    text: str

    def holds(self, stretch: "FoundStretch") -> bool:
        """Whether they are valid for a range in the same state."""
        return self.is_reusable and self.line == stretch.line and stretch.starts_line

    def first(self, count: int) -> str:
        """The JSON of its first diagnostics, `count` at most."""
        return self.text if count >= len(self.diagnostics) else ", ".join(self.diagnostics[:count])


class _Previous:
    """The diagnostics of the previous list, by the ids of the states of ranges."""

    def __init__(self) -> None:
        self.stretches: dict[int, _StretchDiagnostics] = {}

    @cached_property
    def units(self) -> Units:
        """The units of all ranges."""
        return dict(chain.from_iterable(stretch.units.items() for stretch in self.stretches.values()))


class PublishedDiagnostics:
    """The diagnostics of one file, at most a thousand.

    Those of the previous list are reused for unchanged units; older lists are dropped.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._previous = _Previous()

    def diagnostics(self, snapshot: "Snapshot") -> RawJson:
        """A list of all diagnostics of the file, in file order."""
        shown = list(self._first(snapshot, MAX_DIAGNOSTICS))
        left_out = len(snapshot.reading.findings) - MAX_DIAGNOSTICS
        if left_out > 0:
            shown.append(left_out_diagnostic(self._server, left_out))
        return RawJson(f"[{', '.join(shown)}]")

    def _first(self, snapshot: "Snapshot", count: int) -> Iterator[str]:
        """The first `count` diagnostics, the JSON of each range in one piece."""
        before, self._previous = self._previous, _Previous()
        for stretch in snapshot.reading.findings.stretches():
            made = before.stretches.get(id(stretch.state))
            if made is None or not made.holds(stretch):
                made = self._of_stretch(snapshot, stretch, before.units, count)
            self._previous.stretches[id(stretch.state)] = made
            yield made.first(count)
            count -= len(made.diagnostics)
            if count <= 0:
                break

    def _of_stretch(
        self, snapshot: "Snapshot", stretch: "FoundStretch", before: Units, enough: int
    ) -> _StretchDiagnostics:
        """Make the diagnostics of a range, until they are `enough`; reuse `before` if valid."""
        is_reusable, diagnostics = stretch.starts_line, list[RawJson]()
        units: dict[int, _UnitDiagnostics] = {}
        for found in stretch.found:
            if len(diagnostics) >= enough:
                is_reusable = False
                break
            made = before.get(id(found.findings))
            if made is None or not made.holds(snapshot.reading, found):
                made = self._of_unit(snapshot, found)
            units[id(found.findings)] = made
            is_reusable = is_reusable and made.is_reusable
            diagnostics += [diagnostic.at_line(found.line) for diagnostic in made.diagnostics]
        text = ", ".join(diagnostics)
        return _StretchDiagnostics(stretch.state, stretch.line, is_reusable, units, diagnostics, text)

    def _of_unit(self, snapshot: "Snapshot", found: "LocatedFindings") -> _UnitDiagnostics:
        shown = found.findings[:MAX_DIAGNOSTICS]
        diagnostics = [relative_diagnostic(self._server, snapshot, found, finding) for finding in shown]
        on_shared_line = found.findings[0].start > found.unit.text.find("\n") >= 0
        starts_line = on_shared_line or snapshot.reading.places.starts_line(found.unit)
        names_other_places = any(finding.related for finding in shown)
        is_reusable = starts_line and not names_other_places
        return _UnitDiagnostics(found.findings, diagnostics, is_reusable, on_shared_line)
