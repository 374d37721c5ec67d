"""What a pair is scored by, before an evaluation has made sense of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """A configuration's source and text, and the options that come after it.

    `source` is a file, the name of a built-in configuration, or None for the task's own default;
    `text` is the text of a file that is at hand already (an open editor), else it is read.
    `options` are (name, values) in the order given. `companions` are the texts of the companion files of
    the pair by their names, such as that of the task's BNF.
    """

    source: Path | str | None = None
    text: str | None = None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    companions: Mapping[str, str] = field(default_factory=dict)


class SettingsError(Exception):
    """Settings that nothing can be scored by; one readable line a problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)
