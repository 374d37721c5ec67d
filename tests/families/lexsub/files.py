"""Files of lexical substitution in memory: scored by the engine, and by score.pl where it is at hand."""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families.contract import Settings
from keytally.families.lexsub.evaluation import LexicalSubstitution, evaluation
from keytally.project.pair import Pair

KEY, RESPONSE = Path("/w/gold"), Path("/w/answers")
TASKS = ("lexsub-best", "lexsub-oot", "lexsub-mw")
PROGRAMS = ("trial", "final")


class Run(NamedTuple):
    """What score.pl printed, and whether it ended as it should."""

    output: str
    died: bool


def scoring(task: str, mode: str = "document") -> LexicalSubstitution:
    """The evaluation of a task under a definition."""
    return evaluation(Settings(options=[("compatible", (mode,))]), task)


def live_pair(task: str, gold: str, answers: str, mode: str = "document") -> tuple[Engine, LivePair]:
    """An engine with a pair, scored."""
    engine = Engine()
    engine.open(KEY, gold)
    engine.open(RESPONSE, answers)
    live = engine.add_pair(Pair(task, KEY, RESPONSE), scoring(task, mode))
    live.work()
    return engine, live


def report(task: str, gold: str, answers: str, mode: str = "document") -> dict[str, Any]:
    """The JSON output."""
    _, live = live_pair(task, gold, answers, mode)
    return live.evaluation.report_json(live.scores())


def scores(task: str, gold: str, answers: str, mode: str = "document") -> Mapping[str, Any]:
    """`scores` of the JSON output."""
    values: Mapping[str, Any] = report(task, gold, answers, mode)["scores"]
    return values


def printed(task: str, mode: str, gold: str, answers: str, verbose: bool) -> str:
    """What keytally prints in place of score.pl, for files named `gold` and `answers`."""
    _, live = live_pair(task, gold, answers, mode)
    text = scoring(task, mode).program_output(
        live.scores(), live.key.units, live.response.units, ("gold", "answers"), int(verbose)
    )
    return text or ""


def program_run(score_pl: Path, task: str, files: tuple[str, str], folder: Path, verbose: bool) -> Run:
    """What `perl score.pl answers gold -t TYPE [-v]` prints for a gold standard and answers."""
    for name, text in zip(("gold", "answers"), files, strict=True):
        (folder / name).write_bytes(text.encode())
    command = ["perl", str(score_pl), "answers", "gold", "-t", task.removeprefix("lexsub-")]
    done = subprocess.run(
        [*command, *(["-v"] if verbose else [])], capture_output=True, cwd=folder, check=False
    )
    return Run(done.stdout.decode(), bool(done.returncode))


def findings(task: str, gold: str, answers: str, mode: str = "document") -> list[tuple[str, int, int]]:
    """The findings in the answers: rule, start and end in the file."""
    engine, _ = live_pair(task, gold, answers, mode)
    return [(found.finding.rule.name, found.start, found.end) for found in engine.findings(RESPONSE)]
