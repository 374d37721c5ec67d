"""Coreference in JSON Lines: sentences of words, and clusters of ranges of words."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.conversion.converting import convert_documents, format_of, formats
from keytally.families.interchange import ReadDocuments, SourceText
from keytally.runs.check import check

SENTENCES = [["Mara", "Quill", "left", "."], [], ["Her", "boat", "sank", "."]]
RECORD = {"doc_key": "dock/a", "sentences": SENTENCES, "clusters": [[[0, 1], [4, 4]], [[4, 5]]]}


def read(*records: object) -> ReadDocuments:
    text = "".join(json.dumps(each) + "\n" for each in records)
    return formats()["coref-jsonlines"].read([SourceText("a.jsonl", text)])  # type: ignore[return-value]


def lost(found: ReadDocuments) -> list[str]:
    return [f"{loss.place.line}: {loss.what}" for loss in found.losses]


def test_a_document_is_read_and_detected() -> None:
    found = read(RECORD)
    (document,) = found.documents
    assert (document.name, document.text, lost(found)) == (
        "dock/a",
        "Mara Quill left .\nHer boat sank .",
        [],
    )
    assert [document.covered(each) for each in document.entities] == ["Mara Quill", "Her boat", "Her"]
    assert document.chains == ((0, 2),)
    form = format_of("a.jsonl", json.dumps(RECORD))
    assert form is not None and form.name == "coref-jsonlines"


def test_it_becomes_conll() -> None:
    found = convert_documents(read(RECORD).documents, formats()["conll"])  # type: ignore[arg-type]
    rows = [line.split("\t") for line in found.outputs[0].texts[0].splitlines() if "\t" in line]
    assert [row[-1] for row in rows] == ["(1", "1)", "-", "-", "(2|(1)", "2)", "-", "-"]
    assert list(found.losses) == []


def test_clusters_of_predictions(tmp_path: Path) -> None:
    both = {**RECORD, "predicted_clusters": [[[0, 1], [4, 5]]]}
    assert lost(read(both)) == ["1: the field predicted_clusters is left out"]
    alone = {name: value for name, value in both.items() if name != "clusters"}
    assert len(read(alone).documents[0].chains) == 1
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(both), encoding="utf-8")
    made = keytally.convert([path], "conll", options={"clusters": "predicted_clusters"})
    assert "Her\t(1\n" in made.text and "boat\t1)\n" in made.text
    with pytest.raises(keytally.KeytallyError, match="clusters=gold: it must be one of clusters, predicted"):
        keytally.convert([path], "conll", options={"clusters": "gold"})


@pytest.mark.parametrize("mention", [[5, 4], [7, 8], [-1, 0], [0], [0, "1"], [True, 1], 3])
def test_a_mention_that_is_no_range_is_reported(mention: object) -> None:
    found = read({**RECORD, "clusters": [[mention, [0, 1]]]})
    assert lost(found) == [f"1: the mention {json.dumps(mention)} is not a range of words and is left out"]
    assert len(found.documents[0].entities) == 1


def test_other_fields_and_lines_are_reported() -> None:
    found = read({**RECORD, "speakers": [["A"]], "constituents": []}, {"sentences": ["a b"]}, [1])
    assert lost(found) == [
        "1: the field speakers is left out",
        "2: the line must contain sentences, as lists of words, and a list of clusters; it is left out",
        "3: the line must contain sentences, as lists of words, and a list of clusters; it is left out",
    ]


def test_errors_are_found_by_check(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({**RECORD, "clusters": [[[9, 9]]]}), encoding="utf-8")
    assert [each.rule.name for each in check(path)] == ["import-offset"]
