"""Findings: breaches of rules as plain values."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from keytally.findings.rule import Rule


class Edit(NamedTuple):
    """Replace the code points from `start` to `end` of a unit by `text`.

    `unit` is None for the finding's own unit, else another one of the same file.
    """

    start: int
    end: int
    text: str
    unit: Any = None


class Related(NamedTuple):
    """A place that explains a finding: a range of `unit`, which may be in another file."""

    unit: Any
    start: int
    end: int
    message: str


class Wording(Protocol):
    """The texts of a breach: `str.format` templates of its message and of the title of its fix."""

    @property
    def message(self) -> str:
        """The message."""
        ...

    @property
    def fix(self) -> str | None:
        """The title of the fix; None without a safe fix."""
        ...

    @property
    def leaves_out(self) -> bool:
        """Whether scoring leaves out of a key what the message is about."""
        ...


class Finding(NamedTuple):
    """One breach of `rule` at the code points `start` to `end` of its unit.

    `arguments` fill the rule's message and the title of its fix; `edits` is the fix, empty without one.
    `guessed` is set if the author may have meant something other than the fix. `wording` replaces the rule's
    own message. Findings are made by `finding` of a rule or of a message (keytally.findings.messages), which
    check the arguments' types.
    """

    rule: Rule
    start: int
    end: int
    arguments: Mapping[str, Any] = {}
    edits: tuple[Edit, ...] = ()
    related: tuple[Related, ...] = ()
    guessed: bool = False
    wording: Wording | None = None

    @property
    def message(self) -> str:
        """The rule's message about this breach, one line of text."""
        return (self.wording or self.rule).message.format(**self.arguments)

    @property
    def reaches_out(self) -> bool:
        """Whether the fix changes other units than the finding's own."""
        return any(edit.unit is not None for edit in self.edits)

    @property
    def fix_title(self) -> str | None:
        """The title of the fix, or None without one."""
        title = (self.wording or self.rule).fix
        return title.format(**self.arguments) if self.edits and title is not None else None

    @property
    def leaves_out(self) -> bool:
        """Whether scoring leaves this out of a key."""
        return (self.wording or self.rule).leaves_out

    @property
    def has_safe_fix(self) -> bool:
        """Whether the fix may be applied with all others of a file, not only by a user's choice."""
        return self.fix_title is not None and not (self.guessed or self.rule.fix_takes_answers)
