"""Elements as objects: slots, alternatives, optional marks, places."""

import pytest

from keytally.families.contract import Role
from keytally.families.muc.model import Extent, MucObject
from keytally.families.muc.sgml.unit import SgmlUnit, element_objects
from tests.families.muc.sgml_files import document, language

TIMEX = '<TIMEX TYPE="DATE" ALT="fiscal 1994">the first six months of fiscal 1994</TIMEX>'


def read(text: str, role: Role = Role.KEY, **changes: object) -> tuple[SgmlUnit, list[MucObject]]:
    reader = language(role, **changes)
    unit = reader.read(document(text))
    return unit, list(element_objects(unit, reader.syntax, role))


def fills(found: MucObject) -> dict[str, list[tuple[str, ...]]]:
    """The texts of an object's fills, by slot and alternative."""
    return {
        name: [tuple(fill.text for fill in multi) for multi in slot.alternatives]
        for name, slot in found.slots.items()
    }


def sources(unit: SgmlUnit, found: MucObject) -> list[str]:
    """The pieces of the file that an object's fills come from."""
    return [
        unit.text[found.start_of(name) + fill.start : found.start_of(name) + fill.end]
        for name, slot in found.slots.items()
        for multi in slot.alternatives
        for fill in multi
    ]


def test_the_example_of_the_manual() -> None:
    """ "TEXT: "the first six months of fiscal 1994" /"fiscal 1994" TYPE: DATE" """
    unit, (found,) = read(TIMEX)
    assert found.identifier == "TIMEX-9301190001-1"
    assert fills(found) == {
        "text": [("the first six months of fiscal 1994",), ("fiscal 1994",)],
        "type": [("DATE",)],
    }
    assert sources(unit, found) == ["the first six months of fiscal 1994", "fiscal 1994", "DATE"]
    assert unit.text[found.start : found.end] == TIMEX


def test_alternatives_are_alternative_multi_fills_in_a_key() -> None:
    unit, (found,) = read('<ENAMEX ALT="a | Carter" TYPE="PERSON|LOCATION">a Carter</ENAMEX>')
    assert fills(found) == {
        "text": [("a Carter",), ("a",), ("Carter",)],
        "type": [("PERSON",), ("LOCATION",)],
    }
    assert sources(unit, found) == ["a Carter", "a", "Carter", "PERSON", "LOCATION"]


def test_a_response_is_read_without_the_marks_of_keys() -> None:
    text = '<ENAMEX TYPE="PERSON|LOCATION" STATUS="OPT" ALT="Ada">Ada C</ENAMEX>'
    _, (found,) = read(text, Role.RESPONSE)
    assert fills(found) == {"text": [("Ada C",)], "type": [("PERSON|LOCATION",)]}
    assert not found.optional
    _, (key,) = read(text)
    assert key.optional
    assert fills(key)["status"] == [("OPT",)]


@pytest.mark.parametrize(
    ("status", "optional"), [("OPT", True), ("optional", True), (" Opt ", True), ("NO", False), ("", False)]
)
def test_optional_is_what_the_manual_says(status: str, optional: bool) -> None:
    """ "by putting the string "OPTIONAL" or "OPT" as the slot's only fill" """
    _, (found,) = read(f'<ENAMEX TYPE="PERSON" STATUS="{status}">Ada</ENAMEX>')
    assert found.optional is optional


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_line_end_in_the_text_is_one_space(line_end: str) -> None:
    unit, (found,) = read(f'<ENAMEX TYPE="PERSON">Ada{line_end}Carter </ENAMEX>')
    assert fills(found)["text"] == [("Ada Carter ",)]
    assert sources(unit, found)[0] == f"Ada{line_end}Carter "


def test_the_outer_text_holds_the_inner() -> None:
    inner = '<ENAMEX TYPE="LOCATION">England</ENAMEX>'
    unit, (outer, found) = read(f'<ENAMEX TYPE="ORGANIZATION">Bank of {inner}</ENAMEX>')
    assert fills(outer)["text"] == [("Bank of England",)]
    assert sources(unit, outer)[0] == f"Bank of {inner}"
    assert (outer.one_up, found.one_up) == ("1", "2")


def test_the_extent_counts_without_task_tags_and_ends_at_the_close_tag() -> None:
    text = '<p> <ENAMEX TYPE="PERSON">Ada</ENAMEX> in <TIMEX TYPE="DATE">1843</TIMEX>'
    unit, found = read(text)
    stripped = unit.stripped()
    start = stripped.index("Ada")
    assert [each.extent for each in found] == [
        Extent(start, start + 3, "TXT"),
        Extent(start + 7, start + 11, "TXT"),
    ]


def test_the_star_stands_for_a_quote() -> None:
    _, (found,) = read('<ENAMEX TYPE="PERSON" ALT="*Ada*">"Ada" C</ENAMEX>')
    assert fills(found)["text"] == [('"Ada" C',), ('"Ada"',)]
    _, (other,) = read('<ENAMEX TYPE="PERSON" ALT="~Ada*">x</ENAMEX>', sgml_attribute_quote_char="~")
    assert fills(other)["text"][1] == ('"Ada*',)


def test_the_first_of_two_attributes_counts_and_unknown_ones_do_not() -> None:
    _, (found,) = read('<ENAMEX TYPE="PERSON" MIN="x" TYPE="LOCATION" WORD>Ada</ENAMEX>')
    assert fills(found) == {"text": [("Ada",)], "type": [("PERSON",)]}


def test_names_and_separator_are_the_configurations() -> None:
    text = '<ENAMEX TYPE="PERSON/LOCATION">Ada</ENAMEX>'
    _, (found,) = read(text, sgml_alternative_separator="/")
    assert fills(found)["type"] == [("PERSON",), ("LOCATION",)]


def test_only_scored_elements_are_objects_and_classes_are_counted_apart() -> None:
    tag = '<{} TYPE="X">x</{}>'
    enamex, timex = tag.format(*["ENAMEX"] * 2), tag.format(*["TIMEX"] * 2)
    unit, found = read(enamex + timex + enamex + "</TXT>" + timex, doc_sections=("TXT",))
    assert [each.identifier for each in found] == [
        "ENAMEX-9301190001-1",
        "TIMEX-9301190001-1",
        "ENAMEX-9301190001-2",
    ]
    assert len(unit.elements) == 4


@pytest.mark.parametrize("gid", ["", "<DOC>"])
def test_without_a_number_the_document_has_no_name(gid: str) -> None:
    reader = language()
    unit = reader.read(f'{gid}<TXT><TIMEX TYPE="DATE">x</TIMEX></TXT>')
    assert [each.document for each in element_objects(unit, reader.syntax, Role.KEY)] == [""]
    assert unit.document == ("" if gid else None)


def test_elements_with_equal_tags_and_texts_share_their_slots() -> None:
    _, (first, other, longer) = read(
        '<ENAMEX TYPE="PERSON">Ada</ENAMEX> <ENAMEX TYPE="PERSON">Ada</ENAMEX>'
        ' <ENAMEX TYPE="PERSON">Ada </ENAMEX>'
    )
    assert first.slots is other.slots
    assert first.slots is not longer.slots
