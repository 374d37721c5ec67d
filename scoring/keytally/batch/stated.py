"""Finds what keytally.toml states of a key and a response that are named one by one."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.batch.settings import Overrides
from keytally.batch.targets import folders_of, workspace_of
from keytally.project.pair import Pair
from keytally.project.project_file import nearest_project_file
from keytally.text.regular import is_folder

if TYPE_CHECKING:
    from keytally.project.discovery import Discovery


class Stated(NamedTuple):
    """The pair that a project file states for two files, None if it states none.

    `warnings` has a line for each error of a project file that states none.
    """

    pair: Pair | None = None
    warnings: Sequence[str] = ()


def stated_pair(key: Path, response: Path, task: str | None, allow: Sequence[Path] = ()) -> Stated:
    """The pair of two files, given as absolute paths, in the nearest keytally.toml of either.

    There is none for folders that it pairs for several tasks, unless the task is given. The project file may
    name files in the folders of the two, which are given, and in those of `allow`.
    """
    warnings: list[str] = []
    for folder in dict.fromkeys(path if is_folder(path) else path.parent for path in (key, response)):
        root = workspace_of(folder)
        if nearest_project_file(folder, root) is None:
            continue
        from keytally.project.discovery import discover_stated  # noqa: PLC0415 - only a project pays for it
        from keytally.project.reach import Reach  # noqa: PLC0415 - only a project pays for it

        reach = Reach([*folders_of(folder, allow), key.parent, response.parent])
        found = discover_stated(folder, root, reach)
        pairs = [pair for pair in found.pairs if _is_of(pair, key, response) and task in (None, pair.task)]
        if pairs:
            return Stated(_only([pair for pair in found.live if pair in pairs] or pairs))
        warnings += _errors(found)
    return Stated(None, list(dict.fromkeys(warnings)))


def _is_of(pair: Pair, key: Path, response: Path) -> bool:
    """Whether two files or folders are those of a pair, or one file each of its folders."""
    return (pair.key, pair.response) == (key, response) or (key in pair.keys and response in pair.responses)


def _only(pairs: Sequence[Pair]) -> Pair | None:
    """The pair of one task; None where folders are paired for several, of which one is to be named."""
    return pairs[0] if len({pair.task for pair in pairs}) == 1 else None


def options_over(stated: Pair | None, overrides: Overrides) -> Overrides:
    """The options of a stated pair without those that are given anew, and those given."""
    given = {name.lower() for name, _ in overrides}
    kept = stated.options.items() if stated is not None else ()
    return [*((name, words) for name, words in kept if name.lower() not in given), *overrides]


def _errors(found: "Discovery") -> Iterator[str]:
    """A line for each error of a project file."""
    from keytally.batch.project_problems import problem_lines  # noqa: PLC0415 - only a faulty project pays for it

    return problem_lines(found)
