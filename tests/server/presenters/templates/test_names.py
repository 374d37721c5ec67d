"""Names of objects: where a pointer leads, what points to an object, and renaming it everywhere."""

import pytest

from keytally_server.answers import RenameError
from keytally_server.requests.definitions import definitions, document_highlights, references
from keytally_server.requests.rename import renamable, rename
from tests.server.desk import Desk, applied, response
from tests.server.template_desk import in_key, in_no_pair, in_response

PEOPLE = """
<PERSON-1-1> :=
    PER_NAME: "Ilsabet Noor"
<person-1-2> :=
    PER_NAME: "Marla Tovenik"
<ORGANIZATION-1-1> :=
    ORG_NAME: "Port Anselm"
    ORG_TYPE: GOVERNMENT
<EMPLOYEE_OF-1-1> :=
    PERSON: <PERSON-1-1‸>
    ORGANIZATION: <ORGANIZATION-1-1>
<EMPLOYEE_OF-1-2> :=
    PERSON: < Person-1-1 >
    ORGANIZATION: <ORGANIZATION-1-1>
<PERSON-2-1> :=
    PER_NAME: "Ilsabet Noor"
<EMPLOYEE_OF-2-1> :=
    PERSON: <PERSON-2-1>
    ORGANIZATION: <ORGANIZATION-2-7>
"""


def at(picture: str, needle: str) -> str:
    """A picture with its cursor moved to the first place of some text."""
    plain = picture.replace("‸", "")
    place = plain.index(needle)
    return f"{plain[:place]}‸{plain[place:]}"


def highlighted(desk: Desk) -> list[str]:
    found = document_highlights(desk.snapshot, desk.offset)
    return [
        f"{'gives' if each.is_declaration else 'uses'} {desk.text[each.start : each.end]}" for each in found
    ]


def led_to(desk: Desk) -> list[str]:
    """The lines that definitions lead to."""
    text = desk.text
    return [
        text[text.rfind("\n", 0, found.start) + 1 : text.index("\n", found.end)]
        for found in definitions(desk.snapshot, desk.offset)
    ]


def renamed(desk: Desk, name: str) -> str:
    return applied(desk.text, rename(desk.snapshot, desk.offset, name))


def test_a_pointer_leads_to_the_header_of_its_object() -> None:
    assert led_to(in_no_pair(PEOPLE)) == ["<PERSON-1-1> :="]
    assert led_to(in_no_pair(at(PEOPLE, " Person-1-1"))) == ["<PERSON-1-1> :="]
    assert led_to(in_no_pair(at(PEOPLE, "<ORGANIZATION-1-1>\n"))) == ["<ORGANIZATION-1-1> :="]
    assert led_to(in_no_pair(at(PEOPLE, "<PERSON-2-1>\n"))) == ["<PERSON-2-1> :="]


def test_a_pointer_to_nothing_leads_nowhere() -> None:
    assert led_to(in_no_pair(at(PEOPLE, "<ORGANIZATION-2-7>"))) == []


def test_a_pointer_into_another_document_leads_nowhere() -> None:
    """The scorer looks for objects in the document that the pointer stands in."""
    picture = PEOPLE.replace("‸", "").replace("PERSON: <PERSON-2-1>", "PERSON: <PERSON-1-1‸>")
    desk = in_no_pair(picture)
    assert led_to(desk) == []
    assert highlighted(desk) == ["uses PERSON-1-1"]
    with pytest.raises(RenameError):
        renamable(desk.snapshot, desk.offset)


def test_the_way_takes_in_the_brackets() -> None:
    desk = in_no_pair(PEOPLE)
    (found,) = definitions(desk.snapshot, desk.offset)
    assert desk.text[found.start : found.end] == "PERSON-1-1"
    assert desk.text[found.origin_start : found.origin_end] == "<PERSON-1-1>"


def test_from_a_tag_the_way_is_to_its_partner() -> None:
    desk = response("met <P An‸n>\n", key="met <P Ann>\n")
    (found,) = definitions(desk.snapshot, desk.offset)
    assert found.path.name == "key.sgml"


def test_highlights_are_the_header_and_the_pointers_of_the_document() -> None:
    everywhere = ["gives PERSON-1-1", "uses PERSON-1-1", "uses Person-1-1"]
    for needle in ("<PERSON-1-1> :=", "PERSON-1-1> :=", "-1> :=", "> :=", "Person-1-1"):
        assert highlighted(in_no_pair(at(PEOPLE, needle))) == everywhere
    assert highlighted(in_no_pair(at(PEOPLE, "PERSON-2-1"))) == ["gives PERSON-2-1", "uses PERSON-2-1"]
    assert highlighted(in_no_pair(at(PEOPLE, "ORGANIZATION-2-7"))) == ["uses ORGANIZATION-2-7"]


def test_other_places_have_no_name() -> None:
    for needle in ("PER_NAME", '"Ilsabet', "GOVERNMENT", "PERSON: <"):
        assert highlighted(in_no_pair(at(PEOPLE, needle))) == []
        desk = in_no_pair(at(PEOPLE, needle))
        assert renamable(desk.snapshot, desk.offset) is None
        with pytest.raises(RenameError):
            rename(desk.snapshot, desk.offset, "7")


def test_references_leave_the_header_out_unless_it_is_asked_for() -> None:
    desk = in_no_pair(PEOPLE)
    places = references(desk.snapshot, desk.offset, with_declaration=True)
    assert [desk.text[a:b] for a, b in places] == ["PERSON-1-1", "PERSON-1-1", "Person-1-1"]
    assert references(desk.snapshot, desk.offset, with_declaration=False) == places[1:]


def test_a_string_fill_is_no_pointer() -> None:
    """The configuration says that PER_ALIAS holds strings, whatever they look like."""
    picture = "<PERSON-1-1‸> :=\n    PER_NAME: x\n    PER_ALIAS: <PERSON-1-1>\n"
    assert highlighted(in_response(picture, "")) == ["gives PERSON-1-1"]


def test_what_can_be_renamed_is_the_whole_identification_string() -> None:
    desk = in_no_pair(at(PEOPLE, "Person-1-1"))
    found = renamable(desk.snapshot, desk.offset)
    assert found is not None
    assert (desk.text[found.start : found.end], found.name) == ("Person-1-1", "Person-1-1")


def test_a_one_up_string_alone_renames_header_and_pointers_and_keeps_their_spelling() -> None:
    plain = PEOPLE.replace("‸", "").lstrip("\n")
    after = plain.replace("PERSON-1-1", "PERSON-1-1A").replace("Person-1-1", "Person-1-1A")
    assert renamed(in_no_pair(PEOPLE), "1A") == after
    assert renamed(in_no_pair(PEOPLE), "PERSON-1-1A") == after
    assert renamed(in_no_pair(at(PEOPLE, "PERSON-1-1> :=")), " <PERSON-1-1A> ") == after


def test_the_class_can_change_and_its_spelling_too() -> None:
    plain = PEOPLE.replace("‸", "").lstrip("\n")
    after = plain.replace("PERSON-1-1", "ORGANIZATION-1-9").replace("Person-1-1", "ORGANIZATION-1-9")
    assert renamed(in_no_pair(PEOPLE), "ORGANIZATION-1-9") == after
    after = plain.replace("PERSON-1-1", "person-1-1").replace("Person-1-1", "person-1-1")
    assert renamed(in_no_pair(PEOPLE), "person-1-1") == after


def test_the_same_name_changes_nothing() -> None:
    desk = in_no_pair(PEOPLE)
    assert rename(desk.snapshot, desk.offset, "PERSON-1-1") == []


def test_a_header_that_repeats_a_name_is_renamed_alone() -> None:
    """Pointers go to the first object of a name, so the second can be mended by a new one."""
    picture = """
    <PERSON-1-1> :=
        PER_NAME: "Ilsabet Noor"
    <PERSON-1-1{}> :=
        PER_NAME: "Marla Tovenik"
    <EMPLOYEE_OF-1-1> :=
        PERSON: <PERSON-1-1>
    """
    assert (
        renamed(in_no_pair(picture.format("‸")), "2")
        == in_no_pair(
            picture.format("").replace('1-1> :=\n        PER_NAME: "M', '1-2> :=\n        PER_NAME: "M')
        ).text
    )


def test_rename_changes_one_file_only() -> None:
    """Key and response are apart."""
    desk = in_key(PEOPLE, PEOPLE.replace("‸", ""))
    assert {each.unit for each in rename(desk.snapshot, desk.offset, "8")} == {None}


REFUSED = [
    ("2", "document 1 already has an object person-1-2"),
    ("PERSON-2-1", "an object cannot move to another document: PERSON-2-1 does not belong to 1"),
    ("", "an object needs a name; specify a one-up string such as 7, or a full name such as PERSON-1-1"),
    (
        "PERSON-1",
        "PERSON-1 is incomplete; specify a one-up string such as 7, or a full name such as PERSON-1-1",
    ),
    ("PERSON", "PERSON is incomplete; specify a one-up string such as 7, or a full name such as PERSON-1-1"),
    (
        "PERSON-1-",
        "PERSON-1- is incomplete; specify a one-up string such as 7, or a full name such as PERSON-1-1",
    ),
    ("1 A", "1 A is malformed; specify a one-up string such as 7, or a full name such as PERSON-1-1"),
    ('"1"', '"1" is malformed; specify a one-up string such as 7'),
    ("a<b", "a<b is malformed"),
    ("1\n2", "is malformed"),
    ("-", "- is malformed; specify a one-up string such as 7, or a full name such as PERSON-1-1"),
    ("<x>", "<x> is malformed"),
    ("1-2", "1-2 is malformed"),
    ("*", "* is malformed"),
    ("PERSON-1--", "PERSON-1-- is malformed"),
    ("PERSON-1-1 A", "PERSON-1-1 A is malformed: a name must not contain spaces, brackets or quotes"),
    ("SHIP-2-1", "an object cannot move to another document: SHIP-2-1 does not belong to 1"),
    ("SHIP-1-1", "the task has no class SHIP"),
]


@pytest.mark.parametrize(("name", "message"), REFUSED)
def test_a_name_that_cannot_be_given_is_refused_in_one_line(name: str, message: str) -> None:
    desk = in_response(PEOPLE, "")
    with pytest.raises(RenameError) as refused:
        rename(desk.snapshot, desk.offset, name)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_where_no_class_is_known_a_name_of_another_document_is_refused_too() -> None:
    """No configuration says what is a class, yet the shape of the name is enough."""
    desk = in_no_pair("<LOCATION-2602040001-1‸> :=\n    NAME: x\n")
    for name in ("ORGANIZATION-2601190001-9", "PERSON-1-1", "<PERSON-1-1>", "<x>", "-"):
        with pytest.raises(RenameError):
            rename(desk.snapshot, desk.offset, name)
    assert renamed(desk, "<PERSON-2602040001-9>") == "<PERSON-2602040001-9> :=\n    NAME: x\n"


def test_where_the_class_alone_changes_any_one_up_string_stays() -> None:
    desk = in_no_pair("<LOCATION-1-2*‸> :=\n    NAME: x\n")
    assert renamed(desk, "PERSON-1-2*") == "<PERSON-1-2*> :=\n    NAME: x\n"


def test_of_a_task_with_other_classes_a_name_of_none_of_them_is_refused() -> None:
    """Where the class is unknown to the task, the name is not taken for a one-up string."""
    desk = in_response(PEOPLE, "")
    with pytest.raises(RenameError, match="cannot move to another document"):
        rename(desk.snapshot, desk.offset, "SHIP-2601190001-9")


def test_what_has_no_sound_header_is_not_renamed() -> None:
    for picture, message in (
        (at(PEOPLE, "ORGANIZATION-2-7"), "document 2 has no object ORGANIZATION-2-7 to rename"),
        ("<PERSON-1-1‸> =\n    PER_NAME: x\n", "is not followed by :=; fix it first"),
    ):
        desk = in_no_pair(picture)
        with pytest.raises(RenameError, match=message):
            renamable(desk.snapshot, desk.offset)
