"""Random steps: what a person and other programs do to the files of a workspace."""

from collections.abc import Mapping, Sequence
from random import Random

from fuzz.case import Case, Files, Step, bytes_of
from fuzz.folders import examples
from fuzz.grammar import adjudication
from fuzz.mutation import new_text
from keytally.project.adjudications import DECISIONS

_WEIGHTS = {"edit": 60, "disk": 8, "open": 5, "close": 5, "save": 3, "remove": 2, "pause": 14, "settle": 7}
_SIZES = (0, 0, 0, 1, 1, 2, 5, 20, 200)
MOST_OPEN = 4


def random_steps(chance: Random, files: Files, most: int, first: Sequence[str] = ()) -> list[Step]:
    """Open some files, those of `first` before others, then do up to `most` things to the files.

    In half of the cases all open files are saved at the end: a fresh run then begins with their texts, where
    it would otherwise take them over one after the other.
    """
    names = sorted(files.keys() - first)
    opened = [*first, *chance.sample(names, min(len(names), chance.randint(1, MOST_OPEN)))]
    kinds = chance.choices([*_WEIGHTS], [*_WEIGHTS.values()], k=chance.randint(1, most))
    steps = [Step("open", name) for name in opened]
    steps += [_step(chance, kind, files, opened) for kind in kinds]
    return steps if chance.random() < 0.5 else [*steps, *(Step("save", name) for name in opened)]


def _step(chance: Random, kind: str, files: Files, opened: list[str]) -> Step:
    if kind in ("pause", "settle"):
        return Step(kind)
    name = chance.choice(opened if kind in ("edit", "close", "save") else sorted(files))
    if kind == "open" and name not in opened:
        opened.append(name)
    if kind not in ("edit", "disk"):
        return Step(kind, name)
    text = bytes_of(new_text(chance, [*files.values()])).decode("utf-8", "replace")
    return Step(kind, name, chance.randint(0, len(files[name]) + 5), chance.choice(_SIZES), text)


def adjudicating(chance: Random, target: str, most: int, choices: Mapping[str, str]) -> Case:
    """A case in which a gold is open while it, its decisions and the files of its annotators change.

    Its gold or its decisions may be created by a step only.
    """
    shown = [name for name in sorted(examples()) if name.startswith("adjudication")]
    is_example = chance.random() < 0.2
    files = dict(examples()[chance.choice(shown)] if is_example else adjudication.workspace(chance))
    gold = adjudication.gold_in(files)
    known = {gold: "", f"{gold}{DECISIONS}": "", **files}
    for name in (gold, f"{gold}{DECISIONS}"):
        if chance.random() < 0.15:
            files.pop(name, None)
    return Case(target, files, random_steps(chance, known, most, [gold]), choices)
