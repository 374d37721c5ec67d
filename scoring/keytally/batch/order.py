"""Checks that files paired unit by unit, such as sentences, have equally many units."""

from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import ComparesOrder


def check_order(live: LivePair, shown: Path) -> None:
    """Raise KeytallyError, with the first line that is out of step, if the numbers differ.

    `shown` is the name of the response in messages.
    """
    if not isinstance(live.evaluation, ComparesOrder):
        return
    for key, response in zip(live.key.readings, live.response.readings, strict=True):
        if key.documents.ordinal_count == response.documents.ordinal_count:
            continue
        units = response.documents.ordinals
        found = live.evaluation.compare_order(units, key.documents.ordinals)
        if found is not None:
            index, finding = found
            line = response.places.position(response.units.offset_of(units[index]) + finding.start).line + 1
            raise KeytallyError(f"{shown}:{line}: {finding.message}")
