"""Taking over what the key has: what is offered at the cursor, and the response after it."""

import re
from itertools import chain
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.engine.live_pair import LivePair
from keytally.families.contract import Level, Role
from keytally_server.requests.code_actions import code_actions
from keytally_server.requests.formatting import formatting
from tests.server.desk import applied
from tests.server.template_desk import in_key, in_no_pair, in_response, live_templates

KEY = """
    <ORGANIZATION-1-1> :=
        ORG_NAME: "Tidewater Lines"
        ORG_TYPE: COMPANY
    <PERSON-1-1> :=
        PER_NAME: "Marla Tovenik"
        PER_ALIAS: "Tovenik"
                   "Marla"
    <PERSON-1-2> :=
        PER_NAME: "Edrin Quassel"
                / "Quassel"
    <EMPLOYEE_OF-1-1> :=
        PERSON: <PERSON-1-1>
        ORGANIZATION: <ORGANIZATION-1-1>
    """


def offered(picture: str, key: str = KEY) -> list[str]:
    desk = in_response(picture, key)
    return [action.title for action in code_actions(desk.snapshot, desk.start, desk.end)]


def after(picture: str, title: str, key: str = KEY) -> str:
    """The response after the action of that name."""
    desk = in_response(picture, key)
    found = [action for action in code_actions(desk.snapshot, desk.start, desk.end) if action.title == title]
    assert len(found) == 1, offered(picture, key)
    return applied(desk.text, found[0].edits)


WITHOUT_NAME = '<PERSON-1-7> :=\n\tPER_ALIAS: ‸"Tovenik"\n\n<PERSON-2-1> :=\n'


def test_missing_fills_are_inserted_one_by_one_or_all_at_once() -> None:
    assert offered(WITHOUT_NAME)[:3] == [
        'Insert PER_NAME "Marla Tovenik"',
        'Insert PER_ALIAS "Marla"',
        "Insert all 2 missing fills",
    ]
    assert after(WITHOUT_NAME, "Insert all 2 missing fills") == (
        '<PERSON-1-7> :=\n\tPER_ALIAS: "Tovenik"\n\t\t\t"Marla"\n\tPER_NAME: "Marla Tovenik"\n'
        "\n<PERSON-2-1> :=\n"
    )


def test_the_fills_of_a_slot_that_is_not_there_come_with_its_name() -> None:
    picture = '<PERSON-1-7> :=\r\n  PER_NAME: "Marla ‸Tovenik"\r\n'
    assert after(picture, "Insert all 2 missing fills") == (
        '<PERSON-1-7> :=\r\n  PER_NAME: "Marla Tovenik"\r\n  PER_ALIAS: "Tovenik"\r\n  \t\t"Marla"\r\n'
    )
    assert after(picture, 'Insert PER_ALIAS "Marla"').endswith('\r\n  PER_ALIAS: "Marla"\r\n')


def test_an_empty_slot_is_filled_beside_its_name() -> None:
    picture = '<PERSON-1-7> :=\n\tPER_NAME:‸\n\tPER_ALIAS: "Tovenik"\n'
    assert '\tPER_NAME: "Marla Tovenik"\n' in after(picture, 'Insert PER_NAME "Marla Tovenik"')


def test_a_wrong_fill_is_changed_to_that_of_the_key() -> None:
    picture = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Tidewater Lines"\n\tORG_TYPE: OTH‸ER\n'
    assert after(picture, "Change to COMPANY").endswith("\tORG_TYPE: COMPANY\n")


SPURIOUS = [
    ('\tPER_NAME: "Edrin Quassel"\n\tPER_ALIAS: "E‸d"\n', '\tPER_NAME: "Edrin Quassel"\n', '"Ed"'),
    ('\tPER_NAME: "Edrin Quassel"\n\t\t"E‸d"\n', '\tPER_NAME: "Edrin Quassel"\n', '"Ed"'),
    ('\tPER_NAME: "Edrin Quassel" "E‸d"\n', '\tPER_NAME: "Edrin Quassel"\n', '"Ed"'),
    ('\tPER_NAME: "E‸d"\n\t\t"Edrin Quassel"\n', '\tPER_NAME:\n\t\t"Edrin Quassel"\n', '"Ed"'),
]


@pytest.mark.parametrize(("before", "expected", "fill"), SPURIOUS)
def test_a_spurious_fill_goes_with_its_line_or_from_it(before: str, expected: str, fill: str) -> None:
    slot = "PER_ALIAS" if "ALIAS" in before else "PER_NAME"
    assert after(f"<PERSON-1-2> :=\n{before}", f"Remove {slot} {fill}") == f"<PERSON-1-2> :=\n{expected}"


def test_a_spurious_object_goes_with_the_blank_lines_behind_it() -> None:
    picture = '<PERSON-1-‸5> :=\n\tPER_NAME: "Bo"\n\n; kept\n<PERSON-1-2> :=\n\tPER_NAME: "Quassel"\n'
    assert after(picture, 'Remove PERSON-1-5 "Bo"') == ('; kept\n<PERSON-1-2> :=\n\tPER_NAME: "Quassel"\n')


def test_a_missing_object_is_written_as_a_response_writes_it() -> None:
    """Its identifier is a free one, only its first alternative is taken, and no mark of the key."""
    picture = '<PERSON-1-2> :=\n\tPER_NAME: "Marla ‸Tovenik"\n\n<PERSON-2-1> :=\n'
    assert after(picture, 'Insert PERSON-1-2 "Edrin Quassel"') == (
        '<PERSON-1-2> :=\n\tPER_NAME: "Marla Tovenik"\n\n'
        '<PERSON-1-1> :=\n\tPER_NAME: "Edrin Quassel"\n\n<PERSON-2-1> :=\n'
    )


def test_an_object_after_the_last_one_is_apart_as_the_others_are() -> None:
    first, last = '<PERSON-1-2> :=\n\tPER_NAME: "Marla Tovenik"\n', "<PERSON-2-1> :=\n\tPER_NAME: ‸Bo\n"
    key = KEY + '<PERSON-2-1> :=\n\tPER_NAME: "Bo"\n<PERSON-2-2> :=\n\tPER_NAME: "Cy"\n'
    for gap in ("", "\n"):
        text = after(f"{first}{gap}{last}", 'Insert PERSON-2-2 "Cy"', key)
        assert text == f'{first}{gap}{last.replace("‸", "")}{gap}<PERSON-2-2> :=\n\tPER_NAME: "Cy"\n'


def test_an_object_brings_the_missing_objects_that_it_points_to() -> None:
    picture = "<EMPLOYEE_OF-1-1> :=\n\tPERSON: ‸<PERSON-1-5>\n"
    (title,) = (each for each in offered(picture) if each.startswith("Insert EMPLOYEE_OF"))
    assert title == 'Insert EMPLOYEE_OF-1-1 "<PERSON-1-1>" with <PERSON-1-1>, <ORGANIZATION-1-1>'
    text = after(picture, title)
    assert text.count("<PERSON-1-1> :=") == text.count("<ORGANIZATION-1-1> :=") == 1
    assert "<EMPLOYEE_OF-1-2> :=\n\tPERSON: <PERSON-1-1>\n\tORGANIZATION: <ORGANIZATION-1-1>\n" in text


def test_a_pointer_is_accepted_with_its_missing_object() -> None:
    key = '<PERSON-1-1> :=\n\tPER_NAME: "Bo"\n<EMPLOYEE_OF-1-1> :=\n\tPERSON: <PERSON-1-1>\n'
    key += '\tORGANIZATION: <ORGANIZATION-1-1>\n<ORGANIZATION-1-1> :=\n\tORG_NAME: "Mill"\n'
    picture = key.replace('<PERSON-1-1> :=\n\tPER_NAME: "Bo"\n', "").replace("\tPERSON: <PERSON-1-1>\n", "")
    picture = picture.replace("<ORGANIZATION-1-1>\n", "<ORGANIZATION-1-1>‸\n", 1)
    assert after(picture, "Insert PERSON <PERSON-1-1> with <PERSON-1-1>", key) == (
        "<EMPLOYEE_OF-1-1> :=\n\tORGANIZATION: <ORGANIZATION-1-1>\n\tPERSON: <PERSON-1-1>\n"
        '<PERSON-1-1> :=\n\tPER_NAME: "Bo"\n<ORGANIZATION-1-1> :=\n\tORG_NAME: "Mill"\n'
    )


def test_pointers_of_a_missing_object_lead_to_the_responses_own_objects() -> None:
    organization = '<ORGANIZATION-1-9> :=\n\tORG_NAME: "Tidewater Lines"\n'
    picture = f'{organization}<PERSON-1-7> :=\n\tPER_NAME: "Marla ‸Tovenik"\n'
    assert after(picture, 'Insert EMPLOYEE_OF-1-1 "<PERSON-1-1>"').endswith(
        "<EMPLOYEE_OF-1-1> :=\n\tPERSON: <PERSON-1-7>\n\tORGANIZATION: <ORGANIZATION-1-9>\n"
    )
    lacking = organization.replace("Tide", "Tide‸")
    title = 'Insert EMPLOYEE_OF-1-1 "<PERSON-1-1>" with <PERSON-1-1>'
    text = after(lacking, title)
    assert "<EMPLOYEE_OF-1-1> :=\n\tPERSON: <PERSON-1-1>\n\tORGANIZATION: <ORGANIZATION-1-9>\n" in text
    assert '<PERSON-1-1> :=\n\tPER_NAME: "Marla Tovenik"\n' in text


def test_what_is_inserted_is_laid_out_as_formatting_would() -> None:
    key = '<PERSON-1-3> :=\n\tPER_ALIAS: "Bo"\n\t\t\t"Bob"\n'
    picture = '<ORGANIZATION-1-1> :=‸\n\tORG_NAME: "Mill"\n\n<PERSON-2-1> :=\n'
    text = after(picture, 'Insert PERSON-1-3 "Bo"', key)
    assert key in text
    desk = in_no_pair(text)
    assert formatting(desk.snapshot, "\t") == []


def test_a_key_and_a_file_in_no_pair_are_offered_nothing() -> None:
    for desk in (in_key(KEY.replace("<PERSON-1-1> :=", "<PERSON-1‸-1> :="), ""), in_no_pair(KEY)):
        assert code_actions(desk.snapshot, desk.start, desk.end) == []
    assert offered("; com‸ment\n<PERSON-1-1> :=\n") == []


NAMES = st.sampled_from(['"Ann"', '"Bo"', '"Cy Dee"'])
SLOTS = st.sampled_from(["PER_NAME", "PER_ALIAS"])
RECORDS = st.dictionaries(
    st.sampled_from(["<PERSON-1-1>", "<PERSON-1-2>", "<PERSON-2-1>"]),
    st.dictionaries(SLOTS, st.lists(NAMES, min_size=1, max_size=3, unique=True)),
    max_size=3,
)


def text_of(records: dict[str, dict[str, list[str]]]) -> str:
    lines = []
    for header, slots in records.items():
        lines.append(f"{header} :=")
        for slot, fills in slots.items():
            lines += [f"\t{slot}: {fills[0]}", *(f"\t\t{fill}" for fill in fills[1:])]
    return "".join(f"{line}\n" for line in lines)


def aligned(pair: LivePair) -> set[tuple[str, str]]:
    """The headers of objects that are aligned, the key's first."""
    marks = chain.from_iterable(pair.marks_of(Role.KEY, unit) for unit in pair.key.units)
    return {
        (header_at(mark.unit, mark.start), header_at(mark.partner[0], mark.partner[1]))
        for mark in marks
        if mark.level is Level.OBJECT and mark.partner is not None
    }


def header_at(unit: Any, start: int) -> str:
    return str(unit.text[start:].split(" ", 1)[0])


@given(RECORDS, RECORDS)
@example(
    {
        "<PERSON-1-1>": {"PER_NAME": ['"Ann"'], "PER_ALIAS": ['"Ann"']},
        "<PERSON-1-2>": {"PER_NAME": ['"Ann"', '"Bo"'], "PER_ALIAS": ['"Ann"', '"Bo"', '"Cy Dee"']},
    },
    {"<PERSON-1-1>": {"PER_NAME": ['"Ann"', '"Bo"']}},
)
def test_no_action_costs_anything_or_makes_a_finding(
    key: dict[str, dict[str, list[str]]], response: dict[str, dict[str, list[str]]]
) -> None:
    """Where a fill more gives an object a better partner, what it had of the old one may be lost with it."""
    before = in_response(text_of(response), text_of(key), bnf=None)
    assert before.snapshot.pair is not None
    findings = len(list(before.snapshot.reading.findings))
    offsets = range(0, len(before.text) + 1, 3)
    for action in {each for offset in offsets for each in code_actions(before.snapshot, offset, offset)}:
        text = applied(before.text, action.edits)
        _, live = live_templates(text_of(key), text, bnf=None)
        assert len(list(live.response.findings)) <= findings + ("Remove" in action.title)
        if not aligned(before.snapshot.pair) <= aligned(live):
            continue
        gain = live.totals()["cor"] - before.snapshot.pair.totals()["cor"]
        count = re.match(r"Insert all (\d+)|(Insert PER_|Change)", action.title)
        if count is not None:
            assert gain >= int(count.group(1) or 1)
        else:
            assert gain >= 0 or "Remove" in action.title


PREFERRED = [
    ('<PERSON-1-7> :=\n\tPER_NAME: ‸"Bo Tovenik"\n\tPER_ALIAS: "Tovenik"\n', 'Change to "Marla Tovenik"'),
    (
        '<PERSON-1-7> :=\n\tPER_NAME: "Marla Tovenik"\n\tPER_ALIAS: "‸Bo"\n\t\t"Tovenik"\n\t\t"Marla"\n',
        "Remove",
    ),
]


@pytest.mark.parametrize(("picture", "title"), PREFERRED)
def test_what_the_key_says_of_a_fill_is_preferred(picture: str, title: str) -> None:
    desk = in_response(picture, KEY)
    found = code_actions(desk.snapshot, desk.start, desk.end)
    assert [each.title for each in found if each.is_preferred] == [found[0].title]
    assert found[0].title.startswith(title)
