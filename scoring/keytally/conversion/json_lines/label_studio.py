"""Tasks of Label Studio, as it exports and imports them: regions, what is said of a region, and relations.

Attributes are text areas for a region (`textarea`), under the name of the attribute; chains are relations
from each mention to the next.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from keytally.conversion.json_lines.reading import begins_with, reader, text_of
from keytally.conversion.json_lines.records import Record, as_number, name_of
from keytally.evaluations.converted import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    Holds,
    arranged,
)

_KNOWN = {"id", "data", "annotations", "completions"}
_BOOKKEEPING = {
    *("created_at", "updated_at", "file_upload", "project", "inner_id", "updated_by", "is_labeled", "meta"),
    *(
        "total_annotations",
        "cancelled_annotations",
        "total_predictions",
        "comment_count",
        "overlap",
        "drafts",
    ),
    *("unresolved_comment_count", "comment_authors", "last_comment_updated_at"),
}
_REGIONS = ("labels", "hypertextlabels")
_IDENTITY = re.compile(r"(?i:coref.*|ident.*|same.*|)")
"""Labels of relations between mentions of one thing."""


def _read(record: Record) -> Document | None:
    values, data = record.values, record.values.get("data")
    text = text_of(record, data if isinstance(data, dict) else {})
    if text is None:
        return None
    record.lose_unknown(data if isinstance(data, dict) else {}, {"text"}, " of data")
    record.lose_unknown(values, _KNOWN | _BOOKKEEPING)
    given = [*record.objects(values, "annotations"), *record.objects(values, "completions")]
    kept = [each for each in given if not each.get("was_cancelled")]
    if len(given) > len(kept[:1]):
        record.lose(f"{len(given) - len(kept[:1])} further or cancelled annotations are left out")
    results = record.objects(kept[0], "result") if kept else []
    found = arranged(*_annotated(record, text, results))
    return Document(name_of(values.get("id")), text, found.entities, found.chains, place=record.place)


def _annotated(
    record: Record, text: str, results: Sequence[dict[str, Any]]
) -> tuple[list[Entity], list[tuple[int, int]]]:
    regions: dict[str, tuple[Extent, str]] = {}
    attributes: dict[str, dict[str, str]] = {}
    sayings: dict[str, dict[str, Any]] = {}
    for each in results:
        kind, identifier = each.get("type"), str(each.get("id"))
        if kind in _REGIONS:
            if (region := _region(record, text, each)) is not None:
                regions[identifier] = region
        elif kind in ("textarea", "choices") and (said := _said(each)) is not None:
            name, value = said
            attributes.setdefault(identifier, {}).setdefault(name.lower(), value)
            sayings.setdefault(identifier, each)
            if name != name.lower():
                record.lose(f"the attribute {name} is written {name.lower()}", value=each)
        elif kind != "relation":
            record.lose(f"a result of type {kind} is left out", value=each)
    for identifier in sorted(attributes.keys() - regions.keys()):
        fault = Fault(FaultKind.REFERENCE, f"something is said of {identifier}, which is no entity")
        lost = f"what is said of {identifier}, which is no entity, is left out"
        record.lose(lost, fault, sayings[identifier])
    numbers = {identifier: number for number, identifier in enumerate(regions)}
    entities = [
        record.entity(extent, kind, attributes.get(identifier))
        for identifier, (extent, kind) in regions.items()
    ]
    return entities, list(_links(record, results, numbers))


def _region(record: Record, text: str, result: dict[str, Any]) -> tuple[Extent, str] | None:
    value = result.get("value")
    if not isinstance(value, dict):
        fault = Fault(FaultKind.LINE, "a region has no value")
        record.lose("a region without a value is left out", fault, result)
        return None
    extent = record.extent(text, value.get("start"), value.get("end"), value.get("text"), value=value)
    labels = [each for each in record.listed(value, str(result["type"])) if isinstance(each, str)]
    if len(labels) > 1:
        record.lose(f"of the labels {', '.join(labels)} the first is kept")
    return None if extent is None else (extent, labels[0] if labels else "")


def _said(result: dict[str, Any]) -> tuple[str, str] | None:
    """The name and the value of an attribute."""
    value, name = result.get("value"), result.get("from_name")
    said = (
        value.get("text" if result["type"] == "textarea" else "choices") if isinstance(value, dict) else None
    )
    words = [said] if isinstance(said, str) else said
    if (
        not isinstance(words, list)
        or not isinstance(name, str)
        or not all(isinstance(each, str) for each in words)
    ):
        return None
    return name, "\n".join(words)


def _links(
    record: Record, results: Sequence[dict[str, Any]], numbers: dict[str, int]
) -> Iterator[tuple[int, int]]:
    for each in results:
        if each.get("type") != "relation":
            continue
        ends = [numbers.get(str(each.get(name))) for name in ("from_id", "to_id")]
        labels = [str(label) for label in record.listed(each, "labels")]
        if ends[0] is None or ends[1] is None or not all(map(_IDENTITY.fullmatch, labels)):
            named = [str(each.get(name)) for name in ("from_id", "to_id")]
            lacking = [name for name, end in zip(named, ends, strict=True) if end is None]
            wrong = f"a relation leads to {' and '.join(lacking)}, which is no entity"
            fault = Fault(FaultKind.REFERENCE, wrong) if lacking else None
            lost = f"the relation {', '.join(labels)} is left out".replace("  ", " ")
            record.lose(lost, fault, each)
        else:
            yield ends[0], ends[1]


def _write(documents: Sequence[Document]) -> Sequence[str]:
    tasks = (json.dumps(_task(document), ensure_ascii=False) for document in documents)
    return ("[\n" + ",\n".join(tasks) + "\n]\n",)


def _task(document: Document) -> dict[str, Any]:
    number = {"id": as_number(document.name)} if document.name else {}
    links = (pair for chain in document.chains for pair in pairwise(chain))
    results = [
        *(result for index in range(len(document.entities)) for result in _results(document, index)),
        *(
            {
                "type": "relation",
                "from_id": str(first),
                "to_id": str(second),
                "direction": "right",
                "labels": ["coref"],
            }
            for first, second in links
        ),
    ]
    return {**number, "data": {"text": document.text}, "annotations": [{"result": results}]}


def _results(document: Document, index: int) -> Iterator[dict[str, Any]]:
    entity = document.entities[index]
    place = {"start": entity.start, "end": entity.end}
    common = {"id": str(index), "to_name": "text"}
    covered = document.text[entity.start : entity.end]
    yield {
        **common,
        "from_name": "label",
        "type": "labels",
        "value": {**place, "text": covered, "labels": [entity.type]},
    }
    for name, value in entity.attributes:
        yield {**common, "from_name": name, "type": "textarea", "value": {**place, "text": [value]}}


def _has_fields(values: dict[str, Any]) -> bool:
    return isinstance(values.get("data"), dict) and ("annotations" in values or "completions" in values)


LABEL_STUDIO = ConversionFormat(
    *("label-studio", "JSON of Label Studio", (".json",)),
    Holds(attributes="(?s:.+)", chains=True),
    begins_with(_has_fields),
    reader(_read),
    _write,
)
