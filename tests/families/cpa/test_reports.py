"""Scores as text and as JSON."""

import json
from pathlib import Path

import pytest

from keytally.families.cpa.evaluation import evaluation
from keytally.version import VERSION
from tests.families.cpa.verb_files import Texts, patterns, rows, scored, settings

PARSE = rows("1 | She | subj | Human", "2 | mends | v | ", "3 | nets | obj | Thing")
HALF = PARSE.replace("obj", "subj")


def text(task: str, key: Texts, response: Texts, *, verbose: bool = False, **options: str) -> str:
    live = scored(task, key, response, **options)
    return live.evaluation.report_text(live.scores(), verbose)


@pytest.mark.parametrize(
    ("task", "key", "line"),
    [
        ("cpa-parsing", PARSE, "Task 1 AVERAGE score: 0.333333333333\n"),
        ("cpa-clustering", "1\t1\n", "Task 2 AVERAGE score: 0.333333333333\n"),
        ("cpa-slots", patterns(["A"]), "Task 3 AVERAGE score: 0.333333333333\n"),
    ],
)
def test_the_official_line(task: str, key: str, line: str) -> None:
    """As Python 2 prints a number: twelve digits that count."""
    three = dict.fromkeys(("come", "go", "run"), key)
    assert text(task, three, {"go": key}, compatible="official") == line
    assert text(task, three, three, compatible="official") == line.replace("0.333333333333", "1.0")
    assert text(task, three, {}, compatible="official") == line.replace("0.333333333333", "0")
    wrong = "9\t1\n" if task == "cpa-clustering" else ""
    assert text(task, {"go": key}, {"go": wrong}, compatible="official").endswith("score: 0.0\n")


def test_in_the_compatible_mode_verbs_are_told_of_when_verbose() -> None:
    told = text("cpa-parsing", {"go": PARSE}, {"go": PARSE}, compatible="official", verbose=True)
    assert told == "score[go]= 1.0\nTask 1 AVERAGE score: 1.0\n"


def test_the_page_of_verbs() -> None:
    told = text("cpa-parsing", {"go": PARSE, "sew": PARSE}, {"go": HALF})
    assert told.splitlines() == [
        f"keytally:{VERSION}|task:cpa-parsing",
        "",
        "go        66.67  syntax 33.33  semantics 100.00",
        "sew        0.00  missing in the response",
        "average   33.33",
        "",
        "Task 1 AVERAGE score: 0.333333333333",
    ]


def test_the_page_has_categories_when_verbose() -> None:
    told = text("cpa-parsing", {"go": PARSE}, {"go": HALF}, verbose=True)
    assert told.splitlines()[2:9] == [
        "go        66.67  syntax 33.33  semantics 100.00",
        "  syntax          F   cor  ret  ref",
        "  obj          0.00     0    0    1",
        "  subj        66.67     1    2    1",
        "  semantics       F   cor  ret  ref",
        "  Human      100.00     1    1    1",
        "  Thing      100.00     1    1    1",
    ]


def test_the_page_has_the_alignment_of_patterns_when_verbose() -> None:
    key = patterns(["Human", "Thing"], ["Event"], ["Human"])
    response = patterns(["Thing"], ["Event", "Thing"], ["Human", "Human"], [*[""] * 8, "To"])
    told = text("cpa-slots", {"go": key, "sew": key}, {"go": response}, verbose=True)
    assert told.splitlines()[3:13] == [
        "   key  response   cor   sub  del  ins",
        "     1         3     1     1    0    0  Human Thing  ~  Human Human",
        "     2         2     1     0    0    1  Event  ~  Event Thing",
        "     3         1     0     1    0    0  Human  ~  Thing",
        "     -         4     0     0    0    1  To",
        "sew        0.00  missing in the response",
        "   key  response   cor   sub  del  ins",
        "     1         -     0     0    2    0  Human Thing",
        "     2         -     0     0    1    0  Event",
        "     3         -     0     0    1    0  Human",
    ]


@pytest.mark.parametrize(
    ("task", "options", "said"),
    [
        ("cpa-slots", {}, True),
        ("cpa-slots", {"hypernym": "parent"}, True),
        ("cpa-slots", {"compatible": "official"}, False),
        ("cpa-slots", {"ontology": "o.json"}, False),
        ("cpa-parsing", {}, False),
        ("cpa-clustering", {}, False),
    ],
)
def test_partial_credit_is_said_to_be_off_without_an_ontology(
    task: str, options: dict[str, str], said: bool, tmp_path: Path
) -> None:
    (tmp_path / "o.json").write_text('[{"term": "Entity"}]')
    if "ontology" in options:
        options = {"ontology": str(tmp_path / "o.json")}
    remarks = evaluation(settings(**options), task).remarks([], [])
    line = "partial credit is off without an ontology; specify one with -O ontology=FILE"
    assert list(remarks) == ([line] if said else [])


def test_other_tasks_have_their_own_figures() -> None:
    assert "precision 50.00  recall 100.00" in text(
        "cpa-clustering", {"go": "1\t1\n2\t2\n"}, {"go": "1\t1\n2\t1\n"}
    )
    assert "COR 1  SUB 0  DEL 0  INS 1" in text(
        "cpa-slots", {"go": patterns(["A"])}, {"go": patterns(["A", "B"])}
    )


def test_json() -> None:
    live = scored("cpa-slots", {"go": patterns(["A"]), "sew": patterns(["A"])}, {"go": patterns(["A", "B"])})
    report = live.evaluation.report_json(live.scores())
    assert list(report) == ["task", "signature", "scores", "items"]
    assert report["scores"] == {
        "score": pytest.approx(100 / 3),
        "verbs": {"go": pytest.approx(200 / 3), "sew": 0.0},
    }
    assert report["items"]["go"] == {
        "score": pytest.approx(200 / 3),
        "precision": 50.0,
        "recall": 100.0,
        "error_rate": 100.0,
        "correct": 1.0,
        "substitution": 0.0,
        "deletion": 0,
        "insertion": 1,
    }
    assert json.loads(json.dumps(report)) == report


def test_in_short() -> None:
    live = scored("cpa-slots", {"go": patterns(["A"])}, {"go": patterns(["A", "B"])})
    assert live.evaluation.in_short(live.totals()) == "F 66.67  1 verb"
    assert live.evaluation.in_short(live.document_totals("go")) == "F 66.67  COR 1  INS 1"
    assert live.evaluation.in_short({}) == ""
    assert [tuple(figure) for figure in live.evaluation.figures(live.totals())] == [("F", "66.67")]
