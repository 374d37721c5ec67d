"""Grammatical error correction over the wire: a gold file, and a line of output for each sentence."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import Wire, on

MARKS = "keytally/marks"
SCORED = "keytally/scored"


@pytest.fixture
def folder(tmp_path: Path, examples: Path) -> Path:
    return Path(shutil.copytree(examples / "m2", tmp_path / "m2"))


@pytest.fixture
def gold(folder: Path) -> Path:
    return folder / "gold.m2"


@pytest.fixture
def response(folder: Path) -> Path:
    return folder / "response.txt"


@pytest.fixture
def wire(folder: Path, response: Path) -> Iterator[Wire]:
    wire = on(folder)
    wire.open(response, language="m2")
    wire.settle()
    yield wire


def mark(wire: Wire, path: Path, label: str) -> dict[str, Any]:
    marks = wire.about(MARKS, path)["marks"]
    return next(each for each in marks if each["label"].startswith(label))


def test_gold_and_response_are_a_pair_by_their_names(wire: Wire, gold: Path, response: Path) -> None:
    scored = wire.of(SCORED)[-1]
    assert scored["pair"] == {"key": gold.as_uri(), "response": response.as_uri()}
    assert scored["headline"] == {"name": "F_0.5", "value": pytest.approx(80)}
    assert scored["totals"]["correct"] == 8
    assert sorted(scored["documents"]) == ["1", "2", "3", "4", "5", "6"]


def test_each_edit_of_the_response_is_marked_at_its_tokens(wire: Wire, gold: Path, response: Path) -> None:
    good = mark(wire, response, "COR open → opens")
    assert (good["status"], good["level"]) == ("cor", "edit")
    assert wire.text_at(response, good["range"]) == "opens"
    assert wire.text_at(gold, good["partner"]["range"]).startswith("A 2 3|||SVA|||opens|||")
    bad = mark(wire, response, "SPU cake → cakes")
    assert (bad["status"], wire.text_at(response, bad["range"])) == ("spu", "cakes")
    assert wire.text_at(gold, bad["partner"]["range"]) == "cake"
    missing = mark(wire, response, "MIS loafs → loaves")
    assert missing["status"] == "mis"
    assert missing["range"]["start"] == missing["range"]["end"]


def test_each_gold_edit_is_marked_at_its_line_and_its_tokens(wire: Wire, gold: Path) -> None:
    wire.open(gold, language="m2")
    wire.settle()
    marks = [
        each for each in wire.about(MARKS, gold)["marks"] if each["label"].startswith("MIS loafs → loaves")
    ]
    assert [each["status"] for each in marks] == ["mis", "mis"]
    assert sorted(wire.text_at(gold, each["range"]) for each in marks) == [
        "A 5 6|||Nn|||loaves|||REQUIRED|||-NONE-|||0",
        "loafs",
    ]


def test_the_score_follows_as_a_correction_is_typed(wire: Wire, response: Path) -> None:
    wire.replace(response, "loafs", "loaves")
    wire.settle()
    scored = wire.of(SCORED)[-1]
    assert list(scored["documents"]) == ["5"]
    assert scored["totals"]["correct"] == 9
    assert scored["delta"] > 0
    assert scored["version"] == 2


def test_a_line_that_is_split_is_found_and_joined_again(wire: Wire, response: Path) -> None:
    assert wire.rules(response) == []
    wire.replace(response, "wait in front", "wait\nin front")
    wire.settle()
    assert wire.rules(response) == ["m2-line-count"]
    wire.replace(response, "wait\nin front", "wait in front", version=3)
    wire.settle()
    assert wire.rules(response) == []
    assert wire.of(SCORED)[-1]["headline"]["value"] == pytest.approx(80)


def test_findings_of_the_gold_file_follow_what_is_typed(wire: Wire, gold: Path) -> None:
    wire.open(gold, language="m2")
    wire.settle()
    wire.replace(gold, "A 5 6|||Nn|||loaves", "A 5 66|||Nn|||loaves")
    wire.settle()
    assert wire.rules(gold) == ["m2-offset"]


def test_hover_on_an_edit_tells_its_verdict_and_the_sentence_s_figures(wire: Wire, response: Path) -> None:
    text = wire.at("textDocument/hover", response, "opens", 1)["contents"]["value"]
    assert "open → opens (SVA)" in text and "correct" in text
    assert "83.3" in text and "80.0" in text
    assert "| this sentence |" in text and "| all sentences |" in text


def test_hover_in_the_gold_file_tells_all_edits_of_a_token(wire: Wire, gold: Path) -> None:
    wire.open(gold, language="m2")
    wire.settle()
    text = wire.at("textDocument/hover", gold, "open at six", 1)["contents"]["value"]
    assert "`open → opens` SVA, annotator 0" in text
    assert "`open → opened` Vt, annotator 1" in text


def test_hover_on_any_token_tells_its_number_and_the_sentence_s_figures(wire: Wire, response: Path) -> None:
    text = wire.at("textDocument/hover", response, "bakery", 1)["contents"]["value"]
    assert "token 1" in text and "83.3" in text


def test_the_outline_lists_sentences_and_their_edits(wire: Wire, gold: Path) -> None:
    wire.open(gold, language="m2")
    wire.settle()
    first = wire.about("textDocument/documentSymbol", gold)[0]
    assert first["name"] == "1: The bakery open at six in morning ."
    assert [child["name"] for child in first["children"]][:2] == [
        "open → opens SVA, annotator 0",
        "ε → the ArtOrDet, annotator 0",
    ]


def test_annotations_fold_and_have_colours(wire: Wire, gold: Path) -> None:
    wire.open(gold, language="m2")
    wire.settle()
    folds = wire.about("textDocument/foldingRange", gold)
    assert (folds[0]["startLine"], folds[0]["endLine"]) == (0, 4)
    assert wire.about("textDocument/semanticTokens/full", gold)["data"]


def test_a_response_has_an_outline_folds_and_colours_too(wire: Wire, response: Path) -> None:
    symbols = wire.about("textDocument/documentSymbol", response)
    assert [each["name"] for each in symbols][1] == "2: Its bread is famous in whole valley ."
    assert symbols[1]["detail"] == "8 tokens"
    (fold,) = wire.about("textDocument/foldingRange", response)
    assert (fold["startLine"], fold["endLine"]) == (0, len(symbols) - 1)
    assert wire.about("textDocument/semanticTokens/full", response)["data"]


def test_definition_leads_from_an_edit_to_its_annotation(wire: Wire, gold: Path, response: Path) -> None:
    found = wire.at("textDocument/definition", response, "opens", 1)
    assert gold.as_uri() in str(found)
