"""The units elsewhere that diagnostics name: as long as they stand on their lines, the diagnostics hold."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from keytally.engine.places import Places, StretchStart
    from keytally.engine.reading import Reading


class Anchor(NamedTuple):
    """A unit with a place that a finding elsewhere names, and the line on which it starts.

    `revision` is that of its reading at the time, `generation` the session's.
    """

    reading: "Reading"
    unit: Any
    line: int
    revision: int
    generation: int

    def holds(self, generation: int) -> bool:
        """Whether the unit stands where it stood."""
        return self.generation == generation and (self.revision == self.reading.revision or self._stands())

    def _stands(self) -> bool:
        return self.reading.places.line_started_by(self.unit) == self.line


class Anchors:
    """The anchors of many diagnostics; of an edited reading stretches are compared before single units."""

    def __init__(self, generation: int, anchors: Iterable[Anchor]) -> None:
        self._generation = generation
        lines: dict[Reading, dict[Any, int]] = defaultdict(dict)
        for anchor in anchors:
            lines[anchor.reading][anchor.unit] = anchor.line
        self._readings = [_InReading(reading, found) for reading, found in lines.items()]

    def hold(self, generation: int) -> bool:
        """Whether all units stand where they stood."""
        return self._generation == generation and all(each.stand() for each in self._readings)


class _Stretch(NamedTuple):
    """Where a stretch of units starts, and the lines that units in it start."""

    start: "StretchStart | None"
    lines: Mapping[Any, int]

    def is_same(self, places: "Places") -> bool:
        """Whether nothing in the stretch has changed, and nothing before it moves it."""
        return places.stretch_around(next(iter(self.lines))) == self.start

    def stands(self, places: "Places") -> bool:
        """Whether each unit starts the line that it has started."""
        return all(places.line_started_by(unit) == line for unit, line in self.lines.items())


class _InReading:
    """Units of one reading, and the lines that they start."""

    def __init__(self, reading: "Reading", lines: Mapping[Any, int]) -> None:
        self._reading = reading
        self._revision = reading.revision
        self._stretches = list(self._found(lines))

    def _found(self, lines: Mapping[Any, int]) -> Iterator[_Stretch]:
        """The stretches that units are in now."""
        state_of = self._reading.units.index.state_of
        by_state: dict[object, dict[Any, int]] = defaultdict(dict)
        for unit, line in lines.items():
            by_state[state_of(unit)][unit] = line
        for each in by_state.values():
            yield _Stretch(self._reading.places.stretch_around(next(iter(each))), each)

    def stand(self) -> bool:
        """Whether the units start the lines that they have started; looks once after each edit."""
        reading = self._reading
        if self._revision == reading.revision:
            return True
        stretches: list[_Stretch] = []
        for stretch in self._stretches:
            if stretch.is_same(reading.places):
                stretches.append(stretch)
            elif stretch.stands(reading.places):
                stretches += self._found(stretch.lines)
            else:
                return False
        self._revision, self._stretches = reading.revision, stretches
        return True
