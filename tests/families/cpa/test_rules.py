"""The rules, as pictures: what each finds, what it leaves alone, and what its fix makes of it."""

import pytest

from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.cpa.reading import read_ontology
from keytally.families.cpa.rules import CpaLanguage
from keytally.findings.finding import Finding
from keytally.runs.check import apply_fixes
from tests.families.cpa.verb_files import RESPONSE, opened, rows, score_of

ONTOLOGY = read_ontology('[{"term": "Entity", "sub": [{"term": "Human"}, {"term": "Body_Part"}]}]', "o")


def found(text: str, name: str, role: Role = Role.RESPONSE, *, ontology: bool = True) -> list[Located]:
    """The findings but that a sentence lacks its verb, which few of the sentences here have."""
    language = CpaLanguage(role, ontology=ONTOLOGY if ontology else None).of_file(name)
    return [each for each in Reading(language, text).findings if each.finding.rule.name != "cpa-verb"]


def told(text: str, name: str, role: Role = Role.RESPONSE) -> list[tuple[str, str]]:
    """The rules that are broken, each with the text that it is about."""
    return [(each.finding.rule.name, text[each.start : each.end]) for each in found(text, name, role)]


def mended(text: str, name: str) -> str:
    return apply_fixes(text, lambda text: found(text, name)).text


CLEAN = {
    "go.parse": rows(
        "1 | a | | ",
        "2 | b | subj | Human",
        "3 | go | v | ",
        "",
        "",
        "4 | | advprep | Human\u00a0",
        "5 | goes | v | ",
    ).replace("\u00a0", " | Body_Part"),
    "go.clust": rows("1 | 1", "2 | -3", "x7 | 007"),
    "go.pat": "Human\t\t\t\tto inf\tin spite of\tBody_Part\t\t\n\n" + "\t" * 8 + "\n",
}


@pytest.mark.parametrize("name", CLEAN)
def test_clean_files_are_clean(name: str) -> None:
    language = CpaLanguage(Role.RESPONSE, ontology=ONTOLOGY).of_file(name)
    assert list(Reading(language, CLEAN[name]).findings) == []
    assert list(Reading(language, CLEAN[name].removesuffix("\n")).findings) == []


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("name", CLEAN)
def test_each_carriage_return_is_found_and_mended(name: str, end: str) -> None:
    text = CLEAN[name].replace("\n", end)
    assert told(text, name) == [("cpa-carriage-return", "\r")] * CLEAN[name].count("\n")
    assert mended(text, name) == (CLEAN[name] if end == "\r\n" else text)


def test_a_file_of_windows_is_right_for_the_official_program_once_it_is_mended() -> None:
    key = rows("1 | She | subj | Human", "2 | goes | v | ", "3 | home | obj | Place")
    response = key.replace("\n", "\r\n")
    assert score_of("cpa-parsing", key, response, compatible="official") < 0.6
    assert score_of("cpa-parsing", key, mended(response, "go.parse"), compatible="official") == 1.0


def test_a_sentence_has_a_row_of_its_verb() -> None:
    text = rows("1 | He | subj | Human", "2 | goes | v | ", "", "3 | She | subj | Human", "4 | ran | | ")
    (only,) = Reading(CpaLanguage(Role.RESPONSE).of_file("go.parse"), text).findings
    assert (only.finding.rule.name, text[only.start : only.end]) == ("cpa-verb", "3\tShe\tsubj\tHuman")
    assert only.finding.edits == ()


def test_ids_that_are_empty_or_have_blanks_around_them() -> None:
    text = "\t1\n\t2\n \t3\n4 \t1\n"
    assert told(text, "go.clust") == [
        ("cpa-id", "\t1"),
        ("cpa-id", "\t2"),
        ("cpa-id", " "),
        ("cpa-id", "4 "),
    ]
    assert mended(text, "go.clust") == "\t1\n\t2\n \t3\n4\t1\n"
    assert told("\ta\tsubj\t\n", "go.parse") == [("cpa-id", "\ta\tsubj\t")]


def test_blanks_around_a_cluster() -> None:
    text = "1\t1 \n2\t 1\n3\tx \n"
    assert told(text, "go.clust", Role.KEY) == [("cpa-cluster", cell) for cell in ("1 ", " 1", "x ")]
    assert mended("1\t1 \n2\t 1\n", "go.clust") == "1\t1\n2\t1\n"


@pytest.mark.parametrize(("count", "lines"), [(150, []), (151, [151]), (400, [151])])
def test_more_patterns_than_are_aligned_in_every_way(count: int, lines: list[int]) -> None:
    text = "".join(f"T{number}" + "\t" * 8 + "\n" for number in range(count))
    findings = found(text, "go.pat", ontology=False)
    assert [text[: each.start].count("\n") + 1 for each in findings] == lines
    assert {each.finding.rule.name for each in findings} <= {"cpa-many-patterns"}


def test_the_key_may_leave_lines_out_of_all_clusters() -> None:
    text = rows("1 | x", "2 | u", "3 | y")
    assert told(text, "go.clust", Role.KEY) == [("cpa-cluster", "y")]
    assert [name for name, _ in told(text, "go.clust")] == ["cpa-cluster"] * 3


def test_too_few_columns() -> None:
    assert told("1\tb\tsubj\n2 b\n", "go.parse") == [("cpa-columns", "1\tb\tsubj"), ("cpa-columns", "2 b")]
    assert mended("1\tb\tsubj\n2 b\n", "go.parse") == "1\tb\tsubj\t\n2 b\n"
    assert told("Human\t\t\n", "go.pat") == [("cpa-columns", "Human\t\t")]
    assert mended("Human\t\t\n", "go.pat") == "Human" + "\t" * 8 + "\n"


def test_too_many_columns() -> None:
    assert told("1\t2\t3\n4\t5\t\n", "go.clust") == [("cpa-columns", "\t3"), ("cpa-columns", "\t")]
    assert mended("1\t2\t3\n4\t5\t \n", "go.clust") == "1\t2\t3\n4\t5\n"


def test_tags() -> None:
    text = rows("1 | b | object | ", "2 | b | Subj | ", "3 | b | verb | ")
    assert told(text, "go.parse") == [("cpa-tag", "object"), ("cpa-tag", "Subj"), ("cpa-tag", "verb")]
    assert mended(text, "go.parse") == text.replace("Subj", "subj")
    assert mended("1\tb\t subj\t\n2\tb\t \t\n", "go.parse") == "1\tb\tsubj\t\n2\tb\t\t\n"


def test_semantic_types() -> None:
    text = rows("1 | b | subj | human", "2 | b | obj | Humans")
    assert told(text, "go.parse") == [("cpa-semantic-type", "human"), ("cpa-semantic-type", "Humans")]
    assert mended(text, "go.parse") == text.replace("human", "Human")
    messages = [each.finding.message for each in found(text, "go.parse")]
    assert messages[1] == "the ontology has no semantic type Humans; did you mean Human?"
    assert told("Human | Humen\t\t\t\t\tHumen\t\t\t\n", "go.pat") == [("cpa-semantic-type", "Humen")]


def test_without_an_ontology_only_blanks_are_found() -> None:
    text = "1\tb\tsubj\tHumen\n2\tb\tsubj\tHuman \n"
    (only,) = found(text, "go.parse", ontology=False)
    assert text[only.start : only.end] == "Human "
    assert mended(text, "go.parse") == text.replace("Human ", "Human")


def test_clusters() -> None:
    text = rows("1 | 2.0", "2 | one", "3 | 1.5", "4 | ")
    assert told(text, "go.clust") == [("cpa-cluster", cell) for cell in ("2.0", "one", "1.5", "")]
    assert mended(text, "go.clust") == text.replace("2.0", "2")


def test_ids_that_stand_twice_in_a_file() -> None:
    text = rows("1 | a | | ", "2 | b | | ", "", "2 | c | | ", "2 | d | | ")
    assert told(text, "go.parse") == [("cpa-duplicate-id", "2")] * 2
    finding: Finding = found(text, "go.parse")[0].finding
    (first,) = finding.related
    assert first.unit.text[first.start : first.end + 2] == "2\tb"
    assert told("Human" + "\t" * 8 + "\nHuman" + "\t" * 8 + "\n", "go.pat") == []


def test_ids_of_a_long_file_that_stands_in_itself_twice() -> None:
    text = "".join(f"{number}\ta\t\t\n" for number in range(5000))
    findings = found(text + text, "go.parse")
    assert len(findings) == 5000
    first, place = findings[-1].finding.related[0], text.index("\n4999\t") + 1
    assert (first.start, first.end) == (place, place + 4)


def test_verbs_without_a_file_are_told_of_once_at_the_start_of_the_first() -> None:
    texts = {"go": "1\t1\n", "run": "1\t1\n"}
    engine, live = opened("cpa-clustering", {**texts, "walk": "", "come": ""}, texts)
    named = [(path.name, list(engine.findings(path))) for path in live.pair.responses]
    assert [(name, [each.finding.arguments["file"] for each in of]) for name, of in named] == [
        ("go.clust", ["come.clust", "walk.clust"]),
        ("run.clust", []),
    ]
    assert {(each.start, each.end) for _, of in named for each in of} == {(0, 0)}
    assert engine.reading(RESPONSE / "go.clust") is live.reading(RESPONSE / "go.clust")


def test_one_defect_is_one_finding() -> None:
    """A line that is broken is still read, and hides none after it."""
    text = rows("1 | a | SUBJ", "1 | b | obj | Humen | ")
    assert [name for name, _ in told(text, "go.parse")] == [
        "cpa-columns",
        "cpa-tag",
        "cpa-duplicate-id",
        "cpa-semantic-type",
        "cpa-columns",
    ]
