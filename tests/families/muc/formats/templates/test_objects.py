"""Records as objects: the manual's examples, and what a response may not say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.model import Fill, MucObject
from keytally.families.muc.templates import objects as module
from keytally.families.muc.templates.objects import record_objects
from tests.families.muc.template_files import language, read_file, template_element

RESPONSE_EXAMPLE = """\
<ORGANIZATION-9303020074-1> :=
    ORG_NAME: "Evergreen Information Technologies Inc."
    ORG_ALIAS: "Evergreen Information Technologies"
               "Evergreen"
               "Evergreen Information"
    ORG_LEADER: <PERSON-9303020074-57>
    ORG_TYPE: COMPANY
"""
KEY_EXAMPLE = """\
<ORGANIZATION-9303020074-1> :=
    ORG_NAME: "Evergreen Information Technologies Inc."
    ORG_TYPE: /COMPANY
    ORG_ALIAS: "Evergreen Information Technologies"
               "Evergreen"
               "Evergreen Information"
              /"Evergreen"
               "Evergreen Information"
    ORG_LEADER: <PERSON-9303020074-57>
    OBJ_STATUS: OPTIONAL
"""

Texts = dict[str, list[list[str]]]


def objects_of(text: str, role: Role = Role.KEY, *, declared: bool = False) -> list[MucObject]:
    reader = language(role, template_element() if declared else None)
    return [each for unit in read_file(reader, text) for each in record_objects(unit, reader.syntax, role)]


def texts(single: MucObject) -> Texts:
    """The fills' texts, by slot and alternative."""
    return {
        name: [[fill.text for fill in fills] for fills in slot.alternatives]
        for name, slot in single.slots.items()
    }


def placed(single: MucObject) -> dict[str, tuple[bool, list[list[Fill]]]]:
    """The slots with the places of their fills in the unit, and whether they are optional."""
    return {
        name: (
            slot.optional,
            [
                [Fill(text, base + start, base + end) for text, start, end in fills]
                for fills in slot.alternatives
            ],
        )
        for name, slot in single.slots.items()
        for base in (single.start_of(name),)
    }


def seen(single: MucObject) -> tuple[object, ...]:
    """All that can be told of an object."""
    return single.identifier, single.start, single.end, single.optional, single.extent, placed(single)


def test_the_response_example_of_the_manual() -> None:
    (single,) = objects_of(RESPONSE_EXAMPLE, Role.RESPONSE)
    assert single.identifier == "ORGANIZATION-9303020074-1"
    assert not single.optional
    assert texts(single) == {
        "org_name": [["Evergreen Information Technologies Inc."]],
        "org_alias": [["Evergreen Information Technologies", "Evergreen", "Evergreen Information"]],
        "org_leader": [["<PERSON-9303020074-57>"]],
        "org_type": [["COMPANY"]],
    }


def test_the_key_example_of_the_manual() -> None:
    """A slash makes `ORG_TYPE` optional and parts the alternatives of `ORG_ALIAS`."""
    (single,) = objects_of(KEY_EXAMPLE)
    assert single.optional
    assert {name for name, slot in single.slots.items() if slot.optional} == {"org_type"}
    assert texts(single)["org_alias"] == [
        ["Evergreen Information Technologies", "Evergreen", "Evergreen Information"],
        ["Evergreen", "Evergreen Information"],
    ]


def test_a_response_is_read_without_the_marks_of_keys() -> None:
    (single,) = objects_of(KEY_EXAMPLE, Role.RESPONSE)
    assert not single.optional and not any(slot.optional for slot in single.slots.values())
    assert texts(single)["org_alias"] == [
        ["Evergreen Information Technologies", "Evergreen", "Evergreen Information"]
    ]
    assert "obj_status" not in single.slots


def test_fills_stand_where_they_are_written() -> None:
    (single,) = objects_of(KEY_EXAMPLE)
    places = {
        KEY_EXAMPLE[fill.start : fill.end]
        for _, alternatives in placed(single).values()
        for fills in alternatives
        for fill in fills
    }
    assert {'"Evergreen"', "COMPANY", "<PERSON-9303020074-57>", "OPTIONAL"} <= places
    assert KEY_EXAMPLE[single.start : single.end] == KEY_EXAMPLE.rstrip()


def test_a_slash_before_the_very_first_fill_may_stand_on_the_next_line() -> None:
    (single,) = objects_of('<P-1-1> :=\n A:\n  /"x"\n  /"y"\n')
    assert single.slots["a"].optional
    assert texts(single) == {"a": [["x"], ["y"]]}


def test_a_slot_given_twice_has_its_fills_appended() -> None:
    (single,) = objects_of('<P-1-1> :=\n A: "x"\n B: "y"\n a: "z"\n')
    assert texts(single) == {"a": [["x", "z"]], "b": [["y"]]}


def test_undeclared_classes_and_slots_are_ignored() -> None:
    text = '<Person-1-1> :=\n per_name: "x"\n AGE: 9\n<PLACE-1-1> :=\n NAME: "y"\n'
    (single,) = objects_of(text, declared=True)
    assert (single.class_name, texts(single)) == ("person", {"per_name": [["x"]]})


def test_a_declared_class_may_hold_hyphens() -> None:
    configuration = template_element({"location-of": {"place": "string"}})
    reader = language(configuration=configuration)
    (unit,) = read_file(reader, '<LOCATION-OF-93-1A-b> :=\n PLACE: "x"\n')
    (single,) = record_objects(unit, reader.syntax, Role.KEY)
    assert (single.class_name, single.document, single.one_up) == ("location-of", "93", "1A-b")


def test_the_status_slot_is_the_one_that_the_configuration_names() -> None:
    text = "<PERSON-1-1> :=\n PER_TITLE: opt\n<PERSON-1-2> :=\n OBJ_STATUS: OPT\n"
    configuration = template_element(
        optional_status_slot="per_title", given={"optional_status_slot": ("per_title",)}
    )
    reader = language(configuration=configuration)
    found = [record_objects(unit, reader.syntax, Role.KEY)[0].optional for unit in read_file(reader, text)]
    assert found == [True, False]


PIECES = [
    *("<PERSON-1-1> :=", "<ORGANIZATION-1-2>:=", "<FERRY-1-3> :=", "<PERSON-2-1>", "< PERSON-1-4> :="),
    *("PER_NAME:", "per_name:", "PER_ALIAS: ", "ORG_LEADER:", "OBJ_STATUS: OPT", "KNOTS: 12"),
    *('"Joe Roth"', "'it''s'", '"open', "bare  words ", "/", "##1#2#texts", "<PERSON-1-9>", "#", "; no"),
    *("<PERSON-0-9>", "a-1-1-", '"b-1-c"', "D-1-E:"),
    *("\n", "\n", "\n", "\r\n", "\r", "\n\t", "\n\t", " ", "\t"),
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=24).map("".join), st.sampled_from(list(Role)), st.booleans()
)
@settings(max_examples=300)
def test_plain_records_give_the_objects_that_their_trees_give(text: str, role: Role, declared: bool) -> None:
    text = "<PERSON-1-1> :=\n" + text
    short = objects_of(text, role, declared=declared)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_plain_record", lambda text: None)
        assert list(map(seen, objects_of(text, role, declared=declared))) == list(map(seen, short))


def test_objects_that_say_the_same_share_their_slots() -> None:
    """Whatever stands around the lines: comparing and keeping thousands of objects costs less so."""
    one, other = objects_of('<P-1-1> :=\n A: "x"\n B: "y"\n<P-2-1> :=\n C: "long before"\n B: "y"\n')
    assert one.slots["b"] is other.slots["b"]
    assert one.start_of("b") != other.start_of("b")


def test_records_that_say_the_same_but_for_their_document_are_read_once() -> None:
    """Each points into its own document all the same, and its fills stand where they are written."""
    lines = '\n A: "x"\n B: <Q-{0}-1>\n    <Q-{0}-22>\n'
    text = "".join(f"<P-{number}-{number}> :={lines.format(number)}" for number in ("12", "13", "4"))
    one, other, short = objects_of(text)
    assert one.slots["a"] is other.slots["a"]
    assert texts(other)["b"] == [["<Q-13-1>", "<Q-13-22>"]]
    assert texts(short)["b"] == [["<Q-4-1>", "<Q-4-22>"]]
    assert other.start_of("b") == one.start_of("b") == short.start_of("b") + 2


@pytest.mark.parametrize("sign", [" =", " : =", " ;=", ";", " := =", " ; :", "::"])
def test_an_object_under_a_misspelt_sign_is_read_as_one_under_half_of_it(sign: str) -> None:
    found = objects_of(f"<PERSON-1-1> :=\n  PER_NAME: x\n<PERSON-1-2>{sign}\n  PER_NAME: y\n")
    assert [(each.one_up, each.slots["per_name"].alternatives[0][0].text) for each in found] == [
        ("1", "x"),
        ("2", "y"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_list_of_pointers_goes_on_whatever_ends_its_lines(end: str) -> None:
    r"""The `\r` and the `\n` of one line end are no blank line between the two pointers."""
    text = "<TEMPLATE-1-1> :=\n\tCONTENT: <EVENT-1-1>\n<EVENT-1-2>\nDATE: 1987\n".replace("\n", end)
    assert [each.identifier for each in objects_of(text)] == ["TEMPLATE-1-1"]
