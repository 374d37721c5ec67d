"""A file is held against one other: the one that its first pair names."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.findings.finding import Finding
from keytally.project.pair import Pair
from tests.calls import calls_counted
from tests.engine.toy import ToyEvaluation, ToyUnit

KEY, OTHER_KEY, RESPONSE, OTHER, TEXTS = map(Path, ("/key", "/key2", "/response", "/response2", "/texts"))


def engine_on(**texts: str) -> Engine:
    engine = Engine()
    for name, text in texts.items():
        engine.open(Path("/", name), text)
    return engine


def paired(engine: Engine, key: Path, response: Path, texts: Path | None = None) -> LivePair:
    return engine.add_pair(Pair("toy", key, response, texts), ToyEvaluation())


def found(engine: Engine, path: Path) -> list[str]:
    return [each.finding.rule.name for each in engine.findings(path)]


def test_a_response_of_two_keys_is_held_against_its_first_pairs() -> None:
    engine = engine_on(key="<D1 A", key2="<D1 B", response="<D1 A")
    paired(engine, KEY, RESPONSE)
    paired(engine, OTHER_KEY, RESPONSE)
    assert found(engine, RESPONSE) == []


def test_an_edit_of_another_pairs_key_changes_nothing() -> None:
    engine = engine_on(key="<D1 A", key2="<D1 A", response="<D1 A")
    paired(engine, KEY, RESPONSE)
    paired(engine, OTHER_KEY, RESPONSE)
    assert engine.edit(OTHER_KEY, [(4, 5, "B")]) == {OTHER_KEY}
    assert found(engine, RESPONSE) == []


def test_the_next_pair_decides_when_the_first_one_goes() -> None:
    engine = engine_on(key="<D1 A", key2="<D1 B", response="<D1 A")
    first = paired(engine, KEY, RESPONSE)
    paired(engine, OTHER_KEY, RESPONSE)
    engine.remove_pair(first)
    assert found(engine, RESPONSE) == ["text-altered"]


def test_texts_that_no_pair_names_any_more_count_no_more() -> None:
    engine = engine_on(key="<D1 A", response="<D1 A", response2="<D1 A", texts="<D1 B")
    before = [paired(engine, KEY, response, TEXTS) for response in (RESPONSE, OTHER)]
    assert found(engine, KEY) == ["text-altered"]
    for live in before:
        paired(engine, live.pair.key, live.pair.response)
        engine.remove_pair(live)
    assert found(engine, KEY) == []
    assert found(engine, RESPONSE) == []
    engine.edit(TEXTS, [(4, 5, "C")])
    assert found(engine, KEY) == []


class Incurious(ToyEvaluation):
    """Files that repeat no text."""

    compare_texts = None  # type: ignore[assignment]


def test_files_that_repeat_no_text_are_compared_with_none() -> None:
    engine = engine_on(key="<D1 A", response="<D1 B", texts="<D1 C")
    for texts in (None, TEXTS):
        live = engine.add_pair(Pair("toy", KEY, RESPONSE, texts), Incurious())
        assert engine.edit(RESPONSE, [(4, 5, "D")]) == {RESPONSE}
        assert found(engine, RESPONSE) == []
        engine.remove_pair(live)


class Lenient(ToyEvaluation):
    """The same files under another option: what is compared is no mistake."""

    signature = "toy lenient"

    def compare_texts(self, unit: ToyUnit, reference: ToyUnit | None) -> list[Finding]:
        return []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(ToyEvaluation, Lenient, []), (Lenient, ToyEvaluation, ["text-altered"])],
)
def test_a_pair_with_other_options_compares_anew_with_the_readings_it_had(
    before: type[ToyEvaluation], after: type[ToyEvaluation], expected: Sequence[str]
) -> None:
    engine, pair = engine_on(key="<D1 A", response="<D1 B"), Pair("toy", KEY, RESPONSE)
    live = engine.add_pair(pair, before())
    reading = engine.reading(RESPONSE)
    engine.add_pair(pair, after())
    engine.remove_pair(live)
    assert engine.reading(RESPONSE) is reading
    assert found(engine, RESPONSE) == expected


def test_a_pair_that_comes_and_goes_costs_the_same_beside_one_and_beside_many() -> None:
    costs = [calls_beside(others) for others in (1, 64)]
    assert costs[0] == costs[1]


def calls_beside(others: int) -> Counter[str]:
    """The calls that a pair makes when it is added beside others, and removed."""
    engine = engine_on(**{f"{side}{number}": "<D1 A" for side in "kr" for number in range(others + 1)})
    for number in range(others):
        paired(engine, Path(f"/k{number}"), Path(f"/r{number}"))
    with calls_counted() as counts:
        engine.remove_pair(paired(engine, Path(f"/k{others}"), Path(f"/r{others}")))
    return counts
