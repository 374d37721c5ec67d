"""A file is held against one other: the one that its first pair names."""

from pathlib import Path

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.project.pair import Pair
from tests.engine.toy import ToyEvaluation

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
