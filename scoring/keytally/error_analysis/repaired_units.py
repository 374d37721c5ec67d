"""The units of a document after edits of some of them."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from keytally.evaluations.abilities import Rereads
from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.interface import ORDINAL, Language
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit


def repaired_units(
    language: Language, document: str, units: Sequence[Any], rewriting: Rewriting
) -> list[Any]:
    """The units of a document after edits of `units`; a unit without edits stays the same object.

    An edit may add units of the document, and take some away. What the rewriting has read is not read again.
    """
    of_unit = defaultdict[int, list[Edit]](list)
    for unit, edit in rewriting.edits:
        of_unit[id(unit)].append(edit)
    read = {id(unit): after for unit, after in rewriting.read}
    found: list[Any] = []
    for unit in units:
        edits = of_unit.get(id(unit))
        found += [unit] if edits is None else _edited(language, unit, edits, read.get(id(unit)))
    return [unit for unit in found if unit.document in (document, ORDINAL)]


def _edited(language: Language, unit: Any, edits: Sequence[Edit], read: Any) -> list[Any]:
    """What a unit has become; `read` is that as one unit, None where it is not read yet."""
    text = apply_edits(unit.text, edits) if read is None else read.text
    bounds = [0, *language.boundaries(text), len(text)]
    if len(bounds) == 2 and read is not None:
        return [read]
    if len(bounds) == 2 and isinstance(language, Rereads):
        return [language.reread(unit, text)]
    return [language.read(text[start:end]) for start, end in pairwise(bounds) if start < end]
