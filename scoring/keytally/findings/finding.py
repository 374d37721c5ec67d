"""Findings: breaches of rules as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from keytally.findings.rule import Rule


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the code points from `start` to `end` of a unit by `text`.

    `unit` is None for the unit that the finding stands in, else another one of the same file.
    """

    start: int
    end: int
    text: str
    unit: Any = None


@dataclass(frozen=True, slots=True)
class Related:
    """A place that explains a finding: a stretch of `unit`, which may stand in another file."""

    unit: Any
    start: int
    end: int
    message: str


class Wording(Protocol):
    """What is said of a breach: `str.format` templates of its message and of the title of its fix."""

    @property
    def message(self) -> str:
        """The message."""
        ...

    @property
    def fix(self) -> str | None:
        """The title of the fix; None where no fix is safe."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """One breach of `rule` at the code points `start` to `end` of the unit it was found in.

    `arguments` fill the rule's message and the title of its fix; `edits` is the fix, empty where
    this breach has none. `guessed` is set where something else may be meant than what the fix writes.
    `wording` is a message that stands instead of the rule's own. Findings are made by `finding` of a rule
    or of a message (keytally.findings.messages), which check the arguments' types.
    """

    rule: Rule
    start: int
    end: int
    arguments: Mapping[str, Any] = field(default_factory=dict)
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
        """What the fix does, or None where there is none."""
        title = (self.wording or self.rule).fix
        return title.format(**self.arguments) if self.edits and title is not None else None

    @property
    def has_safe_fix(self) -> bool:
        """Whether the fix may be made with all others of a file, and not only by a person's choice."""
        return self.fix_title is not None and not (self.guessed or self.rule.fix_takes_answers)
