"""Likely repairs of records, as pictures: the text with its cursor, what is offered, the text after it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.findings.table import templates as table
from keytally_server.requests.code_actions import all_fixes
from tests.server.desk import Desk
from tests.server.repairs import assert_sound, offered, repaired
from tests.server.template_desk import TEXTS, in_key, in_response, spread

ANN = '<PERSON-1-1> :=\n\tPER_NAME: "Ann"\n'
ACME = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n\tORG_TYPE: COMPANY\n'


def test_a_value_that_is_like_none_can_be_any_of_the_set_that_of_the_key_first() -> None:
    desk = in_response(ACME.replace("COMPANY", "FIR‸M"), ACME)
    assert offered(desk, "set-fill-value") == [
        "Change it to COMPANY *",
        "Change it to GOVERNMENT",
        "Change it to OTHER",
    ]
    assert repaired(desk, "Change it to OTHER") == ACME.replace("COMPANY", "OTHER")


def test_an_empty_value_is_written_between_its_quotes() -> None:
    desk = in_response(ACME.replace("COMPANY", '"‸"'), ANN)
    assert repaired(desk, "Change it to OTHER") == ACME.replace("COMPANY", '"OTHER"')


PLACES = """
<PERSON> :=
    PER_NAME: "NAME" {CITY, REGION}^
"""


def test_the_value_that_a_fill_lacks_is_added_behind_its_text() -> None:
    desk = in_response('<PERSON-1-1> :=\n\tPER_NAME: "Vell‸mark"\n', ANN, bnf=PLACES)
    assert offered(desk, "set-fill-value") == ["Add CITY", "Add REGION"]
    assert repaired(desk, "Add CITY") == '<PERSON-1-1> :=\n\tPER_NAME: "Vellmark CITY"\n'


POST = "<EMPLOYEE_OF-1-1> :=\n\tPERSON: <PERSON-1-{}>\n\tORGANIZATION: <ORGANIZATION-1-1>\n"


def test_a_pointer_to_nothing_can_point_to_the_objects_of_its_class() -> None:
    text = ANN + ANN.replace("1-1", "1-5") + ACME + POST
    desk = in_response(text.format("6‸"), ANN)
    assert offered(desk, "dangling-pointer") == ["Point to <PERSON-1-5>", "Point to <PERSON-1-1>"]
    assert repaired(desk, "Point to <PERSON-1-5>") == text.format("5")


def test_the_object_of_the_key_comes_first() -> None:
    people = ANN + '<PERSON-1-5> :=\n\tPER_NAME: "Bo"\n'
    desk = in_response((people + ACME + POST).format("6‸"), (people + ACME + POST).format("1"))
    assert offered(desk, "dangling-pointer")[0] == "Point to <PERSON-1-1> *"


def test_a_misspelt_class_is_changed_in_the_header_and_in_the_pointers() -> None:
    text = (
        ACME
        + "<PERS{0}N-1-1> :=\n\tPER_NAME: "
        + '"Ann"\n'
        + POST.format(1).replace("<PERSON-", "<PERS{1}N-")
    )
    desk = in_response(text.format("‸", ""), ANN)
    assert offered(desk, "unknown-class") == ["Change the class to PERSON *"]
    assert repaired(desk, "Change the class to PERSON") == text.format("O", "O")


def test_an_unknown_class_can_be_one_that_has_its_slots() -> None:
    desk = in_response('<MAN‸-1-1> :=\n\tPER_NAME: "Ann"\n', ANN)
    assert offered(desk, "unknown-class") == ["Change the class to PERSON"]


def test_an_unknown_slot_can_be_one_that_the_object_lacks_or_goes() -> None:
    desk = in_response(ANN + '\tNICK‸: "A"\n', ANN)
    assert offered(desk, "unknown-slot") == ["Change it to PER_ALIAS", "Remove NICK and its fills"]
    assert repaired(desk, "Change it to PER_ALIAS") == ANN + '\tPER_ALIAS: "A"\n'
    assert repaired(desk, "Remove NICK and its fills") == ANN


def test_a_misspelt_slot_keeps_its_own_fix() -> None:
    desk = in_response(ANN + '\tPER_ALAS‸: "A"\n\t\t\t"B"\n', ANN)
    assert offered(desk, "unknown-slot") == ["Change it to PER_ALIAS *", "Remove PER_ALAS and its fills"]
    assert repaired(desk, "Remove PER_ALAS and its fills") == ANN


def test_the_fills_of_a_slot_that_is_given_twice_are_put_together() -> None:
    desk = in_response(ANN + '\tPER_ALIAS: "A"\n\tPER_ALIAS‸: "B" ##1#2#t\n\t\t\t"A"\n\t\t\t"C"\n', ANN)
    assert offered(desk, "duplicate-slot") == ["Move its fills to the first PER_ALIAS *"]
    after = repaired(desk, "Move its fills to the first PER_ALIAS")
    assert after == ANN + '\tPER_ALIAS: "A"\n\t\t\t"B" ##1#2#t\n\t\t\t"C"\n'


def test_a_second_slot_that_says_nothing_new_is_removed() -> None:
    desk = in_response(ANN + '\tPER_NAME‸: "Ann"\n', ANN)
    assert offered(desk, "duplicate-slot")[0] == "Remove the second PER_NAME *"
    assert repaired(desk, "Remove the second PER_NAME") == ANN


def test_a_slot_of_one_fill_that_is_given_twice_is_another_slot() -> None:
    desk = in_response(ANN + '\tPER_NAME‸: "A"\n', ANN)
    assert offered(desk, "duplicate-slot") == ["Change it to PER_ALIAS"]
    assert repaired(desk, "Change it to PER_ALIAS") == ANN + '\tPER_ALIAS: "A"\n'


def test_in_a_key_the_second_slot_can_be_an_alternative() -> None:
    desk = in_key(ANN + '\tPER_NAME‸: "A"\n', ANN)
    assert repaired(desk, "Make it an alternative of the first slot") == ANN + '\t\t\t/ "A"\n'


TEXT = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nAnn came.\n</TXT>\n</DOC>\n"
FIRST = TEXT.index("Ann")
LINKED = '<PERSON-1-1> :=\n\tPER_NAME: "Ann"{}\n'


def test_a_link_that_ends_before_it_starts_is_found_in_the_texts() -> None:
    desk = in_response(LINKED.format(" ##9‸#4#x"), ANN, texts=TEXT)
    link = f"##{FIRST}#{FIRST + 3}#{TEXTS.name}"
    assert offered(desk, "malformed-link") == [
        f"Change it to {link} *",
        "Change it to ##4#9#x",
        "Remove the link",
    ]
    assert repaired(desk, f"Change it to {link}") == LINKED.format(f" {link}")
    assert repaired(desk, "Remove the link") == LINKED.format("")


def test_a_link_that_cannot_be_read_is_found_in_the_texts() -> None:
    desk = in_response(LINKED.format(" ##4‸#x"), ANN, texts=TEXT)
    assert f"Change it to ##{FIRST}#{FIRST + 3}#{TEXTS.name} *" in offered(desk, "malformed-link")


@pytest.mark.parametrize("gap", ["\n\t\t", "\r\n\t\t\t", "\n\n\t"])
def test_a_link_on_a_line_of_its_own_moves_behind_the_fill_above(gap: str) -> None:
    desk = in_response(LINKED.format(f"{gap}##4‸#9#x"), ANN)
    assert offered(desk, "malformed-link") == ["Move the link after the fill above *", "Remove the link"]
    assert repaired(desk, "Move the link after the fill above") == LINKED.format(" ##4#9#x")


@pytest.mark.parametrize("link", [" ##1#3#x\n\t\t##4‸#9#x", '\n\t\t##4‸#9#x "Bo"', "\n\t\t##4‸#x"])
def test_a_link_stays_where_the_fill_above_has_one_or_more_is_wrong(link: str) -> None:
    titles = offered(in_response(LINKED.format(link), ANN), "malformed-link")
    assert not [title for title in titles if "move" in title.casefold() and "remove" not in title.casefold()]


def test_a_guess_is_never_among_all_fixes() -> None:
    text = ANN + '\tNICK: "A"\n' + ACME.replace("COMPANY", "FIRM") + POST.format(6)
    assert all_fixes(in_response(text, ANN).snapshot) == ()


MENDED = {
    each.name
    for each in (
        table.SET_FILL_VALUE,
        table.DANGLING_POINTER,
        table.UNKNOWN_CLASS,
        table.UNKNOWN_SLOT,
        table.DUPLICATE_SLOT,
        table.MALFORMED_LINK,
    )
}
LINES = [
    "<PERSON-1-1> :=", "<PERSN-1-2> :=", "<ORGANIZATION-1-1> :=", "<MAN-1-3> :=", "<EMPLOYEE_OF-1-1> :=",
    '\tPER_NAME: "Ann"', '\tPER_NAME: "Bo" ##9#4#x', '\tPER_ALIAS: "A"', '\t\t\t"B"', "\tPER_ALIAS:",
    "\tORG_TYPE: FIRM", "\tORG_TYPE: OTHER", '\tORG_TYPE: ""', "\tPERSON: <PERSON-1-4>", '\tNICK: "N"',
    "\t\t\t/ C", "\t##1#2#x", "", '\tPER_NAME: "Bo" ##9#x',
]  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=10), st.booleans())
def test_each_repair_mends_its_finding_and_breaks_nothing(lines: list[str], is_key: bool) -> None:
    text = spread("\n".join(lines) + "\n")
    desk = in_key(text, ANN) if is_key else in_response(text, ANN)
    reading = desk.snapshot.reading
    for unit, offset in reading.units.between(0, len(text)):
        for finding in reading.findings.of(unit):
            place = offset + finding.start
            if finding.rule.name in MENDED:
                assert_sound(Desk(desk.snapshot, text, place, place, 0), finding.rule.name)
