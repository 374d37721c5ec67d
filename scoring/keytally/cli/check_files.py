"""Checks files one after another, or many of them in several processes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from keytally.batch.check import Checker
from keytally.batch.errors import KeytallyError
from keytally.batch.plans import CheckOptions
from keytally.batch.targets import Target
from keytally.cli.progress import watched
from keytally.findings.located import CheckedFile

SHARE = 16
"""How many files are given to a process at a time: neighbours are compared with one another."""

T = TypeVar("T")


class Checked(NamedTuple):
    """The files that were checked, why others could not be, and notes on the settings of pairs."""

    files: list[CheckedFile]
    problems: list[str]
    notes: list[str]


def check_files(choices: CheckOptions, targets: Sequence[Target], processes: int) -> Checked:
    """Check files in the order given, in that many processes."""
    files: list[CheckedFile] = []
    problems: dict[str, None] = {}
    notes: dict[str, None] = {}
    for checked in _checked(choices, targets, processes):
        files += checked.files
        problems.update(dict.fromkeys(checked.problems))
        notes.update(dict.fromkeys(checked.notes))
    return Checked(files, list(problems), list(notes))


def _checked(choices: CheckOptions, targets: Sequence[Target], processes: int) -> Iterator[Checked]:
    """What comes of all files at once, or of shares of them in several processes."""
    if processes == 1:
        yield _check_share(choices, watched(targets, len(targets), "files"))
        return
    from keytally.cli.processes import each  # noqa: PLC0415 - one process needs none of it

    shares = [targets[start : start + SHARE] for start in range(0, len(targets), SHARE)]
    yield from watched(each(partial(_check_share, choices), shares, processes), len(shares), "parts")


def _check_share(choices: CheckOptions, targets: Iterable[Target]) -> Checked:
    checker = Checker(choices)
    problems: list[str] = []
    files = [file for _, file in each_file(checker.check, targets, problems)]
    return Checked(files, [*problems, *checker.problems], checker.notes)


def each_file(
    action: Callable[[Target], T | None], targets: Iterable[Target], problems: list[str]
) -> Iterator[tuple[Target, T]]:
    """The results of `action` for each file; files that cannot be read become problems."""
    for target in targets:
        try:
            result = action(target)
        except KeytallyError as error:
            problems += [problem for problem in error.problems if problem not in problems]
        else:
            if result is not None:
                yield target, result
