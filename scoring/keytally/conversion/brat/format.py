"""Standoff of brat as a format of conversions."""

from collections.abc import Sequence

from keytally.conversion.brat.reading import read
from keytally.conversion.brat.writing import written
from keytally.evaluations.converted import ConversionFormat, Document, Holds


def _is_of(name: str, beginning: str) -> bool:
    return name.endswith(".ann")


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return written(documents[0])


BRAT = ConversionFormat(
    *("brat", "brat standoff", (".ann", ".txt")),
    Holds(gaps=True, empty=False, types=r"\S+", attributes=r"\S+", values=r"[^\r\n]*", chains=True),
    _is_of,
    read,
    _write,
    by_document=True,
)
