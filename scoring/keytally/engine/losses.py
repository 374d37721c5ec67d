"""What scoring has left out of a key, as the findings that say so."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from keytally.engine.reading import Reading
from keytally.evaluations.abilities import KnowsLosses
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
    language, units = reading.language, list(reading.units)
    knows = language if isinstance(language, KnowsLosses) else None
    suspects = units if knows is None else knows.suspects(units)
    found = {unit: _left_out(unit.findings) for unit in suspects}
    if knows is None or knows.loses_repeated:
        for unit, finding in _repeated(reading):
            found.setdefault(unit, []).append(finding)
    if not any(found.values()):
        return []
    starts = accumulate((len(unit.text) for unit in units), initial=0)
    lost = (Loss(each, at) for unit, at in zip(units, starts, strict=False) for each in found.get(unit, ()))
    return sorted(lost, key=lambda loss: loss.start)


def _repeated(reading: Reading) -> Iterator[tuple[Any, Finding]]:
    """What is left out since an earlier unit of the document has it."""
    if sum(unit.document is not None for unit in reading.units) == len(reading.documents):
        return
    for document in reading.documents:
        units = reading.documents.units_of(document)
        if len(units) > 1:
            for unit, findings in zip(units, reading.language.compare_duplicates(units), strict=True):
                yield from ((unit, finding) for finding in _left_out(findings))


def _left_out(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.leaves_out]
