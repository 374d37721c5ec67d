"""`keytally pairs`: prints every pair of a folder, its parts, and the rule that made it."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.batch.project_problems import problem_lines
from keytally.batch.settings import is_made_from_companions
from keytally.batch.targets import folders_of, line_of
from keytally.cli.main import say
from keytally.evaluations import registry
from keytally.findings.rule import Severity
from keytally.project.discovery import discover
from keytally.project.pair import Pair
from keytally.text.printable import printable
from keytally.text.regular import is_folder, is_there

FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the pairs; what cannot be used goes to standard error, and makes the exit status 1, else 0."""
    folder = Path(arguments.folder)
    if not is_folder(folder):
        problem = "this is no folder" if is_there(folder) else "there is no such folder"
        raise KeytallyError(f"{folder}: {problem}; give the folder of a workspace")
    found = discover(folder, folders_of(folder, arguments.allow))
    live = {id(pair) for pair in found.live}
    here = os.path.join(Path.cwd(), "")  # noqa: PTH118 - a text to compare with the beginnings of many paths
    blocks = ["\n".join(map(printable, _lines(pair, id(pair) in live, here))) for pair in found.pairs]
    print("\n\n".join(blocks) if blocks else printable(f"No pairs in {folder}"))
    problems = [*map(line_of, found.notes), *problem_lines(found, only=(Severity.ERROR, Severity.WARNING))]
    say(*problems, *(line for line in problem_lines(found) if line not in problems))
    return FOUND if problems else 0


def _lines(pair: Pair, live: bool, here: str) -> Iterator[str]:
    parts = {
        "key": pair.key,
        "response": pair.response,
        "texts": pair.texts,
        **pair.companions,
        "config": pair.configuration,
    }
    yield pair.task if live else f"{pair.task} (can be chosen instead of the one above)"
    for name, part in parts.items():
        if part is not None:
            yield f"  {name:<9} {_shown(part, here)}"
    if _has_own_configuration(pair):
        titles = " and the ".join(registry.companions()[kind].title for kind in pair.companions)
        options = " ".join(f"--{kind}" for kind in pair.companions)
        yield f"  config    made from the {titles}, as keytally init {options} does"
    if pair.encoding is not None:
        yield f"  encoding  {pair.encoding}"
    for name, words in pair.options.items():
        yield f"  option    {name} = {' '.join(words)}"
    yield f"  found by  {pair.origin}"


def _has_own_configuration(pair: Pair) -> bool:
    """Whether companion files give the configuration; `keytally check` reports those that cannot."""
    try:
        return is_made_from_companions(pair)
    except KeytallyError:
        return False


def _shown(part: Path | str, here: str) -> str:
    """A path relative to the current folder `here` if it is below that; a built-in part by its name."""
    if isinstance(part, str):
        return f"{part} (built in)"
    return str(part).removeprefix(here)
