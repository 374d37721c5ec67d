"""An empty key to fill in: a record for each text, with the fields of a schema."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from keytally.families.contract import ORDINAL, Role
from keytally.families.interchange import SourceText
from keytally.families.records.conversion import json_lines
from keytally.families.records.layout import is_of_records, stem_of
from keytally.families.records.reading import RecordsLanguage
from keytally.families.records.schema import Schema, SchemaError, SchemaView

_DEEPEST = 8


def empty_key(schema: Schema, texts: Sequence[SourceText]) -> str:
    """Return a key with one record per line for each text, or a single record if there are no texts.

    A text is a file, whose name becomes the id, or a record in a file of records. Scalars are null, which
    counts as absent, unless the schema defines a constant; a list of objects contains one empty item. Raises
    SchemaError for a schema without fields.
    """
    record = _empty(SchemaView(schema, schema), 0)
    if not isinstance(record, dict) or not record:
        raise SchemaError("the schema does not define an object with fields")
    names = list(dict.fromkeys(name for text in texts for name in _names_in(text))) or ["1"]
    return json_lines([(name, record) for name in names])


def _empty(view: SchemaView | None, depth: int) -> Any:
    """Return the empty value for part of a schema; a constant keeps its value."""
    if view is None or depth > _DEEPEST:
        return None
    types = view.types
    if view.names or types - {"null"} == {"object"}:
        return {name: _empty(view.member(name), depth + 1) for name in view.names}
    if "array" in types or view.item() is not None:
        item = _empty(view.item(), depth + 1)
        return [item] if isinstance(item, dict) and item else []
    constant = view.first("const")
    return constant if isinstance(constant, str | int | float | bool) else None


def _names_in(text: SourceText) -> Iterator[str]:
    """Yield the names of the documents in a file of texts."""
    language = RecordsLanguage(Role.TEXTS).of_file(text.shown)
    if not is_of_records(text.text):
        yield stem_of(text.shown)
        return
    language = language.of_whole(text.text)
    number = 0
    for start, end in pairwise([0, *language.boundaries(text.text), len(text.text)]):
        unit = language.read(text.text[start:end])
        number += unit.document is not None
        if unit.document is not None:
            yield str(number) if unit.document == ORDINAL else unit.title or str(number)
