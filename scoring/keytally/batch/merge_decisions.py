"""The decisions that stand beside a gold, as a merge reads them."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.adjudication.decisions import Decision, LineKind, read_lines
from keytally.batch.errors import KeytallyError
from keytally.batch.files import read_text, shown
from keytally.project.adjudications import Adjudication
from keytally.text.regular import is_there

CONFLICT = "the mark of a merge conflict; settle the conflict first"


class ReadDecisions(NamedTuple):
    """The decisions of each document, by the name by which it is known, and a line for each that is none."""

    by_document: Mapping[str, Sequence[Decision]]
    warnings: Sequence[str] = ()

    def of(self, document: str) -> Sequence[Decision]:
        """The decisions on a document."""
        return self.by_document.get(document, ())


def read_decisions(adjudication: Adjudication) -> ReadDecisions:
    """The decisions beside the gold, if there are some.

    Raises KeytallyError for a file that cannot be read, and for one with marks of a merge conflict: what was
    decided is not known then.
    """
    path = adjudication.decisions
    if path is None or not is_there(path):
        return ReadDecisions({})
    text = read_text(shown(path), within=adjudication.within).text
    return _read(shown(path), text, adjudication.document_of)


def _read(path: Path, text: str, document_of: Callable[[str], str]) -> ReadDecisions:
    found = defaultdict[str, list[Decision]](list)
    warnings: list[str] = []
    for number, line in enumerate(read_lines(text), start=1):
        if line.kind is LineKind.CONFLICT:
            raise KeytallyError(f"{path}:{number}: {CONFLICT}")
        if line.decision is not None:
            written = line.decision.document
            found[document_of(written) or written].append(line.decision)
        elif line.kind is LineKind.BROKEN:
            warnings.append(f"{path}:{number}: this is no decision: {line.problem}")
    return ReadDecisions(found, warnings)
