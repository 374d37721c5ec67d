"""`keytally init`: print the skeleton of a configuration, or an empty key."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from keytally.commands.arguments import add_output
from keytally.commands.main import say, show_data
from keytally.families.interchange import SourceText
from keytally.runs.files import KeytallyError, read_text, shown_path
from keytally.text.files import is_folder, reason_of
from keytally.text.rendering import printable_page

# Each skeleton imports the modules of its family.
# ruff: noqa: PLC0415

SUMMARY = "print a configuration skeleton for a BNF, or an empty key for a JSON Schema"
DESCRIPTION = (
    "Print the skeleton of a MUC configuration for the classes and slots of a BNF, or an empty key for a "
    "JSON Schema, with a record for each text."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("--bnf", metavar="BNF", help="a BNF: a file or a built-in name, such as muc6-te")
    source.add_argument("--schema", metavar="FILE", help="a JSON Schema of records")
    command.add_argument(
        "--texts",
        nargs="+",
        default=[],
        metavar="FILE|DIR",
        help="with --schema: the texts, as text files, a directory of text files, or JSON records with ids",
    )
    command.add_argument("--task", metavar="TASK", help="the task (default: inferred from the BNF)")
    command.add_argument("--key", default="keys", metavar="FILE", help="the name of the key (default: keys)")
    command.add_argument(
        "--response",
        default="responses",
        metavar="FILE",
        help="the name of the response (default: responses)",
    )
    add_output(command)


FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the skeleton or the empty key and return 0; if the BNF has errors, print only its problems and
    return 1.
    """
    if arguments.schema is not None:
        show_data(_empty_key(Path(arguments.schema), arguments.texts))
        return 0
    if arguments.texts:
        raise KeytallyError("--texts requires --schema")
    from keytally.commands.bnf import configuration_from, read_bnf_file

    read = read_bnf_file(arguments.bnf)
    if not read.has_errors:
        print(
            printable_page(configuration_from(read, arguments.task, arguments.key, arguments.response)),
            end="",
        )
    say(*read.problems)
    return FOUND if read.has_errors else 0


def _empty_key(schema: Path, texts: Sequence[str]) -> str:
    from keytally.families.records.schema import SchemaError, read_schema
    from keytally.families.records.skeleton import empty_key

    files = [SourceText(path.name, read_text(path).text) for path in _text_files(texts)]
    try:
        return empty_key(read_schema(read_text(schema).text), files)
    except SchemaError as error:
        raise KeytallyError(f"{shown_path(schema)}: {error}") from error


def _text_files(texts: Sequence[str]) -> Iterator[Path]:
    """Yield files in the given order; for a directory, its files that end in `.txt`, sorted by name."""
    for path in map(Path, texts):
        if not is_folder(path):
            yield path
            continue
        try:
            found = sorted(each for each in path.iterdir() if each.suffix == ".txt")
        except OSError as error:
            raise KeytallyError(f"{path}: cannot read the directory: {reason_of(error)}") from error
        if not found:
            raise KeytallyError(f"{path}: this directory contains no .txt files")
        yield from found
