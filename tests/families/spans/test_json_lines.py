"""JSON lines as annotation tools write them."""

import json
from typing import Any

import pytest

from keytally.conversion.converting import convert_documents, format_of, formats
from keytally.engine.reading import Reading
from keytally.families.interchange import Document, Entity, ReadDocuments, SourceText
from keytally.families.spans.reading import SpansLanguage

TEXT = "Ann met Bo"
ANN, BO = Entity(((0, 3),), "PERSON"), Entity(((8, 10),), "PERSON")


def read(name: str, *values: object) -> ReadDocuments:
    text = "".join(json.dumps(each) + "\n" for each in values)
    return formats()[name].read([SourceText("a.jsonl", text)])


def line(name: str, document: Document) -> Any:
    (text,) = convert_documents([document], formats()[name]).outputs[0].texts
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
OLDEST = {"id": 5, "data": TEXT, "label": [[0, 3, "PERSON"], [8, 10, "PERSON"]]}
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
    "doccano, data": ("doccano", OLDEST),
    "doccano, data and entities": ("doccano", {**{k: NEWER[k] for k in ("id", "entities")}, "data": TEXT}),
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


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    "values",
    [
        [OLDER, [TEXT, {"entities": []}]],
        {"classes": ["PERSON", 'a]"'], "annotations": [None, OLDER, None, [TEXT, {"entities": []}], None]},
        {"annotations": [OLDER, [TEXT, {"entities": []}]], "classes": ["PERSON"]},
    ],
    ids=["list", "NER Annotator", "NER Annotator, classes last"],
)
def test_pairs_of_spacy_in_a_list(values: object, indent: int | None) -> None:
    text = json.dumps(values, indent=indent)
    found = formats()["spacy"].read([SourceText("a.json", text)])
    assert [document.entities for document in found.documents] == [(ANN, BO), ()]
    assert losses(found) == []
    recognised = format_of("a.json", text)
    assert recognised is not None and recognised.name == "spacy"
    reading = Reading(SpansLanguage(), text)
    assert [len(unit.entities) for unit in reading.units] == [2, 0]
    assert list(reading.findings) == []


def paragraphs(raw: str | None, *sentences: str, **more: object) -> dict[str, object]:
    """A paragraph of spaCy 2: words with tags, such as `Ann/U-PER`."""
    tokens = [[word.partition("/") for word in sentence.split()] for sentence in sentences]
    listed = [
        {
            "tokens": [
                {"id": at, "orth": word, "ner": tag or "O", **more} for at, (word, _, tag) in enumerate(each)
            ]
        }
        for each in tokens
    ]
    return {"sentences": listed, **({} if raw is None else {"raw": raw})}


def test_the_training_format_of_spacy_2() -> None:
    first = paragraphs(
        "Ann Lee left.\nBo, too.", "Ann/B-PER Lee/L-PER left/- .", "Bo/U-PER , too .", tag="NN"
    )
    values = [
        {"id": 3, "paragraphs": [first, paragraphs(None, "Cy/U-PER left")]},
        {"id": 4, "paragraphs": []},
    ]
    text = json.dumps(values, indent=1)
    recognised = format_of("a.json", text)
    assert recognised is not None and recognised.name == "spacy"
    found = formats()["spacy"].read([SourceText("a.json", text)])
    document, empty = found.documents
    assert document.text == "Ann Lee left.\nBo, too.\n\nCy left"
    assert [document.covered(entity) for entity in document.entities] == ["Ann Lee", "Bo", "Cy"]
    assert [len(sentence) for sentence in document.sentences] == [4, 4, 2]
    assert losses(found) == ["2: fields of sentences and tokens are left out: tag"]
    assert (empty.text, empty.entities) == ("", ())


def test_a_token_of_spacy_2_that_is_not_in_the_text() -> None:
    found = read("spacy", {"paragraphs": [paragraphs("Ann left.", "Bo/U-PER left .")]})
    (document,) = found.documents
    assert (document.text, len(document.entities)) == ("Bo left .", 1)
    assert losses(found) == ["1: a token is not in the text of its paragraph; the tokens are used"]


def test_bookkeeping_of_prodigy_is_no_loss() -> None:
    hashes = {"_input_hash": 3, "_task_hash": -4, "_is_binary": True}
    session = {"_view_id": "ner_manual", "_timestamp": 5, "_session_id": "ner-ida", "_annotator_id": "ida"}
    found = read("prodigy", {**PRODIGY, **hashes, **session, "label": "PERSON"})
    assert found.documents == read("prodigy", PRODIGY).documents
    assert losses(found) == ["1: the field label is left out"]


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
        ("doccano", {"text": "Ann", "label": ["X"]}, "the label 'X' is not [start, end, type]"),
        ("doccano", {"text": "Ann", "label": [], "comments": ["?"]}, "the field comments is left out"),
        ("doccano", {"text": "Ann", "label": [[0, 3, 7]]}, "the label 7 is not a string and is left out"),
        ("spacy", {"text": "Ann", "ents": [{"start": 0, "end": 3, "label": 7}]}, ("the label 7 is "
"not a string")),
        ("doccano", {"label": []}, "the record has no text and is left out"),
        ("doccano", 7, "the line is not a document record and is left out"),
        ("prodigy", {"text": "Ann", "answer": "reject"}, "the answer is reject: the record is left out"),
        ("prodigy", {"text": "Ann", "relations": [{"head": [0, 1], "tail": [1, 2]}]}, "the field relations "
"is left out"),
        ("prodigy", {"text": "Ann", "tokens": [{"start": 1, "end": 9}]}, "the tokens are left out"),
        ("spacy", {"text": "Ann", "cats": {"A": 1}}, "the field cats is left out"),
        ("spacy", {"text": "A", "tokens": [{"start": 0, "end": 1, "pos": "X"}]}, ("fields of tokens "
"are left out")),
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
    assert losses(found) == ["1: the token 'Bob' is not in the text from 0 to 3; the offsets are used"]


def test_a_relation_of_doccano_has_two_entities() -> None:
    ends = [{"from_id": 1, "to_id": 2}, {"from_id": 1, "to_id": 9}]
    assert losses(read("doccano", {**NEWER, "relations": ends})) == [
        "1: the relation from 1 to 9: 9 is not an entity and is left out",
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
    assert told == "1: an entity from 3 to 6 with the text 'Bob' is not in the text and is left out"


def test_an_attribute_of_label_studio_with_capitals_is_told() -> None:
    said = {"id": "x", "type": "choices", "from_name": "Status", "value": {"choices": ["OPT"]}}
    results = [*STUDIO["annotations"][0]["result"], said]
    found = read("label-studio", {**STUDIO, "annotations": [{"result": results}]})
    assert found.documents[0].entities[0].attributes == (("status", "OPT"),)
    assert losses(found) == ["1: the attribute Status is written as status"]


def test_attributes_and_chains_of_label_studio() -> None:
    entities = (Entity(((0, 3),), "PERSON", (("status", "OPT"),)), BO)
    document = Document("5", TEXT, entities, ((0, 1),))
    found = convert_documents([document], formats()["label-studio"])
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
