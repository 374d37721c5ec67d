"""The lines of `-vv` have limits, which a line tells of; for those of `-v` a sentence is read once."""

from unittest.mock import patch

import pytest

from keytally.families.m2 import program_comparison
from keytally.families.m2.reading import block_of
from tests.families.m2.files import GOLD, OUTPUT, block, compatible, scored


def report(gold: str, output: str, verbose: int, mode: str = "document") -> list[str]:
    """The lines of the text output."""
    rules = compatible(mode)
    return rules.report_text(scored(gold, output, rules), verbose).splitlines()


def words(letter: str, count: int) -> str:
    """Tokens that only sentences of one letter have in common."""
    return " ".join(f"{letter}{number}" for number in range(count))


def test_sentences_without_a_common_token_are_traced_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_comparison, "MOST_OF_SENTENCE", 20_000)
    lines = report(block(words("a", 30)), words("b", 30) + "\n", 2)
    assert sum(map(len, lines)) < 21_000
    assert lines[-4] == (
        "... the rest of the lines about sentence 1 is left out: 20,000 characters are the most for one"
    )
    assert lines[-3].startswith("Precision")


def test_large_tables_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_comparison, "MOST_TABLE_CELLS", 8)
    lines = report(block("a b c"), "a b d\n", 2)
    assert lines[0] == "... the tables are left out: they have more than 8 cells"
    assert lines[1].startswith("edits (w/o transitive arcs): ")


def test_all_sentences_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = report(GOLD, OUTPUT, 2)
    monkeypatch.setattr(program_comparison, "MOST_OF_ALL", 10)
    lines = report(GOLD, OUTPUT, 2)
    assert lines[-4] == "... from sentence 2 on the lines are left out: 10 characters are the most"
    assert [*lines[:-4], *lines[-3:]] == [*whole[: len(lines) - 4], *whole[-3:]]


@pytest.mark.parametrize(("mode", "together"), [("3.2", True), ("head", False), ("document", False)])
def test_release_3_2_prints_the_gold_edits_behind_the_heading(mode: str, together: bool) -> None:
    lines = report(block("a b", "0 1 x"), "x b\n", 2, mode)
    assert ("set weights of edges() gold edits : [(0, 1, 'a', ['x'])]" in lines) == together
    assert ("set weights of edges()" in lines) != together


def test_a_sentence_is_read_once_for_the_lines_of_all_annotators() -> None:
    def reads(annotators: int) -> int:
        gold = block("a b c", *(f"0 1 x{number} #{number}" for number in range(annotators)))
        rules = compatible("document")
        scores = scored(gold, "x1 b c\n", rules)
        with patch("keytally.families.m2.reading.block_of", side_effect=block_of) as parse:
            rules.report_text(scores, 1)
        return parse.call_count

    assert reads(4) == reads(64)
