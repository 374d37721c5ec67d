"""Label Studio: the field of the text, offsets in HTML, JSON-MIN, names of the configuration."""

import json
from typing import Any

import pytest

from keytally.conversion.converting import convert_documents, format_of, formats
from keytally.families.interchange import ReadDocuments, SourceText

STUDIO = formats()["label-studio"]
TEXT = "Ida Wren left Port Anselm"


def region(start: int, end: int, quote: str, kind: str = "PER", **more: object) -> dict[str, Any]:
    value = {"start": start, "end": end, "text": quote, "labels": [kind]}
    usual = {"id": f"{start}-{end}", "type": "labels", "from_name": "label", "to_name": "text"}
    return {**usual, "value": value, **more}


def task(data: dict[str, object], *results: object, **more: object) -> dict[str, Any]:
    return {"id": 1, "data": data, "annotations": [{"result": list(results)}], **more}


def read(*tasks: object) -> ReadDocuments:
    return STUDIO.read([SourceText("a.json", json.dumps(tasks))])


def losses(found: ReadDocuments) -> list[str]:
    return [loss.what for loss in found.losses]


def spans(found: ReadDocuments) -> list[tuple[str, str]]:
    return [
        (document.covered(entity), entity.type)
        for document in found.documents
        for entity in document.entities
    ]


@pytest.mark.parametrize(
    ("data", "lost"),
    [
        ({"content": TEXT}, []),
        ({"r_TEXT": TEXT, "url": "https://example.org/a"}, ["the field url of data is left out"]),
        ({"text": "A report", "email": TEXT}, ["the field text of data is left out"]),
        ({"title": f"{TEXT}!", "text": TEXT}, ["the field title of data is left out"]),
        ({"row": 3, "body": TEXT}, ["the field row of data is left out"]),
    ],
)
def test_the_text_is_the_field_that_the_regions_are_on(data: dict[str, object], lost: list[str]) -> None:
    found = read(task(data, region(14, 25, "Port Anselm", "LOC")))
    assert found.documents[0].text == TEXT
    assert (spans(found), losses(found)) == ([("Port Anselm", "LOC")], lost)


@pytest.mark.parametrize("data", [{"sentence": TEXT, "author": "Ida"}, {"text": TEXT, "note": TEXT * 2}])
def test_without_regions_the_text_is_the_usual_field_or_the_longest(data: dict[str, object]) -> None:
    assert read(task(data)).documents[0].text == TEXT


def test_a_task_without_a_string_has_no_text() -> None:
    assert losses(read(task({"audio": 7}))) == ["the record has no text and is left out"]


def hypertext(start: int, end: int, quote: str, **value: object) -> dict[str, Any]:
    path = "/p[1]/text()[1]"
    place = {"start": path, "end": path, "startOffset": 0, "endOffset": end - start}
    of_all = {"globalOffsets": {"start": start, "end": end}}
    stated = {**place, **of_all, "text": quote, "hypertextlabels": ["PER"], **value}
    return {"id": "x", "type": "hypertextlabels", "from_name": "label", "to_name": "text", "value": stated}


def test_global_offsets_are_those_of_the_text() -> None:
    found = read(task({"text": TEXT}, hypertext(4, 8, "Wren")))
    assert (spans(found), losses(found)) == ([("Wren", "PER")], [])


@pytest.mark.parametrize(
    ("markup", "quote", "start"),
    [
        ("<p>Ida <b>Wren</b> &amp; son</p>", "Wren & son", 4),
        ("Ida<br>Wren", "Wren", 3),
        ("Ida<br/>Wren", "Ida\\nWren", 0),
    ],
)
def test_global_offsets_of_html_are_those_of_its_text_content(markup: str, quote: str, start: int) -> None:
    end = start + len(quote.replace("\\n", "\n"))
    found = read(task({"html": markup}, hypertext(start, end, quote)))
    assert spans(found) == [(quote.replace("\\n", "\n"), "PER")]
    assert losses(found) == ["the markup of the field html is left out"]


def test_offsets_in_the_only_node_are_those_of_the_text() -> None:
    place = {"start": "/text()[1]", "end": "/text()[1]", "startOffset": 4, "endOffset": 8}
    result = hypertext(0, 0, "Wren", globalOffsets=None)
    result["value"] |= place
    found = read(task({"text": TEXT}, result))
    assert (spans(found), losses(found)) == ([("Wren", "PER")], [])


def test_a_region_whose_paths_are_not_resolved_is_reported() -> None:
    found = read(task({"text": TEXT}, hypertext(0, 0, "Wren", globalOffsets=None)))
    assert (spans(found), [loss.fault is not None for loss in found.losses]) == ([], [True])


def test_regions_on_another_text_are_reported() -> None:
    other = region(0, 4, "Anna", to_name="reply")
    found = read(task({"text": TEXT, "answer": "Anna"}, region(0, 3, "Ida"), region(4, 8, "Wren"), other))
    assert spans(found) == [("Ida", "PER"), ("Wren", "PER")]
    assert losses(found) == [
        "the field answer of data is left out",
        "a region on reply is left out, because the text of the document is in text",
    ]


MIN = {
    "text": TEXT,
    "id": 4,
    "ner": [
        {"start": 0, "end": 8, "text": "Ida Wren", "labels": ["PER"]},
        {"start": 14, "end": 25, "text": "Port Anselm", "labels": ["LOC"]},
    ],
    "role": [{"start": 0, "end": 8, "text": "Ida Wren", "choices": ["sailor"]}],
    "annotator": 2,
    "annotation_id": 9,
    "created_at": "2024-05-01T00:00:00Z",
    "updated_at": "2024-05-01T00:00:00Z",
    "lead_time": 8.5,
}


def test_json_min() -> None:
    found = read(MIN)
    (document,) = found.documents
    assert (document.name, document.text, spans(found)) == (
        "4",
        TEXT,
        [("Ida Wren", "PER"), ("Port Anselm", "LOC")],
    )
    assert (document.entities[0].attributes, losses(found)) == ((("role", "sailor"),), [])


def test_json_min_is_detected_and_not_taken_for_doccano() -> None:
    without = {name: MIN[name] for name in ("text", "id", "annotator", "annotation_id")}
    for record in (MIN, without, {"sentence": TEXT, "label": MIN["ner"]}):
        form = format_of("a.json", json.dumps([record]))
        assert form is not None and form.name == "label-studio"


def test_other_fields_of_json_min_are_reported() -> None:
    assert losses(read({**MIN, "sentiment": "good"})) == ["the field sentiment is left out"]


def test_names_of_the_configuration_are_written_again() -> None:
    results = [
        region(0, 3, "Ida", from_name="ner", to_name="letter"),
        {
            **region(0, 3, "Ida", from_name="age", to_name="letter", type="choices"),
            "value": {"start": 0, "end": 3, "text": "Ida", "choices": ["old", "wise"]},
        },
        {
            **region(0, 3, "Ida", from_name="note", to_name="letter", type="textarea"),
            "value": {"start": 0, "end": 3, "text": ["?"]},
        },
    ]
    found = read(task({"letter": TEXT}, *results))
    converted = convert_documents(found.documents, STUDIO)
    (written,) = json.loads(converted.outputs[0].texts[0])
    assert written["data"] == {"letter": TEXT}
    assert [
        (each["from_name"], each["to_name"], each["type"]) for each in written["annotations"][0]["result"]
    ] == [("ner", "letter", "labels"), ("age", "letter", "choices"), ("note", "letter", "textarea")]
    assert written["annotations"][0]["result"][1]["value"]["choices"] == ["old", "wise"]
    assert (losses(found), list(converted.losses)) == ([], [])


def test_regions_of_hypertext_are_written_as_such() -> None:
    found = read(task({"text": TEXT}, hypertext(4, 8, "Wren")))
    (text,) = convert_documents(found.documents, STUDIO).outputs[0].texts
    (result,) = json.loads(text)[0]["annotations"][0]["result"]
    assert (result["type"], result["value"]["globalOffsets"]) == ("hypertextlabels", {"start": 4, "end": 8})
    assert spans(STUDIO.read([SourceText("a.json", text)])) == spans(found)


def test_regions_of_a_second_control_are_reported() -> None:
    found = read(task({"text": TEXT}, region(0, 3, "Ida"), region(14, 25, "Port Anselm", from_name="place")))
    assert losses(found) == ["a region of the control place is assigned to the control label"]
