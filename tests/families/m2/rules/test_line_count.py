"""The first line that is out of step with the gold."""

import pytest

from keytally.families.m2.reading import GoldUnit, SentenceUnit
from keytally.families.m2.rules import compare_order

SENTENCES = ["the cat sat", "a dog barked", "no bird sang", "all fish swam"]


def told(*lines: str) -> tuple[int, str] | None:
    """The index of the line, and what is said of the place."""
    references = [GoldUnit(f"S {sentence}\n\n") for sentence in SENTENCES]
    found = compare_order([SentenceUnit(f"{line}\n") for line in lines], references)
    return found and (found[0], found[1].message)


def test_as_many_lines_as_sentences_are_in_step() -> None:
    assert told("x", "", "y", "z") is None


@pytest.mark.parametrize("at", range(5))
def test_a_line_too_many(at: int) -> None:
    lines = [*SENTENCES[:at], "something else altogether", *SENTENCES[at:]]
    assert told(*lines) == (
        at,
        f"5 lines and 4 sentences; line {at + 1} is the first without a sentence",
    )


def test_a_gold_file_in_place_of_a_response_is_named() -> None:
    lines = ["S the cat sat", "A 1 2|||Noun|||dog|||REQUIRED|||-NONE-|||0", "", "S a dog barked", ""]
    found = told(*lines)
    assert found is not None
    assert found[0] == 0
    assert "this is an M2 file; use the task m2-edits" in found[1]
    assert told("S") is not None


@pytest.mark.parametrize("at", range(3))
def test_a_line_that_is_not_there(at: int) -> None:
    lines = SENTENCES[:at] + SENTENCES[at + 1 :]
    place = f"line {at + 1} is the first out of step: sentence {at + 1} has no line"
    assert told(*lines) == (at, f"3 lines and 4 sentences; {place}")


def test_the_last_line_is_not_there() -> None:
    assert told(*SENTENCES[:3]) == (2, "3 lines and 4 sentences; sentence 4 is the first without a line")


def test_corrections_do_not_put_a_line_out_of_step() -> None:
    lines = ["the cats sat", "a dogs barks", "extra line here", "no birds sing", "all the fish swim"]
    assert told(*lines) == (2, "5 lines and 4 sentences; line 3 is the first without a sentence")


@pytest.mark.parametrize("at", [0, 1, 499, 500, 777, 1999, 2000])
def test_a_long_file_is_searched_by_halves(at: int) -> None:
    sentences = [f"sentence {number} has words of {number % 7} kinds" for number in range(2000)]
    references = [GoldUnit(f"S {sentence}\n\n") for sentence in sentences]
    lines = [SentenceUnit(f"{line}\n") for line in [*sentences[:at], "one more", *sentences[at:]]]
    found = compare_order(lines, references)
    assert found is not None and found[0] == at


def test_no_line_at_all() -> None:
    assert told() is None
