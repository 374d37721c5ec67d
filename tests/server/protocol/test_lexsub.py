"""Lexical substitution over the wire: findings, marks, hovers and scores as guesses are typed."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import PUBLISH, Wire, on

MARKS = "keytally/marks"
SCORED = "keytally/scored"


@pytest.fixture
def folder(tmp_path: Path, examples: Path) -> Path:
    return Path(shutil.copytree(examples / "lexical_substitution", tmp_path / "lexsub"))


@pytest.fixture
def answers(folder: Path) -> Path:
    return folder / "response.best"


@pytest.fixture
def wire(folder: Path, answers: Path) -> Iterator[Wire]:
    wire = on(folder)
    wire.open(answers, language="lexsub")
    wire.settle()
    yield wire


def mark(wire: Wire, path: Path, text: str) -> dict[str, Any]:
    """The first mark on that text."""
    marks = wire.about(MARKS, path)["marks"]
    return next(each for each in marks if wire.text_at(path, each["range"]) == text)


def test_opening_the_answers_gives_findings_and_scores(wire: Wire, answers: Path) -> None:
    assert wire.rules(answers) == ["lexsub-near-miss", "lexsub-blank-in-list"]
    scored = wire.of(SCORED)[-1]
    assert scored["headline"] == {"name": "R", "value": pytest.approx(39.07407407)}
    assert scored["totals"]["total"] == 9
    assert len(scored["documents"]) == 9
    assert scored["documents"]["1"]["mode"] == "clear"


def test_guesses_are_marked_and_lead_to_the_key(wire: Wire, folder: Path, answers: Path) -> None:
    right = mark(wire, answers, "self possession")
    assert (right["status"], right["level"], right["label"]) == ("cor", "item", "2 of 5")
    assert wire.text_at(folder / "gold", right["partner"]["range"]) == "self-possession"
    assert mark(wire, answers, "light")["status"] == "spu"
    assert mark(wire, answers, "")["label"] == 'MIS "guide" 3 of 5'


def test_the_score_follows_as_a_guess_is_typed_and_only_its_item_is_scored(wire: Wire, answers: Path) -> None:
    before = wire.of(SCORED)[-1]["headline"]["value"]
    wire.replace(answers, "Guide", "guide")
    wire.settle()
    scored = wire.of(SCORED)[-1]
    assert list(scored["documents"]) == ["4"]
    assert scored["documents"]["4"]["mode_found"] is True
    assert scored["delta"] == pytest.approx(60 / 9)
    assert scored["headline"]["value"] == pytest.approx(before + 60 / 9)
    assert wire.rules(answers) == ["lexsub-blank-in-list"]


def test_a_new_line_end_is_found_at_once_and_has_a_fix(wire: Wire, answers: Path) -> None:
    wire.replace(answers, "clever\n", "clever\r\n")
    wire.settle()
    assert wire.rules(answers)[0] == "lexsub-carriage-return"
    found = [each for each in wire.of(PUBLISH) if each["uri"] == answers.as_uri()][-1]["diagnostics"][0]
    offered = wire.about(
        "textDocument/codeAction", answers, range=found["range"], context={"diagnostics": [found]}
    )
    assert "End the line with a line feed alone" in [each["title"] for each in offered]


def test_an_edit_of_the_key_changes_what_is_said_of_the_answers(
    wire: Wire, folder: Path, answers: Path
) -> None:
    gold = folder / "gold"
    wire.open(gold, language="lexsub")
    wire.settle()
    wire.replace(gold, "bright.a 3 ::", "bright.a 13 ::")
    wire.settle()
    assert "lexsub-unknown-id" in wire.rules(answers)
    assert wire.of(SCORED)[-1]["totals"]["attempted"] == 7


def test_hover_shows_verdict_and_sentence(wire: Wire, answers: Path) -> None:
    text = wire.at("textDocument/hover", answers, "sunny", 1)["contents"]["value"]
    assert "2 of 6" in text
    assert "We left the harbour on a **bright** morning in May ." in text
    assert "this item: attempted yes" in text and "all items: P " in text


def test_items_are_listed_coloured_and_folded_by_lexelt(wire: Wire, answers: Path) -> None:
    symbols = wire.about("textDocument/documentSymbol", answers)
    assert [symbol["name"] for symbol in symbols][:2] == ["bright.a 1", "bright.a 2"]
    assert wire.about("textDocument/semanticTokens/full", answers)["data"][:5] == [0, 0, 8, 0, 0]
    folds = wire.about("textDocument/foldingRange", answers)
    assert [(fold["startLine"], fold["endLine"]) for fold in folds] == [(0, 2), (3, 4), (6, 7)]


def test_the_key_shows_what_the_answers_made_of_it(wire: Wire, folder: Path) -> None:
    gold = folder / "gold"
    wire.open(gold, language="lexsub")
    wire.settle()
    assert mark(wire, gold, "clear")["status"] == "cor"
    assert mark(wire, gold, "fine")["status"] == "opt"
    assert mark(wire, gold, "lull")["status"] == "mis"


def test_answers_pair_with_a_gold_standard_by_their_names_alone(tmp_path: Path, folder: Path) -> None:
    (folder / "keytally.toml").unlink()
    answers = folder / "response.oot"
    wire = on(folder)
    wire.open(answers, language="lexsub")
    wire.settle()
    (live,) = (each for each in wire.server.session.live_pairs if each.pair.response == answers)
    assert live.pair.task == "lexsub-oot"
    assert wire.of(SCORED)[-1]["headline"]["value"] == pytest.approx(84.8148148148)


def test_a_near_miss_has_a_quick_fix_and_is_no_part_of_fix_all(wire: Wire, answers: Path) -> None:
    def actions(kind: str) -> list[dict[str, Any]]:
        place, context = wire.stretch(answers, "Guide"), {"diagnostics": [], "only": [kind]}
        found = wire.about("textDocument/codeAction", answers, range=place, context=context)
        return list(found or ())

    assert [action["title"] for action in actions("quickfix")] == ["Change it to guide"]
    assert "guide" not in str([action["edit"] for action in actions("source.fixAll")])
