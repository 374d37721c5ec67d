"""Fuzzing finds what is planted, tells how to see it again, keeps it small, and counts what it tried."""

import gc
import weakref
from pathlib import Path
from random import Random

import pytest

from fuzz import run, trial
from fuzz.case import Case
from fuzz.failure import BrokenError, hold
from fuzz.run import Choices, fuzzed, table
from fuzz.seeds import kept, read
from fuzz.targets.target import Target


def _make(chance: Random) -> Case:
    return Case("planted", {"a": f"some text {chance.randrange(10)} of no use"})


def _run(case: Case) -> None:
    hold("7" not in case.files.get("a", ""), "there is no seven", case.files)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(trial.TARGETS, "planted", Target("planted", _make, _run))
    return "planted"


def test_what_is_planted_is_found_told_and_kept(planted: str, tmp_path: Path) -> None:
    told: list[str] = []
    (tally,) = fuzzed(Choices(60, 1, [planted], 50, tmp_path), told.append)
    assert tally.cases == 50
    assert tally.failures.keys() == {"there is no seven"}
    (path,) = kept(tmp_path)
    assert read(path) == Case("planted", {"a": "7"})
    seed = next(seed for seed in range(1, 51) if trial.tried(trial.case_of(planted, seed)))
    assert f"-m fuzz --only planted --seed {seed} --cases 1" in told[0]


def test_failures_alike_are_told_once(planted: str) -> None:
    told: list[str] = []
    (tally,) = fuzzed(Choices(60, 1, [planted], 50), told.append)
    assert tally.failures["there is no seven"] > 1
    assert len(told) == 2


def test_the_table_counts_cases_and_edits(planted: str) -> None:
    tally = run.Tally("planted", 1200, 34000, 5.04, {"there is no seven": 2})
    assert table([tally, run.Tally("wire")]) == [
        "target           cases     edits   seconds  failures",
        "planted          1,200    34,000       5.0  2 times there is no seven",
        "wire                 0         0       0.0  none",
    ]


def test_an_error_is_named_by_where_it_was_raised(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(case: Case) -> None:
        raise LookupError("planted")

    monkeypatch.setitem(trial.TARGETS, planted, Target(planted, _make, breaks))
    failure = trial.tried(Case(planted, {}))
    assert failure is not None
    assert failure.kind == "LookupError in test_run.py:breaks"
    assert "planted" in failure.text


def test_work_without_end_is_stopped(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(case: Case) -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    monkeypatch.setitem(trial.TARGETS, planted, Target(planted, _make, endless))
    monkeypatch.setattr("fuzz.guard.PROCESSOR_SECONDS", 0.05)
    failure = trial.tried(Case(planted, {}))
    assert failure is not None
    assert failure.kind == "endless"


def test_a_rule_that_holds_says_nothing() -> None:
    hold(True, "a rule")
    with pytest.raises(BrokenError):
        hold(False, "a rule", "what was seen")


def test_what_a_case_sets_aside_is_collected_before_the_next_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loop:
        """Refers to itself."""

    left: list[weakref.ref[Loop]] = []

    def sets_aside(case: Case) -> None:
        loop = Loop()
        loop.itself = loop  # type: ignore[attr-defined]
        left.append(weakref.ref(loop))
        gc.freeze()
        gc.disable()

    monkeypatch.setitem(trial.TARGETS, "planted", Target("planted", _make, sets_aside))
    assert trial.tried(Case("planted", {})) is None
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
    assert [each() for each in left] == [None]
