"""`keytally check`: print findings, print the safe fixes as a diff, or apply them."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TextIO, TypeVar

from keytally.commands.arguments import add_config, add_output, add_processes, add_project
from keytally.commands.main import CANNOT_RUN, say, show_data, show_progress, use_colour, without_gc
from keytally.findings.finding import CheckedFile
from keytally.findings.outputs import (
    COLOURED,
    FORMATS,
    coloured_change,
    coloured_findings,
    findings_summary,
    format_named,
    statistics,
)
from keytally.project.reach import section_of
from keytally.runs.check import Checker, FixedFile, check_options_of, has_warnings
from keytally.runs.check_plans import CheckOptions
from keytally.runs.files import KeytallyError, Target, targets_of, unread_in
from keytally.runs.settings import check_companion
from keytally.text.files import absolute, is_folder, is_stdin, set_stdin
from keytally.text.positions import LINE_END
from keytally.text.rendering import quantity, visible

SUMMARY = "report problems in keys, responses and configurations"
DESCRIPTION = (
    "Check files, or all recognised files in directories. Without a path, check the project: the directory "
    "of the nearest keytally.toml, or the current directory if there is none."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("paths", nargs="*", metavar="PATH", help="a file, or a directory to search")
    command.add_argument(
        "--task", metavar="TASK", help="the task of the files (default: the task of their pair)"
    )
    add_config(command)
    command.add_argument("--bnf", metavar="BNF", help="the BNF of template files: a file or a built-in name")
    command.add_argument(
        "--texts", metavar="FILE", help="the unannotated texts that the files were made from"
    )
    command.add_argument("--role", choices=("key", "response"), help="the role of the files")
    command.add_argument("--format", choices=FORMATS, default="full", help="output format (default: full)")
    command.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="RULES",
        help="run only these rules, separated by commas",
    )
    command.add_argument(
        "--ignore", action="append", default=[], metavar="RULES", help="skip these rules, separated by commas"
    )
    add_output(command, "--output-file")
    command.add_argument(
        "--statistics",
        action="store_true",
        help="print the number of findings of each rule instead of the findings",
    )
    command.add_argument(
        "-q", "--quiet", action="store_true", help="print only findings and errors, without totals or notes"
    )
    command.add_argument(
        "--exit-zero", action="store_true", help="exit with code 0 even if there are findings"
    )
    changes = command.add_mutually_exclusive_group()
    changes.add_argument("--fix", action="store_true", help="apply the safe fixes")
    changes.add_argument("--diff", action="store_true", help="print the changes that --fix would make")
    add_project(command)
    add_processes(command, "check files (without --fix or --diff)")


SHARE = 16
"""The number of files that a process receives at a time; neighbouring files are kept together because they
are often compared with each other.
"""

T = TypeVar("T")


class Checked(NamedTuple):
    """The checked files, the reasons why others could not be checked, and notes on pair settings."""

    files: list[CheckedFile]
    problems: list[str]
    notes: list[str]


def check_files(choices: CheckOptions, targets: Sequence[Target], processes: int) -> Checked:
    """Check files in the given order, in that many processes."""
    files: list[CheckedFile] = []
    problems: dict[str, None] = {}
    notes: dict[str, None] = {}
    for checked in _checked(choices, targets, processes):
        files += checked.files
        problems.update(dict.fromkeys(checked.problems))
        notes.update(dict.fromkeys(checked.notes))
    return Checked(files, list(problems), list(notes))


def _checked(choices: CheckOptions, targets: Sequence[Target], processes: int) -> Iterator[Checked]:
    """Check all files at once, or shares of them in several processes."""
    if processes == 1:
        yield _check_share(choices, show_progress(targets, len(targets), "files"))
        return
    from keytally.commands.processes import parallel_map  # noqa: PLC0415 - one process needs none of it

    shares = [targets[start : start + SHARE] for start in range(0, len(targets), SHARE)]
    yield from show_progress(
        parallel_map(partial(_check_share, choices), shares, processes), len(shares), "parts"
    )


def _check_share(choices: CheckOptions, targets: Iterable[Target]) -> Checked:
    checker = Checker(choices)
    problems: list[str] = []
    files = [file for _, file in each_file(checker.check, targets, problems)]
    return Checked(files, [*problems, *checker.problems], checker.notes)


def each_file(
    action: Callable[[Target], T | None], targets: Iterable[Target], problems: list[str]
) -> Iterator[tuple[Target, T]]:
    """Yield each file with the result of `action`, unless the result is None; errors are added to
    `problems`.
    """
    for target in targets:
        try:
            result = action(target)
        except KeytallyError as error:
            problems += [problem for problem in error.problems if problem not in problems]
        else:
            if result is not None:
                yield target, result


FOUND = 1

_NOTHING = "no recognised files in this directory; specify files, or use --task"


def run(arguments: argparse.Namespace) -> int:
    """Check the files, print the findings and return the exit status.

    The status is 0 if there are no findings of severity warning or above, and 1 if there are, unless
    `--exit-zero` is given. The status is 2 if a file cannot be checked, or if no file of a directory was
    checked and an entry of that directory cannot be read.
    """
    with without_gc():
        return _check(arguments)


def _project() -> str:
    from keytally.runs.project import project_folder  # noqa: PLC0415 - only a project pays for it

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
    say(*([] if arguments.quiet else notes), *problems)
    if problems:
        return CANNOT_RUN
    if not arguments.quiet:
        say(*(f"{folder}: {_NOTHING}" for folder in nothing))
    return FOUND if has_warnings(files) and not arguments.exit_zero else 0


def _run(
    arguments: argparse.Namespace, choices: CheckOptions, targets: list[Target], problems: list[str]
) -> Checked:
    """Apply fixes if requested, and print differences or findings."""
    output = sys.stdout
    if arguments.fix or arguments.diff:
        checker = Checker(choices)
        if arguments.fix:
            fixes, files_fixed, unwritten = _fix(checker, targets)
            if any(is_stdin(target.path) for target in targets):
                output = sys.stderr
            problems += unwritten
            if not arguments.quiet:
                say(f"applied {quantity(fixes, 'fix')} in {quantity(files_fixed, 'file')}")
        if arguments.diff:
            files = _differences(checker, targets, problems)
            return Checked(files, [*problems, *checker.problems], checker.notes)
    checked = check_files(choices, targets, arguments.processes)
    problems += [problem for problem in checked.problems if problem not in problems]
    if checked.files or not problems or arguments.format != "full":
        _show(arguments, checked.files, output)
    return checked._replace(problems=problems)


def _show(arguments: argparse.Namespace, files: Sequence[CheckedFile], output: TextIO) -> None:
    """Print the findings."""
    page = statistics(files) if arguments.statistics else format_named(arguments.format)(files)
    if arguments.quiet:
        page = page.removesuffix(f"{findings_summary(files)}\n")
    is_plain = arguments.format not in COLOURED or arguments.statistics or not use_colour()
    output.write(page if is_plain else coloured_findings(page))


def _nothing_in(paths: Iterable[str], files: Iterable[CheckedFile]) -> Iterator[Path]:
    """Yield the directories in which no file was checked."""
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
    """Return the names in values that are comma-separated lists."""
    return [name.strip() for names in given for name in names.split(",") if name.strip()]


def _fix(checker: Checker, targets: list[Target]) -> tuple[int, int, list[str]]:
    """Apply the safe fixes; return the number of fixes, the number of changed files, and the write errors.

    For stdin, the fixed text is printed. Files that cannot be read are left to the subsequent check, and so
    is pyproject.toml, which no command writes.
    """
    problems: list[str] = []
    fixes = files = 0
    for target, result in each_file(checker.fix, targets, []):
        if is_stdin(target.path):
            show_data(result.text)
            set_stdin(checker.fixed_data(target))
            fixes, files = fixes + result.fixes, files + bool(result.fixes)
        elif result.fixes and not section_of(target.path):
            try:
                checker.write(target)
            except KeytallyError as error:
                problems += error.problems
            else:
                fixes, files = fixes + result.fixes, files + 1
    return fixes, files, problems


def _differences(checker: Checker, targets: list[Target], problems: list[str]) -> list[CheckedFile]:
    """Print the changes that the fixes would make; return the findings of the files before the fixes."""
    results = [result for _, result in each_file(checker.fix, targets, problems)]
    for result in results:
        lines = _difference(result)
        if use_colour():
            sys.stdout.writelines(map(coloured_change, map(visible, lines)))
        else:
            show_data("".join(lines))
    return [result.checked for result in results]


def _difference(result: FixedFile) -> Iterator[str]:
    """Yield a unified diff that `patch` can apply."""
    import difflib  # noqa: PLC0415 - only a difference pays for it

    path = result.checked.path
    for line in difflib.unified_diff(_lines(result.checked.text), _lines(result.text), path, path):
        yield line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Return the lines of a text with their ends."""
    ends = [end.end() for end in LINE_END.finditer(text)]
    pieces = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return [piece for piece in pieces if piece]
