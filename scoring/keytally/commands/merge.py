"""`keytally merge`: merge annotators' files into golds, and print open items."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from keytally.commands.arguments import add_force, add_options, add_project, add_quiet
from keytally.commands.main import say, show_data, without_gc
from keytally.families.registry import read_option
from keytally.runs.files import KeytallyError, readable_settings
from keytally.runs.merge import MergeResult, merge, merge_project
from keytally.runs.project import project_folder
from keytally.runs.settings import inferred_task
from keytally.text.files import BYTE_ORDER_MARK, is_utf8
from keytally.text.json_text import indented_json
from keytally.text.rendering import printable

SUMMARY = "merge annotators' files into a gold"
DESCRIPTION = (
    "Create a gold from annotators' files, or add the items that they agree on to an existing gold. Without "
    "files, update the golds that the [[adjudication]] tables of the nearest keytally.toml define. The "
    "existing content of a gold is kept. Items that the strategy does not decide are listed, and if there "
    "are any, the exit code is 1."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally merge [--task TASK] FILE FILE... [-o GOLD] [OPTIONS]\n"
        "       keytally merge [--task TASK] [--strategy STRATEGY] [--keep-alternatives] [--format text|json]"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="an annotator's file; specify at least two")
    command.add_argument(
        "--task",
        metavar="TASK",
        help=(
            "the task of the files, such as named_entity (default: inferred from the first file); without "
            "files, use only the [[adjudication]] tables of this task"
        ),
    )
    command.add_argument(
        "--strategy",
        default="unanimous",
        metavar="STRATEGY",
        help=(
            "which items are accepted: unanimous, majority, votes=N (at least N annotators) or union "
            "(default: unanimous)"
        ),
    )
    command.add_argument(
        "-o", "--output", dest="gold", metavar="GOLD", help="the gold to write (default: stdout)"
    )
    command.add_argument(
        "--keep-alternatives",
        action="store_true",
        help="write undecided items with their alternatives, if the format supports alternatives",
    )
    command.add_argument("--texts", metavar="FILE", help="the unannotated texts that a new gold starts from")
    add_options(command)
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )
    add_quiet(command)
    add_force(command, "a valid gold")
    add_project(command)


OPEN = 1
WITHOUT_FILES = (
    "without FILE arguments, the [[adjudication]] tables are merged; omit -o, --texts, --config and -O"
)


@without_gc()
def run(arguments: argparse.Namespace) -> int:
    """Merge, write the golds and print open items; return 1 if an item is open or a document was omitted.

    Without an output file, a gold is printed to stdout and the list of open items to stderr.
    """
    results = _results(arguments)
    is_printed = any(result.gold is None for result in results) and arguments.format == "text"
    for result in results:
        say(*(f"warning: {line}" for line in result.warnings), *result.left_out)
        if result.gold is not None:
            result.write()
    if arguments.format == "json":
        print(indented_json(_values(results, bool(arguments.files))))
    else:
        _tell(results, say if is_printed else _print)
    if is_printed:
        show_data(_mark(results[0]) + results[0].text)
    return 0 if all(result.is_done for result in results) else OPEN


def _results(arguments: argparse.Namespace) -> Sequence[MergeResult]:
    strategy, kept, allow = arguments.strategy, arguments.keep_alternatives, arguments.allow
    if not arguments.files:
        given = (arguments.gold, arguments.texts, arguments.config, *arguments.options)
        if any(given):
            raise KeytallyError(WITHOUT_FILES)
        return merge_project(
            project_folder(),
            task=arguments.task,
            strategy=strategy,
            keep_alternatives=kept,
            allow=allow,
            force=arguments.force,
        )
    with readable_settings():
        options = [read_option(option) for option in arguments.options]
    task = arguments.task or inferred_task(arguments.files, arguments.config, options)
    result = merge(
        task,
        arguments.files,
        gold=arguments.gold,
        strategy=strategy,
        keep_alternatives=kept,
        texts=arguments.texts,
        config=arguments.config,
        options=options,
        allow=allow,
        force=arguments.force,
    )
    return [result]


def _values(results: Sequence[MergeResult], by_files: bool) -> object:
    """Return the JSON document of one merge (with its text if it is not written to a file), or of a
    project's merges.
    """
    if not by_files:
        return {"adjudications": [result.values for result in results]}
    (result,) = results
    return result.values if result.gold is not None else {**result.values, "text": result.text}


def _tell(results: Sequence[MergeResult], tell: Callable[[str], None]) -> None:
    for result in results:
        for line in (*_open_lines(result), result.summary):
            tell(line)


def _mark(result: MergeResult) -> str:
    """Return the byte-order mark if the gold begins with one and is written as UTF-8 to a file or a pipe;
    otherwise an empty string.
    """
    encoding = sys.stdout.encoding or ""  # a stream in memory has none
    is_kept = result.begins_with_mark and not sys.stdout.isatty() and is_utf8(encoding)
    return BYTE_ORDER_MARK if is_kept else ""


def _print(line: str) -> None:
    print(printable(line))


def _open_lines(result: MergeResult) -> Iterator[str]:
    for item in result.open:
        yield from item.lines(result.annotators)
