"""A rule: its name, its severity, and its messages."""

from collections.abc import Mapping
from enum import Enum
from typing import Any, NamedTuple

from keytally.findings.pages import link_to


class Severity(Enum):
    """The severity of a finding, from the scorer's point of view."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Rule(NamedTuple):
    """A rule that a file can break.

    `message` and `fix` are `str.format` templates filled with a finding's arguments; `fix` is the title of
    the rule's fix, or None without a safe fix. `fix_takes_answers` is set if the fix writes the key's answer
    into a response: it raises the score, so it is offered one by one and is never among all fixes of a file.
    `arguments` is the TypedDict of the fields of both templates. `page` is the address of the page about a
    rule that is not in keytally's own documentation. `leaves_out` says that scoring leaves out of a key what
    breaks the rule, or a part of it.
    """

    name: str
    severity: Severity
    family: str
    summary: str
    message: str
    fix: str | None = None
    fix_takes_answers: bool = False
    arguments: type[Mapping[str, Any]] | None = None
    page: str = ""
    leaves_out: bool = False

    @property
    def link(self) -> str:
        """The address of the rule's page: by default that in keytally's own documentation; "" for none."""
        return self.page or link_to(self.name)
