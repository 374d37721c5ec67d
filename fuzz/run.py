"""Tries cases of all targets in turn until the time is over, and tells how many."""

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from fuzz.case import Case, to_json
from fuzz.failure import Failure
from fuzz.seeds import keep
from fuzz.targets import TARGETS
from fuzz.trial import case_of, smallest, tried

Tell = Callable[[str], None]


@dataclass
class Tally:
    """What has been tried of one target."""

    target: str
    cases: int = 0
    edits: int = 0
    seconds: float = 0.0
    failures: dict[str, int] = field(default_factory=dict)
    """How often each kind of failure was seen."""


@dataclass(frozen=True)
class Choices:
    """How long is tried, from which seed on, and where failing cases are kept."""

    seconds: float
    seed: int
    targets: Sequence[str]
    cases: int | None = None
    folder: Path | None = None


def fuzzed(choices: Choices, tell: Tell) -> list[Tally]:
    """Give each target its share of the time; returns what was tried."""
    tallies = [Tally(target) for target in choices.targets]
    end = monotonic() + choices.seconds
    while monotonic() < end:
        waiting = [tally for tally in tallies if choices.cases is None or tally.cases < choices.cases]
        if not waiting:
            break
        _try_next(min(waiting, key=_share), choices, tell)
    return tallies


def _share(tally: Tally) -> float:
    """How much of its share of the time a target has had."""
    return tally.seconds / TARGETS[tally.target].weight


def _try_next(tally: Tally, choices: Choices, tell: Tell) -> None:
    start, seed = monotonic(), choices.seed + tally.cases
    case = case_of(tally.target, seed)
    failure = tried(case)
    tally.cases += 1
    tally.edits += case.edits
    tally.seconds += monotonic() - start
    if failure is not None:
        tally.failures[failure.kind] = tally.failures.get(failure.kind, 0) + 1
        if tally.failures[failure.kind] == 1:
            _tell_failure(case, failure, seed, choices, tell)


def _tell_failure(case: Case, failure: Failure, seed: int, choices: Choices, tell: Tell) -> None:
    command = [
        Path(sys.executable).name,
        "-m",
        "fuzz",
        "--only",
        case.target,
        "--seed",
        str(seed),
        "--cases",
        "1",
    ]
    tell(
        f"\n{case.target}, seed {seed}: {failure.kind}\n{failure.text.rstrip()}\nagain: {shlex.join(command)}"
    )
    small = smallest(case, failure)
    tell(f"the smallest case that fails alike:\n{to_json(small).rstrip()}")
    if choices.folder is not None:
        tell(f"kept as {keep(small, failure.kind, choices.folder)}; pytest tries it again")


def table(tallies: Sequence[Tally]) -> list[str]:
    """Lines that tell how much has been tried."""
    lines = [f"{'target':12} {'cases':>9} {'edits':>9} {'seconds':>9}  failures"]
    for tally in tallies:
        seen = ", ".join(f"{count} times {kind}" for kind, count in sorted(tally.failures.items())) or "none"
        lines.append(f"{tally.target:12} {tally.cases:9,} {tally.edits:9,} {tally.seconds:9.1f}  {seen}")
    return lines
