"""What a rule is: its name, how grave a breach is, and what is said about one."""

from dataclasses import dataclass
from enum import Enum

DOCUMENTATION = "https://keytally.readthedocs.io/en/latest/rules/{name}/"


class Severity(Enum):
    """How grave a finding is, from the scorer's point of view."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that a file can break.

    `message` and `fix` are `str.format` templates filled with a finding's arguments; `fix` is
    the title of the rule's fix, or None where no fix is safe.
    """

    name: str
    severity: Severity
    family: str
    summary: str
    message: str
    fix: str | None = None

    @property
    def link(self) -> str:
        """The address of the rule's page in the documentation."""
        return DOCUMENTATION.format(name=self.name)
