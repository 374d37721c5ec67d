"""Reads a file record by record."""

from collections.abc import Callable, Sequence
from typing import Any

from keytally.conversion.json_lines.records import Record, raw_records
from keytally.evaluations.converted import (
    Document,
    Fault,
    FaultKind,
    Loss,
    Place,
    ReadDocuments,
    SourceText,
)

ReadRecord = Callable[[Record], Document | None]
AsObject = Callable[[Any], dict[str, Any] | None]


def _plain(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def reader(read: ReadRecord, as_object: AsObject = _plain) -> Callable[[Sequence[SourceText]], ReadDocuments]:
    """The reader of a format whose records `read` turns into documents."""

    def documents_of(texts: Sequence[SourceText]) -> ReadDocuments:
        documents: list[Document] = []
        losses: list[Loss] = []
        for raw in raw_records(texts[0].text):
            values = as_object(raw.value)
            if values is None:
                wrong = raw.problem or "the line is no record of a document"
                fault = Fault(FaultKind.LINE, wrong)
                losses.append(Loss(Place(texts[0].shown, raw.line), f"{wrong} and is left out", fault))
                continue
            record = Record(texts[0], raw.line, values, raw.text)
            document = read(record)
            losses += record.losses
            documents += [] if document is None else [document]
        return ReadDocuments(documents, losses)

    return documents_of


def text_of(record: Record, values: dict[str, Any] | None = None) -> str | None:
    """The field `text`; None, and a word on it, where there is none."""
    found = (record.values if values is None else values).get("text")
    if isinstance(found, str):
        return found
    record.lose_faulty("the record has no text")
    return None


def begins_with(
    fields: Callable[[dict[str, Any]], bool], as_object: AsObject = _plain
) -> Callable[[str, str], bool]:
    """Whether the first record of a file has the fields of a format."""

    def is_of(name: str, beginning: str) -> bool:
        if beginning.lstrip()[:1] not in ("{", "["):
            return False
        first = next(raw_records(beginning), None)
        values = None if first is None else as_object(first.value)
        return values is not None and fields(values)

    return is_of
