"""Standard input and output as files of a command: `-` for an input file, and `-o FILE`."""

import argparse
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from keytally.families.registry import configurations
from keytally.runs.files import KeytallyError, beginning_of
from keytally.runs.outputs import output_file, refuse_parts, write_files
from keytally.text.files import (
    STDIN,
    absolute,
    files_read,
    forget_read,
    is_file,
    read_stdin,
    reason_of,
    set_stdin,
)

TWICE = (
    "'-' is specified twice, but stdin can be read only once; save one of the inputs to a file and specify "
    "that file"
)

_READ = ("files", "paths", "config", "texts", "bnf", "mapping")
"""The arguments that name input files, in commands that have such arguments."""
_WRITTEN = ("output", "output_file", "gold")


@contextmanager
def streams_of(chosen: argparse.Namespace) -> Iterator[None]:
    """Let the command read stdin as `-`, and write either all of its output or nothing to the file of `-o`.

    Raises KeytallyError if stdin cannot be read or is named twice, or if the file cannot be written.
    """
    for name in _WRITTEN:
        if getattr(chosen, name, None) == STDIN:
            setattr(chosen, name, None)
    given = [name for name in _names(chosen) if name == STDIN]
    if len(given) > 1:
        raise KeytallyError(TWICE)
    if given:
        _take_stdin(chosen)
    try:
        if getattr(chosen, "output_file", None) is None:
            yield
        else:
            with _written_to(Path(chosen.output_file), chosen):
                yield
    finally:
        set_stdin(None)


def _names(chosen: argparse.Namespace) -> Iterator[str]:
    for name in _READ:
        value = getattr(chosen, name, None)
        yield from value if isinstance(value, list) else [value] if isinstance(value, str) else []


def _take_stdin(chosen: argparse.Namespace) -> None:
    """Read stdin in this process, and use no worker processes, because they would not have its content."""
    try:
        set_stdin(read_stdin())
    except OSError as error:
        raise KeytallyError(f"{STDIN}: {reason_of(error)}") from error
    if hasattr(chosen, "processes"):
        chosen.processes = 1


@contextmanager
def _written_to(path: Path, chosen: argparse.Namespace) -> Iterator[None]:
    """Write the output of the block to a file, which must neither be an input nor belong to a project."""
    target = output_file(path)
    forget_read(target.path)
    inputs = [Path(name) for name in _names(chosen)]
    refuse_parts(target, inputs, of_any_role=True)
    screen, sys.stdout = sys.stdout, io.StringIO()
    try:
        yield
        page = sys.stdout.getvalue()
    finally:
        sys.stdout = screen
    refuse_parts(target, [*files_read(), *_configured(inputs)], of_any_role=True)
    write_files([(target, page.encode("utf-8", errors="backslashreplace"))])


def _configured(inputs: list[Path]) -> Iterator[Path]:
    """Yield the files named by configurations among the inputs; worker processes may have read them."""
    for path in filter(is_file, inputs):
        for known in configurations():
            text = beginning_of(path, 1 << 20)
            if known.is_configuration(text) and (pair := known.pair(absolute(path), text)) is not None:
                yield from (pair.key, pair.response)
