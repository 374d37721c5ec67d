"""Messages show values of JSON files as JSON has them, not as Python does."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from keytally.conversion.converting import format_of
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Role
from keytally.families.interchange import SourceText
from keytally.runs.convert import read_convertible

RECORDS: dict[str, Any] = {
    "doccano": {"id": 1, "text": "Ann met Bo", "label": [[0, 3, "PER"]]},
    "doccano with relations": {
        "id": 1,
        "text": "Ann met Bo",
        "entities": [
            {"id": 1, "start_offset": 0, "end_offset": 3, "label": "PER"},
            {"id": 2, "start_offset": 8, "end_offset": 10, "label": "PER"},
        ],
        "relations": [{"from_id": 1, "to_id": 2, "type": "met"}],
    },
    "prodigy": {
        "text": "Ann met Bo",
        "tokens": [{"text": "Ann", "start": 0, "end": 3, "id": 0}],
        "spans": [{"start": 0, "end": 3, "label": "PER", "token_start": 0, "token_end": 0}],
        "answer": "accept",
    },
    "spacy": {"text": "Ann met Bo", "ents": [{"start": 0, "end": 3, "label": "PER"}]},
    "langextract": {
        "text": "Ann met Bo",
        "document_id": "1",
        "extractions": [
            {
                "extraction_class": "PER",
                "extraction_text": "Ann",
                "char_interval": {"start_pos": 0, "end_pos": 3},
                "alignment_status": "match_exact",
                "attributes": {"mood": "glad"},
            }
        ],
    },
    "tokens": {"tokens": ["Ann", "met"], "tags": ["B-PER", "O"]},
    "label studio": {
        "id": 1,
        "data": {"text": "Ann met Bo"},
        "annotations": [
            {
                "result": [
                    {
                        "id": "a",
                        "type": "labels",
                        "from_name": "label",
                        "to_name": "text",
                        "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["PER"]},
                    },
                    {
                        "type": "relation",
                        "from_id": "a",
                        "to_id": "b",
                        "direction": "right",
                        "labels": ["met"],
                    },
                ]
            }
        ],
    },
    "clusters": {"doc_id": "1", "sentences": [["Ann", "met"]], "clusters": [[[0, 0], [1, 1]]]},
    "templates": {"docid": "1", "templates": [{"incident_type": "attack", "Victim": [[["Ann", 0]]]}]},
    "roles": {"docid": "1", "extracts": {"Victim": [[["Ann", 0]]]}},
    "records": {"id": "1", "total": 3, "items": [{"name": "tea", "price": 1}]},
}


def altered(value: Any) -> Iterator[Any]:
    """The value with each of its parts replaced by one of another kind, or left out."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for at, part in list(parts):
        for other in (None, True, False, [None], {"a": None}, -1):
            yield _with(value, at, other)
        without = deepcopy(value)
        del without[at]
        yield without
        yield from (_with(value, at, inner) for inner in altered(part))


def _with(value: Any, at: Any, part: Any) -> Any:
    copy = deepcopy(value)
    copy[at] = part
    return copy


def messages(text: str) -> Iterator[str]:
    """All findings in any language, and what a conversion reports."""
    for name in registry.languages():
        for role in (Role.KEY, Role.RESPONSE):
            language = registry.language(name, role, {}, "a.jsonl")
            yield from (found.finding.message for found in Reading(language, text).findings)
    form = format_of("a.jsonl", text)
    if form is not None:
        yield from (loss.what for loss in read_convertible(form, [SourceText("a.jsonl", text)], {})[1])


@pytest.mark.parametrize("name", RECORDS)
def test_messages_show_json(name: str) -> None:
    for value in altered(RECORDS[name]):
        text = json.dumps(value) + "\n"
        shown = [each for each in messages(text) if any(word in each for word in ("None", "True", "False"))]
        assert not shown, (text, shown)
