"""The units of a document after edits of some of them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from keytally.evaluations.abilities import Rereads
from keytally.evaluations.interface import ORDINAL, Language
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit


def repaired_units(
    language: Language, document: str, units: Sequence[Any], edits: Iterable[tuple[Any, Edit]]
) -> list[Any]:
    """The units of a document after edits of `units`; a unit without edits stays the same object.

    An edit may add units of the document, and take some away.
    """
    of_unit = defaultdict[int, list[Edit]](list)
    for unit, edit in edits:
        of_unit[id(unit)].append(edit)
    found: list[Any] = []
    for unit in units:
        if own := of_unit.get(id(unit)):
            found += _read(language, unit, apply_edits(unit.text, own))
        else:
            found.append(unit)
    return [unit for unit in found if unit.document in (document, ORDINAL)]


def _read(language: Language, unit: Any, text: str) -> list[Any]:
    """The units of the text that a unit has become."""
    bounds = [0, *language.boundaries(text), len(text)]
    if len(bounds) == 2 and isinstance(language, Rereads):
        return [language.reread(unit, text)]
    return [language.read(text[start:end]) for start, end in pairwise(bounds) if start < end]
