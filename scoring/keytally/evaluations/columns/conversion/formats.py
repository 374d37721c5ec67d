"""A format for each scheme of labels; all are read alike."""

from collections.abc import Sequence

from keytally.evaluations.columns.conversion import reading, writing
from keytally.evaluations.columns.model import Scheme
from keytally.evaluations.columns.naming.content import task_of
from keytally.evaluations.columns.naming.file_names import task_by_name
from keytally.evaluations.converted import ConversionFormat, Document, Holds, ReadDocuments, SourceText

_HOLDS = Holds(
    text=False,
    tokens="needed",
    names=False,
    nested=False,
    crossing=False,
    empty=False,
    types=r"\S+",
)


def _is_of(name: str, beginning: str) -> bool:
    return task_by_name(name) is not None or task_of(beginning) is not None


def _read(texts: Sequence[SourceText]) -> ReadDocuments:
    return reading.read(texts[0])


def _format(name: str, title: str, scheme: Scheme) -> ConversionFormat:
    def write(documents: Sequence[Document]) -> Sequence[str]:
        return (writing.written(documents, scheme),)

    return ConversionFormat(name, title, (f".{name}",), _HOLDS, _is_of, _read, write)


FORMATS = (
    _format("iob2", "token columns, IOB2 (BIO)", Scheme.IOB2),
    _format("iob", "token columns, IOB1", Scheme.IOB1),
    _format("iobes", "token columns, IOBES", Scheme.IOBES),
    _format("bilou", "token columns, BILOU", Scheme.BILOU),
)
