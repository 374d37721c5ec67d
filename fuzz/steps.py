"""Random steps: what a person and other programs do to the files of a workspace."""

from random import Random

from fuzz.case import Files, Step, bytes_of
from fuzz.mutation import new_text

_WEIGHTS = {"edit": 60, "disk": 8, "open": 5, "close": 5, "remove": 1, "pause": 14, "settle": 7}
_SIZES = (0, 0, 0, 1, 1, 2, 5, 20, 200)
MOST_OPEN = 4


def random_steps(chance: Random, files: Files, most: int) -> list[Step]:
    """Open some files, then do up to `most` things to the files of a workspace."""
    names = sorted(files)
    opened = chance.sample(names, min(len(names), chance.randint(1, MOST_OPEN)))
    kinds = chance.choices([*_WEIGHTS], [*_WEIGHTS.values()], k=chance.randint(1, most))
    return [*(Step("open", name) for name in opened), *(_step(chance, kind, files, opened) for kind in kinds)]


def _step(chance: Random, kind: str, files: Files, opened: list[str]) -> Step:
    if kind in ("pause", "settle"):
        return Step(kind)
    name = chance.choice(opened if kind in ("edit", "close") else sorted(files))
    if kind == "open" and name not in opened:
        opened.append(name)
    if kind not in ("edit", "disk"):
        return Step(kind, name)
    text = bytes_of(new_text(chance, [*files.values()])).decode("utf-8", "replace")
    return Step(kind, name, chance.randint(0, len(files[name]) + 5), chance.choice(_SIZES), text)
