"""Slots: alternatives, optional slots, unscored slots, removed pointers, and the short cuts."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import Fill, Slot, SlotDefinition
from keytally.families.muc.scoring.fills import Credit, Crediting, SetFills
from keytally.families.muc.scoring.results import FillPair, FillPlace, SlotPair, tally_of
from keytally.families.muc.scoring.slots import (
    PointerSlotComparison,
    ResponseMarks,
    SlotComparison,
    SlotRules,
    SlotText,
    TextSlotComparison,
    align_slots,
    cached_pattern_comparison,
)
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

COR, PAR, INC, MIS, SPU, NON, OPT, UNS, REM = Status
MARKS = {
    "key2response": ResponseMarks(),
    "key2key": ResponseMarks(alternatives=True, optional=True),
    "asymmetric": ResponseMarks(alternatives=True),
}
DEFINITION = SlotDefinition("c", "s", "s", True, 1, "set")
TEXTS = st.lists(st.lists(st.sampled_from("abAB"), max_size=3), max_size=3)


def slot(*alternatives: str, optional: bool = False) -> Slot:
    """A slot whose fills are the letters of its alternatives."""
    return Slot(tuple(tuple(Fill(letter, 0, 1) for letter in each) for each in alternatives), optional)


class Letters:
    """Letters that point to what they name; those of `gone` to what is optional and not aligned."""

    def __init__(self, gone: str) -> None:
        self._gone = gone

    def are_aligned(self, key: str, response: str) -> bool:
        return key == response

    def removed(self, text: str, key_side: bool) -> bool:
        return key_side and text in self._gone

    def lookup_forms(self, text: str, key_side: bool) -> tuple[str, ...]:
        return (text,)


def comparison(
    scored: bool = True,
    method: str = "key2response",
    gone: str = "",
    count: bool = True,
    pointers: bool = False,
) -> SlotComparison:
    """Compares letters; as pointers, those of `gone` point to what is optional and not aligned."""
    definition = SlotDefinition("c", "s", "s", scored, 1, "pointer" if pointers else "set")
    rules = SlotRules(definition, MARKS[method], count)
    if pointers:
        return PointerSlotComparison(rules, Letters(gone), cached_pattern_comparison(rules))
    return TextSlotComparison(rules, SetFills())


def compared(key: Slot | None, response: Slot | None, **options: object) -> SlotPair:
    pair = comparison(**options).compare(key, response)
    assert pair is not None
    return pair


def statuses(pair: SlotPair) -> list[Status]:
    return [fill.status for fill in pair.fills]


def test_the_best_alternative_counts_and_the_rest_is_noncommittal() -> None:
    """ "The response slot's lone multi-fill will be aligned with whichever multi-fill of the key that
    results in the best score for the alignment. The unaligned multi-fills from the key are then
    non-committal."
    """
    pair = compared(slot("abc", "bc"), slot("bc"))
    assert (pair.key, pair.response) == (1, 0)
    assert pair.tally == Tally(cor=2, non=3)
    assert pair.fills == (
        FillPair(COR, FillPlace(1, 0), FillPlace(0, 0)),
        FillPair(COR, FillPlace(1, 1), FillPlace(0, 1)),
        *(FillPair(NON, FillPlace(0, place), None) for place in range(3)),
    )


@pytest.mark.parametrize(
    ("alternatives", "response", "chosen"),
    [
        (("x", "xy", "xyz"), "ab", 1),
        (("x", "xyzw", "xyz"), "ab", 2),
        (("x", "yz", "wx"), "abc", 1),
        (("xy", "zw"), "ab", 0),
        (("ax", "ay"), "ab", 0),
    ],
    ids=[
        "as many fills",
        "fewest above",
        "none has that many: the largest",
        "file order",
        "file order again",
    ],
)
def test_alternatives_with_equal_f(alternatives: Sequence[str], response: str, chosen: int) -> None:
    assert compared(slot(*alternatives), slot(response)).key == chosen


def test_different_counts_with_one_ratio_tie() -> None:
    """2 · 1 / (1 + 2) and 2 · 2 / (4 + 2): the alternative with no fewer fills than the response wins."""
    assert compared(slot("a", "abxy"), slot("ab")).key == 1


def test_a_slot_that_the_response_lacks_is_missing() -> None:
    assert compared(slot("ab"), None).tally == Tally(mis=2)
    assert compared(slot("ab"), slot("")).tally == Tally(mis=2)
    assert compared(slot("ab"), slot()).tally == Tally(mis=2)


def test_of_a_missing_slot_the_smallest_alternative_counts_that_is_not_empty() -> None:
    pair = compared(slot("abc", "", "xy", "zw"), None)
    assert (pair.key, pair.response, pair.tally) == (2, None, Tally(mis=2, non=5))


def test_a_slot_that_the_key_lacks_is_spurious() -> None:
    pair = compared(None, slot("ab"))
    assert (pair.key, pair.response, pair.tally) == (None, 0, Tally(spu=2))


def test_an_optional_slot_that_the_response_lacks_costs_nothing() -> None:
    pair = compared(slot("ab", "c", optional=True), None)
    assert (statuses(pair), pair.tally) == ([OPT, NON, NON], Tally(non=3))


def test_an_optional_slot_that_the_response_has_is_scored_as_any_other() -> None:
    assert compared(slot("ab", optional=True), slot("x")).tally == Tally(inc=1, mis=1)


def test_a_slot_empty_on_both_sides_adds_nothing() -> None:
    for key in (None, slot(), slot(""), slot("", "")):
        assert comparison().compare(key, slot("")) is None
        assert comparison(scored=False).compare(key, slot()) is None
    assert comparison().alone(slot(""), key_side=True, optional=False) is None


@pytest.mark.parametrize(
    ("key", "response", "non"), [("ab", "xyz", 3), ("abc", "x", 3), ("ab", "", 2), ("", "x", 1)]
)
def test_an_unscored_slot_counts_the_larger_side(key: str, response: str, non: int) -> None:
    pair = compared(slot(key), slot(response), scored=False)
    assert pair.tally == Tally(non=non)
    assert set(statuses(pair)) == {UNS}


def test_unused_alternatives_of_an_unscored_slot_count_too() -> None:
    assert compared(slot("a", "bcd"), slot("a"), scored=False).tally == Tally(non=4)


def test_a_lone_slot_follows_its_object() -> None:
    lone = comparison().alone
    assert lone(slot("a"), key_side=True, optional=False) == compared(slot("a"), None)
    assert lone(slot("a"), key_side=True, optional=True) == compared(slot("a", optional=True), None)
    assert lone(slot("ab", "c"), key_side=True, optional=True) == compared(
        slot("ab", "c", optional=True), None
    )
    assert lone(slot("a"), key_side=False, optional=False) == compared(None, slot("a"))


def test_a_response_has_one_alternative_and_no_options_in_key2response() -> None:
    response = slot("x", "a", optional=True)
    assert compared(slot("a"), response).tally == Tally(inc=1)
    assert compared(None, response).tally == Tally(spu=1)


def test_key2key_reads_marks_on_both_sides() -> None:
    response = slot("x", "ab", optional=True)
    pair = compared(slot("a", "b"), response, method="key2key")
    assert (pair.key, pair.response, pair.tally) == (0, 1, Tally(cor=1, spu=1, non=2))
    assert compared(None, response, method="key2key").tally == Tally(non=3)


def test_alternatives_of_both_sides_that_are_equally_good_go_by_their_sizes_then_the_key() -> None:
    """So swapping the sides may give other tallies."""
    one, other = slot("a", "bc"), slot("de", "f")
    assert compared(one, other, method="key2key").tally == Tally(inc=1, non=4)
    assert compared(other, one, method="key2key").tally == Tally(inc=2, non=2)


def test_key2key_may_leave_out_that_a_response_is_optional() -> None:
    response = slot("xy", "a", optional=True)
    assert compared(None, response, method="asymmetric").tally == Tally(spu=1, non=2)
    assert compared(slot("a"), response, method="asymmetric").tally == Tally(cor=1, non=2)


def test_removed_pointers_leave_before_the_comparison() -> None:
    pair = compared(slot("agb"), slot("ab"), pointers=True, gone="g")
    assert (statuses(pair), pair.tally) == ([COR, COR, REM], Tally(cor=2, non=1))
    assert pair.fills[2] == FillPair(REM, FillPlace(0, 1), None)


def test_a_response_fill_that_pointed_to_what_was_removed_is_spurious_or_incorrect() -> None:
    assert compared(slot("g"), slot("g"), pointers=True, gone="g").tally == Tally(spu=1, non=1)
    assert compared(slot("ga"), slot("g"), pointers=True, gone="g").tally == Tally(inc=1, non=1)


def test_an_alternative_that_removing_empties_is_no_candidate() -> None:
    pair = compared(slot("g", "ab"), slot("x"), pointers=True, gone="g")
    assert (pair.key, pair.tally) == (1, Tally(inc=1, mis=1, non=1))


def test_removed_pointers_may_count_for_nothing() -> None:
    pair = compared(slot("agb"), slot("ab"), pointers=True, gone="g", count=False)
    assert (statuses(pair), pair.tally) == ([COR, COR, REM], Tally(cor=2))


def test_equal_comparisons_share_one_value() -> None:
    shared = comparison()
    assert shared.compare(slot("ab", "c"), slot("a")) is shared.compare(slot("ab", "c"), slot("a"))
    assert shared.compare(slot("a"), slot("b")) is comparison().compare(slot("c"), slot("d"))


@given(TEXTS, st.booleans(), TEXTS, st.booleans(), st.booleans(), st.sampled_from(sorted(MARKS)))
def test_every_fill_of_both_sides_is_told_of_once(
    key: list[list[str]],
    key_optional: bool,
    response: list[list[str]],
    response_optional: bool,
    scored: bool,
    method: str,
) -> None:
    rules = comparison(scored, method).rules
    pair = align_slots(rules, SetFills(), text_of(key, key_optional), text_of(response, response_optional))
    assert sorted(fill.key for fill in pair.fills if fill.key) == places(key)
    assert sorted(fill.response for fill in pair.fills if fill.response) == places(response)
    assert pair.tally == tally_of(pair.fills)


@given(
    st.lists(st.lists(st.sampled_from("abAB"), min_size=1, max_size=2), max_size=2),
    st.lists(st.lists(st.sampled_from("abAB"), min_size=1, max_size=2), max_size=1),
    st.booleans(),
    st.booleans(),
)
def test_short_cuts_end_where_the_definition_does(
    key: list[list[str]], response: list[list[str]], scored: bool, optional: bool
) -> None:
    shared = comparison(scored)
    mine, other = slot(*map("".join, key), optional=optional), slot(*map("".join, response))
    by_definition = align_slots(shared.rules, shared.fills, text_of(key, optional), text_of(response, False))
    assert (shared.compare(mine, other) or SlotPair(Tally(), ())) == by_definition
    lone = align_slots(shared.rules, shared.fills, text_of(key, optional), SlotText())
    assert (shared.alone(mine, key_side=True, optional=False) or SlotPair(Tally(), ())) == lone
    spurious = align_slots(shared.rules, shared.fills, SlotText(), text_of(response, False))
    assert (shared.alone(other, key_side=False, optional=optional) or SlotPair(Tally(), ())) == spurious


def text_of(alternatives: list[list[str]], optional: bool) -> SlotText:
    return SlotText(tuple(map(tuple, alternatives)), optional)


def places(alternatives: list[list[str]]) -> list[FillPlace]:
    return [FillPlace(a, place) for a, fills in enumerate(alternatives) for place in range(len(fills))]


class CountedFills(SetFills):
    """Counts how often an alternative is held against another."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def crediting(self, response: Sequence[str]) -> Crediting:
        credit = super().crediting(response)

        def counted(key: Sequence[str]) -> Credit:
            self.count += 1
            return credit(key)

        return counted


Fills = tuple[str, ...]
MANY: dict[str, tuple[Callable[[int], Fills], Callable[[int], Fills], Callable[[int], int]]] = {
    "one of their own": (lambda i: (f"x{i}", f"k{i}"), lambda i: (f"x{i}", f"r{i}"), lambda n: 1),
    "one in all": (lambda i: ("all", f"k{i}"), lambda i: ("all", f"r{i}"), lambda n: 1),
    "one in all, one of their own": (
        lambda i: ("all", f"x{i}"),
        lambda i: ("more", f"x{i * 7}", "all"),
        lambda n: len(range(0, n, 7)),
    ),
    "one in all, two of neighbours": (
        lambda i: ("all", f"x{i}", f"x{i + 1}"),
        lambda i: ("all", f"x{i}", f"x{i + 9}", "more"),
        lambda n: 4 * n,
    ),
    "one in a tenth, one in ten": (
        lambda i: (f"x{i % 10}", f"y{i // 10}", f"k{i}"),
        lambda i: (f"x{i % 10}", f"y{i // 10}", f"r{i}", "more"),
        lambda n: 10,
    ),
}


@pytest.mark.parametrize("number", [50, 200])
@pytest.mark.parametrize("shape", MANY)
def test_few_of_many_alternatives_are_held_against_each_other(shape: str, number: int) -> None:
    """Of many that all differ and share a fill with one or with all, not each with each."""
    of_key, of_response, most = MANY[shape]
    sides = [SlotText(tuple(map(of, range(number)))) for of in (of_key, of_response)]
    fills = CountedFills()
    pair = align_slots(SlotRules(DEFINITION, MARKS["key2key"]), fills, *sides)
    assert 0 < fills.count <= most(number)
    assert pair.key == 0


@given(*[st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4), min_size=1, max_size=8)] * 2)
def test_the_aligned_alternatives_are_the_first_of_the_best_of_all(
    key: list[list[str]], response: list[list[str]]
) -> None:
    fills, sides = SetFills(), [SlotText(tuple(map(tuple, each))) for each in (key, response)]

    def rank(k: int, r: int) -> tuple[Fraction, bool, int]:
        correct = sum(match.status is COR for match in fills.align(key[k], response[r]))
        total = len(key[k]) + len(response[r])
        return (
            -Fraction(2 * correct, total),
            len(key[k]) < len(response[r]),
            abs(len(key[k]) - len(response[r])),
        )

    pairs = [(k, r) for k in range(len(key)) for r in range(len(response))]
    pair = align_slots(SlotRules(DEFINITION, MARKS["key2key"]), fills, *sides)
    assert (pair.key, pair.response) == min(pairs, key=lambda each: rank(*each))
