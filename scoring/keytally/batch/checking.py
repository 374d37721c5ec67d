"""`keytally.check`: the findings of files, or of a text, as plain values."""

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path

from keytally.batch.check import Checker
from keytally.batch.errors import KeytallyError
from keytally.batch.plans import CheckOptions
from keytally.batch.settings import as_folders
from keytally.batch.targets import Target, targets_of
from keytally.evaluations import registry
from keytally.evaluations.interface import Role
from keytally.findings.located import CheckedFile, LocatedFinding
from keytally.findings.rule import Severity
from keytally.findings.selection import selection_of

FilePath = str | PathLike[str]

_GRAVE = (Severity.ERROR, Severity.WARNING)

TEXT = Target(Path("<text>"), "<text>")


def check(  # noqa: PLR0913 -- each is a choice of the command line
    *paths: FilePath,
    text: str | None = None,
    task: str | None = None,
    config: FilePath | None = None,
    texts: FilePath | None = None,
    role: str | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    allow: Iterable[FilePath] = (),
    **companions: FilePath | None,
) -> list[LocatedFinding]:
    """The findings of files, of all recognised files in folders, or of `text`, in file order.

    `task`, `config`, `texts` and companion files by kind, such as `bnf`, override the settings of the file's
    pair; `role` (`key`, `response` or `texts`) overrides its role. `select` and `ignore` name rules. `allow`
    has folders outside the workspace whose files project files may name. A text
    needs a `task` unless its first line shows its language; it belongs to no folder and no pair.

    Raises KeytallyError if a file cannot be checked.
    """
    choices = check_options_of(
        task=task,
        config=config,
        texts=texts,
        role=role,
        select=select,
        ignore=ignore,
        allow=allow,
        companions={kind: file for kind, file in companions.items() if file is not None},
    )
    checker = Checker(choices, "task=")
    targets, problems = targets_of(Path(path) for path in paths)
    if problems:
        raise KeytallyError(*problems)
    files = [checker.check(target) for target in targets]
    if text is not None:
        files.append(checker.check_text(TEXT, text))
    return [finding for file in files if file is not None for finding in file.findings]


def check_options_of(  # noqa: PLR0913 -- each is a choice of the command line
    *,
    task: str | None,
    config: FilePath | None,
    texts: FilePath | None,
    role: str | None,
    select: Iterable[str],
    ignore: Iterable[str],
    companions: Mapping[str, FilePath],
    allow: Iterable[FilePath] = (),
) -> CheckOptions:
    """The options of a check from plain values.

    Raises KeytallyError for unknown names of rules and roles, and TypeError for unknown kinds of companion
    files.
    """
    for kind in companions:
        if kind not in registry.companions():
            raise TypeError(f"check() got an unexpected keyword argument {kind!r}")
    registry.families()  # their rules can be named
    selection, problems = selection_of(_names(select), _names(ignore))
    roles = {known.value: known for known in (Role.KEY, Role.RESPONSE, Role.TEXTS)}
    if role is not None and role not in roles:
        problems.append(f"there is no role {role!r}: it is one of {', '.join(roles)}")
    if problems:
        raise KeytallyError(*problems)
    return CheckOptions(
        task,
        str(config) if config is not None else None,
        str(texts) if texts is not None else None,
        roles[role] if role is not None else None,
        selection.select,
        selection.ignore,
        {kind: str(file) for kind, file in companions.items()},
        tuple(as_folders(allow)),
    )


def _names(given: Iterable[str]) -> Iterable[str]:
    """Names of rules; a single string is one name."""
    return (given,) if isinstance(given, str) else given


def grave(files: Iterable[CheckedFile]) -> bool:
    """Whether there is any finding at warning or above."""
    return any(finding.severity in _GRAVE for file in files for finding in file.findings)
