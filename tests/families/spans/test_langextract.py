"""Documents of LangExtract: places, other wordings, attributes, and what is reported."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keytally
from keytally.conversion.converting import format_of, formats
from keytally.families.interchange import Document, Entity, ReadDocuments, SourceText, arranged
from keytally.families.spans.langextract import LANGEXTRACT

TEXT = "Ida Wren left Port Anselm."


def extraction(kind: str, quote: str, start: int | None, end: int | None, **others: Any) -> dict[str, Any]:
    interval = None if start is None else {"start_pos": start, "end_pos": end}
    return {"extraction_class": kind, "extraction_text": quote, "char_interval": interval, **others}


def line(*extractions: dict[str, Any], **others: Any) -> str:
    return json.dumps({"extractions": extractions, "text": TEXT, "document_id": "doc_1", **others}) + "\n"


def read(*lines: str) -> ReadDocuments:
    return formats()["langextract"].read([SourceText("a.jsonl", "".join(lines))])  # type: ignore[union-attr, return-value]


PERSON = extraction(
    *("person", "Ida Wren", 0, 8),
    alignment_status="match_exact",
    extraction_index=1,
    group_index=0,
    description=None,
    attributes={"role": "captain", "moods": ["glad", "tired"]},
)


def test_a_document_as_the_program_writes_it() -> None:
    found = read(line(PERSON))
    (entity,) = found.documents[0].entities
    assert (found.documents[0].name, found.documents[0].text, found.losses) == ("doc_1", TEXT, [])
    assert (entity.extents, entity.type) == (((0, 8),), "person")
    assert entity.attributes == (("moods", "glad\ntired"), ("role", "captain"))


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a"])
def test_it_is_recognised_by_its_fields(name: str) -> None:
    form = format_of(name, line(PERSON))
    assert form is not None and form.name == "langextract"


@pytest.mark.parametrize(
    ("value", "loss", "is_faulty"),
    [
        (extraction("a", "the boat", None, None), "has no position in the text", False),
        (extraction("a", "Ida", 0, 99), "is not in the text", True),
        (extraction("a", "Ida", 4, 8, alignment_status="match_exact"), "is not in the text", True),
        (extraction("a", "Ida", 4, 99, alignment_status="match_fuzzy"), "is not in the text", True),
        (extraction("a", "Ida", 0, 3, attributes={"n": 3}), "the attribute n=3 is not a string", True),
        (extraction("a", "Ida", 0, 3, attributes=[1]), "are not an object", True),
        (extraction("a", "Ida", 0, 3, attributes={"A": "x"}), "is written as a", False),
        (extraction("a", "Ida", 0, 3, description="why"), "the field description", False),
        (extraction("a", "Captain Wren", 0, 8, alignment_status="match_fuzzy"), "the wording", False),
    ],
)
def test_what_is_not_kept_is_reported(value: dict[str, Any], loss: str, is_faulty: bool) -> None:
    found = read(line(value))
    assert [loss in each.what for each in found.losses] == [True], found.losses
    assert [each.fault is not None for each in found.losses] == [is_faulty]


@pytest.mark.parametrize("status", ["match_greater", "match_lesser", "match_fuzzy"])
def test_the_offsets_of_another_wording_count(status: str) -> None:
    found = read(line(extraction("person", "Captain Wren", 0, 8, alignment_status=status)))
    assert [entity.extents for entity in found.documents[0].entities] == [((0, 8),)]


def test_code_units_are_recognised_by_the_quotation() -> None:
    found = read(line(extraction("a", "Ida", 3, 6), text="\U0001f600 Ida"))
    assert [entity.extents for entity in found.documents[0].entities] == [((2, 5),)]


def test_a_response_of_a_model_is_scored_against_another_format(tmp_path: Path) -> None:
    key, response = tmp_path / "key.jsonl", tmp_path / "response.jsonl"
    labels = [[0, 8, "person"], [14, 25, "place"]]
    key.write_text(json.dumps({"id": "doc_1", "text": TEXT, "label": labels}) + "\n")
    response.write_text(line(PERSON, extraction("ship", "Port Anselm", 14, 25)))
    assert keytally.score(key, response).totals["f"] == 50


ATTRIBUTES = st.dictionaries(st.sampled_from(["a", "b c"]), st.sampled_from(["x", "x\ny", ""]), max_size=2)
ENTITY = st.tuples(st.integers(0, 12), st.integers(0, 13), st.sampled_from(["A", "B b", ""]), ATTRIBUTES)
ENTITIES = st.lists(ENTITY, max_size=5)


@given(ENTITIES, st.sampled_from(["", "7", "a b"]))
def test_what_is_written_is_read_again(values: list[Any], name: str) -> None:
    entities = [
        Entity(((start, start + length),), kind, tuple(sorted(attributes.items())))
        for start, length, kind, attributes in values
    ]
    document = Document(name, TEXT, arranged(entities, []).entities)
    assert LANGEXTRACT.write is not None
    (text,) = LANGEXTRACT.write([document])
    assert read(text) == ReadDocuments([document], [])
