"""The formats of the family that can be converted from and to: SGML, and templates."""

import re
from collections.abc import Sequence

from keytally.evaluations.converted import ConversionFormat, Document, Holds, ReadDocuments, SourceText
from keytally.evaluations.muc.conversion import sgml_reading, sgml_writing
from keytally.evaluations.muc.conversion.entity_tags import TAG_ATTRIBUTE
from keytally.evaluations.muc.conversion.template_formats import TEMPLATE_FORMATS

_HOLDS = Holds(
    crossing=False,
    types=r'[^"<>]*',
    attributes=f"alt|status|{TAG_ATTRIBUTE}",
    mention_attributes="min|status",
    values=r'[^"<>]*',
    chains=True,
    typed_mentions=False,
)
_DOCUMENT = re.compile(r"<DOC(?=[\s>])", re.IGNORECASE)


def _is_of(name: str, beginning: str) -> bool:
    return name.lower().endswith((".sgml", ".sgm")) or _DOCUMENT.search(beginning) is not None


def _read(texts: Sequence[SourceText]) -> ReadDocuments:
    return sgml_reading.read(texts[0])


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return (sgml_writing.written(documents),)


FORMATS = (
    ConversionFormat("muc-sgml", "MUC SGML", (".sgml",), _HOLDS, _is_of, _read, _write),
    *TEMPLATE_FORMATS,
)
