"""The settings of a pair, before an evaluation interprets them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.text.regular import Within


class Settings(NamedTuple):
    """A configuration's source and text, and the options after it.

    `source` is a file, the name of a built-in configuration, or None for the task's default; `text` is the
    text of the file if it is known already (an open editor), else the file is read. `options` are (name,
    values) in the order given. `companions` are the texts of the pair's companion files by name, such as the
    text of the task's BNF. `within` tells whether a place may be read, which is asked of the files that
    settings name once they have been opened; None for files that a person has named.
    """

    source: Path | str | None = None
    text: str | None = None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    companions: Mapping[str, str] = {}
    within: Within | None = None


class SettingsError(Exception):
    """Settings that cannot be used; one readable line a problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)
