"""`keytally merge`: makes golds of annotators' files, and prints what is open."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.merge import merge, merge_project
from keytally.batch.merge_result import MergeResult
from keytally.batch.project import project_folder
from keytally.batch.settings import task_told
from keytally.cli.collector import at_rest
from keytally.cli.main import say
from keytally.evaluations.registry import read_option
from keytally.text.decoding import BYTE_ORDER_MARK, is_utf8
from keytally.text.indented_json import indented_json
from keytally.text.printable import printable

OPEN = 1
WITHOUT_FILES = "without files the [[adjudication]] tables are merged; leave out -o, --texts, --config, -O"


@at_rest()
def run(arguments: argparse.Namespace) -> int:
    """Merge, write the golds, print what is open; returns the exit status: 1 where something is open.

    A gold that no file is named for is printed on standard output, and the list on standard error.
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
        print(_mark(results[0]), results[0].text, sep="", end="")
    return 0 if all(result.is_done for result in results) else OPEN


def _results(arguments: argparse.Namespace) -> Sequence[MergeResult]:
    strategy, kept, allow = arguments.strategy, arguments.keep_alternatives, arguments.allow
    if not arguments.files:
        given = (arguments.gold, arguments.texts, arguments.config, *arguments.options)
        if any(given):
            raise KeytallyError(WITHOUT_FILES)
        return merge_project(
            project_folder(), task=arguments.task, strategy=strategy, keep_alternatives=kept, allow=allow
        )
    with readable_settings():
        options = [read_option(option) for option in arguments.options]
    task = arguments.task or task_told(arguments.files, arguments.config, options)
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
    )
    return [result]


def _values(results: Sequence[MergeResult], by_files: bool) -> object:
    """The JSON document: of one merge, with its text where it is not written, or of all of a project."""
    if not by_files:
        return {"adjudications": [result.values for result in results]}
    (result,) = results
    return result.values if result.gold is not None else {**result.values, "text": result.text}


def _tell(results: Sequence[MergeResult], tell: Callable[[str], None]) -> None:
    for result in results:
        for line in (*_open_lines(result), result.summary):
            tell(line)


def _mark(result: MergeResult) -> str:
    """The byte-order mark of a gold that goes into a file or a pipe as UTF-8, as `-o` writes it; else ""."""
    encoding = sys.stdout.encoding or ""  # a stream in memory has none
    is_kept = result.begins_with_mark and not sys.stdout.isatty() and is_utf8(encoding)
    return BYTE_ORDER_MARK if is_kept else ""


def _print(line: str) -> None:
    print(printable(line))


def _open_lines(result: MergeResult) -> Iterator[str]:
    for item in result.open:
        yield from item.lines(result.annotators)
