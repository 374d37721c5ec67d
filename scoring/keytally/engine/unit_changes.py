"""Which units an edit of a text has replaced, and by which."""

from collections.abc import Sequence
from itertools import chain
from operator import is_
from typing import Any

from keytally.engine.numbered_documents import name_given, names_given
from keytally.engine.units import UnitReplacement, Units


class UnitChanges:
    """The replacements that one edit has made in `units`, which are those after it.

    `removed` are the units that are not there any more. `added` has, for each named document with units
    that were removed or added, the added ones in file order. `appended` are the units that follow
    those before the edit, where nothing else has changed; else None.
    """

    def __init__(self, replacements: Sequence[UnitReplacement], units: Units) -> None:
        self.replacements = replacements
        old = set(chain.from_iterable(each.old for each in replacements))
        new = dict.fromkeys(chain.from_iterable(each.new for each in replacements))
        self.removed: set[Any] = old - new.keys()
        self.added: dict[str, list[Any]] = {name: [] for name in names_given(self.removed)}
        for unit in new:
            if unit not in old and (name := name_given(unit)) is not None:
                self.added.setdefault(name, []).append(unit)
        self.appended = _appended(replacements, units)


def _appended(replacements: Sequence[UnitReplacement], units: Units) -> Sequence[Any] | None:
    """Long files grow at their end while they are loaded, and are not searched again each time."""
    if len(replacements) != 1:
        return None
    old, new = replacements[0]
    if len(new) < len(old) or not all(map(is_, old, new)):
        return None
    return new[len(old) :] if units.unit_after(new[-1]) is None else None
