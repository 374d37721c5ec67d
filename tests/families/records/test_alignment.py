"""The alignment of lists equals the best of all one-to-one alignments, nested ones included."""

import itertools
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.records.alignment import _FlatItems, encoded
from keytally.families.records.comparators import EXACT
from keytally.families.records.evaluation import RecordsEvaluation
from keytally.families.records.fields import Choices, FieldRule
from keytally.families.records.options import RecordsOptions
from keytally.families.records.scoring import Comparison, Counts
from keytally.families.records.values import records
from keytally.measures.first_assignment import first_best_assignment
from keytally.tallies.tally import Tally

VALUES = st.sampled_from(["a", "b", Decimal(1)])
FLAT = st.dictionaries(st.sampled_from("xyz"), VALUES, min_size=1, max_size=3)
ITEMS = st.dictionaries(st.sampled_from("xyz"), VALUES | st.lists(FLAT, max_size=2), min_size=1, max_size=3)
RECORDS = st.fixed_dictionaries(
    {"l": st.lists(ITEMS, max_size=3)}, optional={"s": st.lists(VALUES, max_size=3)}
)

Worth = tuple[int, int, int, int]


def counts_of(key: Any, response: Any, rules: tuple[FieldRule, ...] = ()) -> Counts:
    choices = Choices(rules, EXACT, None)
    return Comparison(choices, choices.root(), key, response).counts()


def leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(leaves, value.values()))
    return sum(map(leaves, value)) if isinstance(value, list) else 1


def brute(key: Any, response: Any) -> Worth:
    """Return correct leaves, correct items, and minus the errors, of the best nested alignment."""
    if isinstance(key, dict) and isinstance(response, dict):
        found = [brute(key[name], response[name]) for name in key.keys() & response.keys()]
        alone = sum(
            leaves(side[name])
            for side, other in ((key, response), (response, key))
            for name in side.keys() - other.keys()
        )
        return add([*found, (0, 0, -alone, 0)])
    if isinstance(key, list) and isinstance(response, list):
        return max(map(add, alignments(key, response)))
    if isinstance(key, dict | list) or isinstance(response, dict | list):
        if isinstance(key, list) and key and not isinstance(response, dict) and not isinstance(key[0], dict):
            return brute(key, [response])
        if (
            isinstance(response, list)
            and response
            and not isinstance(key, dict)
            and not isinstance(response[0], dict)
        ):
            return brute([key], response)
        return (0, 0, -leaves(key) - leaves(response), 0)
    return (1, 0, 0, 0) if key == response else (0, 0, -1, 0)


def add(worths: list[Worth]) -> Worth:
    return tuple(map(sum, zip((0, 0, 0, 0), *worths, strict=True)))  # type: ignore[return-value]


def alignments(key: list[Any], response: list[Any]) -> Iterator[list[Worth]]:
    for partners in itertools.product([None, *range(len(response))], repeat=len(key)):
        taken = [partner for partner in partners if partner is not None]
        if len(set(taken)) < len(taken):
            continue
        worths = list[Worth]()
        for one, at in zip(key, partners, strict=True):
            if at is None:
                worths.append((0, 0, -leaves(one), 0))
                continue
            worth = brute(one, response[at])
            is_item = isinstance(one, dict)
            if is_item and not worth[0]:
                break
            whole = int(is_item and worth[2] == 0)
            worths.append((worth[0], worth[1] + whole, worth[2], 0))
        else:
            left = [other for at, other in enumerate(response) if at not in taken]
            yield [*worths, *((0, 0, -leaves(other), 0) for other in left)]


def errors(total: Tally) -> int:
    return total.inc + total.mis + total.spu


@given(RECORDS, RECORDS)
def test_best_alignment(key: dict[str, Any], response: dict[str, Any]) -> None:
    """Most correct leaves, then most wholly correct items, then fewest errors."""
    counts = counts_of(key, response)
    correct, whole, minus, _ = brute(key, response)
    items = sum(each.correct for each in counts.items().values())
    assert (counts.total().cor, items, -errors(counts.total())) == (correct, whole, minus)


@given(RECORDS, RECORDS)
def test_leaves_and_mirror(key: dict[str, Any], response: dict[str, Any]) -> None:
    """POS and ACT are the leaves, and exchanging the sides exchanges MIS and SPU."""
    there, back = counts_of(key, response).total(), counts_of(response, key).total()
    assert (there.pos, there.act) == (leaves(key), leaves(response))
    assert there == back._replace(mis=back.spu, spu=back.mis)


@given(RECORDS)
def test_same(key: dict[str, Any]) -> None:
    """A key scores 100 against itself."""
    total = counts_of(key, key).total()
    assert total == Tally(cor=leaves(key))


@given(RECORDS, RECORDS, st.randoms(use_true_random=False))
def test_order(key: dict[str, Any], response: dict[str, Any], random: Any) -> None:
    """The order of items and of fields does not change totals."""
    shuffled = {name: random.sample(value, len(value)) for name, value in reversed(response.items())}
    assert counts_of(key, response).total() == counts_of(key, shuffled).total()


@given(RECORDS, RECORDS)
def test_spurious_item(key: dict[str, Any], response: dict[str, Any]) -> None:
    """An item that shares no value with the key adds to SPU alone."""
    more = {**response, "l": [*response["l"], {"x": "new", "y": "newer"}]}
    before, after = counts_of(key, response).total(), counts_of(key, more).total()
    assert after == before._replace(spu=before.spu + 2)


WORTHS = st.lists(st.dictionaries(st.integers(0, 3), st.integers(1, 3), max_size=4), max_size=4)


@given(WORTHS, st.data())
def test_first_assignment(worths: list[dict[int, int]], data: st.DataObject) -> None:
    """The first of the best assignments is found, also if pairs are listed on demand."""
    best = min(assignments(worths))[1]
    found = first_best_assignment(worths)
    assert [4 if column is None else column for column in found] == best
    begun = [{column: row[column] for column in row if data.draw(st.booleans())} for row in worths]
    listed = first_best_assignment(
        begun, lambda at, least: [pair for pair in worths[at].items() if pair[1] >= least]
    )
    assert listed == found


def assignments(worths: list[dict[int, int]]) -> Iterator[tuple[int, list[int]]]:
    for columns in itertools.product(range(5), repeat=len(worths)):
        taken = [column for column in columns if column < 4]
        pairs = [(row, column) for row, column in zip(worths, columns, strict=True) if column < 4]
        if len(set(taken)) == len(taken) and all(column in row for row, column in pairs):
            yield -sum(row[column] for row, column in pairs), [*columns]


def test_strict_order() -> None:
    """Items of an ordered list are paired without crossings."""
    key = {"l": [{"x": "a"}, {"x": "b"}, {"x": "c"}]}
    response = {"l": [{"x": "c"}, {"x": "a"}, {"x": "b"}]}
    assert counts_of(key, response).total().cor == 3
    total = counts_of(key, response, (FieldRule("l", is_strict=True),)).total()
    assert total == Tally(cor=2, mis=1, spu=1)


def test_id() -> None:
    """Items are paired by one field alone."""
    key = {"l": [{"sku": "1", "x": "a"}, {"sku": "2", "x": "b"}]}
    response = {"l": [{"sku": "2", "x": "a"}, {"sku": "1", "x": "b"}]}
    total = counts_of(key, response, (FieldRule("l", id="sku"),)).total()
    assert total == Tally(cor=2, inc=2)


@pytest.mark.parametrize(
    ("key", "response", "total"),
    [
        ({"a": {"$any": ["x", "y"]}}, {"a": "y"}, Tally(cor=1)),
        ({"a": {"$any": ["x", "y"]}}, {}, Tally(mis=1)),
        ({"a": {"$optional": "x"}}, {}, Tally()),
        ({"a": {"$optional": "x"}}, {"a": "x"}, Tally(cor=1)),
        ({"a": {"$optional": "x"}}, {"a": "z"}, Tally(inc=1)),
        ({"l": [{"x": "a"}, {"$optional": {"x": "b"}}]}, {"l": [{"x": "a"}]}, Tally(cor=1)),
        ({"a": "x"}, {"a": ["x"]}, Tally(cor=1)),
        ({"a": "x"}, {"a": {"b": "x"}}, Tally(mis=1, spu=1)),
        ({"a": [["x", "y"], ["z"]]}, {"a": [["z"], ["x", "y"]]}, Tally(cor=3)),
        ({"a": "x", "n": None, "e": "", "l": [], "o": {"p": {}}}, {"a": "x"}, Tally(cor=1)),
        ({"a": "x"}, {"a": {"value": "x", "confidence": Decimal("0.5")}}, Tally(cor=1)),
        ({"a": "x"}, {"a": "x", "a_citations": ["p1"]}, Tally(cor=1)),
        ({"a": True}, {"a": Decimal(1)}, Tally(inc=1)),
    ],
)
def test_values(key: Any, response: Any, total: Tally) -> None:
    assert counts_of(key, response).total() == total


def test_large_list() -> None:
    """A list of thousands of items with a tenth of them disturbed is aligned exactly."""
    key = [{f"f{j}": f"{(i * (j + 7)) % (5 + j * 40)}" for j in range(12)} for i in range(1500)]
    response = [dict(item) for item in key]
    for at in range(0, 1500, 10):
        response[at]["f3"] = f"wrong {at}"
    total = counts_of({"l": key}, {"l": response[::-1]}).total()
    assert total == Tally(cor=12 * 1500 - 150, inc=150)


@pytest.mark.parametrize("count", [20, 60, 250])
def test_long_lists_with_numbers_as_text(count: int) -> None:
    """A number written as text finds its partner in a list of any length."""
    key = [{"x": str(number), "y": "(5)"} for number in range(count)]
    response = [{"x": number if number % 2 else str(number), "y": "5"} for number in range(count)]
    totals = records([{"l": key}], [{"l": response}]).to_dict()["totals"]
    assert totals["cor"] == 2 * count
    assert records([{"l": key}], [{"l": response[::-1]}]).to_dict()["totals"] == totals


@given(st.data())
def test_flat_items_are_worth_what_the_aligner_says(data: st.DataObject) -> None:
    values = st.dictionaries(st.sampled_from("abcd"), st.sampled_from(["u", "v", "w"]), min_size=1)
    sides = [data.draw(st.lists(values, min_size=33, max_size=34)) for _ in range(2)]
    compared = RecordsEvaluation(RecordsOptions()).compare_values(*({"l": side} for side in sides))
    key, response = (side.fields["l"].items for side in (compared.key, compared.response))  # type: ignore[union-attr]
    flat = _FlatItems.of(key, response, 1000)
    assert flat is not None
    for at, one in enumerate(key[:6]):
        for column, other in enumerate(response):
            worth = compared.aligner.item_worth(one, other)
            assert flat.worth(at, column) == (encoded(worth, 1000) if worth.correct else 0)
