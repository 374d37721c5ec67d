"""Rules and their messages with typed arguments; each makes its findings.

The fields of a message and of a fix's title are the keys of a TypedDict, so that a type checker finds a
missing or misspelt argument where a finding is made.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypedDict, TypeVar

from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.rule import Rule

Arguments = TypeVar("Arguments", bound=Mapping[str, Any])


class NoArguments(TypedDict):
    """The arguments of a message without fields."""


class Message(Generic[Arguments]):
    """An additional message of a rule, with its own arguments and the title of its own fix.

    `leaves_out` is the rule's where it is None (keytally.findings.rule).
    """

    __slots__ = ("arguments", "fix", "leaves_out", "message", "rule")

    def __init__(
        self,
        rule: Rule,
        arguments: type[Arguments],
        message: str,
        fix: str | None = None,
        *,
        leaves_out: bool | None = None,
    ) -> None:
        self.rule = rule
        self.arguments = arguments
        self.message = message
        self.fix = fix
        self.leaves_out = rule.leaves_out if leaves_out is None else leaves_out

    def finding(  # noqa: PLR0913 -- each is a part of a finding
        self,
        start: int,
        end: int,
        arguments: Arguments,
        edits: tuple[Edit, ...] = (),
        related: tuple[Related, ...] = (),
        *,
        guessed: bool = False,
    ) -> Finding:
        """A breach of the rule from `start` to `end`, with this message (keytally.findings.finding)."""
        return Finding(self.rule, start, end, arguments, edits, related, guessed, wording=self)


class TypedRule(Rule, Generic[Arguments]):
    """A rule whose message has the arguments of a TypedDict."""

    __slots__ = ()

    def finding(  # noqa: PLR0913 -- each is a part of a finding
        self,
        start: int,
        end: int,
        arguments: Arguments,
        edits: tuple[Edit, ...] = (),
        related: tuple[Related, ...] = (),
        *,
        guessed: bool = False,
    ) -> Finding:
        """A breach of the rule from `start` to `end` (keytally.findings.finding)."""
        return Finding(self, start, end, arguments, edits, related, guessed)
