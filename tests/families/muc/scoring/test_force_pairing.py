"""Force-pairing, in the figures of the manual's scenario-template page."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import ClassDefinition, Configuration, Fill, MucObject, Slot, SlotDefinition
from keytally.families.muc.scoring.alignment import class_comparisons, take_best_first
from keytally.families.muc.scoring.incremental_document import force_pairs
from keytally.families.muc.scoring.results import FillPair, FillPlace, ObjectPair, Tabulator
from keytally.tallies.status import Status
from keytally.tallies.tally import TOTAL, Row, Tally

SLOTS = ("name", "alias", "comment")
Align = Callable[..., list[ObjectPair]]
PEOPLE = st.lists(st.tuples(st.text("abc", max_size=2), st.text("ab", max_size=3), st.booleans()), max_size=5)


@pytest.fixture(scope="session")
def configuration(configure: Callable[..., Configuration]) -> Configuration:
    slots = tuple(SlotDefinition("person", name, name, name != "comment", 4, "set") for name in SLOTS)
    return configure(
        scoring_task="template_element", classes=(ClassDefinition("person", "person", True, 0),), slots=slots
    )


@pytest.fixture(scope="session")
def align(configuration: Configuration) -> Align:
    alignment = class_comparisons(configuration)[configuration.classes[0].name]

    def pairs(key: Sequence[MucObject], response: Sequence[MucObject]) -> list[ObjectPair]:
        compared = {
            (k, r): alignment.compare(a, b) for k, a in enumerate(key) for r, b in enumerate(response)
        }
        chosen = dict(take_best_first((pair, c.f) for pair, c in compared.items() if c.similar))
        held = [
            alignment.pair(one, response[chosen[k]], compared[k, chosen[k]])
            if k in chosen
            else alignment.left_over(one, key_side=True)
            for k, one in enumerate(key)
        ]
        spurious = [single for r, single in enumerate(response) if r not in chosen.values()]
        return held + [alignment.left_over(single, key_side=False) for single in spurious]

    return pairs


def person(name: str, alias: str = "", optional: bool = False) -> MucObject:
    """A person whose names and aliases are letters."""
    fills = {"name": name, "alias": alias}
    slots = {
        slot: Slot((tuple(Fill(text, 0, 1) for text in texts),)) for slot, texts in fills.items() if texts
    }
    return MucObject("person", "1", name or "0", slots, 0, 0, optional)


def test_left_over_objects_become_incorrect(align: Align, configuration: Configuration) -> None:
    pairs = force_pairs(align([person("a", "xy"), person("b")], [person("c", "z"), person("b")]), SLOTS)
    assert [pair.status for pair in pairs] == [Status.INCORRECT, Status.CORRECT]
    rows = Tabulator(configuration).tabulation({"person": pairs})
    assert rows[Row("object", ("person",))] == Tally(cor=1, inc=1)
    assert rows[Row("slot", ("person", "name"))] == Tally(cor=1, inc=1)
    assert rows[Row("slot", ("person", "alias"))] == Tally(inc=1, mis=1)


def test_fills_pair_first_with_first(align: Align) -> None:
    (pair,) = force_pairs(align([person("ab")], [person("c")]), SLOTS)
    assert pair.slots["name"].fills == (
        FillPair(Status.INCORRECT, FillPlace(0, 0), FillPlace(0, 0)),
        FillPair(Status.MISSING, FillPlace(0, 1), None),
    )
    assert (pair.slots["name"].key, pair.slots["name"].response) == (0, 0)


def test_the_side_with_more_keeps_the_rest(align: Align) -> None:
    missing = force_pairs(align([person("a"), person("b")], [person("c")]), SLOTS)
    assert [(p.status, bool(p.key), bool(p.response)) for p in missing] == [
        (Status.INCORRECT, True, True),
        (Status.MISSING, True, False),
    ]
    spurious = force_pairs(align([person("a")], [person("c"), person("d")]), SLOTS)
    assert [pair.status for pair in spurious] == [Status.INCORRECT, Status.SPURIOUS]
    assert spurious[0].response is not None
    assert spurious[0].response.one_up == "c"


def test_optional_objects_stay_as_they_are(align: Align) -> None:
    pairs = force_pairs(align([person("a", optional=True)], [person("c")]), SLOTS)
    assert [pair.status for pair in pairs] == [Status.OPTIONAL, Status.SPURIOUS]


def test_slots_that_only_one_side_fills_keep_their_counts(align: Align) -> None:
    (pair,) = force_pairs(align([person("a", "x")], [person("", "yz")]), SLOTS)
    assert (pair.slots["name"].tally, pair.slots["alias"].tally) == (Tally(mis=1), Tally(inc=1, spu=1))
    assert list(pair.slots) == ["name", "alias"]


def test_an_unscored_class_pairs_its_slots_all_the_same(align: Align) -> None:
    key, response = align([person("a")], [person("c")])
    unscored = [ObjectPair(Status.UNSCORED, p.key, p.response, p.slots) for p in (key, response)]
    (pair,) = force_pairs(unscored, SLOTS)
    assert (pair.status, pair.slots["name"].tally) == (Status.UNSCORED, Tally(inc=1))


@given(PEOPLE, PEOPLE)
def test_recall_precision_and_f_stay(
    align: Align,
    configuration: Configuration,
    key: list[tuple[str, str, bool]],
    response: list[tuple[str, str, bool]],
) -> None:
    pairs = align([person(*each) for each in key], [person(*each[:2]) for each in response])
    before, after = (
        Tabulator(configuration).tabulation({"person": list(each)})
        for each in (pairs, force_pairs(pairs, SLOTS))
    )
    for row in (TOTAL, Row("object", ("person",)), *(Row("slot", ("person", name)) for name in SLOTS)):
        one, other = before.get(row, Tally()), after.get(row, Tally())
        assert (one.pos, one.act, one.cor, one.non) == (other.pos, other.act, other.cor, other.non)
        assert one.mis - other.mis == one.spu - other.spu == other.inc - one.inc
    left = after.get(Row("object", ("person",)), Tally())
    assert not (left.mis and left.spu)
