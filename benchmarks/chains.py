"""What coreference with a token a line costs, beside scorer.pl and corefud-scorer where these are at hand.

CONLL_SCORER names scorer.pl, COREFUD_SCORER the folder of corefud-scorer.py, COREFUD_PYTHON an interpreter
that has what it needs (udapi, numpy, scipy). Design target: ten times scorer.pl, and faster than
corefud-scorer, with all measures on both sides.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from benchmarks.corpora.chains import ChainFiles, corefud_files, files
from benchmarks.process import Run, run

VARIABLE = "CONLL_SCORER"
DOCUMENTS = 150
MODES = ("document", "v8.01")
RUNS = 3

COREFUD_VARIABLE = "COREFUD_SCORER"
COREFUD_PYTHON = "COREFUD_PYTHON"
_COREFUD_PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from scorer.corefud.reader import CorefUDReader
from scorer.eval import evaluator
read = CorefUDReader(match="head", keep_singletons=False, keep_zeros=True, zero_match_method="dependent")
read.get_coref_infos(*sys.argv[2:])
for name in ("muc", "b_cubed", "ceafm", "ceafe", "lea", "mention_overlap"):
    counted = evaluator.Evaluator(getattr(evaluator, name))
    for document in read.doc_coref_infos.values():
        counted.update(document)
    counted.get_recall(), counted.get_precision()
"""
"""What corefud-scorer.py does, by its modules; its own file needs one that it does not come with."""


def measure(pair: ChainFiles, mode: str, extension: str = "conll") -> Run:
    """The median run of `keytally score`."""
    options = ["--task", "conll-coreference", "-O", f"compatible={mode}"]
    return _measured([sys.executable, "-m", "keytally", "score", *options], pair, extension=extension)


def measure_corefud_program(program: str, pair: ChainFiles) -> Run:
    """The median run of the modules of corefud-scorer."""
    interpreter = os.environ.get(COREFUD_PYTHON, sys.executable)
    return _measured([interpreter, "-c", _COREFUD_PROGRAM, program], pair, extension="conllu")


def measure_program(program: str, pair: ChainFiles) -> Run:
    """The median run of scorer.pl."""
    library = str(Path(program).parent / "lib")
    return _measured(["perl", f"-I{library}", program, "all"], pair, ["none"])


def _measured(
    command: list[str], pair: ChainFiles, last: list[str] | None = None, extension: str = "conll"
) -> Run:
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / f"{side}.{extension}" for side in ("key", "response")]
        for path, text in zip(paths, pair, strict=True):
            path.write_text(text, encoding="utf-8")
        runs = [run([*command, *map(str, paths), *(last or [])]) for _ in range(RUNS)]
    return Run(median(each.seconds for each in runs), max(each.memory for each in runs))


def report() -> list[str]:
    """A line a format, mode and size."""
    head = f"{'chains of tokens':35} {'mode':9}  cpu s   memory   program / keytally"
    return [head, *_conll_lines(DOCUMENTS), *_conll_lines(4 * DOCUMENTS), *_corefud_lines(DOCUMENTS)]


def _conll_lines(documents: int) -> Iterator[str]:
    program, pair = os.environ.get(VARIABLE), files(documents)
    reference = measure_program(program, pair).seconds if program else None
    for mode in MODES:
        told = _told(reference, VARIABLE, "scorer.pl, >= 10")
        yield _line(f"CoNLL-2012, {documents} documents", pair, mode, measure(pair, mode), told)


def _corefud_lines(documents: int) -> Iterator[str]:
    program, pair = os.environ.get(COREFUD_VARIABLE), corefud_files(documents)
    reference = measure_corefud_program(program, pair).seconds if program else None
    told = _told(reference, COREFUD_VARIABLE, "corefud-scorer, > 1")
    measured = measure(pair, MODES[0], "conllu")
    yield _line(f"CorefUD, {documents} documents", pair, MODES[0], measured, told)


def _told(reference: float | None, variable: str, target: str) -> Callable[[Run], str]:
    """What tells how many times a run is faster than the reference."""
    if reference is None:
        return lambda run: f"  {variable} names no program"
    return lambda run: f"{reference / run.seconds:8.1f}  ({target})"


def _line(name: str, pair: ChainFiles, mode: str, measured: Run, told: Callable[[Run], str]) -> str:
    size = f"{sum(map(len, pair)) / 1e6:.1f} MB"
    cost = f"{measured.seconds:7.2f} {measured.memory / 1e6:5.0f} MB"
    return f"{name + ', ' + size:35} {mode:9}{cost}{told(measured)}"


if __name__ == "__main__":
    print("\n".join(report()))
