"""Where a BNF defines what stands in a template file, and where a file declares a name."""

from pathlib import Path

import pytest

from keytally.engine.reading import Reading
from keytally_server.requests.definitions import declarations, type_definitions
from tests.server import chain_desk
from tests.server.desk import Desk, response, unpaired
from tests.server.template_desk import in_response

TASK = """
<PERSON> :=
    PER_NAME: "NAME"^
    KIND: {{KINDS}}^
    MOOD: {GOOD, BAD}-
<EMPLOYEE_OF> :=
    PERSON: <PERSON>^
KINDS :: {FIRST, SECOND}
""".lstrip()
CONFIG = """
:scoring_task template_relation
:class_defs
    "person person scored 0"
    "employee_of employee_of scored 0"
:slot_defs
    "person per_name name scored 10 string"
    "person kind kind scored 1 set"
    "person mood mood scored 1 set"
    "employee_of person person scored 1 person"
"""
RECORDS = """
<Person-1-1> :=
    PER_NAME: "Ilsabet Noor"
    KIND: First
    MOOD: GOOD
<EMPLOYEE_OF-1-1> :=
    PERSON: <PERSON-1-1>
    SHIP: x
"""
BNF = Path("/w/task.bnf")


def companion(kind: str) -> tuple[Path, Reading] | None:
    return (BNF, unpaired(BNF, TASK, "muc-bnf").reading) if kind == "bnf" else None


def desk_at(needle: str) -> Desk:
    place = RECORDS.index(needle)
    picture = f"{RECORDS[:place]}‸{RECORDS[place:]}"
    return in_response(picture, RECORDS, bnf=TASK, config=CONFIG)


def defined(needle: str) -> list[str]:
    """The lines of the BNF that define what stands at the first place of some text."""
    desk = desk_at(needle)
    links = type_definitions(desk.snapshot, desk.offset, companion)
    assert all(link.path == BNF for link in links)
    lines = (TASK[TASK.rfind("\n", 0, link.start) + 1 :] for link in links)
    return [line.partition("\n")[0].strip() for line in lines]


@pytest.mark.parametrize(
    ("needle", "line"),
    [
        ("Person-1-1> :=", "<PERSON> :="),
        ("PER_NAME", 'PER_NAME: "NAME"^'),
        ('"Ilsabet', 'PER_NAME: "NAME"^'),
        ("KIND", "KIND: {{KINDS}}^"),
        ("First", "KINDS :: {FIRST, SECOND}"),
        ("GOOD", "MOOD: {GOOD, BAD}-"),
        ("PERSON: <", "PERSON: <PERSON>^"),
        ("PERSON-1-1>\n", "<PERSON> :="),
    ],
)
def test_a_class_a_slot_and_a_fill_lead_to_the_bnf(needle: str, line: str) -> None:
    assert defined(needle) == [line]


def test_what_the_bnf_does_not_define_leads_nowhere() -> None:
    assert defined("SHIP") == []


def test_without_a_bnf_on_disk_there_is_no_type_definition() -> None:
    desk = desk_at("KIND")
    assert type_definitions(desk.snapshot, desk.offset, lambda kind: None) == []


def test_the_way_to_a_slot_starts_at_its_name() -> None:
    desk = desk_at("KIND")
    (link,) = type_definitions(desk.snapshot, desk.offset, companion)
    assert desk.text[link.origin_start : link.origin_end] == "KIND"
    assert TASK[link.start : link.end] == "KIND"


def test_a_pointer_is_declared_by_the_header_of_its_object() -> None:
    desk = desk_at("PERSON-1-1>\n")
    (link,) = declarations(desk.snapshot, desk.offset, companion)
    assert link.path == desk.snapshot.path
    assert (link.start, desk.text[link.start : link.end]) == (1, "Person-1-1")
    assert desk.text[link.origin_start : link.origin_end] == "PERSON-1-1"


def test_a_slot_is_declared_by_the_bnf() -> None:
    desk = desk_at("PER_NAME")
    (link,) = declarations(desk.snapshot, desk.offset, companion)
    assert (link.path, TASK[link.start : link.end]) == (BNF, "PER_NAME")


def test_a_mention_is_declared_by_the_first_of_its_chain() -> None:
    desk = chain_desk.response("[1 Ann] left and [2>1 ‸she] won\n")
    (link,) = declarations(desk.snapshot, desk.offset, companion)
    assert desk.text[link.start : link.end] == "Ann"


def test_a_tag_has_no_declaration() -> None:
    desk = response("met <P An‸n>\n")
    assert declarations(desk.snapshot, desk.offset, companion) == []
    assert type_definitions(desk.snapshot, desk.offset, companion) == []
