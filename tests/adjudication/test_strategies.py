"""Which variant each strategy takes, and what it leaves open."""

import pytest

from keytally.adjudication.items import Claim, Variant, strategy_named


def variants(votes: str) -> list[Variant]:
    """`XX Y -` are two annotators for X, one for Y, and one for nothing."""
    found = []
    for number, group in enumerate(votes.split()):
        said = None if group[0] == "-" else Claim((0, 1), (group[0],))
        found.append(Variant(said, tuple(f"{number}{index}" for index in range(len(group)))))
    return found


def taken(strategy: str, votes: str) -> str:
    found = strategy_named(strategy)
    assert found is not None
    variant = found(variants(votes))
    if variant is None:
        return "open"
    return "-" if variant.said is None else str(variant.said.value[0])


@pytest.mark.parametrize(
    ("strategy", "votes", "expected"),
    [
        ("unanimous", "XXX", "X"),
        ("unanimous", "XX -", "open"),
        ("unanimous", "X", "open"),
        ("majority", "XX -", "X"),
        ("majority", "XX YY", "open"),
        ("majority", "XX Y -", "open"),
        ("majority", "-- X", "-"),
        ("majority", "X", "open"),
        ("votes=2", "XX Y -", "X"),
        ("votes=2", "XX YY", "open"),
        ("votes=2", "X Y -", "open"),
        ("votes=2", "--- XX", "X"),
        ("votes=2", "-- X", "-"),
        ("votes=3", "XX YY", "open"),
        ("union", "--- X", "X"),
        ("union", "X Y", "open"),
        ("union", "XX Y ---", "X"),
        ("union", "X", "X"),
        ("union", "--", "-"),
    ],
)
def test_what_is_taken(strategy: str, votes: str, expected: str) -> None:
    ordered = " ".join(sorted(votes.split(), key=lambda group: (-len(group), group[0] == "-", group)))
    assert taken(strategy, ordered) == expected


@pytest.mark.parametrize("name", ["", "most", "votes", "votes=0", "votes=x", "votes=-1", "Majority"])
def test_other_names_are_no_strategies(name: str) -> None:
    assert strategy_named(name) is None
