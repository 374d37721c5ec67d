"""Records with tokens and tags: schemes, names of fields, and tags that cannot be read."""

import json

import pytest

import keytally
from keytally.conversion.converting import format_of, formats
from keytally.families.interchange import ReadDocuments, SourceText
from keytally.families.spans.reading import read_document

TOKENS = ["Ida", "Wren", "left", "Port", "Anselm", "today"]


def read(*records: object) -> ReadDocuments:
    text = "".join(json.dumps(each) + "\n" for each in records)
    return formats()["huggingface"].read([SourceText("a.jsonl", text)])


def spans(found: ReadDocuments) -> list[tuple[str, str]]:
    return [(each.covered(entity), entity.type) for each in found.documents for entity in each.entities]


@pytest.mark.parametrize(
    "tags",
    [
        "B-PER I-PER O B-LOC I-LOC O",
        "I-PER I-PER O I-LOC I-LOC O",
        "B-PER E-PER O B-LOC E-LOC O",
        "B-PER L-PER O B-LOC L-LOC O",
    ],
)
def test_entities_of_each_scheme(tags: str) -> None:
    found = read({"id": "7", "tokens": TOKENS, "ner_tags": tags.split()})
    assert (found.documents[0].text, found.documents[0].name) == (" ".join(TOKENS), "7")
    assert (spans(found), found.losses) == ([("Ida Wren", "PER"), ("Port Anselm", "LOC")], [])


def test_entities_side_by_side() -> None:
    tags = ["S-PER", "U-PER", "B-LOC", "B-LOC", "I-ORG", "E-ORG"]
    assert [text for text, _ in spans(read({"words": TOKENS, "ner": tags}))] == [
        *("Ida", "Wren", "left", "Port"),
        "Anselm today",
    ]


def test_a_record_is_detected() -> None:
    record = {"id": 0, "tokens": TOKENS, "pos_tags": [1] * 6, "ner_tags": ["O"] * 6}
    form = format_of("a.jsonl", json.dumps(record))
    assert form is not None and form.name == "huggingface"
    other = format_of("a.jsonl", json.dumps({**record, "ner_tags": ["O"]}))
    assert other is not None and other.name == "records"
    assert [loss.what for loss in read(record).losses] == ["the field pos_tags is left out"]


@pytest.mark.parametrize("tags", ["ner_tags", "labels"])
def test_a_record_with_its_text_is_detected(tags: str) -> None:
    record = {"text": "Ida ran", "tokens": ["Ida", "ran"], tags: ["B-PER", "O"]}
    form = format_of("a.jsonl", json.dumps(record))
    assert form is not None and form.name == "huggingface"
    (entity,) = read_document(json.dumps(record), "a").content.entities  # type: ignore[union-attr]
    assert entity.extents == ((0, 3),)


def test_tags_that_are_numbers_or_have_no_prefix_are_reported() -> None:
    numbers = read({"tokens": TOKENS, "ner_tags": [1, 2, 0, 3, 4, 0]})
    assert [loss.what for loss in numbers.losses] == [
        "the field ner_tags contains numbers; write the names of the tags, such as B-PER; all count as O"
    ]
    odd = read({"tokens": ["Ida", "ran"], "ner_tags": ["PER", "O"]})
    assert [loss.what for loss in odd.losses] == [
        "the tag 'PER' has no prefix such as B- or I- and counts as O"
    ]
    assert (spans(numbers), spans(odd)) == ([], [])


def test_the_task_spans_reads_them() -> None:
    record = {"tokens": ["Ida", "ran"], "ner_tags": ["B-PER", "O"]}
    (entity,) = read_document(json.dumps(record), "a").content.entities  # type: ignore[union-attr]
    assert (entity.extents, entity.type) == (((0, 3),), "PER")


def test_they_are_only_read() -> None:
    with pytest.raises(keytally.KeytallyError, match="can only be read"):
        keytally.convert(["examples/spans/key.jsonl"], "huggingface")
