"""The file of decisions (design, "Adjudication"): any text is read, and nothing in it is lost."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.adjudication.decisions import (
    Choice,
    Decision,
    LineKind,
    Place,
    Step,
    decision_edits,
    decision_line,
    read_lines,
    read_place,
    sorted_decisions,
    written_place,
)
from keytally.findings.finding import apply_edits

ANN = (Step("entity", "Ann Lee"),)
TAKEN = Decision("260112-0001", ANN, Choice.TAKE, "0badcafe", "anna", "carl", "she is named in full")

TEXT = st.text(st.sampled_from("ab \\#>\t\n\r<=|1st"), max_size=6)
NAME = st.text(st.sampled_from("ab \\#>\t\n\r<=|1st"), min_size=1, max_size=6)
STEPS = st.builds(Step, TEXT, TEXT, st.integers(1, 12))
PLACES = st.lists(STEPS, min_size=1, max_size=3).map(tuple)
DIGESTS = st.integers(0, 2**32 - 1).map("{:08x}".format)


def decisions_of(items: st.SearchStrategy[tuple[str, Place]]) -> st.SearchStrategy[Decision]:
    """Decisions on such items."""

    def decision(
        item: tuple[str, Place], annotator: str | None, is_none: bool, digest: str, texts: tuple[str, str]
    ) -> Decision:
        choice = Choice.TAKE if annotator else Choice.NONE if is_none else Choice.OWN
        return Decision(*item, choice, digest, annotator, *texts)

    return st.builds(decision, items, st.none() | NAME, st.booleans(), DIGESTS, st.tuples(TEXT, TEXT))


DECISIONS = decisions_of(st.tuples(NAME, PLACES))
FEW_ITEMS = st.tuples(st.sampled_from(["1", "2"]), st.sampled_from([ANN, (Step("entity", "Ben"),)]))
LINES = st.sampled_from(["", "no decision", "<<<<<<< mine", "=======", ">>>>>>> theirs"])
FILES = st.lists(decisions_of(FEW_ITEMS).map(decision_line) | LINES, max_size=6).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n"]).map(lambda end: "".join(f"{line}{end}" for line in lines))
)


def decided(text: str) -> list[Decision]:
    return [line.decision for line in read_lines(text) if line.decision is not None]


def others(text: str) -> list[str]:
    """The lines that hold no decision and are not blank."""
    return [line.text for line in read_lines(text) if line.kind in (LineKind.BROKEN, LineKind.CONFLICT)]


def test_a_decision_is_one_line_that_a_person_can_read() -> None:
    line = "260112-0001\tentity Ann Lee\ttake anna\t0badcafe\tcarl\tshe is named in full"
    assert decision_line(TAKEN) == line
    assert decided(line + "\n") == [TAKEN]


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ((Step("entity", "Ann", 2),), "entity Ann#2"),
        ((Step("object", "PERSON-1-1"), Step("slot", "PER_NAME")), "object PERSON-1-1 > slot PER_NAME"),
        ((Step("entity", "No. #2"),), "entity No. \\#2"),
        ((Step("entity", "Ann\nLee"),), "entity Ann\\nLee"),
        ((Step("long kind", "a > b"),), "long\\skind a \\> b"),
        ((Step("edit", ""),), "edit "),
    ],
)
def test_places_are_kinds_and_names(place: Place, text: str) -> None:
    assert written_place(place) == text
    assert read_place(text) == place


@pytest.mark.parametrize("text", ["entity", "", "entity Ann#", "entity Ann#0", "entity a > ", "entity a > b"])
def test_what_is_no_place_is_none(text: str) -> None:
    assert read_place(text) is None


@given(DECISIONS)
def test_every_decision_is_read_as_it_was_written(decision: Decision) -> None:
    assert decided(decision_line(decision) + "\n") == [decision]
    assert len(read_lines(decision_line(decision))) == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("note to self", "the line has 1 field;"),
        ("1\tentity A\tnone", "the line has 3 fields;"),
        ("1\tentity A\tnone\tabcd\tw\tc\tx", "the line has 7 fields;"),
        ("\tentity A\tnone\tabcd", "the document is missing"),
        ("1\tentity\tnone\tabcd", "expected a kind of item and its name, not 'entity'"),
        ("1\tentity A\ttake\tabcd", "expected `take NAME`, `none` or `own`, not 'take'"),
        ("1\tentity A\tleave\tabcd", "expected `take NAME`, `none` or `own`, not 'leave'"),
        ("1\tentity A\tnone\txyz", "'xyz' is not a digest"),
    ],
)
def test_a_broken_line_says_what_is_wrong(line: str, problem: str) -> None:
    [read] = read_lines(line)
    assert read.kind is LineKind.BROKEN and read.problem.startswith(problem)


def test_the_marks_of_a_merge_conflict_are_told_from_broken_lines() -> None:
    text = "<<<<<<< HEAD\n=======\n||||||| base\n>>>>>>> other branch\n"
    assert [line.kind for line in read_lines(text)] == [LineKind.CONFLICT] * 4


@given(st.text(st.sampled_from("a\t \r\n<=\\#>1\x0c\u2028"), max_size=40))
def test_any_text_is_read_and_every_line_stands_where_it_is(text: str) -> None:
    for line in read_lines(text):
        assert text[line.start : line.end] == line.text
    assert others(sorted_decisions(text)) == (
        others(text) if sorted_decisions(text) == text else sorted(others(text))
    )


@given(FILES)
def test_a_file_that_is_put_in_order_stays_as_it_is(text: str) -> None:
    assert sorted_decisions(sorted_decisions(text)) == sorted_decisions(text)
    assert set(decided(sorted_decisions(text))) == set(decided(text))


@given(FILES, st.lists(decisions_of(FEW_ITEMS), max_size=3), st.booleans())
def test_what_is_decided_stands_in_the_file_and_nothing_else_changes(
    text: str, made: list[Decision], is_cut: bool
) -> None:
    text = text[:-1] if is_cut else text
    new = {decision.item: decision for decision in made}
    after = apply_edits(text, decision_edits(text, made))
    kept = [decision for decision in decided(text) if decision.item not in new]
    assert sorted(map(decision_line, decided(after))) == sorted(map(decision_line, [*kept, *new.values()]))
    assert others(after) == others(text)
    assert apply_edits(after, decision_edits(after, made)) == after


@given(st.lists(decisions_of(FEW_ITEMS), max_size=6))
def test_decisions_that_are_made_one_by_one_stand_in_order(made: list[Decision]) -> None:
    text = ""
    for decision in made:
        text = apply_edits(text, decision_edits(text, [decision]))
    assert text == sorted_decisions(text)
    assert len(decided(text)) == len({decision.item for decision in made})


def test_a_decision_that_is_withdrawn_goes() -> None:
    text = decision_line(TAKEN) + "\nnote\n"
    assert apply_edits(text, decision_edits(text, [], [TAKEN.item])) == "note\n"


def test_no_side_of_a_conflict_gets_a_new_decision() -> None:
    conflict = "<<<<<<< mine\nz\n=======\n>>>>>>> theirs\n"
    after = apply_edits(conflict, decision_edits(conflict, [TAKEN]))
    assert after == conflict + decision_line(TAKEN) + "\n"


def merged(folder: Path, texts: Sequence[str]) -> str:
    """What git makes of mine, the base and theirs, where it takes the lines of both."""
    names = ["mine", "base", "theirs"]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text(text)
    command = ["git", "merge-file", "-p", "--union", *(str(folder / name) for name in names)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [("", "135", "246"), ("39", "1359", "349"), ("159", "159", "125789"), ("5", "15", "25")],
)
def test_what_two_people_decided_is_merged_by_git(tmp_path: Path, base: str, mine: str, theirs: str) -> None:
    def file(documents: str) -> str:
        return "".join(decision_line(TAKEN._replace(document=each)) + "\n" for each in documents)

    text = sorted_decisions(merged(tmp_path, [file(mine), file(base), file(theirs)]))
    assert [decision.document for decision in decided(text)] == sorted({*mine, *theirs})


def test_what_two_people_decided_otherwise_is_there_twice_after_the_merge(tmp_path: Path) -> None:
    other = TAKEN._replace(choice=Choice.NONE, annotator=None)
    text = sorted_decisions(merged(tmp_path, [decision_line(TAKEN) + "\n", "", decision_line(other) + "\n"]))
    assert {*decided(text)} == {TAKEN, other}
