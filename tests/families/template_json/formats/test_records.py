"""Records: how files are cut, which documents they name, and what is read of odd shapes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.template_json.reading import RecordUnit
from keytally.families.template_json.records import document_of, record_of, title_of
from keytally.families.template_json.rules import TemplateLanguage
from tests.families.template_json.written import lines, one_object, pairs

LANGUAGE = TemplateLanguage()
PIECES = st.sampled_from(
    ['"10001"', ": ", "{", '"pred_templates"', '"docid"', "\n", "\r", "\r\n", " ", "\\", '"', "}", ",", "x"]
)


def units_of(text: str) -> list[RecordUnit]:
    places = [0, *LANGUAGE.boundaries(text), len(text)]
    return [LANGUAGE.read(text[start:end]) for start, end in pairwise(places)]


@pytest.mark.parametrize("indent", [None, 1, 4])
@given(st.data())
def test_both_forms_have_the_same_records(indent: int | None, data: st.DataObject) -> None:
    content = [mine for mine, _ in data.draw(pairs())]
    by_line, by_name = units_of(lines(content)), units_of(one_object(content, indent=indent))
    assert by_name[0].is_opening
    assert [unit.document for unit in by_line] == [unit.document for unit in by_name[1:]]
    for line, named in zip(by_line, by_name[1:], strict=True):
        found = (finding.rule.name for finding in (*line.findings, *named.findings))
        assert set(found) <= {"json-duplicate-template"}
        assert len(line.stated()) == len(named.stated())


@given(st.lists(PIECES, max_size=30).map("".join))
def test_a_boundary_is_told_by_what_stands_there(text: str) -> None:
    """By one character before it, and no more behind it than the language says."""
    boundaries = LANGUAGE.boundaries(text)
    for place in range(1, len(text)):
        part = text[place - 1 : place + LANGUAGE.lookahead]
        assert (1 in LANGUAGE.boundaries(part)) == (place in boundaries)


def test_the_longest_boundary_is_within_the_lookahead() -> None:
    blanks = " " * 40
    text = f',"{"x" * 100}"{blanks}:{blanks}{{{" " * 80}"gold_templates": []'
    assert LANGUAGE.boundaries(text) == [1]
    assert LANGUAGE.boundaries(text[: 1 + LANGUAGE.lookahead]) == [1]


@pytest.mark.parametrize(
    ("title", "document"),
    [
        ("TST3-MUC4-0001", "30001"),
        ("TST1-MUC3-0100", "10100"),
        ("10001", "10001"),
        ("DEV-MUC3-0001", "DEV-MUC3-0001"),
        ("a-b", "a-b"),
        ("TST2-HARBOUR-0007", "20007"),
        ("x1-1", "x1-1"),
        ("2026-03-01", "2026-03-01"),
        ("order7-2025-0012", "order7-2025-0012"),
        ("0f8fad5b-d9cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-70867728950e"),
    ],
)
def test_the_name_of_a_document(title: str, document: str) -> None:
    assert document_of(title) == document


def test_mentions_have_their_places() -> None:
    text = '{"docid": "x", "templates": [{"incident_type": "attack", "Victim": [[["a man", 3], "he"]]}]}'
    unit = LANGUAGE.read(text)
    (template,) = unit.stated()
    (role,) = template.roles
    (entity,) = role.entities
    assert text[template.type_start : template.type_end] == '"attack"'
    assert text[role.name_start : role.name_end] == '"Victim"'
    assert [text[each.start : each.end] for each in entity.mentions] == ['["a man", 3]', '"he"']
    assert [(each.text, each.offset) for each in entity.mentions] == [("a man", 3), ("he", None)]


@given(st.lists(PIECES, max_size=30).map("".join))
def test_a_quote_that_nothing_ends_names_no_document(text: str) -> None:
    """Any text is read, also one that begins as a string and has no end of it."""
    (unit, *_) = units_of(f'"{text}')
    assert unit.document is None or '"' in text
    assert LANGUAGE.read('" []}\n').document is None


def test_a_record_that_python_printed_has_its_name() -> None:
    text = str({"docid": "TST3-MUC4-0001", "templates": [{"incident_type": "attack", "Victim": [["it's"]]}]})
    assert title_of(text) == "TST3-MUC4-0001"
    (template,) = record_of(text).templates or ()
    assert template.roles[0].entities[0].mentions[0].text == "it's"
