"""What scoring has left out of a key, as the findings that say so."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from keytally.engine.reading import Reading
from keytally.evaluations.abilities import KnowsLosses
from keytally.evaluations.interface import Language
from keytally.findings.finding import Finding


class Loss(NamedTuple):
    """A finding on something that scoring has left out, and the offset of its unit in the file."""

    finding: Finding
    offset: int

    @property
    def start(self) -> int:
        """Where the finding starts in the file, in code points."""
        return self.offset + self.finding.start


def losses(reading: Reading) -> list[Loss]:
    """The losses in a key, in the order of their places; to be asked for when the key is scored."""
    units = list(reading.units)
    found = left_out(reading.language, units, _repeating(reading))
    if not found:
        return []
    starts = accumulate((len(unit.text) for unit in units), initial=0)
    lost = (Loss(each, at) for unit, at in zip(units, starts, strict=False) for each in found.get(unit, ()))
    return sorted(lost, key=lambda loss: loss.start)


def left_out(
    language: Language, units: Sequence[Any], repeating: Iterable[Sequence[Any]]
) -> Mapping[Any, Sequence[Finding]]:
    """What scoring has left out of scored units of a key, by unit.

    `repeating` has the units of each document that has several, in file order.
    """
    knows = language if isinstance(language, KnowsLosses) else None
    suspects = units if knows is None else knows.suspects(units)
    found = {unit: lost for unit in suspects if (lost := _left_out(unit.findings))}
    if knows is None or knows.loses_repeated:
        for unit, finding in _repeated(language, repeating):
            found.setdefault(unit, []).append(finding)
    return found


def _repeating(reading: Reading) -> Iterator[Sequence[Any]]:
    """The units of each document that has several."""
    if sum(unit.document is not None for unit in reading.units) == len(reading.documents):
        return
    for document in reading.documents:
        units = reading.documents.units_of(document)
        if len(units) > 1:
            yield units


def _repeated(language: Language, repeating: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, Finding]]:
    """What is left out since an earlier unit of the document has it."""
    for units in repeating:
        for unit, findings in zip(units, language.compare_duplicates(units), strict=True):
            yield from ((unit, finding) for finding in _left_out(findings))


def _left_out(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.leaves_out]
