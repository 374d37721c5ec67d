"""What a response gets wrong, the most costly first, and the repair of each difference."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.error_analysis.gains import Valued
from keytally.error_analysis.kept_gains import KeptGains
from keytally.evaluations.interface import Role
from keytally.findings.finding import Edit
from keytally_server.answers.error import Error, ErrorRepair, FilePlace
from keytally_server.session.snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from keytally.evaluations.classified import Difference

MOST_REPAIRS = 10
"""So many differences of a selection, the first in the file, are repaired to see what that gains."""

_LEAST = 9
"""The digits of a gain that count for the order."""


def by_gain(valued: "Iterable[Valued]") -> "list[Valued]":
    """The differences, those that gain most first; of equal gains in the order that they have."""
    return sorted(valued, key=lambda each: (bool(each.refused), -round(each.gain, _LEAST)))


def error_of(live: LivePair, valued: Valued) -> Error:
    """A difference of a pair with its places in files."""
    difference = valued.difference
    place = place_of(live, difference)
    key_place = _file_place(live, difference.key[0], Role.KEY) if difference.key else None
    gain = None if valued.refused else valued.gain
    texts = difference.key_text, difference.response_text
    return Error(difference.name, valued.document, *texts, place, key_place, gain, valued.refused)


def place_of(live: LivePair, difference: "Difference") -> FilePlace:
    """The first place of a difference in the response; in the key where the response has none."""
    if difference.response:
        return _file_place(live, difference.response[0], Role.RESPONSE)
    return _file_place(live, difference.key[0], Role.KEY)


def repairs_at(snapshot: Snapshot, kept: KeptGains, start: int, end: int) -> Iterator[ErrorRepair]:
    """The repairs of the differences that touch the stretch from `start` to `end`, the best first.

    Of a long stretch they are those of the first differences. In the key there are those of documents that
    the response lacks.
    """
    live = snapshot.pair
    if live is None or live.stale:
        return
    units = snapshot.reading.units.between(start, end)
    names = dict.fromkeys(snapshot.reading.documents.name_of(unit) for unit, _ in units)

    def touches(difference: "Difference") -> bool:
        place = place_of(live, difference)
        return place.path == snapshot.path and place.start <= end and place.end >= start

    documents = [name for name in names if name is not None]
    for each in by_gain(islice(kept.wanted(documents, touches), MOST_REPAIRS)):
        repair = None if each.refused else _repair(live, kept, each)
        if repair is not None:
            yield repair


def _repair(live: LivePair, kept: KeptGains, valued: Valued) -> ErrorRepair | None:
    """The repair of a difference; None if it changes nothing."""
    made = kept.repair(valued.document, valued.difference).edits
    if not made:
        return None
    path, reading = _home(live, Role.RESPONSE, made[0][0])
    edits = [_moved(edit, reading.units.offset_of(unit)) for unit, edit in made]
    said = error_of(live, valued).said
    title = f"Repair {valued.difference.name}: {said} ({valued.gain + 0.0:+.2f})"
    return ErrorRepair(title, path, tuple(sorted(edits, key=lambda edit: (edit.start, edit.end))))


def _moved(edit: Edit, offset: int) -> Edit:
    return Edit(edit.start + offset, edit.end + offset, edit.text)


def _file_place(live: LivePair, place: Any, role: Role) -> FilePlace:
    path, reading = _home(live, role, place.unit)
    offset = reading.units.offset_of(place.unit)
    return FilePlace(path, offset + place.start, offset + place.end)


def _home(live: LivePair, role: Role, unit: Any) -> tuple[Path, Reading]:
    """The file of a side that holds a unit, which is in one of them."""
    side = live.side(role)
    files: Sequence[tuple[Path, Reading]] = [(path, side.reading(path)) for path in side.paths]
    return files[0] if len(files) == 1 else next(each for each in files if unit in each[1].units)
