"""Verdicts: what is told of objects, slots and fills, where, and in which words."""

from collections.abc import Callable, Sequence
from itertools import islice

import pytest

from keytally.families.contract import Level
from keytally.families.muc.model import ClassDefinition, Configuration, Fill, MucObject, Slot
from keytally.families.muc.scoring.named_entity import NamedEntityScoring
from keytally.families.muc.scoring.results import (
    LONGEST_QUOTATION,
    FillPair,
    FillPlace,
    ObjectPair,
    ObjectVerdict,
    ObjectVerdicts,
    SlotPair,
    VerdictPlace,
    quoted_fill,
)
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

Configure = Callable[..., Configuration]
Tag = Callable[..., MucObject]
Told = Callable[..., list[ObjectVerdict]]


@pytest.fixture
def told(configure: Configure) -> Told:
    """The verdicts on the response's side of a document, or on the key's."""

    def verdicts(
        key: Sequence[MucObject], response: Sequence[MucObject], key_side: bool = False, **changes: object
    ) -> list[ObjectVerdict]:
        configuration = configure(**changes)
        score = NamedEntityScoring(configuration).score("1", key, response)
        return list(ObjectVerdicts(configuration).of(score, key_side))

    return verdicts


def labels(verdicts: list[ObjectVerdict], level: Level | None = None) -> list[str]:
    return [verdict.label for verdict in verdicts if level in (None, verdict.level)]


def test_a_tag_that_agrees(tag: Tag, told: Told) -> None:
    key, response = tag("PERSON", "Kory"), tag("PERSON", "Kory")
    verdicts = told([key], [response])
    assert labels(verdicts) == [
        'COR PERSON "Kory"',
        "COR TEXT",
        'COR TEXT "Kory"',
        "COR TYPE",
        'COR TYPE "PERSON"',
    ]
    assert {verdict.status for verdict in verdicts} == {Status.CORRECT}
    assert verdicts[0] == ObjectVerdict(
        response, 1000, 1600, Status.CORRECT, Level.OBJECT, 'PERSON "Kory"', VerdictPlace(key, 1000, 1600)
    )
    assert [verdict.slot for verdict in verdicts] == ["", "text", "text", "type", "type"]
    assert verdicts[2][:3] == (response, 1500, 1504)
    assert verdicts[2].partner == VerdictPlace(key, 1500, 1504)


def test_a_wrong_fill_names_its_counterpart_on_both_sides(tag: Tag, told: Told) -> None:
    key, response = [tag("PERSON", "Mr. Kory")], [tag("PERSON", "Kory", 4)]
    assert 'INC TEXT "Kory" (key: "Mr. Kory")' in labels(told(key, response), Level.FILL)
    assert 'INC TEXT "Mr. Kory" (response: "Kory")' in labels(told(key, response, key_side=True), Level.FILL)


@pytest.mark.parametrize("key_side", [False, True])
def test_a_tag_is_as_bad_as_the_worst_of_its_parts(tag: Tag, told: Told, key_side: bool) -> None:
    wrong_text = told([tag("PERSON", "Mr. Kory")], [tag("PERSON", "Kory", 4)], key_side)
    assert (wrong_text[0].status, wrong_text[0].overall) == (Status.CORRECT, Status.INCORRECT)
    wrong_type = told([tag("PERSON", "Kory")], [tag("LOCATION", "Kory")], key_side)
    assert (wrong_type[0].status, wrong_type[0].overall) == (Status.CORRECT, Status.INCORRECT)
    right = told([tag("PERSON", "Kory")], [tag("PERSON", "Kory")], key_side)
    assert {verdict.overall for verdict in right} == {None}


def test_a_missing_tag_has_zero_width_where_it_would_stand(tag: Tag, told: Told) -> None:
    key = tag("PERSON", "Kory", 70)
    (verdict,) = told([key], [])
    assert verdict == ObjectVerdict(
        None, 70, 70, Status.MISSING, Level.OBJECT, 'PERSON "Kory"', VerdictPlace(key, key.start, key.end)
    )
    assert labels(told([key], [], key_side=True), Level.OBJECT) == ['MIS PERSON "Kory"']


def test_an_optional_tag_that_the_response_lacks(tag: Tag, told: Told) -> None:
    key = [tag("PERSON", "Kory", optional=True)]
    assert labels(told(key, [])) == ['OPT PERSON "Kory"']
    assert labels(told(key, [], key_side=True), Level.FILL) == [
        'OPT TEXT "Kory"',
        'OPT TYPE "PERSON"',
        'UNS STATUS "OPT"',
    ]


def test_a_spurious_tag_is_told_of_on_its_own_side_only(tag: Tag, told: Told) -> None:
    response = [tag("ORGANIZATION", "Exchange")]
    assert labels(told([], response), Level.OBJECT) == ['SPU ORGANIZATION "Exchange"']
    assert {verdict.partner for verdict in told([], response)} == {None}
    assert told([], response, key_side=True) == []


def test_a_missing_fill_stands_at_the_tag_that_lacks_it(tag: Tag, told: Told) -> None:
    response = tag(None, "Kory")
    missing = [
        verdict for verdict in told([tag("PERSON", "Kory")], [response]) if verdict.status is Status.MISSING
    ]
    assert [verdict[:3] for verdict in missing] == [(response, 1000, 1000)] * 2
    assert labels(missing) == ["MIS TYPE", 'MIS TYPE "PERSON"']


def test_unused_alternatives_show_on_the_key(tag: Tag, told: Told) -> None:
    key, response = [tag("PERSON", "Mr. Kory", alt=["Kory"])], [tag("PERSON", "Kory", 4)]
    assert 'NON TEXT "Mr. Kory"' in labels(told(key, response, key_side=True), Level.FILL)
    assert labels(told(key, response, key_side=True), Level.SLOT) == ["COR TEXT", "COR TYPE"]
    assert not any(label.startswith("NON") for label in labels(told(key, response)))


def test_unscored_classes_and_slots(tag: Tag, told: Told) -> None:
    classes = (ClassDefinition("enamex", "enamex", False, 0),)
    verdicts = told([tag("PERSON", "Kory", optional=True)], [tag("PERSON", "Kory")], True, classes=classes)
    assert labels(verdicts, Level.OBJECT) == ['UNS PERSON "Kory"']
    assert 'UNS STATUS "OPT"' in labels(verdicts, Level.FILL)


def test_an_unscored_tag_that_the_response_lacks_is_not_asked_for(tag: Tag, told: Told) -> None:
    classes = (ClassDefinition("enamex", "enamex", False, 0),)
    assert told([tag("PERSON", "Kory")], [], classes=classes) == []


def test_alternatives_of_the_type_stand_in_the_label(tag: Tag, told: Told) -> None:
    assert labels(told([tag("LOCATION|PERSON", "Georgia")], [])) == ['MIS LOCATION or PERSON "Georgia"']
    assert labels(told([tag(None, "Georgia")], [])) == ['MIS ENAMEX "Georgia"']


def test_long_texts_are_cut_and_stay_on_a_line() -> None:
    assert quoted_fill("a\n  b") == '"a b"'
    assert len(quoted_fill("x" * 999)) == LONGEST_QUOTATION + 3


def test_verdicts_are_made_as_they_are_asked_for(configure: Configure, tag: Tag) -> None:
    key = [tag("PERSON", "Kory", 10 * place) for place in range(100)]
    score = NamedEntityScoring(configure()).score("1", key, [])
    first = islice(ObjectVerdicts(configure()).of(score, key_side=True), 2)
    assert [verdict.level for verdict in first] == [Level.OBJECT, Level.SLOT]


class TestTemplates:
    """Objects without an extent: a person with two aliases, of which the response has one."""

    KEY = MucObject(
        "person",
        "930",
        "1",
        {"alias": Slot(((Fill("a", 10, 11), Fill("b", 20, 21)), (Fill("c", 30, 31),)))},
        0,
        40,
    )
    RESPONSE = MucObject("person", "930", "7", {"alias": Slot(((Fill("b", 50, 51),),))}, 5, 60)
    ALIASES = SlotPair(
        Tally(cor=1, mis=1, non=1),
        (
            FillPair(Status.MISSING, FillPlace(0, 0), None),
            FillPair(Status.CORRECT, FillPlace(0, 1), FillPlace(0, 0)),
            FillPair(Status.NONCOMMITTAL, FillPlace(1, 0), None),
        ),
        0,
        0,
    )

    def told(self, configure: Configure, key_side: bool) -> list[ObjectVerdict]:
        pair = ObjectPair(Status.CORRECT, self.KEY, self.RESPONSE, {"alias": self.ALIASES})
        return list(ObjectVerdicts(configure()).of_pair(pair, key_side))

    def test_objects_go_by_their_identification(self, configure: Configure) -> None:
        assert self.told(configure, True)[0].label == "COR PERSON-930-1"
        assert self.told(configure, False)[0].label == "COR PERSON-930-7"

    def test_a_slot_of_which_some_is_right_is_partial(self, configure: Configure) -> None:
        slot = self.told(configure, True)[1]
        assert slot[1:5] == (10, 31, Status.PARTIAL, Level.SLOT)
        assert slot.partner == VerdictPlace(self.RESPONSE, 50, 51)

    def test_a_missing_fill_stands_after_the_last_of_its_slot(self, configure: Configure) -> None:
        missing = self.told(configure, False)[2]
        assert missing[:4] == (self.RESPONSE, 51, 51, Status.MISSING)
        assert missing.partner == VerdictPlace(self.KEY, 10, 11)

    def test_a_missing_slot_stands_at_the_end_of_the_record(self, configure: Configure) -> None:
        fills = (FillPair(Status.MISSING, FillPlace(0, 0), None),)
        response = MucObject("person", "930", "7", {}, 5, 60)
        slots = {"alias": SlotPair(Tally(mis=1), fills, 0, None)}
        pair = ObjectPair(Status.CORRECT, self.KEY, response, slots)
        told = list(ObjectVerdicts(configure()).of_pair(pair, key_side=False))
        assert [verdict[1:3] for verdict in told[1:]] == [(60, 60)] * 2

    def test_a_missing_object_has_no_place(self, configure: Configure) -> None:
        pair = ObjectPair(Status.MISSING, self.KEY, None, {})
        (missing,) = ObjectVerdicts(configure()).of_pair(pair, key_side=False)
        assert missing[:3] == (None, 0, 0)
        assert missing.label == "MIS PERSON-930-1"

    def test_removed_pointers_are_told_of(self, configure: Configure) -> None:
        fills = (FillPair(Status.REMOVED, FillPlace(0, 0), None),)
        pair = ObjectPair(Status.CORRECT, self.KEY, self.RESPONSE, {"alias": SlotPair(Tally(non=1), fills)})
        told = list(ObjectVerdicts(configure()).of_pair(pair, key_side=True))
        assert [verdict.label for verdict in told[1:]] == ["REM ALIAS", 'REM ALIAS "a"']
