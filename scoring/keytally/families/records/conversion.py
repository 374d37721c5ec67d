"""Records as JSON and as tables: formats that records can be converted from and to."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from keytally.families.contract import ORDINAL, Role
from keytally.families.interchange import (
    Loss,
    Place,
    ReadRecords,
    RecordDocument,
    RecordFormat,
    SourceText,
    WrittenRecords,
)
from keytally.families.records.layout import IDS, SCHEMA, is_of_records
from keytally.families.records.reading import RecordsLanguage
from keytally.families.records.repairs import json_text
from keytally.families.records.tables import DOCUMENT_NAMES, read_table, written_table
from keytally.text.positions import count_line_ends

_ENVELOPE = "record"
_HEADER = re.compile(rf"\ufeff?\"?(?:{'|'.join(DOCUMENT_NAMES)})\"?[,\t\r\n]")


def _is_json(name: str, text: str) -> bool:
    return name.endswith((".json", ".jsonl", ".ndjson")) and is_of_records(text)


def _is_table(ending: str, name: str, text: str) -> bool:
    return name.endswith(ending) and _HEADER.match(text) is not None


def _read_json(sources: Sequence[SourceText]) -> ReadRecords:
    """Return the records of a file; findings on its syntax are reported as losses."""
    (source,) = sources
    language = RecordsLanguage(Role.KEY).of_file(source.shown).of_whole(source.text)
    documents, losses = list[RecordDocument](), list[Loss]()
    seen = set[str]()
    line = 1
    for start, end in pairwise([0, *language.boundaries(source.text), len(source.text)]):
        unit = language.read(source.text[start:end])
        for finding in unit.findings:
            at = line + count_line_ends(unit.text[: finding.start])
            losses.append(Loss(Place(source.shown, at), finding.message))
        if unit.document is not None:
            name = str(len(documents) + 1) if unit.document == ORDINAL else unit.title or ""
            place = Place(source.shown, line + count_line_ends(unit.text[: _first(unit.text)]))
            record = unit.record()
            if name in seen:
                losses.append(Loss(place, f"the second record of {name} is left out"))
            elif isinstance(record, dict):
                documents.append(RecordDocument(name, record, place))
            seen.add(name)
        line += count_line_ends(unit.text)
    return ReadRecords(documents, losses)


def _first(text: str) -> int:
    return len(text) - len(text.lstrip())


def _write_json(documents: Sequence[RecordDocument]) -> WrittenRecords:
    return WrittenRecords(json_lines([(document.name, document.record) for document in documents]), ())


def json_lines(records: Sequence[tuple[str, Any]]) -> str:
    """Return named records, one per line, either with the id as an additional field or in an envelope.

    All records are in envelopes if any of them is not an object, or has a field that could be mistaken for
    the id or the schema.
    """
    is_plain = all(isinstance(record, dict) and not {*IDS, SCHEMA} & record.keys() for _, record in records)
    lines = (
        json_text({"id": name, **record} if is_plain else {"id": name, _ENVELOPE: record})
        for name, record in records
    )
    return "".join(f"{line}\n" for line in lines)


def _read_table(separator: str, sources: Sequence[SourceText]) -> ReadRecords:
    (source,) = sources
    return ReadRecords(*read_table(source.text, source.shown, separator))


def _write_table(separator: str, documents: Sequence[RecordDocument]) -> WrittenRecords:
    return WrittenRecords(*written_table(documents, separator))


FORMATS = (
    RecordFormat("records", "records as JSON lines", (".jsonl",), _is_json, _read_json, _write_json),
    *(
        RecordFormat(
            name,
            f"a table of records ({name.upper()})",
            (f".{name}",),
            partial(_is_table, f".{name}"),
            partial(_read_table, separator),
            partial(_write_table, separator),
        )
        for name, separator in (("csv", ","), ("tsv", "\t"))
    ),
)
