"""Credit without pairing: the same as an alignment gives, at the cost of what the key's fills are."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import SlotDefinition
from keytally.families.muc.scoring.fills import (
    FillComparison,
    Match,
    PatternTargets,
    PointerFills,
    SetFills,
    StringComparison,
    StringFills,
)
from keytally.families.muc.scoring.slots import ResponseMarks, SlotRules, SlotText, align_slots
from keytally.tallies.status import Status
from tests.families.muc.template_files import template_element

STRICT_THEN_CLEAN = template_element(
    stringfill_correct_comparison="ORIG", stringfill_partial_comparison="CLEAN", premodifiers=("the",)
)
CLEAN_THEN_STRICT = template_element(
    stringfill_correct_comparison="CLEAN", stringfill_partial_comparison="ORIG", premodifiers=("the",)
)
COMPARISONS: dict[str, FillComparison] = {
    "set": SetFills(),
    "strict": StringFills(StringComparison(STRICT_THEN_CLEAN)),
    "clean": StringFills(StringComparison(CLEAN_THEN_STRICT)),
    "pointer": PointerFills(PatternTargets()),
}
WORDS = {
    "pointer": (st.sampled_from(["", "a", "b", "ab", "bc"]), st.sampled_from(["", "a", "b", "c"])),
    "text": (st.sampled_from(["a", "A", "the a", "b", " b", "c"]),) * 2,
}


@pytest.mark.parametrize("name", COMPARISONS)
@given(data=st.data())
def test_credit_is_that_of_the_alignment(name: str, data: st.DataObject) -> None:
    fills = COMPARISONS[name]
    keys, responses = WORDS.get(name, WORDS["text"])
    key = data.draw(st.lists(keys, max_size=6))
    response = data.draw(st.lists(responses, max_size=6))
    statuses = [match.status for match in fills.align(key, response)]
    credit = fills.crediting(response)(key)
    assert credit == (statuses.count(Status.CORRECT), statuses.count(Status.PARTIAL))


class CountingFills(SetFills):
    """Set fills that count how many of them are looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0
        form = self.form

        def counted(text: str) -> str:
            self.seen += 1
            return form(text)

        self.form = counted

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """The alignment of two multi-fills."""
        self.seen += len(key) + len(response)
        return super().align(key, response)


@pytest.mark.parametrize("count", [10, 100, 1000])
def test_alternatives_times_fills_are_not_multiplied(count: int) -> None:
    fills = CountingFills()
    rules = SlotRules(SlotDefinition("a", "b", "b", True, 1, "set"), ResponseMarks(False, False))
    key = SlotText(tuple((f"x{number}",) for number in range(count)))
    response = SlotText((tuple(f"x{number * 2}" for number in range(count)),))
    assert align_slots(rules, fills, key, response).key == 0
    assert fills.seen <= 6 * count


BOTH_KEYS = SlotRules(SlotDefinition("a", "b", "b", True, 1, "set"), ResponseMarks(True, False))


@pytest.mark.parametrize("name", COMPARISONS)
@given(data=st.data())
def test_of_many_alternatives_those_of_the_best_pair_are_aligned(name: str, data: st.DataObject) -> None:
    fills = COMPARISONS[name]
    sides = [
        data.draw(st.lists(st.lists(words, min_size=1, max_size=4).map(tuple), min_size=1, max_size=5))
        for words in WORDS.get(name, WORDS["text"])
    ]
    found = align_slots(BOTH_KEYS, fills, *(SlotText(tuple(side)) for side in sides))
    pairs = [(k, r) for k in range(len(sides[0])) for r in range(len(sides[1]))]
    assert (found.key, found.response) == min(pairs, key=lambda at: _preference(fills, sides, *at))


def _preference(
    fills: FillComparison, sides: Sequence[Sequence[Sequence[str]]], k: int, r: int
) -> tuple[Fraction, bool, int]:
    key, response = sides[0][k], sides[1][r]
    statuses = [match.status for match in fills.align(key, response)]
    earned = 2 * statuses.count(Status.CORRECT) + statuses.count(Status.PARTIAL)
    return (
        -Fraction(earned, len(key) + len(response)),
        len(key) < len(response),
        abs(len(key) - len(response)),
    )


@pytest.mark.parametrize("count", [10, 100, 1000])
@pytest.mark.parametrize("common", ["", "x"])
def test_alternatives_of_two_keys_are_not_multiplied(count: int, common: str) -> None:
    fills = CountingFills()
    sides = [SlotText(tuple((f"{side}{number}", common or side) for number in range(count))) for side in "ab"]
    align_slots(BOTH_KEYS, fills, *sides)
    assert fills.seen <= 20 * count
