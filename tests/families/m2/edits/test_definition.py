"""Scores of the edits of two M2 files by keytally's definition."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.families.m2.edits.scoring import category
from keytally.project.conventions import task_with
from keytally.runs.files import KeytallyError
from tests.families.m2.files import block

SOURCE = "a b c d"


def totals(folder: Path, key: str, response: str, **options: str) -> tuple[int, int, int]:
    """Return the numbers of correct, proposed and gold edits."""
    scores = scored(folder, key, response, **options).totals
    return scores["correct"], scores["proposed"], scores["gold"]


def scored(folder: Path, key: str, response: str, **options: str) -> keytally.ScoreResult:
    """Score two files; the task is inferred from them."""
    (folder / "key.m2").write_text(key, encoding="utf-8")
    (folder / "response.m2").write_text(response, encoding="utf-8")
    return keytally.score(folder / "key.m2", folder / "response.m2", options=options)


def typed(*edits: str) -> str:
    """Return a sentence with edits such as `0 1 R:NOUN x`."""
    lines = [f"S {SOURCE}"]
    for edit in edits:
        start, end, kind, *correction = edit.split(" ")
        lines.append(f"A {start} {end}|||{kind}|||{' '.join(correction)}|||REQUIRED|||-NONE-|||0")
    return "\n".join([*lines, "", ""])


def test_span_and_correction_must_match(tmp_path: Path) -> None:
    key = block(SOURCE, "0 1 x", "1 2 y", "2 2 z")
    response = block(SOURCE, "0 1 x", "1 2 other", "3 3 z")
    assert totals(tmp_path, key, response) == (1, 3, 3)


@pytest.mark.parametrize(
    ("level", "expected"),
    [("cs", (2, 4, 4)), ("cse", (1, 4, 4)), ("ds", (3, 4, 4)), ("dt", (4, 5, 4))],
)
def test_a_level_defines_what_must_match(tmp_path: Path, level: str, expected: tuple[int, int, int]) -> None:
    """The key changes the tokens 0 to 3, the response 0 to 4."""
    key = typed("0 1 R:NOUN x", "1 2 R:VERB y", "2 3 R:ADV z", "3 4 R:ADJ w")
    response = typed("0 1 R:NOUN x", "1 2 R:NOUN y", "2 3 R:ADV other", "3 5 R:ADJ w")
    key, response = (text.replace(SOURCE, f"{SOURCE} e") for text in (key, response))
    assert totals(tmp_path, key, response, level=level) == expected


def test_an_insertion_changes_the_token_after_it(tmp_path: Path) -> None:
    key, response = typed("1 1 M:DET the"), typed("1 2 R:NOUN x")
    assert totals(tmp_path, key, response, level="dt") == (1, 1, 1)
    assert totals(tmp_path, key, response, level="ds") == (0, 1, 1)


@pytest.mark.parametrize(("mode", "expected"), [("document", (1, 1, 2)), ("errant", (2, 2, 3))])
def test_an_edit_that_the_key_repeats_counts_once(
    tmp_path: Path, mode: str, expected: tuple[int, int, int]
) -> None:
    key, response = typed("0 1 R x", "0 1 R x", "1 2 R y"), typed("0 1 R x")
    assert totals(tmp_path, key, response, compatible=mode) == expected


@pytest.mark.parametrize(("mode", "expected"), [("document", (0, 1, 1)), ("errant", (0, 2, 1))])
def test_an_edit_that_the_response_repeats_counts_once(
    tmp_path: Path, mode: str, expected: tuple[int, int, int]
) -> None:
    key, response = typed("1 2 R y"), typed("0 1 R x", "0 1 R x")
    assert totals(tmp_path, key, response, compatible=mode) == expected


def test_any_alternative_of_the_key_is_correct(tmp_path: Path) -> None:
    key = block(SOURCE, "0 1 x||y")
    assert totals(tmp_path, key, block(SOURCE, "0 1 y")) == (1, 1, 1)
    assert totals(tmp_path, key, block(SOURCE, "0 1 x", "0 1 y")) == (1, 2, 1)
    assert totals(tmp_path, key, block(SOURCE, "0 1 y"), compatible="errant") == (0, 1, 1)


def test_as_many_edits_as_possible_match(tmp_path: Path) -> None:
    key = block(SOURCE, "0 1 x||y", "0 1 x||z")
    for response in (("x", "z"), ("x", "y"), ("y", "x"), ("z", "y")):
        made = block(SOURCE, *(f"0 1 {correction}" for correction in response))
        assert totals(tmp_path, key, made) == (2, 2, 2)


def test_an_empty_correction_and_none_both_delete(tmp_path: Path) -> None:
    key, response = block(SOURCE, "0 1 -NONE-"), block(SOURCE, "0 1 ")
    assert totals(tmp_path, key, response) == (1, 1, 1)
    assert totals(tmp_path, key, response, compatible="errant") == (0, 1, 1)


def test_the_pair_of_annotators_with_the_best_f_counts(tmp_path: Path) -> None:
    key = block(SOURCE, "0 1 x #0", "1 2 y #0", "2 3 z #1")
    response = block(SOURCE, "3 4 w #2", "2 3 z #4")
    result = scored(tmp_path, key, response)
    item = result.documents["1"]
    assert (item["correct"], item["proposed"], item["gold"]) == (1, 1, 1)
    assert (item["annotator"], item["response_annotator"]) == (1, 4)


def test_a_noop_is_no_edit(tmp_path: Path) -> None:
    noop = block(SOURCE, "noop")
    assert totals(tmp_path, noop, noop) == totals(tmp_path, noop, block(SOURCE)) == (0, 0, 0)
    assert totals(tmp_path, noop, block(SOURCE, "0 1 x")) == (0, 1, 0)


def test_unknown_types_count_in_detection_only(tmp_path: Path) -> None:
    key = typed("0 1 UNK a", "1 2 R y")
    assert totals(tmp_path, key, key) == (1, 1, 1)
    assert totals(tmp_path, key, key, level="ds") == (2, 2, 2)


@pytest.mark.parametrize(("edits", "expected"), [("all", 5), ("single", 3), ("multi", 2)])
def test_edits_are_scored_by_length(tmp_path: Path, edits: str, expected: int) -> None:
    key = typed("0 0 M x", "0 1 R y", "1 2 U", "2 3 R v w", "2 4 R x")
    assert totals(tmp_path, key, key, edits=edits) == (expected,) * 3


def test_types_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = typed("0 1 R:NOUN x", "1 2 R:VERB y", "2 3 R:ADV z")
    assert totals(tmp_path, key, key, without="R:NOUN,R:VERB") == (1, 1, 1)
    files = str(tmp_path / "key.m2"), str(tmp_path / "response.m2")
    assert main(["score", *files, "-O", "without=R:NOUN, R:VERB", "--format", "json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["types"]) == ["R:ADV"]
    with pytest.raises(KeytallyError, match="without takes error types"):
        totals(tmp_path, key, key, without=",")


@pytest.mark.parametrize(
    ("kind", "categories"),
    [
        ("R:NOUN:NUM", ("R", "NOUN:NUM", "R:NOUN:NUM")),
        ("M:DET", ("M", "DET", "M:DET")),
        ("ArtOrDet", ("ArtOrDet", "ArtOrDet", "ArtOrDet")),
        ("UNK", ("UNK", "UNK", "UNK")),
    ],
)
def test_a_type_has_three_levels(kind: str, categories: tuple[str, ...]) -> None:
    assert tuple(category(kind, level) for level in (1, 2, 3)) == categories


def test_a_correct_edit_has_the_type_of_the_key(tmp_path: Path) -> None:
    key, response = typed("0 1 R:NOUN x", "1 2 R:VERB y"), typed("0 1 R:ADJ x", "2 3 R:ADV z")
    types = scored(tmp_path, key, response).values["types"]
    counts = {kind: (each["correct"], each["proposed"], each["gold"]) for kind, each in types.items()}
    assert counts == {"R:ADV": (0, 1, 0), "R:NOUN": (1, 1, 1), "R:VERB": (0, 0, 1)}


def test_verbose_adds_the_table_by_type(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scored(tmp_path, typed("0 1 R:NOUN x", "1 2 R:VERB y"), typed("0 1 R:NOUN x", "1 2 R:VERB z"))
    files = str(tmp_path / "key.m2"), str(tmp_path / "response.m2")
    assert main(["score", *files, "-v", "-Ocategories=1"]) == 0
    assert capsys.readouterr().out == (
        "Type     COR     SPU     MIS       P       R   F_0.5\n"
        "R          1       1       1  0.5000  0.5000  0.5000\n"
        "\n"
        "Precision   : 0.5000\n"
        "Recall      : 0.5000\n"
        "F_0.5       : 0.5000\n"
    )


@pytest.mark.parametrize(
    ("response", "task"),
    [
        ("S a b\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||0\n", "m2-edits"),
        ("S a b\n\nS c\n", "m2-edits"),
        ("S a b\nT0-A0 a b\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n", "m2-edits"),
        ("a b\nc\n", "m2"),
        ("S & P fell .\nThe market fell .\n", "m2"),
        ("", "m2"),
    ],
)
def test_the_response_determines_the_task(response: str, task: str) -> None:
    assert task_with("m2", response) == task


def test_lines_of_corrected_sentences_are_ignored(tmp_path: Path) -> None:
    both = "S a b\nT0-A0 x b\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||0\n"
    assert totals(tmp_path, both, both) == totals(tmp_path, both, both, compatible="errant") == (1, 1, 1)
