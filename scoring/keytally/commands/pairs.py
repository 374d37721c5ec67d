"""`keytally pairs`: print each pair and adjudication of a directory, with its files and origin."""

import argparse
import os
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from keytally.commands.arguments import add_output, add_project, add_quiet
from keytally.commands.main import say
from keytally.families import registry
from keytally.findings.finding import Severity
from keytally.project.adjudications import Adjudication
from keytally.project.discovery import Discovery, discover
from keytally.project.pair import Pair
from keytally.project.pair_entries import PairSettings
from keytally.runs.files import KeytallyError, folders_of, line_of
from keytally.runs.located_findings import problem_lines
from keytally.runs.settings import is_made_from_companions
from keytally.text.files import current_folder, is_folder, is_there
from keytally.text.json_text import indented_json
from keytally.text.rendering import printable

SUMMARY = "show how files are paired"
DESCRIPTION = (
    "Print every pair of a directory with its files and the rule that paired them. The exit code is 1 if a "
    "project file, or a file that it names, cannot be used, and 2 if the directory does not exist or its "
    "keytally.toml is not valid TOML."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "folder", nargs="?", default=".", metavar="DIR", help="the directory (default: the current one)"
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )
    add_output(command)
    add_quiet(command)
    add_project(command)


FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the pairs, and problems to stderr; return 1 if there are problems, otherwise 0."""
    folder = Path(arguments.folder)
    if not is_folder(folder):
        problem = "not a directory" if is_there(folder) else "no such directory"
        raise KeytallyError(f"{folder}: {problem}; specify the directory of a workspace")
    found = discover(folder, folders_of(folder, arguments.allow))
    live = {id(pair) for pair in found.live}
    here = os.path.join(current_folder() or "", "")  # noqa: PTH118 - a text to compare with the beginnings of many paths
    problems = [*map(line_of, found.notes), *problem_lines(found, only=(Severity.ERROR, Severity.WARNING))]
    notes = [line for line in problem_lines(found) if line not in problems]
    say(*problems, *([] if arguments.quiet else notes))
    if arguments.format == "json":
        print(indented_json(_document(found, live, here, problems)))
        return FOUND if problems else 0
    told = [_lines(pair, id(pair) in live, here) for pair in found.pairs]
    told += [_adjudication_lines(adjudication, here) for adjudication in found.adjudications]
    blocks = ["\n".join(map(printable, lines)) for lines in told]
    print("\n\n".join(blocks) if blocks else printable(f"No pairs in {folder}"))
    return FOUND if problems else 0


def _document(found: Discovery, live: Container[int], here: str, problems: Sequence[str]) -> dict[str, Any]:
    """Return the JSON document of all pairs and adjudications."""

    def name(part: Path | str | None) -> str | None:
        return None if part is None else str(part).removeprefix(here)

    def settings(of: Pair | PairSettings) -> dict[str, Any]:
        return {
            "texts": name(of.texts),
            "config": name(of.configuration),
            "companions": {kind: name(source) for kind, source in of.companions.items()},
            "encoding": of.encoding,
            "options": {option: list(words) for option, words in of.options.items()},
        }

    pairs = [
        {
            "task": pair.task,
            "key": name(pair.key),
            "response": name(pair.response),
            **settings(pair),
            "origin": pair.origin,
            "live": id(pair) in live,
        }
        for pair in found.pairs
    ]
    adjudications = [
        {
            "task": each.task,
            "gold": name(each.gold),
            "annotators": {annotator: name(file) for annotator, file in each.annotators.items()},
            "done": {annotator: list(documents) for annotator, documents in each.done.items()},
            **settings(each.settings),
            "origin": each.origin,
        }
        for each in found.adjudications
    ]
    return {"pairs": pairs, "adjudications": adjudications, "problems": list(problems)}


def _lines(pair: Pair, live: bool, here: str) -> Iterator[str]:
    parts = {
        "key": pair.key,
        "response": pair.response,
        "texts": pair.texts,
        **pair.companions,
        "config": pair.configuration,
    }
    yield pair.task if live else f"{pair.task} (alternative to the pair above)"
    yield from _part_lines(parts, here)
    if _has_own_configuration(pair):
        titles = " and the ".join(registry.companions()[kind].title for kind in pair.companions)
        options = " ".join(f"--{kind}" for kind in pair.companions)
        yield f"  config    generated from the {titles}, like the output of keytally init {options}"
    yield from _setting_lines(pair.encoding, pair.options)
    yield f"  found by  {pair.origin}"


def _adjudication_lines(adjudication: Adjudication, here: str) -> Iterator[str]:
    yield f"{adjudication.task} (adjudication)"
    gold, settings = adjudication.gold, adjudication.settings
    if gold is not None:
        yield f"  gold      {_relative_path(gold, here)}{'' if is_there(gold) else ' (does not exist yet)'}"
    for name, file in adjudication.annotators.items():
        yield f"  annotator {name}: {_relative_path(file, here)}"
        if name in adjudication.done:
            yield f"  finished  {name}: {', '.join(adjudication.done[name]) or 'none'}"
    parts = {"texts": settings.texts, **settings.companions, "config": settings.configuration}
    yield from _part_lines(parts, here)
    yield from _setting_lines(settings.encoding, settings.options)
    yield f"  found by  {adjudication.origin}"


def _part_lines(parts: Mapping[str, Path | str | None], here: str) -> Iterator[str]:
    for name, part in parts.items():
        if part is not None:
            yield f"  {name:<9} {_relative_path(part, here)}"


def _setting_lines(encoding: str | None, options: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if encoding is not None:
        yield f"  encoding  {encoding}"
    for name, words in options.items():
        yield f"  option    {name} = {' '.join(words)}"


def _has_own_configuration(pair: Pair) -> bool:
    """Return whether companion files provide the configuration; `keytally check` reports companion files
    that cannot provide it.
    """
    try:
        return is_made_from_companions(pair)
    except KeytallyError:
        return False


def _relative_path(part: Path | str, here: str) -> str:
    """Return a path as text, relative to the current directory (`here`) if the path is below that
    directory; a built-in name is marked as built in.
    """
    if isinstance(part, str):
        return f"{part} (built in)"
    return str(part).removeprefix(here)
