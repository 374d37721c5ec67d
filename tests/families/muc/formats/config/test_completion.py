"""The option under the cursor, and what may be written there; `|` is the cursor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.configuration.document import completions, option_at
from keytally.families.muc.configuration.options import OPTIONS
from keytally.families.muc.configuration.resolution import read_config

START = """\
:doc_sections HL TXT
:class_defs "person person scored 0" "template template scored 0"
:slot_defs "person name name scored 4 string" "template content content scored 4 person"
"""


def labels(text: str) -> list[str]:
    before, after = (START + text).split("^")
    return [completion.label for completion in completions(read_config(before + after), len(before))]


@pytest.mark.parametrize("text", [":^", ":key_^file keys", ":scoring_method^"])
def test_names_behind_a_colon(text: str) -> None:
    assert labels(text) == list(OPTIONS)


def test_a_name_comes_with_its_documentation() -> None:
    completion = next(each for each in completions(read_config(":"), 1) if each.label == "key_file")
    assert completion.insert == "key_file"
    assert "The file of keys" in completion.documentation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (":scoring_method ^", ["key2response", "key2key"]),
        (":scoring_method key^", ["key2response", "key2key"]),
        (":dump_map_history ^", ["yes", "no"]),
        (":class_defs 'a a ^'", ["scored", "unscored"]),
        (":class_defs\n 'x x scored 0'\n 'a a s^", ["scored", "unscored"]),
        (":class_defs '^'", []),
        (":slot_defs 'pers^'", ["person", "template"]),
        (":slot_defs 'person x x ^'", ["scored", "unscored"]),
        (":slot_defs 'person x x scored 1 ^'", ["set", "string", "pointer", "person", "template"]),
        (":ne_subtask_names 'Person ^'", ["name"]),
        (":ne_subtask_names 'person name ^'", []),
        (":doc_section_groups 'Body ^'", ["HL", "TXT"]),
        (":doc_section_groups '^'", []),
        (":equatable_objects ^", ["person", "template"]),
        (":content_name ^", ["content"]),
        (":optional_status_slot ^", ["name", "content"]),
        (":key_file ^", []),
        (":no_such_option ^", []),
        (":scoring_method\n; ^", []),
    ],
)
def test_values(text: str, expected: list[str]) -> None:
    assert labels(text) == expected


def test_the_option_at_an_offset() -> None:
    text = ":key_file keys\n; comment\n:premodifiers a\n  an\n"
    unit = read_config(text)
    names = [line.name if (line := option_at(unit, offset)) else None for offset in range(len(text))]
    assert names[0] == names[5] == names[14] == "key_file"
    assert names[16] is None
    assert names[text.index("an")] == "premodifiers"
    assert names[text.index(":pre")] == "premodifiers"


@given(st.text(st.sampled_from(":;\"' \nscoring_methdka")), st.integers(0, 50))
def test_any_place_of_any_text_has_an_answer(text: str, offset: int) -> None:
    unit = read_config(text)
    option_at(unit, offset)
    completions(unit, offset)
