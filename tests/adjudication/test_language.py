"""The findings of a file of decisions."""

import pytest

from keytally.adjudication.decisions import DecisionsLanguage
from keytally.engine.reading import Reading

NONE = "1\tentity Ann\tnone\t0badcafe"


def told(text: str) -> list[tuple[str, str, str]]:
    """The rule, the stretch and the message of each finding."""
    found = Reading(DecisionsLanguage(), text).findings
    return [(each.finding.rule.name, text[each.start : each.end], each.finding.message) for each in found]


def test_sound_decisions_and_blank_lines_are_no_findings() -> None:
    assert told(f"{NONE}\r\n\r\n2{NONE[1:]}\tanna\tno name\r\n") == []


def test_a_broken_line_is_found_whole() -> None:
    [(rule, piece, message)] = told(f"{NONE}\nnote\n")
    assert (rule, piece) == ("decision-line", "note") and "1 field;" in message


def test_each_mark_of_a_conflict_is_found_and_the_decisions_are_read() -> None:
    text = f"<<<<<<< HEAD\n{NONE}\n=======\n2{NONE[1:]}\n>>>>>>> other\n"
    assert [(rule, piece) for rule, piece, _ in told(text)] == [
        ("decision-conflict", "<<<<<<< HEAD"),
        ("decision-conflict", "======="),
        ("decision-conflict", ">>>>>>> other"),
    ]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (NONE, "an earlier line already decides entity Ann: none"),
        (NONE.replace("none", "take ben"), "another line decides none for entity Ann; both are ignored"),
    ],
)
def test_a_second_line_about_one_item_is_found(second: str, message: str) -> None:
    text = f"{NONE}\n2{NONE[1:]}\n{second}\twho\n"
    [(rule, piece, said)] = told(text)
    assert (rule, piece) == ("duplicate-decision", f"{second}\twho")
    assert said.startswith(message)
    reading = Reading(DecisionsLanguage(), text)
    [found] = reading.findings
    assert found.finding.related[0].unit is next(iter(reading.units))
