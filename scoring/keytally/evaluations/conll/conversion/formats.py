"""CoNLL-2012 as a format; CorefUD is read as well."""

from collections.abc import Sequence

from keytally.evaluations.conll.conversion import reading, writing
from keytally.evaluations.conll.naming import task_of
from keytally.evaluations.converted import ConversionFormat, Document, Holds, ReadDocuments, SourceText

_HOLDS = Holds(
    text=False,
    tokens="needed",
    empty=False,
    chains=True,
    typed_mentions=False,
    mentions_only=True,
    crossing_mentions=False,
)


def _is_of(name: str, beginning: str) -> bool:
    return task_of(beginning) is not None


def _read(texts: Sequence[SourceText]) -> ReadDocuments:
    return reading.read(texts[0])


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return (writing.written(documents),)


FORMATS = (ConversionFormat("conll", "CoNLL-2012 coreference", (".conll",), _HOLDS, _is_of, _read, _write),)
