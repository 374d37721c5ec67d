"""WebAnno TSV 3 as a format of conversions."""

from collections.abc import Sequence

from keytally.conversion.webanno.header import FORMAT
from keytally.conversion.webanno.reading import read
from keytally.conversion.webanno.writing import TYPE, written
from keytally.evaluations.converted import ConversionFormat, Document, Holds


def _is_of(name: str, beginning: str) -> bool:
    return beginning.startswith(FORMAT)


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return (written(documents[0]),)


WEBANNO = ConversionFormat(
    *("webanno", "WebAnno TSV 3", (".tsv",)),
    Holds(
        tokens="needed",
        empty=False,
        attributes=rf"(?!{TYPE}$)[^|\s]+",
        values=r"(?s:.+)",
        chains=True,
    ),
    _is_of,
    read,
    _write,
    by_document=True,
)
