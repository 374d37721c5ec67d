"""`keytally merge` of any files ends with a gold that it can merge again, or with one line."""

from pathlib import Path
from random import Random

from fuzz.case import Case
from fuzz.command import run
from fuzz.failure import hold
from fuzz.folders import folder_with
from fuzz.grammar.adjudication import ANNOTATED, ANNOTATORS
from fuzz.mutation import mutated_files
from fuzz.targets.target import Target

_STRATEGIES = ("unanimous", "majority", "votes=2", "union")


def _make(chance: Random) -> Case:
    """Annotators with one text, or with files that a few edits have made."""
    make, tasks = ANNOTATED[chance.choice(sorted(ANNOTATED))]
    files = make(chance)
    names = sorted(name for name in files if not name.endswith((".toml", ".config", ".bnf")))
    text = files[chance.choice(names)]
    given = {name: text if chance.random() < 0.7 else files[chance.choice(names)] for name in ANNOTATORS}
    changed = mutated_files(chance, given) if chance.random() < 0.5 else given
    choices = {
        "task": chance.choice(tasks),
        "strategy": chance.choice(_STRATEGIES),
        "alternatives": chance.choice(["", "--keep-alternatives"]),
    }
    return Case("merge", changed, choices=choices)


def _run(case: Case) -> None:
    with folder_with(case.files) as folder:
        files = [str(folder / name) for name in sorted(case.files)]
        before = {file: Path(file).read_bytes() for file in files if Path(file).is_file()}
        gold = folder / "gold"
        command = ["merge", "--task", case.choices["task"], "--strategy", case.choices["strategy"]]
        command += filter(None, [case.choices.get("alternatives")])
        first = run([*command, *files, "-o", str(gold)])
        hold((first.status < 2) == gold.is_file(), "a gold is written where the merge is possible", first)
        hold(all(Path(file).read_bytes() == data for file, data in before.items()), "files stay", files)
        if first.status < 2:
            text = gold.read_bytes()
            second = run([*command, *files, "-o", str(gold)])
            hold(gold.read_bytes() == text, "a second merge adds nothing", second)


TARGET = Target("merge", _make, _run)
