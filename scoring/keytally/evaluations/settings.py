"""What a pair is scored by, before an evaluation has made sense of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """A configuration's source and text, and the options that come after it.

    `source` is a file, the name of a built-in configuration, or None for the task's own default;
    `text` is the text of a file that is at hand already (an open editor), else it is read.
    `options` are (name, values) in the order given. `bnf` is the text of the task's BNF, for the rules
    that need one.
    """

    source: Path | str | None = None
    text: str | None = None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    bnf: str | None = None


class SettingsError(Exception):
    """Settings that nothing can be scored by; one readable line a problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)
