"""Binary files as JSON Lines: DocBin of spaCy, and tables of tokens and tags in Parquet (Hugging Face).

The packages that read them are optional: each is imported where a file is read.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Any

from keytally.families.contract import SettingsError

# ruff: noqa: PLC0415

_LACKS_SPACY = (
    "DocBin files need spaCy; run pip install spacy, or write the documents as JSON Lines with Doc.to_json"
)
_LACKS_PYARROW = "Parquet files need pyarrow; run pip install pyarrow, or write the table as JSON Lines"
_OLD_PYARROW = "a Parquet file needs pyarrow 14.0.1 or later; run pip install --upgrade pyarrow"
_INERT_PYARROW = (14, 0, 1)
"""The first release that does not unpickle extension types, and so run code, of a file (CVE-2023-47248)."""


def docbin_text(data: bytes) -> str:
    """Return the documents of a DocBin as JSON Lines of `Doc.to_json`.

    Raises SettingsError without spaCy and for a malformed file.
    """
    try:
        import spacy
        from spacy.tokens import DocBin
    except ImportError as error:
        raise SettingsError([_LACKS_SPACY]) from error
    return _lines(lambda: _documents(DocBin().from_bytes(data), spacy.blank("xx").vocab), "a DocBin of spaCy")


def _documents(found: Any, vocabulary: Any) -> Iterator[dict[str, Any]]:
    for document in found.get_docs(vocabulary):
        yield {"ents": [], **document.to_json()}


def parquet_text(data: bytes) -> str:
    """Return the rows of a table as JSON Lines, with the names of tags for their numbers.

    The names are those that Hugging Face's `datasets` stores in the file. Raises SettingsError without
    pyarrow, with a release of it that runs code of a file, and for a malformed file.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise SettingsError([_LACKS_PYARROW]) from error
    if tuple(map(int, re.findall(r"\d+", pyarrow.__version__)[:3])) < _INERT_PYARROW:
        raise SettingsError([_OLD_PYARROW])
    return _lines(lambda: _rows(parquet.read_table(BytesIO(data))), "a Parquet file")


def _rows(table: Any) -> Iterator[dict[str, Any]]:
    names = _tag_names((table.schema.metadata or {}).get(b"huggingface", b"{}"))
    for row in table.to_pylist():
        yield {field: _named(value, names.get(field)) for field, value in row.items()}


def _tag_names(stored: bytes) -> Mapping[str, list[str]]:
    """Return the names of the numbers in each column of class labels."""
    columns = json.loads(stored).get("info", {}).get("features", {})
    features = {name: column.get("feature", column) for name, column in columns.items()}
    return {
        name: feature["names"]
        for name, feature in features.items()
        if isinstance(feature, dict) and isinstance(feature.get("names"), list)
    }


def _named(value: Any, names: list[str] | None) -> Any:
    if names is None or not isinstance(value, list):
        return value
    return [names[each] if isinstance(each, int) and 0 <= each < len(names) else each for each in value]


def _lines(values: Callable[[], Iterator[dict[str, Any]]], kind: str) -> str:
    try:
        return "".join(f"{json.dumps(value, ensure_ascii=False, default=str)}\n" for value in values())
    except Exception as error:
        reason = " ".join(str(error).split())[:200]
        raise SettingsError([f"the file is not {kind}, or is damaged ({reason})"]) from error
