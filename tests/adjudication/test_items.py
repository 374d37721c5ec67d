"""Items over any number of annotators: their parts, their order, their parts' parts, and the gold's share."""

from collections.abc import Mapping, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.adjudication.gold_items import match_gold
from keytally.adjudication.items import Claim, Items, items_of, variants
from keytally.families.annotations import Annotation, Reference
from keytally.families.contract import Role
from tests.adjudication.notes import Notes, note
from tests.families.annotating import units_of
from tests.families.muc.annotations.entity_documents import ENTITIES, TASK, Entity, read, written
from tests.families.muc.annotations.test_templates import TASK as OBJECTS

NAMES = ("anna", "ben", "cleo", "dora")
FILES = st.lists(ENTITIES, min_size=1, max_size=4)


def said(entities: list[Entity]) -> Sequence[Annotation]:
    return TASK.annotator.annotations([read(written(entities))])


def members(items: Items) -> list[dict[str, int]]:
    return [dict(item.members) for item in items.items]


def items_in(**notes: Sequence[Annotation]) -> list[dict[str, int]]:
    return members(items_of(Notes(), notes))


@given(FILES)
def test_every_annotation_is_in_one_item(files: list[list[Entity]]) -> None:
    annotations = {name: said(each) for name, each in zip(NAMES, files, strict=False)}
    items = items_of(TASK.annotator, annotations)
    told = sorted((name, index) for item in items.items for name, index in item.members.items())
    assert told == [(name, index) for name in sorted(annotations) for index in range(len(annotations[name]))]
    for name, numbers in items.item_of.items():
        assert [items.items[number].members[name] for number in numbers] == list(range(len(numbers)))


@given(FILES)
def test_items_do_not_depend_on_the_order_of_annotators(files: list[list[Entity]]) -> None:
    annotations = {name: said(each) for name, each in zip(NAMES, files, strict=False)}
    expected = items_of(TASK.annotator, annotations)
    for order in list(permutations(annotations))[:6]:
        found = items_of(TASK.annotator, {name: annotations[name] for name in order})
        assert (found.items, found.item_of) == (expected.items, expected.item_of)


@given(FILES, st.data())
def test_annotators_who_exchange_their_files_exchange_their_places_in_the_items(
    files: list[list[Entity]], data: st.DataObject
) -> None:
    names = NAMES[: len(files)]
    other = data.draw(st.permutations(names))
    annotations = [said(each) for each in files]
    expected = members(items_of(TASK.annotator, dict(zip(names, annotations, strict=True))))
    found = members(items_of(TASK.annotator, dict(zip(other, annotations, strict=True))))
    renamed = dict(zip(names, other, strict=True))
    exchanged = [sorted((renamed[name], index) for name, index in item.items()) for item in expected]
    assert sorted(exchanged) == sorted(sorted(item.items()) for item in found)


@given(ENTITIES, st.integers(1, 4))
def test_annotators_with_equal_files_say_the_same_of_every_item(entities: list[Entity], count: int) -> None:
    annotations = said(entities)
    items = items_of(TASK.annotator, dict.fromkeys(NAMES[:count], annotations))
    assert len(items.items) == len(annotations)
    assert all(
        [variant.annotators for variant in variants(items, number)] == [NAMES[:count]]
        for number in range(len(items.items))
    )


def test_a_part_that_would_hold_two_of_one_annotator_is_cut_where_it_is_weakest() -> None:
    long, left, right = note(0, 10, "X"), note(0, 4, "X"), note(5, 10, "X")
    assert items_in(anna=[long], ben=[left, right]) == [{"ben": 0}, {"anna": 0, "ben": 1}]
    assert items_in(anna=[long], ben=[left, right], cleo=[left]) == [
        {"ben": 0, "cleo": 0},
        {"anna": 0, "ben": 1},
    ]


def test_annotators_without_a_counterpart_of_their_own_meet_in_a_third() -> None:
    assert items_in(anna=[note(0, 4, "X")], ben=[note(2, 6, "X")], cleo=[note(4, 8, "X")]) == [
        {"anna": 0, "ben": 0, "cleo": 0}
    ]


def test_every_two_annotators_are_aligned_once() -> None:
    evaluation = Notes()
    items_of(evaluation.annotator, {name: [note(n, n + 1, "X") for n in range(50)] for name in NAMES})
    assert evaluation.compared == 6


def test_parts_follow_what_they_are_parts_of() -> None:
    anna = [note(0, 4, "X"), note(0, 0, "red", name="colour", parent=0), note(6, 8, "X")]
    ben = [
        note(6, 9, "X"),
        note(0, 0, "blue", name="colour", parent=0),
        note(0, 0, "5", name="size", parent=0),
    ]
    cleo = [note(6, 8, "X"), note(0, 0, "red", name="colour", parent=0)]
    items = items_of(Notes(), {"anna": anna, "ben": ben, "cleo": cleo})
    assert [(item.kind, item.name, dict(item.members), item.parent) for item in items.items] == [
        ("note", "", {"anna": 0}, None),
        ("part", "colour", {"anna": 1}, 0),
        ("note", "", {"anna": 2, "ben": 0, "cleo": 0}, None),
        ("part", "colour", {"ben": 1, "cleo": 1}, 2),
        ("part", "size", {"ben": 2}, 2),
    ]
    assert [(each.said, each.annotators) for each in variants(items, 3)] == [
        (Claim(None, ("blue",)), ("ben",)),
        (Claim(None, ("red",)), ("cleo",)),
        (None, ("anna",)),
    ]
    assert [each.annotators for each in variants(items, 1)] == [("anna",)]


def test_values_are_equal_where_they_refer_to_the_same_thing() -> None:
    anna = [note(0, 2, "X"), note(4, 6, "X"), note(8, 9, "X", Reference(0))]
    ben = [note(0, 2, "X"), note(8, 9, "X", Reference(0))]
    cleo = [note(4, 6, "X"), note(8, 9, "X", Reference(0))]
    items = items_of(Notes(), {"anna": anna, "ben": ben, "cleo": cleo})
    assert [each.annotators for each in variants(items, 2)] == [("anna", "ben"), ("cleo",)]


@pytest.mark.parametrize(
    ("anna", "ben"),
    [
        ((Reference(0), Reference(1)), (Reference(1), Reference(0))),
        ((Reference(0), "/", Reference(1)), (Reference(1), "/", Reference(0))),
        (
            ("/", Reference(0), Reference(1), "/", Reference(1)),
            ("/", Reference(1), "/", Reference(1), Reference(0)),
        ),
        (("X", Reference(0), Reference(1)), ("X", Reference(1), Reference(0))),
    ],
)
def test_references_in_a_row_and_alternatives_of_them_stand_in_no_order(
    anna: tuple[str | Reference, ...], ben: tuple[str | Reference, ...]
) -> None:
    beside = [note(0, 2, "X"), note(4, 6, "X")]
    items = items_of(Notes(), {"anna": [*beside, note(8, 9, *anna)], "ben": [*beside, note(8, 9, *ben)]})
    assert [each.annotators for each in variants(items, 2)] == [("anna", "ben")]


def test_references_with_words_between_them_keep_their_places() -> None:
    beside = [note(0, 2, "X"), note(4, 6, "X")]
    anna = note(8, 9, "from", Reference(0), "to", Reference(1))
    ben = note(8, 9, "from", Reference(1), "to", Reference(0))
    items = items_of(Notes(), {"anna": [*beside, anna], "ben": [*beside, ben]})
    assert [each.annotators for each in variants(items, 2)] == [("anna",), ("ben",)]


def test_pointers_are_equal_where_what_they_lead_to_is_told_in_other_words() -> None:
    def file(lee: str) -> Sequence[Annotation]:
        text = "\n".join(
            (
                "<ORGANIZATION-1-1> :=",
                '\tORG_NAME: "Acme"',
                "\tORG_LEADER: <PERSON-1-1>",
                "\t\t<PERSON-1-2>",
                "\t\t/ <PERSON-1-2>",
                "<PERSON-1-1> :=",
                f'\tPER_NAME: "{lee}"',
                '\tPER_TITLE: "Dr."',
                "<PERSON-1-2> :=",
                '\tPER_NAME: "Bo Orr"\n',
            )
        )
        return OBJECTS.annotator.annotations(units_of(OBJECTS.language(Role.KEY), text))

    items = items_of(OBJECTS.annotator, {"anna": file("Ann Lee"), "ben": file("Miss Lee")})
    leader = next(number for number, item in enumerate(items.items) if item.name == "ORG_LEADER")
    assert [each.annotators for each in variants(items, leader)] == [("anna", "ben")]


def test_who_says_nothing_says_that_nothing_is_there() -> None:
    found: Mapping[str, Sequence[Annotation]] = {"anna": [note(0, 2, "X")], "ben": [], "cleo": []}
    assert [(each.said, each.annotators) for each in variants(items_of(Notes(), found), 0)] == [
        (None, ("ben", "cleo")),
        (Claim((0, 2), ("X",)), ("anna",)),
    ]


def test_the_gold_says_something_of_items_and_does_not_change_them() -> None:
    anna, ben = [note(0, 4, "X"), note(6, 8, "X")], [note(0, 3, "X")]
    items = items_of(Notes(), {"anna": anna, "ben": ben})
    gold = match_gold(
        Notes(), items, [note(1, 4, "Y"), note(20, 22, "X", Reference(0)), note(6, 7, Reference(1))]
    )
    assert gold.members == {0: 0, 1: 2}
    assert gold.said(0) == Claim((1, 4), ("Y",))
    assert gold.said(1) == Claim((6, 7), (Reference(-2),))
    assert gold.item_of == [0, -2, 1]


def test_parts_of_the_gold_follow_as_well() -> None:
    anna = [note(0, 4, "X"), note(0, 0, "red", name="colour", parent=0)]
    gold = [
        note(0, 5, "X"),
        note(0, 0, "5", name="size", parent=0),
        note(0, 0, "blue", name="colour", parent=0),
    ]
    found = match_gold(Notes(), items_of(Notes(), {"anna": anna}), gold)
    assert found.members == {0: 0, 1: 2}
