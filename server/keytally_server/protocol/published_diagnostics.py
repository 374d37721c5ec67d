"""The diagnostics of a file as JSON, cached for every unit that an edit does not change."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally_server.protocol.anchors import Anchor, Anchors
from keytally_server.protocol.diagnostic_json import (
    RelativeDiagnostic,
    Surroundings,
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

    `is_reusable` says whether they hold as long as the unit has those findings and `anchors` hold, which are
    the units that they name; `on_shared_line` whether they hold even if the text before the unit on its first
    line changes.
    """

    findings: "Sequence[Finding]"
    diagnostics: Sequence[RelativeDiagnostic]
    is_reusable: bool
    on_shared_line: bool
    anchors: Sequence[Anchor]

    def holds(self, reading: "Reading", found: "LocatedFindings", generation: int) -> bool:
        """Whether they are valid for a unit with the same findings."""
        return (
            self.is_reusable
            and (self.on_shared_line or reading.places.starts_line(found.unit))
            and all(anchor.holds(generation) for anchor in self.anchors)
        )


Units = Mapping[int, _UnitDiagnostics]
"""Diagnostics of units by the ids of their findings, which the values keep alive."""


class _StretchDiagnostics(NamedTuple):
    """The diagnostics of a range of units in some state, with the line on which it started.

    `text` is the JSON of all `diagnostics`; `anchors` are the units of other ranges that these name.
    """

    state: object
    line: int
    is_reusable: bool
    units: Units
    diagnostics: Sequence[RawJson]
    text: str
    anchors: Anchors

    def holds(self, stretch: "FoundStretch", generation: int) -> bool:
        """Whether they are valid for a range in the same state."""
        return (
            self.is_reusable
            and self.line == stretch.line
            and stretch.starts_line
            and self.anchors.hold(generation)
        )

    def first(self, count: int) -> str:
        """The JSON of its first diagnostics, `count` at most."""
        return self.text if count >= len(self.diagnostics) else ",".join(self.diagnostics[:count])


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
        shown = list(self._first(Surroundings(self._server, snapshot), MAX_DIAGNOSTICS))
        left_out = len(snapshot.reading.findings) - MAX_DIAGNOSTICS
        if left_out > 0:
            shown.append(left_out_diagnostic(self._server, left_out))
        separated = (part for each in shown for part in (",", each))
        return RawJson("".join(("[", *islice(separated, 1, None), "]")))

    def _first(self, around: Surroundings, count: int) -> Iterator[str]:
        """The first `count` diagnostics, the JSON of each range in one piece."""
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
        """Make the diagnostics of a range, until they are `enough`; reuse `before` if valid."""
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
        """A related unit where it stands now; None if that cannot be kept."""
        home = around.home_of(unit)
        line = None if home is None else home[1].places.line_started_by(unit)
        if home is None or line is None:
            return None
        return Anchor(home[1], unit, line, home[1].revision, self._server.session.generation)


def _outside(reading: "Reading", state: object, units: Units) -> list[Anchor]:
    """The anchors of units of a range in that state that are not in the range: those in it move with it."""
    state_of = reading.units.index.state_of
    anchors = (anchor for made in units.values() if made.is_reusable for anchor in made.anchors)
    return [each for each in anchors if each.reading is not reading or state_of(each.unit) is not state]
