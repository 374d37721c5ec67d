"""What the features show of units that present themselves: formats that they know nothing about."""

import re

import pytest

from keytally.engine.engine import Engine
from keytally.families.contract import Level, Mark, Role
from keytally.tallies.status import Status
from keytally_server.requests.code_lenses import code_lenses
from keytally_server.requests.definitions import partners
from keytally_server.requests.hover import hover
from keytally_server.requests.inlay_hints import inlay_hints
from keytally_server.requests.ranges import folding_ranges, semantic_tokens
from keytally_server.requests.symbols import document_symbols
from keytally_server.wording import verdict_on
from tests.pictures import normal
from tests.server import answer_lines
from tests.server.answer_lines import (
    KEY,
    RESPONSE,
    Answers,
    AnswersEvaluation,
    AnswersLanguage,
    answers,
    gold,
)
from tests.server.desk import Desk, snapshot_of

GOLD = "one = red blue\ntwo = green\n"


def shown(picture: str) -> str:
    desk = answers(picture, GOLD)
    found = hover(desk.snapshot, desk.offset)
    return "" if found is None else found.markdown + "\n"


def about(picture: str) -> str:
    desk = answers(picture, GOLD)
    found = hover(desk.snapshot, desk.offset)
    assert found is not None
    return desk.text[found.start : found.end]


def test_a_hover_has_every_verdict_at_the_place_the_widest_first_and_the_figures() -> None:
    assert shown("one = red pi‸nk\n") == normal(
        """
        **COR** correct `one`  
        key: `one = red blue`

        **SPU** spurious `pink`

        **MIS** missing here `blue`  
        key: `blue`

        |             | right |
        |-------------|------:|
        | this answer |     1 |
        | all answers |     1 |
        """  # noqa: W291 (two blanks break a line in Markdown)
    )


@pytest.mark.parametrize(
    ("label", "subject"), [("SPU pink", "pink"), ("pink, spurious", "pink"), ("pink", None)]
)
def test_a_label_need_not_say_the_verdict_again(label: str, subject: str | None) -> None:
    unit = Answers("one = pink\n")
    mark = Mark(unit, 6, 10, Status.SPURIOUS, Level.FILL, label, subject=subject)
    assert verdict_on(mark) == "**SPU** spurious `pink`"


def test_a_hover_has_the_units_own_note() -> None:
    assert "\n\nabout *one*\n\n|" in shown("o‸ne = red\n")


def test_a_line_that_has_only_a_number_has_figures_too() -> None:
    desk = answers("- = red\n- = bl‸ue \\\n  red\n", "- = green\n- = blue red\n")
    found = hover(desk.snapshot, desk.offset)
    assert found is not None
    assert "| this answer |     2 |\n| all answers |     2 |" in found.markdown
    assert [lens.title for lens in code_lenses(desk.snapshot)] == ["all answers: 2 right", "2: 2 right"]


def test_a_hover_is_about_the_narrowest_thing_there_is_something_to_say_about() -> None:
    assert about("one = r‸ed pink\n") == "red"
    assert about("one = red pink‸\n") == "pink"
    assert about("o‸ne = red\n") == "one"
    assert about("one ‸= red\n") == "one = red"


def test_where_nothing_is_scored_there_is_only_the_note() -> None:
    engine = Engine()
    engine.open(RESPONSE, "one = red\n", AnswersLanguage())
    snapshot = snapshot_of(engine, RESPONSE, Role.UNKNOWN, None)
    noted = hover(snapshot, 0)
    assert noted is not None
    assert noted.markdown == "about *one*"
    assert hover(snapshot, len("one = r")) is None
    assert list(code_lenses(snapshot)) == []


def test_a_place_leads_to_the_partners_of_what_stands_there_the_narrowest_first() -> None:
    def led_to(picture: str) -> list[str]:
        desk = answers(picture, GOLD)
        found = partners(desk.snapshot, desk.offset)
        assert all(target.path == KEY for target in found)
        return [GOLD[target.start : target.end] for target in found]

    assert led_to("two = gre‸en\n") == ["green", "two = green"]
    assert led_to("one = re‸d\n") == ["red", "one = red blue", "blue"]
    assert led_to("two = re‸d green\n") == ["two = green"]
    assert led_to("three = r‸ed\n") == []


def test_missing_things_are_hinted_at_where_they_would_stand_whatever_their_level() -> None:
    desk = answers("one = red\ntwo = green\n", GOLD)
    found = list(inlay_hints(desk.snapshot, 0, len(desk.text)))
    assert desk.drawn((hint.place, hint.place, hint.label) for hint in found) == (
        "one = red\n         | MIS blue\ntwo = green\n"
    )
    assert [hint.tooltip for hint in found] == ["the key has blue"]


def test_a_key_has_no_hints_for_it_is_the_response_that_lacks_something() -> None:
    desk = gold("one = \ntwo = green\n", "one = red\n")
    pair = desk.snapshot.pair
    assert pair is not None
    assert "MIS everything" in {placed.mark.label for placed in desk.snapshot.marks(0, len(desk.text))}
    assert list(inlay_hints(desk.snapshot, 0, len(desk.text))) == []


def test_figures_of_a_document_that_are_not_those_of_all_stand_on_a_line_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    totals = {"tried": "yes", "mode": "red"}
    monkeypatch.setattr(AnswersEvaluation, "document_totals", lambda self, scores: totals)
    assert shown("one = r‸ed\n").endswith("\n\nthis answer: tried yes, mode red  \nall answers: right 1\n")


def test_pieces_are_coloured() -> None:
    desk = answers("one = red\n", GOLD)
    found = semantic_tokens(desk.snapshot, 0, len(desk.text))
    assert desk.drawn((token.start, token.end, token.type.name.lower()) for token in found) == (
        "one = red\n^^^ number\n    ^ operator\n      ^^^ string\n"
    )


def test_a_list_of_one_kind_is_one_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where a single mark stands between its items: not a blank, nor several marks."""
    monkeypatch.setattr(answer_lines, "WORD", re.compile("[a-z]+"))
    desk = answers("one = red;blue;grey white, pink;;black\n", GOLD)
    found = semantic_tokens(desk.snapshot, 0, len(desk.text))
    assert [token.text for token in found][2:] == ["red;blue;grey", "white", "pink", "black"]


def test_headings_are_symbols_with_children_and_are_never_without_a_name() -> None:
    desk = answers("one = red blue\n\n", GOLD)
    assert outline(desk) == ["one (2 words)", " red ()", " blue ()", "(no name) (0 words)"]


def outline(desk: Desk) -> list[str]:
    return [
        row
        for each in document_symbols(desk.snapshot)
        for row in (
            f"{each.name} ({each.detail})",
            *(f" {child.name} ({child.detail})" for child in each.children),
        )
    ]


def test_stretches_over_a_line_end_fold() -> None:
    desk = answers("one = red \\\n  blue\ntwo = green\n", GOLD)
    assert [desk.text[fold.start : fold.end] for fold in folding_ranges(desk.snapshot)] == [
        "one = red \\\n  blue"
    ]


def test_lenses_stand_above_the_file_and_documents_of_more_than_a_line() -> None:
    desk = answers("one = red \\\n  blue\ntwo = green\nten = x\nten = y\n", GOLD)
    assert desk.drawn((lens.start, lens.start, "") for lens in code_lenses(desk.snapshot)) == normal(
        """
        one = red \\
        |
        |
          blue
        two = green
        ten = x
        |
        ten = y
        """
    )
    assert [lens.title for lens in code_lenses(desk.snapshot)] == [
        "all answers: 3 right",
        "one: 2 right",
        "ten: 0 right",
    ]
