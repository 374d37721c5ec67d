"""The texts as link information counts in them: over units, and without task tags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.muc.sgml.language import sgml_language
from keytally.families.muc.templates.links import TextsFile, leads_to
from keytally.families.muc.templates.unit import Link

BITS = st.sampled_from(
    [
        "<DOC>\n",
        "</DOC>\n",
        "<DOCNO> 1 </DOCNO>\n",
        "<p>",
        '<COREF ID="1">',
        "</COREF>",
        "Noor ",
        "é😀",
        "\r\n",
    ]
)


def reading_of(text: str) -> Reading:
    return Reading(sgml_language(Role.TEXTS), text)


@given(st.lists(BITS, max_size=20).map("".join), st.data())
def test_a_stretch_is_that_of_the_whole_file_without_its_task_tags(text: str, data: st.DataObject) -> None:
    reading = reading_of(text)
    texts = TextsFile(reading.units)
    whole = "".join(unit.stripped() for unit in reading.units)
    assert texts.length == len(whole)
    first = data.draw(st.integers(0, len(whole)))
    last = data.draw(st.integers(first, len(whole)))
    assert texts.text(first, last) == whole[first:last]
    start, end = texts.place(first), texts.place(last, is_end=True)
    if first < last and start and end:
        places = [reading.units.offset_of(unit) + place for unit, place in (start, end)]
        between = text[places[0] : places[1]]
        assert between.startswith(whole[first]) and between.endswith(whole[last - 1])
        assert texts.offset(*start) == first
        assert texts.offset(*end) == last


def test_there_is_nothing_past_the_end() -> None:
    texts = TextsFile(reading_of("Noor").units)
    assert texts.text(0, 4) == "Noor"
    assert texts.text(0, 5) is None
    assert texts.text(3, 2) is None
    assert texts.place(5) is None
    assert TextsFile([]).place(0) is None


@pytest.mark.parametrize(
    ("written", "leads"),
    [("texts.sgml", True), ("texts", True), ("a/texts.sgml", True), ("a\\texts", True), ("text", False)],
)
def test_a_link_names_the_texts_with_their_ending_or_without(written: str, leads: bool) -> None:
    assert leads_to(Link(0, 1, written, 0, 1), "texts.sgml") is leads
