"""JSON lines as annotation tools write them."""

import json
from typing import Any

import pytest

from keytally.conversion.converting import convert
from keytally.conversion.formats import format_of, formats
from keytally.evaluations.converted import Document, Entity, ReadDocuments, SourceText

TEXT = "Ann met Bo"
ANN, BO = Entity(((0, 3),), "PERSON"), Entity(((8, 10),), "PERSON")


def read(name: str, *values: object) -> ReadDocuments:
    text = "".join(json.dumps(each) + "\n" for each in values)
    return formats()[name].read([SourceText("a.jsonl", text)])


def line(name: str, document: Document) -> Any:
    (text,) = convert([document], formats()[name]).outputs[0].texts
    return json.loads(text)


def losses(found: ReadDocuments) -> list[str]:
    return [f"{loss.place.line}: {loss.what}" for loss in found.losses]


DOCCANO = {"id": 5, "text": TEXT, "label": [[0, 3, "PERSON"], [8, 10, "PERSON"]]}
NEWER = {
    "id": 5,
    "text": TEXT,
    "entities": [
        {"id": 1, "label": "PERSON", "start_offset": 0, "end_offset": 3},
        {"id": 2, "label": "PERSON", "start_offset": 8, "end_offset": 10},
    ],
    "relations": [],
}
PRODIGY = {
    "text": TEXT,
    "spans": [
        {"start": 0, "end": 3, "label": "PERSON", "token_start": 0, "token_end": 0},
        {"start": 8, "end": 10, "label": "PERSON"},
    ],
    "tokens": [
        {"text": "Ann", "start": 0, "end": 3, "id": 0, "ws": True},
        {"text": "met", "start": 4, "end": 7, "id": 1, "ws": True},
        {"text": "Bo", "start": 8, "end": 10, "id": 2, "ws": False},
    ],
    "meta": {"source": "5"},
    "answer": "accept",
}
SPACY = {
    "text": TEXT,
    "ents": [{"start": 0, "end": 3, "label": "PERSON"}, {"start": 8, "end": 10, "label": "PERSON"}],
    "sents": [{"start": 0, "end": 10}],
    "tokens": [
        {"id": 0, "start": 0, "end": 3},
        {"id": 1, "start": 4, "end": 7},
        {"id": 2, "start": 8, "end": 10},
    ],
}
OLDER = [TEXT, {"entities": [[0, 3, "PERSON"], [8, 10, "PERSON"]]}]
STUDIO = {
    "id": 5,
    "data": {"text": TEXT},
    "annotations": [
        {
            "result": [
                {
                    "id": each,
                    "type": "labels",
                    "from_name": "label",
                    "to_name": "text",
                    "value": {"start": start, "end": end, "text": TEXT[start:end], "labels": ["PERSON"]},
                }
                for each, start, end in (("x", 0, 3), ("y", 8, 10))
            ]
        }
    ],
}
RECORDS: dict[str, tuple[str, object]] = {
    "doccano": ("doccano", DOCCANO),
    "doccano, newer": ("doccano", NEWER),
    "prodigy": ("prodigy", PRODIGY),
    "spacy": ("spacy", SPACY),
    "spacy, older": ("spacy", OLDER),
    "label-studio": ("label-studio", STUDIO),
}


@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_is_read_and_recognised(kind: str) -> None:
    name, record = RECORDS[kind]
    found = read(name, record)
    (document,) = found.documents
    assert (document.text, document.entities, losses(found)) == (TEXT, (ANN, BO), [])
    assert document.name == ("" if name == "spacy" else "5")
    recognised = format_of("a.jsonl", json.dumps(record) + "\n")
    assert recognised is not None and recognised.name == name


def test_what_is_written() -> None:
    document = Document("5", TEXT, (ANN, BO))
    assert line("doccano", document) == DOCCANO
    assert line("prodigy", document)["spans"] == [
        {"start": 0, "end": 3, "label": "PERSON"},
        {"start": 8, "end": 10, "label": "PERSON"},
    ]
    assert line("spacy", document) == SPACY
    (task,) = line("label-studio", document)
    assert [each["value"] for each in task["annotations"][0]["result"]] == [
        each["value"]
        for each in STUDIO["annotations"][0]["result"]  # type: ignore[index]
    ]


def test_a_list_of_tasks_is_read_as_well_as_lines() -> None:
    text = json.dumps([STUDIO, STUDIO], indent=1)
    found = formats()["label-studio"].read([SourceText("a.json", text)])
    assert [document.place.line for document in found.documents] == [
        2,
        text.count("\n", 0, text.rindex('"id": 5')),
    ]


@pytest.mark.parametrize(
    ("name", "record", "what"),
    [
        ("doccano", {"text": "Ann", "label": [[0, 9, "X"]]}, "an entity from 0 to 9 is not in the text"),
        ("doccano", {"text": "Ann", "label": [["0", 2, "X"]]}, "an entity from '0' to 2 is not in the text"),
        ("doccano", {"text": "Ann", "label": ["X"]}, "the label 'X' is no [start, end, type]"),
        ("doccano", {"text": "Ann", "label": [], "comments": ["?"]}, "the field comments is left out"),
        ("doccano", {"text": "Ann", "label": [[0, 3, 7]]}, "the label 7 is no string and is left out"),
        ("spacy", {"text": "Ann", "ents": [{"start": 0, "end": 3, "label": 7}]}, "the label 7 is no string"),
        ("doccano", {"label": []}, "the record has no text and is left out"),
        ("doccano", 7, "the line is no record of a document and is left out"),
        ("prodigy", {"text": "Ann", "answer": "reject"}, "the answer is reject: the record is left out"),
        ("prodigy", {"text": "Ann", "relations": [{}]}, "the field relations is left out"),
        ("prodigy", {"text": "Ann", "tokens": [{"start": 1, "end": 9}]}, "its tokens are left out"),
        ("spacy", {"text": "Ann", "cats": {"A": 1}}, "the field cats is left out"),
        ("spacy", {"text": "A", "tokens": [{"start": 0, "end": 1, "pos": "X"}]}, "what is said of tokens"),
        ("label-studio", {"data": {"text": "Ann"}, "predictions": [{}]}, "the field predictions is left out"),
        ("label-studio", {"data": {}}, "the record has no text and is left out"),
    ],
)  # fmt: skip
def test_what_is_not_kept_is_told(name: str, record: object, what: str) -> None:
    (told,) = losses(read(name, record))
    assert told.startswith(f"1: {what}")


def test_offsets_count_where_tokens_of_prodigy_say_otherwise() -> None:
    tokens = [{**PRODIGY["tokens"][0], "text": "Bob"}, *PRODIGY["tokens"][1:]]  # type: ignore[index, misc, dict-item]
    found = read("prodigy", {**PRODIGY, "tokens": tokens})
    assert found.documents == read("prodigy", PRODIGY).documents
    assert losses(found) == ["1: the token 'Bob' is not in the text from 0 to 3; the offsets count"]


def test_a_relation_of_doccano_has_two_entities() -> None:
    ends = [{"from_id": 1, "to_id": 2}, {"from_id": 1, "to_id": 9}]
    assert losses(read("doccano", {**NEWER, "relations": ends})) == [
        "1: the relation from 1 to 9 has an end that is no entity and is left out",
        "1: the field relations is left out",
    ]


def test_a_line_that_is_no_json_is_told_with_its_number() -> None:
    text = f"{json.dumps(DOCCANO)}\n\n{{\n{json.dumps(DOCCANO)}\n{'[' * 100_000}\n"
    found = formats()["doccano"].read([SourceText("a.jsonl", text)])
    assert len(found.documents) == 2
    assert [loss.place.line for loss in found.losses] == [3, 5]


def test_the_text_of_a_region_is_checked() -> None:
    """Label Studio may count code units: behind an emoji there is one more."""
    value = {"start": 3, "end": 6, "text": "Ann", "labels": ["PERSON"]}
    task = {
        "data": {"text": "😀 Ann"},
        "annotations": [{"result": [{"id": "x", "type": "labels", "value": value}]}],
    }
    found = read("label-studio", task)
    assert (found.documents[0].entities[0].extents, losses(found)) == (((2, 5),), [])
    value["text"] = "Bob"
    (told,) = losses(read("label-studio", task))
    assert told == "1: an entity from 3 to 6 and the text 'Bob' is not in the text and is left out"


def test_an_attribute_of_label_studio_with_capitals_is_told() -> None:
    said = {"id": "x", "type": "choices", "from_name": "Status", "value": {"choices": ["OPT"]}}
    results = [*STUDIO["annotations"][0]["result"], said]
    found = read("label-studio", {**STUDIO, "annotations": [{"result": results}]})
    assert found.documents[0].entities[0].attributes == (("status", "OPT"),)
    assert losses(found) == ["1: the attribute Status is written status"]


def test_attributes_and_chains_of_label_studio() -> None:
    entities = (Entity(((0, 3),), "PERSON", (("status", "OPT"),)), BO)
    document = Document("5", TEXT, entities, ((0, 1),))
    found = convert([document], formats()["label-studio"])
    (again,) = formats()["label-studio"].read([SourceText("a.json", found.outputs[0].texts[0])]).documents
    assert (again, list(found.losses)) == (document, [])


def test_entities_of_spacy_that_overlap_are_spans() -> None:
    document = Document("", TEXT, (Entity(((0, 10),), "GROUP"), ANN))
    record = line("spacy", document)
    assert record["ents"] == []
    assert [each["label"] for each in record["spans"]["sc"]] == ["GROUP", "PERSON"]
    assert read("spacy", record).documents[0].entities == document.entities


def test_tokens_of_spacy_make_the_whole_text() -> None:
    record = line("spacy", Document("", " Ann,\n\nBo  ran"))
    tokens = [record["text"][each["start"] : each["end"]] for each in record["tokens"]]
    assert tokens == [" ", "Ann", ",", "\n\n", "Bo", " ", "ran"]
