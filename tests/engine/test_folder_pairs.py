"""A side of a pair that has several files."""

from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families.contract import Role, Settings
from keytally.families.registry import evaluation
from keytally.project.pair import Pair

KEYS = (Path("/key/go.clust"), Path("/key/sew.clust"))
RESPONSES = (Path("/run/go.clust"), Path("/run/sew.clust"))
EXTRA = Path("/run/walk.clust")
TEXT = "1\t1\n2\t1\n"


@pytest.fixture
def engine() -> Engine:
    engine = Engine()
    for path in (*KEYS, *RESPONSES, EXTRA):
        engine.open(path, TEXT)
    return engine


def paired(engine: Engine, responses: tuple[Path, ...] = RESPONSES) -> LivePair:
    pair = Pair("cpa-clustering", Path("/key"), Path("/run"), key_files=KEYS, response_files=responses)
    live = engine.add_pair(pair, evaluation(pair.task, Settings()))
    live.work()
    return live


def test_each_file_is_a_document(engine: Engine) -> None:
    live = paired(engine)
    assert live.documents == ["go", "sew"]
    assert live.totals()["verbs"] == {"go": 100.0, "sew": 100.0}


def test_an_edit_makes_the_document_of_its_file_stale_and_no_other(engine: Engine) -> None:
    live = paired(engine)
    assert engine.edit(RESPONSES[1], [(2, 3, "2")]) == {RESPONSES[1]}
    assert live.work() == ["sew"]
    engine.edit(KEYS[0], [(2, 3, "2")])
    assert live.work() == ["go"]


def test_the_pairs_of_a_file(engine: Engine) -> None:
    live = paired(engine)
    assert engine.pairs_of(KEYS[0]) == engine.pairs_of(RESPONSES[1]) == [live]
    assert engine.pairs_of(EXTRA) == engine.pairs_of(Path("/run")) == []
    engine.close(RESPONSES[0])
    engine.close(EXTRA)
    assert engine.paths == [*KEYS, *RESPONSES]


def test_marks_are_those_of_one_file(engine: Engine) -> None:
    live = paired(engine)
    engine.edit(RESPONSES[1], [(0, 0, "0\t1\n")])
    live.work()
    shown = [[each.start for each in live.marks(Role.RESPONSE, 0, 99, path)] for path in RESPONSES]
    assert shown == [[2, 6], [2, 6, 10]]
    (partner,) = {each.mark.partner[0] for each in live.marks(Role.KEY, 0, 3, KEYS[0]) if each.mark.partner}
    assert partner in list(live.reading(RESPONSES[0]).units)


def test_a_document_that_one_side_lacks(engine: Engine) -> None:
    live = paired(engine, RESPONSES[:1])
    assert live.totals()["verbs"] == {"go": 100.0, "sew": 0.0}
    assert [found.finding.rule.name for found in engine.findings(RESPONSES[0])] == ["cpa-missing-verb"]
    assert live.response.documents.units_of("sew") == ()


def test_readings_go_with_the_pair(engine: Engine) -> None:
    live = paired(engine)
    assert live.reading(KEYS[1]) is engine.reading(KEYS[1])
    with pytest.raises(KeyError):
        live.reading(EXTRA)
    engine.remove_pair(live)
    assert engine.reading(KEYS[1]) is None


def test_two_runs_share_the_keys_readings(engine: Engine) -> None:
    first = paired(engine)
    second = paired(engine, RESPONSES[:1])
    assert first.reading(KEYS[0]) is second.reading(KEYS[0])
    engine.edit(KEYS[0], [(2, 3, "7")])
    assert (first.stale, second.stale) == (True, True)
