"""`keytally check`: prints findings, prints the safe fixes as a difference, or applies them."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from keytally.batch.check import Checker, FixedFile
from keytally.batch.checking import check_options_of, grave
from keytally.batch.errors import KeytallyError
from keytally.batch.plans import CheckOptions
from keytally.batch.settings import check_companion
from keytally.batch.targets import Target, targets_of, unread_in
from keytally.cli.check_files import Checked, check_files, each_file
from keytally.cli.collector import at_rest
from keytally.cli.main import CANNOT_RUN, say
from keytally.findings.located import CheckedFile
from keytally.findings.outputs import format_named
from keytally.text.lines import LINE_END
from keytally.text.paths import absolute
from keytally.text.plural import quantity
from keytally.text.printable import printable_page
from keytally.text.regular import is_folder

FOUND = 1

_NOTHING = "no file in this folder is one that keytally knows; name files, or give --task"


def run(arguments: argparse.Namespace) -> int:
    """Check and print; returns the exit status.

    It is 0 without findings at warning or above, 1 with such, and 2 if a file cannot be checked, or
    if nothing is checked in a folder where something cannot be read.
    """
    with at_rest():
        return _check(arguments)


def _project() -> str:
    from keytally.batch.project import project_folder  # noqa: PLC0415 - only a project pays for it

    return str(project_folder())


def _check(arguments: argparse.Namespace) -> int:
    choices = _choices(arguments)
    if arguments.bnf is not None:
        check_companion("bnf", arguments.bnf)
    paths = arguments.paths or [_project()]
    targets, problems = targets_of(map(Path, paths))
    files, problems, notes = _run(arguments, choices, targets, problems)
    nothing = list(_nothing_in(paths, files))
    problems += filter(None, map(unread_in, nothing))
    say(*notes, *problems)
    if problems:
        return CANNOT_RUN
    say(*(f"{folder}: {_NOTHING}" for folder in nothing))
    return FOUND if grave(files) else 0


def _run(
    arguments: argparse.Namespace, choices: CheckOptions, targets: list[Target], problems: list[str]
) -> Checked:
    """Fix where that is asked for, and print differences or findings."""
    if arguments.fix or arguments.diff:
        checker = Checker(choices)
        problems += _fix(checker, targets) if arguments.fix else []
        if arguments.diff:
            files = _differences(checker, targets, problems)
            return Checked(files, [*problems, *checker.problems], checker.notes)
    checked = check_files(choices, targets, arguments.processes)
    problems += [problem for problem in checked.problems if problem not in problems]
    if checked.files or not problems or arguments.format != "full":
        sys.stdout.write(format_named(arguments.format)(checked.files))
    return checked._replace(problems=problems)


def _nothing_in(paths: Iterable[str], files: Iterable[CheckedFile]) -> Iterator[Path]:
    """The folders in which no file was checked."""
    checked = [absolute(Path(file.path)) for file in files]
    for path in map(Path, paths):
        folder = absolute(path)
        if is_folder(folder) and not any(folder in file.parents for file in checked):
            yield path


def _choices(arguments: argparse.Namespace) -> CheckOptions:
    return check_options_of(
        task=arguments.task,
        config=arguments.config,
        texts=arguments.texts,
        role=arguments.role,
        select=_names(arguments.select),
        ignore=_names(arguments.ignore),
        allow=arguments.allow,
        companions={} if arguments.bnf is None else {"bnf": arguments.bnf},
    )


def _names(given: Iterable[str]) -> list[str]:
    """The names in values that hold several, separated by commas."""
    return [name.strip() for names in given for name in names.split(",") if name.strip()]


def _fix(checker: Checker, targets: list[Target]) -> list[str]:
    """Apply the safe fixes, and print their number; returns the problems of writing.

    Files that cannot be read are left to the check that follows.
    """
    problems: list[str] = []
    fixes = files = 0
    for target, result in each_file(checker.fix, targets, []):
        if result.fixes:
            try:
                checker.write(target)
            except KeytallyError as error:
                problems += error.problems
            else:
                fixes, files = fixes + result.fixes, files + 1
    say(f"made {quantity(fixes, 'fix')} in {quantity(files, 'file')}")
    return problems


def _differences(checker: Checker, targets: list[Target], problems: list[str]) -> list[CheckedFile]:
    """Print the changes that the fixes make; returns the findings of the files as they are."""
    results = [result for _, result in each_file(checker.fix, targets, problems)]
    for result in results:
        lines = _difference(result)
        sys.stdout.writelines(map(printable_page, lines) if sys.stdout.isatty() else lines)
    return [result.checked for result in results]


def _difference(result: FixedFile) -> Iterator[str]:
    """A unified difference that `patch` can apply."""
    import difflib  # noqa: PLC0415 - only a difference pays for it

    path = result.checked.path
    for line in difflib.unified_diff(_lines(result.checked.text), _lines(result.text), path, path):
        yield line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends."""
    ends = [end.end() for end in LINE_END.finditer(text)]
    pieces = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return [piece for piece in pieces if piece]
