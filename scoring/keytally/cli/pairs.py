"""`keytally pairs`: prints every pair and adjudication of a folder, its parts, and what made it."""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.batch.project_problems import problem_lines
from keytally.batch.settings import is_made_from_companions
from keytally.batch.targets import folders_of, line_of
from keytally.cli.main import say
from keytally.evaluations import registry
from keytally.findings.rule import Severity
from keytally.project.adjudications import Adjudication
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
    told = [_lines(pair, id(pair) in live, here) for pair in found.pairs]
    told += [_adjudication_lines(adjudication, here) for adjudication in found.adjudications]
    blocks = ["\n".join(map(printable, lines)) for lines in told]
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
    yield from _part_lines(parts, here)
    if _has_own_configuration(pair):
        titles = " and the ".join(registry.companions()[kind].title for kind in pair.companions)
        options = " ".join(f"--{kind}" for kind in pair.companions)
        yield f"  config    made from the {titles}, as keytally init {options} does"
    yield from _setting_lines(pair.encoding, pair.options)
    yield f"  found by  {pair.origin}"


def _adjudication_lines(adjudication: Adjudication, here: str) -> Iterator[str]:
    yield f"{adjudication.task} (adjudication)"
    gold, settings = adjudication.gold, adjudication.settings
    if gold is not None:
        yield f"  gold      {_shown(gold, here)}{'' if is_there(gold) else ' (not there yet)'}"
    for name, file in adjudication.annotators.items():
        yield f"  annotator {name}: {_shown(file, here)}"
        if name in adjudication.done:
            yield f"  finished  {name}: {', '.join(adjudication.done[name]) or 'none'}"
    parts = {"texts": settings.texts, **settings.companions, "config": settings.configuration}
    yield from _part_lines(parts, here)
    yield from _setting_lines(settings.encoding, settings.options)
    yield f"  found by  {adjudication.origin}"


def _part_lines(parts: Mapping[str, Path | str | None], here: str) -> Iterator[str]:
    for name, part in parts.items():
        if part is not None:
            yield f"  {name:<9} {_shown(part, here)}"


def _setting_lines(encoding: str | None, options: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if encoding is not None:
        yield f"  encoding  {encoding}"
    for name, words in options.items():
        yield f"  option    {name} = {' '.join(words)}"


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
