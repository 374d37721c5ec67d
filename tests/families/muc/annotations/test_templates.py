"""What a file says of objects and slots, which objects pair, and the records that changes write."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from keytally.families.annotations import Annotation, Change, Reference
from keytally.families.contract import Role
from keytally.families.muc.annotations.template_edits import NO_OBJECT, NO_UNIT
from keytally.families.muc.annotations.template_objects import MOST_KEPT
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.templates.unit import TemplateUnit
from tests.calls import calls_counted
from tests.families.annotating import rewritten, units_of
from tests.families.muc.template_files import template_element

TASK = TemplateTask("template_element", template_element())
LANGUAGE = TASK.language(Role.KEY)

ACME = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n\tORG_TYPE: COMPANY\n\tORG_LEADER: <PERSON-1-2>\n'
ANN = '<PERSON-1-2> :=\n\tPER_NAME: "Ann Lee"\n\t\t\t/ "A. Lee"\n\tPER_TITLE: "Dr."\n'
FILE = f"{ACME}\n{ANN}"


def units(text: str) -> list[TemplateUnit]:
    return units_of(LANGUAGE, text)


def listed(text: str) -> list[Annotation]:
    return [*TASK.annotator.annotations(units(text))]


def named(annotations: list[Annotation], name: str) -> Annotation:
    return next(each for each in annotations if each.name == name)


def after(gold: list[TemplateUnit], *changes: Change) -> str:
    made = TASK.annotator.rewriting(gold, changes)
    assert not made.refused
    return "".join(rewritten(gold, made))


def test_objects_come_by_class_and_number_each_before_its_slots() -> None:
    found = listed(f"{ANN}\n<PERSON-1-10> :=\n<PERSON-1-3> :=\n\n{ACME}")
    assert [(each.kind, each.name, each.parent) for each in found] == [
        ("object", "ORGANIZATION-1-1", None),
        ("slot", "ORG_NAME", 0),
        ("slot", "ORG_TYPE", 0),
        ("slot", "ORG_LEADER", 0),
        ("object", "PERSON-1-2", None),
        ("slot", "PER_NAME", 4),
        ("slot", "PER_TITLE", 4),
        ("object", "PERSON-1-3", None),
        ("object", "PERSON-1-10", None),
    ]
    assert found[0].value == ("ORGANIZATION",)
    assert found[3].value == (Reference(4),)
    slot = found[5]
    assert slot.unit.text[slot.start : slot.end] == 'PER_NAME: "Ann Lee"\n\t\t\t/ "A. Lee"'


def test_the_words_of_a_slot_do_not_depend_on_how_they_are_written() -> None:
    one = listed('<PERSON-1-1> :=\n\tPER_NAME: / "Ann  Lee"\n\t\t"Lee"\n\t\t/ "A"\n')
    other = listed("<person-1-4> :=\n PER_NAME: / 'A'\n / 'Lee'  ##1#4#t\n   'Ann Lee'\n")
    assert one[1].value == other[1].value == ("/", '"A"', "/", '"Ann Lee"', '"Lee"')
    sets = listed('<ORGANIZATION-1-1> :=\n\tORG_TYPE: "company"\n\t\tOTHER\n')
    assert sets[1].value == ("COMPANY", "OTHER")


def test_what_the_scorer_leaves_out_is_not_said() -> None:
    text = (
        '<ORGANIZATION-1-1> :=\n\tORG_LEADER: <PERSON-1-9>\n\tCOMMENT: "x"\n\tORG_NAME:\n'
        "<NOBODY-1-1> :=\n<PERSON> :=\n"
    )
    assert [each.name for each in listed(text)] == ["ORGANIZATION-1-1"]


def test_an_optional_object_has_its_status() -> None:
    assert listed("<PERSON-1-1> :=\n\tOBJ_STATUS: opt\n")[1].value == ("OPT",)


def test_objects_pair_as_the_scorer_aligns_them_whatever_their_numbers() -> None:
    some, other = listed(FILE), listed(FILE.replace("-1-1", "-1-7").replace("-1-2", "-1-1"))
    pairs = TASK.annotator.counterparts(some, other)
    assert [(some[i].name, other[j].name) for i, j in pairs] == [
        ("ORGANIZATION-1-1", "ORGANIZATION-1-7"),
        ("PERSON-1-2", "PERSON-1-1"),
    ]
    other = listed('<PERSON-1-2> :=\n\tPER_NAME: "Bo"\n')
    assert TASK.annotator.counterparts(some, other) == []


def test_equal_objects_are_left_out_of_the_alignment_of_the_others() -> None:
    """The scorer would align the second object of the one file with the first of the other, its equal."""
    first = '<PERSON-1-1> :=\n\tPER_NAME: "Ann Lee"\n\tPER_TITLE: "Dr."\n'
    second, third = first.replace("-1-1", "-1-2"), first.replace("-1-1", "-1-3").replace("Dr.", "Mr.")
    some, other = listed(f"{first}\n{second}"), listed(f"{first}\n{third}")
    pairs = TASK.annotator.counterparts(some, other)
    assert [(some[i].name, other[j].name) for i, j in pairs] == [
        ("PERSON-1-1", "PERSON-1-1"),
        ("PERSON-1-2", "PERSON-1-3"),
    ]


def read_two_by_two(files: Sequence[Sequence[Annotation]]) -> int:
    """The records that are read while files are aligned two by two."""
    with calls_counted() as counts:
        for first, second in combinations(files, 2):
            assert len(TASK.annotator.counterparts(first, second)) == 2
    return counts["keytally.families.muc.templates.objects.record_objects"]


def test_records_that_differ_are_read_once_in_each_role_where_they_have_marks_of_a_key() -> None:
    files = [listed(FILE.replace("Lee", name)) for name in ("Lee", "Li", "Lehn", "Low")]
    assert read_two_by_two(files) == 2 * len(files)
    plain = [[*listed(FILE.replace('Lee"\n\t\t\t/ "A. Lee', name))] for name in ("Lee", "Li", "Lehn", "Low")]
    assert read_two_by_two(plain) == len(plain)


def test_all_records_are_read_where_one_that_differs_has_pointers() -> None:
    names = ("Acme", "Bolt", "Core", "Dyne")
    files = [listed(FILE.replace('"Acme', f'"{name}')) for name in names]
    acme, ann = 1, 2
    assert read_two_by_two(files) == len(files) * (acme + ann)


def test_what_is_kept_of_read_files_is_bounded_and_never_another_files() -> None:
    for number in range(3 * MOST_KEPT):
        both = [listed(FILE.replace("<PERSON-1-2>", f"<PERSON-1-{number + each}>")) for each in (1, 2)]
        assert (
            TASK.annotator.counterparts(both[0], both[1])
            == TASK.annotator.counterparts(both[1], both[0])
            == [(0, 0), (4, 4)]
        )


def test_a_new_object_keeps_its_number_if_it_is_free() -> None:
    gold = units(ACME.replace("\tORG_LEADER: <PERSON-1-2>\n", ""))
    ann, name, title = listed(ANN)
    organization = TASK.annotator.annotations(gold)[0]
    leader = named(listed(FILE), "ORG_LEADER")
    changes = [
        Change(None, ann),
        Change(None, title, parent=0),
        Change(None, name, parent=0),
        Change(None, leader, (0,), organization),
    ]
    assert after(gold, *changes) == f"{ACME}{ANN}"


def test_another_number_is_given_where_the_own_one_is_taken() -> None:
    gold = units('<PERSON-1-2> :=\n\tPER_NAME: "Bo"\n\n')
    ann, name, _ = listed(ANN)
    found = after(gold, Change(None, ann), Change(None, name, parent=0))
    assert found == (
        '<PERSON-1-2> :=\n\tPER_NAME: "Bo"\n\n<PERSON-1-3> :=\n\tPER_NAME: "Ann Lee"\n\t\t\t/ "A. Lee"\n\n'
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_records_are_parted_by_blank_lines_where_the_file_has_such_lines(end: str) -> None:
    ann, name, _ = listed(ANN.replace("1-2", "1-5"))
    changes = [Change(None, ann), Change(None, name, parent=0)]
    before = '<PERSON-1-2> :=\n\tPER_NAME: "Bo"\n'
    record = '<PERSON-1-5> :=\n\tPER_NAME: "Ann Lee"\n\t\t\t/ "A. Lee"\n'
    for text, added in ((before, record), (f"{before}\n", f"{record}\n")):
        found = after(units(text.replace("\n", end)), *changes)
        assert found.replace(end, "\n") == f"{text}{added}"


def test_a_document_that_the_gold_lacks_stands_behind_the_given_text() -> None:
    gold = units("# names\n\n<PERSON-7-1> :=\n\n# the end\n")
    ann, name, _ = listed(ANN)
    changes = [Change(None, ann), Change(None, name, parent=0)]
    record = '<PERSON-1-2> :=\n\tPER_NAME: "Ann Lee"\n\t\t\t/ "A. Lee"\n'
    assert after(gold[-1:], *changes) == f"<PERSON-7-1> :=\n\n# the end\n\n{record}"
    assert after(units(""), *changes) == record
    assert TASK.annotator.rewriting([], changes[:1]).refused == {0: NO_UNIT}


def test_slots_stand_in_their_order_with_the_indent_and_line_ends_of_the_file() -> None:
    gold = units('<PERSON-1-1> :=\r\n  PER_TITLE: "Dr."\r\n\r\n')
    owner = TASK.annotator.annotations(gold)[0]
    name = listed(ANN)[1]
    assert after(gold, Change(None, name, parent=owner)) == (
        '<PERSON-1-1> :=\r\n  PER_NAME: "Ann Lee"\r\n      / "A. Lee"\r\n  PER_TITLE: "Dr."\r\n\r\n'
    )


def test_a_slot_is_changed_where_it_stands_and_removed_with_its_lines() -> None:
    gold = units(FILE)
    have = [*TASK.annotator.annotations(gold)]
    name, kind = named(have, "PER_NAME"), named(have, "ORG_TYPE")
    wanted = listed("<PERSON-1-9> :=\n\tPER_NAME: 'Ann'  ##3#6#t\n")[1]
    found = after(gold, Change(name, wanted, parent=have[4]), Change(kind, None))
    assert found == FILE.replace("\tORG_TYPE: COMPANY\n", "").replace(
        '"Ann Lee"\n\t\t\t/ "A. Lee"', "'Ann'  ##3#6#t"
    )


def test_a_value_that_no_file_has_is_written_by_its_words() -> None:
    gold = units(FILE)
    have = [*TASK.annotator.annotations(gold)]
    title = named(have, "PER_TITLE")
    wanted = title._replace(unit=None, value=("/", '"Dr."', "/", '"Ms."'))
    assert after(gold, Change(title, wanted, parent=have[4])) == FILE.replace(
        '"Dr."', '/ "Dr."\n\t\t\t/ "Ms."'
    )


def test_pointers_are_those_of_the_gold_and_none_is_left_to_what_goes() -> None:
    gold = units(FILE)
    have = [*TASK.annotator.annotations(gold)]
    assert after(gold, Change(have[4], None)) == ACME.replace("\tORG_LEADER: <PERSON-1-2>\n", "") + "\n"
    leader = named(have, "ORG_LEADER")
    theirs = listed(FILE.replace("PERSON-1-2", "PERSON-1-5"))[3]
    assert TASK.annotator.rewriting(gold, [Change(leader, theirs, (have[4],), have[0])]).edits == []
    assert after(gold, Change(leader, theirs, (None,), have[0])) == FILE.replace(
        "\tORG_LEADER: <PERSON-1-2>\n", ""
    )


def test_a_comment_within_a_slot_stays() -> None:
    gold = units('<PERSON-1-1> :=\n\tPER_NAME: "A"\n# or so\n\t\t\t"B"\n\tPER_TITLE: "Dr."\n')
    name = TASK.annotator.annotations(gold)[1]
    assert after(gold, Change(name, None)) == '<PERSON-1-1> :=\n# or so\n\tPER_TITLE: "Dr."\n'


def test_a_slot_of_no_object_is_refused() -> None:
    name = listed(ANN)[1]
    assert TASK.annotator.rewriting(units(ACME), [Change(None, name)]).refused == {0: NO_OBJECT}


def test_a_pointer_to_an_object_in_whose_place_another_one_comes_is_written() -> None:
    """The new object gets the number of the one that goes, so that the pointer reads as before."""
    gold = units(FILE)
    have = [*TASK.annotator.annotations(gold)]
    ben, name = listed('<PERSON-1-2> :=\n\tPER_NAME: "Ben"\n')
    leader = named(have, "ORG_LEADER")
    changes = [
        Change(have[4], None),
        Change(None, ben),
        Change(None, name, parent=1),
        Change(leader, leader, (1,), have[0]),
    ]
    assert after(gold, *changes) == f'{ACME}\n<PERSON-1-2> :=\n\tPER_NAME: "Ben"\n\n'
