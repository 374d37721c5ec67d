"""The comparison of a key or a response with the text it was made from, document by document."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

from keytally.engine.reading import Reading
from keytally.findings.finding import Finding

Compare = Callable[[Any, Any | None], Sequence[Finding]]


class TextCheck:
    """Keeps the findings that `compare` makes of a file's units against a reference's.

    Units are compared one by one: the first unit of a document with the reference's first one,
    the second with its second, and so on.
    """

    def __init__(self, reading: Reading, reference: Reading, compare: Compare) -> None:
        self.reading = reading
        self.reference = reference
        self._compare = compare
        self.renew(reading.documents)

    def renew(self, documents: Iterable[str]) -> bool:
        """Compare the units of these documents again; tells whether any has or had findings."""
        changed = False
        for document in documents:
            units, references = self.reading.units_of(document), self.reference.units_of(document)
            for unit, reference in zip_longest(units, references[: len(units)]):
                changed |= self.reading.set_altered(unit, self._findings(unit, reference))
        return changed

    def _findings(self, unit: Any, reference: Any | None) -> Sequence[Finding]:
        """A number that is missing or stands twice is a defect of its own, told of elsewhere."""
        if reference is None and (not unit.document or self.reference.units_of(unit.document)):
            return ()
        return self._compare(unit, reference)
