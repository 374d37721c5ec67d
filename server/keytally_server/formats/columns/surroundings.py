"""What the surroundings of a place tell: the scheme of its labels, and the types of its entities."""

from collections import Counter
from collections.abc import Iterator, Sequence

from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.language import ColumnsLanguage
from keytally.evaluations.columns.model import Scheme
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.schemes import told_scheme
from keytally_server.session.snapshot import Snapshot, UnitAt

REACH = 20_000
"""The number of characters before and after a place that tell the scheme and the types."""

USUAL = ("PER", "ORG", "LOC", "MISC")
"""The types of CoNLL-2003, for a file that has none yet."""


def scheme_at(snapshot: Snapshot, at: UnitAt) -> Scheme:
    """The scheme of the pair, else the one that the labels around a place tell, else IOB2."""
    language = snapshot.reading.language
    scheme = language.scheme if isinstance(language, ColumnsLanguage) else None
    return scheme or told_scheme(unit.labels() for unit in _around(snapshot, at)) or Scheme.IOB2


def types_at(snapshot: Snapshot, at: UnitAt) -> Sequence[str]:
    """The types of the key, else those around a place; the most frequent first."""
    counts = _of_key(snapshot) or Counter(
        each.type for unit in _around(snapshot, at) for each in entities(unit.labels())
    )
    return sorted(counts, key=lambda name: (-counts[name], name)) or USUAL


def _of_key(snapshot: Snapshot) -> Counter[str]:
    """How many entities the key has of each type; empty without a pair."""
    types = snapshot.pair.totals().get("types", {}) if snapshot.pair else {}
    return +Counter({name: int(counted["gold"]) for name, counted in types.items()})


def _around(snapshot: Snapshot, at: UnitAt) -> Iterator[SentenceUnit]:
    place = at.offset + at.place
    for unit, _ in snapshot.reading.units.between(max(place - REACH, 0), place + REACH):
        yield unit
