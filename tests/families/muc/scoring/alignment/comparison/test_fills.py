"""Single fills and multi-fills: which fill goes with which, and what is left over."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import Configuration
from keytally.families.muc.scoring.fills import (
    REMOVED,
    FillComparison,
    Match,
    NoTargets,
    Patterns,
    PatternTargets,
    PointerFills,
    SetFills,
    StringComparison,
    StringFills,
)
from keytally.tallies.status import Status

COR, PAR, INC, MIS, SPU = list(Status)[:5]
FILLS = st.lists(st.sampled_from(["Foo", "foo", "The Foo", "Bar", "bar."]), max_size=5)


class Numbered:
    """Pointers whose targets are aligned where their numbers are equal, and gone above 9."""

    def are_aligned(self, key: str, response: str) -> bool:
        return key[1:] == response[1:]

    def removed(self, text: str, key_side: bool) -> bool:
        return int(text[1:]) > 9

    def lookup_forms(self, text: str, key_side: bool) -> tuple[str, ...]:
        return (text[1:],)


class Dangling(Numbered):
    """Pointers to nothing."""

    def are_aligned(self, key: str, response: str) -> bool:
        return False

    def lookup_forms(self, text: str, key_side: bool) -> tuple[str, ...]:
        return ()


@pytest.fixture(scope="session")
def strings(configure: Callable[..., Configuration]) -> StringFills:
    """String fills that are correct as they stand and partially correct when cleaned."""
    options = {"stringfill_correct_comparison": "ORIG", "stringfill_partial_comparison": "CLEAN"}
    return StringFills(StringComparison(configure(**options)))


@pytest.fixture(scope="session")
def pointers() -> PointerFills:
    """Pointers whose targets are aligned where their numbers are equal; those above 9 are gone."""
    return PointerFills(Numbered())


def test_set_fills_are_equal_but_for_case() -> None:
    assert SetFills().align(["PERSON"], ["person"]) == [Match(COR, 0, 0)]
    assert SetFills().align(["PERSON"], ["LOCATION"]) == [Match(INC, 0, 0)]


def test_the_aliases_of_evergreen_pair_by_what_they_say() -> None:
    key = ["Evergreen Information Technologies", "Evergreen", "Evergreen Information"]
    response = ["EVERGREEN INFORMATION", "Everglades"]
    assert SetFills().align(key, response) == [Match(INC, 0, 1), Match(MIS, 1, None), Match(COR, 2, 0)]


def test_left_over_fills_are_missing_or_spurious() -> None:
    assert SetFills().align(["a", "b"], ["b"]) == [Match(MIS, 0, None), Match(COR, 1, 0)]
    assert SetFills().align(["b"], ["a", "b"]) == [Match(COR, 0, 1), Match(SPU, None, 0)]
    assert SetFills().align([], []) == []


def test_wrong_fills_pair_in_file_order_after_the_right_ones() -> None:
    assert SetFills().align(["a", "b", "c"], ["x", "c", "y"]) == [
        Match(INC, 0, 0),
        Match(INC, 1, 2),
        Match(COR, 2, 1),
    ]


def test_equal_fills_pair_one_to_one_in_file_order() -> None:
    assert SetFills().align(["a", "a"], ["a", "a", "a"]) == [
        Match(COR, 0, 0),
        Match(COR, 1, 1),
        Match(SPU, None, 2),
    ]


def test_partial_matches_come_after_correct_ones(strings: StringFills) -> None:
    assert strings.align(["The Foo", "Foo"], ["Foo", "foo"]) == [Match(PAR, 0, 1), Match(COR, 1, 0)]


def test_pointers_are_correct_where_their_targets_are_aligned(pointers: PointerFills) -> None:
    assert pointers.align(["K1", "K2", "K3"], ["R3", "R1", "R7"]) == [
        Match(COR, 0, 1),
        Match(INC, 1, 2),
        Match(COR, 2, 0),
    ]


def test_equal_pointers_say_nothing(pointers: PointerFills) -> None:
    dangling = PointerFills(Dangling())
    assert dangling.align(["X-1"], ["X-1"]) == [Match(INC, 0, 0)]
    assert dangling.status("X-1", "X-1") is INC
    assert PointerFills(NoTargets()).align(["X-1"], ["X-1"]) == [Match(INC, 0, 0)]
    assert pointers.status("K1", "R1") is COR


def test_only_pointers_can_be_removed(strings: StringFills, pointers: PointerFills) -> None:
    assert [fills.removed("K10", True) for fills in (SetFills(), strings, pointers)] == [False, False, True]


@given(key=FILLS, response=FILLS)
def test_alignment_is_the_manuals(strings: StringFills, key: list[str], response: list[str]) -> None:
    """ "The scorer sorts these single-fill pairs by F-score in decreasing order. It then proceeds down
    the sorted list, picking out pairs of single-fills for which neither single-fill has been chosen yet."
    """
    for fills in (SetFills(), strings):
        assert set(fills.align(key, response)) == by_the_book(fills, key, response)


@given(key=FILLS, response=FILLS)
def test_roles_swap(strings: StringFills, key: list[str], response: list[str]) -> None:
    swapped = {SPU: MIS, MIS: SPU}
    turned = {
        Match(swapped.get(match.status, match.status), match.response, match.key)
        for match in strings.align(key, response)
    }
    assert set(strings.align(response, key)) == turned


@given(text=st.text(max_size=8), other=st.text(max_size=8))
def test_fills_are_correct_where_their_forms_are_equal(strings: StringFills, text: str, other: str) -> None:
    for fills in (SetFills(), strings):
        assert (fills.status(text, other) is COR) == (fills.form(text) == fills.form(other))


def by_the_book(fills: FillComparison, key: list[str], response: list[str]) -> set[Match]:
    rank = {COR: 0, PAR: 1, INC: 2}
    pairs = [Match(fills.status(k, r), i, j) for i, k in enumerate(key) for j, r in enumerate(response)]
    free_keys, free_responses, chosen = set(range(len(key))), set(range(len(response))), set()
    for pair in sorted(pairs, key=lambda pair: rank[pair.status]):
        if pair.key in free_keys and pair.response in free_responses:
            chosen.add(pair)
            free_keys.discard(pair.key)
            free_responses.discard(pair.response)
    left_over = {Match(MIS, k, None) for k in free_keys} | {Match(SPU, None, r) for r in free_responses}
    return chosen | left_over


def test_string_fills_follow_the_configuration(configure: Callable[..., Configuration]) -> None:
    exact = configure()._replace(stringfill_correct_comparison="ORIG")
    assert StringFills(StringComparison(exact)).align(["Foo"], ["foo"]) == [Match(INC, 0, 0)]
    assert StringFills(StringComparison(configure())).align(["Foo"], ["foo"]) == [Match(COR, 0, 0)]


class Shared(Numbered):
    """Pointers of the key that stand for an object by each of their digits; those with a 0 are gone."""

    def are_aligned(self, key: str, response: str) -> bool:
        return bool(response) and response[0] in key

    def removed(self, text: str, key_side: bool) -> bool:
        return "0" in text

    def lookup_forms(self, text: str, key_side: bool) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text)) if key_side else tuple(text[:1])


@given(st.lists(st.text("0123", max_size=3), max_size=5), st.lists(st.text("0123", max_size=1), max_size=5))
def test_pointers_compare_as_their_patterns_do(key: list[str], response: list[str]) -> None:
    """Else one document's comparison could not stand for that of another."""
    plain, by_pattern = PointerFills(Shared()), PointerFills(PatternTargets())
    patterns = Patterns(Shared())
    keys, responses = patterns.of(key, True), patterns.of(response, False)
    for texts, seen, key_side in ((key, keys, True), (response, responses, False)):
        gone = [plain.removed(text, key_side) for text in texts]
        assert gone == [by_pattern.removed(pattern, key_side) for pattern in seen]
    left = [
        [(text, pattern) for text, pattern in zip(texts, seen, strict=True) if pattern != REMOVED]
        for texts, seen in ((key, keys), (response, responses))
    ]
    (mine, my_patterns), (other, other_patterns) = (
        [list(each) for each in (zip(*side, strict=True) if side else ((), ()))] for side in left
    )
    assert by_pattern.align(my_patterns, other_patterns) == plain.align(mine, other)
    for one, pattern in zip(mine, my_patterns, strict=True):
        for two, other_pattern in zip(other, other_patterns, strict=True):
            assert by_pattern.status(pattern, other_pattern) is plain.status(one, two)
