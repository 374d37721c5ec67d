"""Equal strings with equal types: highlighted, referred to, searched for, and given another type together."""

import pytest

from keytally_server.answers import RenameError
from keytally_server.requests.definitions import document_highlights, references
from keytally_server.requests.rename import renamable, rename
from keytally_server.requests.symbols import workspace_symbols
from tests.pictures import normal
from tests.server.desk import ALONE, Desk, alone, applied, document, response, spelled, unpaired

TAGS = """\
<P Ann Kory> met <P Ann
Kory>, <P Ann> and <O Ann Kory>.
"""


def under(picture: str) -> str:
    desk = alone(picture)
    found = document_highlights(desk.snapshot, desk.offset)
    assert not any(each.is_declaration for each in found)
    return desk.drawn((each.start, each.end, "") for each in found)


def renamed(picture: str, name: str) -> str:
    desk = alone(picture)
    found = renamable(desk.snapshot, desk.offset)
    assert found is not None
    assert desk.text[found.start : found.end] == found.name
    text = applied(desk.text, rename(desk.snapshot, desk.offset, name))
    return text.removeprefix(desk.text[: desk.shift]).removesuffix("</TXT>\n</DOC>\n")


def test_equal_strings_of_equal_types_are_highlighted() -> None:
    assert under("<P A‸nn>, not Ann\n<P Ann>, <P Anna>\n<O Ann>\n") == normal(
        """
        <ENAMEX TYPE="PERSON">Ann</ENAMEX>, not Ann
                              ^^^
        <ENAMEX TYPE="PERSON">Ann</ENAMEX>, <ENAMEX TYPE="PERSON">Anna</ENAMEX>
                              ^^^
        <ENAMEX TYPE="ORGANIZATION">Ann</ENAMEX>
        """
    )


def test_blanks_and_line_ends_are_alike() -> None:
    desk = alone(TAGS.replace("Kory", "K‸ory", 1))
    found = references(desk.snapshot, desk.offset, with_declaration=True)
    assert [desk.text[a:b] for a, b in found] == ["Ann Kory", "Ann\nKory"]


def test_outside_of_tags_there_is_nothing_to_highlight() -> None:
    desk = alone("<P Ann> m‸et Ann\n")
    assert document_highlights(desk.snapshot, desk.offset) == []
    assert references(desk.snapshot, desk.offset, with_declaration=True) == []


def two_documents() -> Desk:
    first, second = (document(spelled("<P Ann> and <P Bo>\n")).replace(" 1 ", f" {n} ") for n in (1, 2))
    place = first.index("Ann") + 1
    return Desk(unpaired(ALONE, first + second, "muc-sgml"), first + second, place, place, 0)


def test_highlights_are_of_the_document_and_references_of_the_file() -> None:
    desk = two_documents()
    assert len(document_highlights(desk.snapshot, desk.offset)) == 1
    found = references(desk.snapshot, desk.offset, with_declaration=False)
    assert [desk.text[a:b] for a, b in found] == ["Ann", "Ann"]


# Rename


@pytest.mark.parametrize("cursor", ['TYPE="PER‸SON"', 'TYPE="‸PERSON"', 'TYPE="PERSON‸"'])
def test_a_type_is_renamed_in_all_equal_tags_of_the_document(cursor: str) -> None:
    picture = spelled("<P Ann> met <P Ann>, <P Bo>, <O Ann>\n")
    after = spelled("<L Ann> met <L Ann>, <P Bo>, <O Ann>\n")
    assert renamed(picture.replace('TYPE="PERSON"', cursor, 1), "location") == after


@pytest.mark.parametrize("name", ["DATE", "TIMEX DATE", " timex  date "])
@pytest.mark.parametrize("cursor", ["<EN‸AMEX", "Ann</ENAM‸EX>"])
def test_a_type_of_another_tag_changes_the_tags(cursor: str, name: str) -> None:
    picture = spelled("<P Ann> met <P Ann>, <P Bo>\n")
    at = picture.replace(cursor.replace("‸", ""), cursor, 1)
    assert renamed(at, name) == spelled("<D Ann> met <D Ann>, <P Bo>\n")


def test_alternatives_of_one_tag_are_a_type() -> None:
    picture = spelled("<P Ann> met\n").replace("PERSON", "PER‸SON")
    assert renamed(picture, "person|LOCATION") == '<ENAMEX TYPE="PERSON|LOCATION">Ann</ENAMEX> met\n'


def test_the_same_type_changes_nothing() -> None:
    desk = alone(spelled("<P Ann>\n").replace("PERSON", "PER‸SON"))
    assert rename(desk.snapshot, desk.offset, "PERSON") == []
    assert rename(desk.snapshot, desk.offset, "ENAMEX") == []


@pytest.mark.parametrize("name", ["", "TIMEX", "SHIP", "ENAMEX DATE", "PERSON|DATE", "a b c", '"><'])
def test_a_type_that_the_task_does_not_have_is_refused_in_one_line(name: str) -> None:
    desk = alone(spelled("<P Ann>\n").replace("PERSON", "PER‸SON"))
    with pytest.raises(RenameError, match="the task, which has ENAMEX") as refused:
        rename(desk.snapshot, desk.offset, name)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("picture", ["<P A‸nn>\n", "m‸et <P Ann>\n", "<ENAMEX TY‸PE=PERSON>Ann</ENAMEX>\n"])
def test_nothing_but_a_type_and_a_name_of_a_tag_can_be_renamed(picture: str) -> None:
    desk = response(picture)
    assert renamable(desk.snapshot, desk.offset) is None
    with pytest.raises(RenameError):
        rename(desk.snapshot, desk.offset, "LOCATION")


# Workspace symbols


def found(query: str) -> list[str]:
    desk = two_documents()
    symbols = workspace_symbols([(ALONE, desk.snapshot.reading)], query)
    return [f"{each.name} at {desk.text[each.start : each.end]}" for each in symbols]


QUERIES = {
    "ann": ["PERSON Ann at Ann"] * 2,
    "person": ["PERSON Ann at Ann", "PERSON Bo at Bo"] * 2,
    "person bo": ["PERSON Bo at Bo"] * 2,
    "enamex": [],
    "": ["1 at 1", "2 at 2"],
}


@pytest.mark.parametrize("query", QUERIES)
def test_entities_are_found_by_type_and_text(query: str) -> None:
    assert found(query) == QUERIES[query]


def test_an_entity_of_a_document_is_listed_once() -> None:
    desk = alone("<P Ann> met <P Ann> and <O Ann>\n")
    symbols = workspace_symbols([(ALONE, desk.snapshot.reading)], "ann")
    assert [each.name for each in symbols] == ["PERSON Ann", "ORGANIZATION Ann"]
