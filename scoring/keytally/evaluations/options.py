"""Options: one namespace for what configuration files, `-O` and keytally.toml can set."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What an option's values are."""

    TEXT = "text"
    CHARACTER = "character"
    CHOICE = "choice"
    FLAG = "flag"
    NAME = "name"
    FILE = "file"
    LIST = "list"
    CLASSES = "class definitions"
    SLOTS = "slot definitions"
    SUBTASKS = "subtask names"
    GROUPS = "section groups"


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, what it takes, its default as it would be written, and what it does.

    `default` is the sequence of values that stands when no line gives the option; None where it
    must be given. `choices` are the values of a CHOICE, in the spelling of the manual.
    `documentation` is Markdown; `source` is the manual's section or "keytally".
    """

    name: str
    kind: Kind
    default: tuple[str, ...] | None
    documentation: str
    choices: tuple[str, ...] = ()
    source: str = "manual"
