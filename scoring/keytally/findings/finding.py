"""Findings and edits, the rules and messages that create them, and groups of rules."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypedDict, TypeVar

from keytally.text.rendering import printable

INSTALLED = Path(__file__).parent / "rule_pages"
CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"


@cache
def pages_folder() -> Path:
    """Return the directory of the rules' pages, which are named `NAME.md`."""
    return INSTALLED if INSTALLED.is_dir() else CHECKOUT


def page_of(rule: str) -> Path:
    """Return the page of the rule with this name."""
    return pages_folder() / f"{rule}.md"


@cache
def link_to(rule: str) -> str:
    """Return the `file:` URI of a rule's page, or "" if keytally has no page for the rule."""
    page = page_of(rule).absolute()
    return page.as_uri() if page.is_file() else ""


class Severity(Enum):
    """The severity of a finding, from the scorer's point of view."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


class Rule(NamedTuple):
    """A rule that a file can break.

    `message` and `fix` are `str.format` templates filled with a finding's arguments. `fix` is the title of
    the rule's fix, or None if there is no safe fix. `fix_takes_answers` is true if the fix copies the key's
    answer into a response. Because such a fix raises the score, it is offered only individually, and never as
    part of fixing a whole file. `arguments` is the TypedDict with the fields of both templates. `page` is the
    address of the rule's page if that is not in keytally's own documentation. `leaves_out` is true if scoring
    skips all or part of the malformed item of a key.
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
        """Return the address of the rule's page, by default in keytally's own documentation; "" if there
        is none.
        """
        return self.page or link_to(self.name)


class Edit(NamedTuple):
    """The replacement of the code points from `start` to `end` of a unit by `text`.

    `unit` is None for the finding's own unit; otherwise, it is another unit of the same file.
    """

    start: int
    end: int
    text: str
    unit: Any = None


class Related(NamedTuple):
    """A related position that explains a finding: a range of `unit`, which may be in another file."""

    unit: Any
    start: int
    end: int
    message: str


class Wording(Protocol):
    """The texts of a violation: `str.format` templates for its message and the title of its fix."""

    @property
    def message(self) -> str:
        """Return the message."""
        ...

    @property
    def fix(self) -> str | None:
        """Return the title of the fix; None if there is no safe fix."""
        ...

    @property
    def leaves_out(self) -> bool:
        """Return whether scoring skips the reported item of a key."""
        ...


class Finding(NamedTuple):
    """A violation of `rule` at the code points `start` to `end` of its unit.

    `arguments` are inserted into the rule's message and the title of its fix; `edits` is the fix, or empty if
    there is none. `guessed` is true if the author may have meant something other than the fix. `wording`
    replaces the rule's own message. Findings are created by the `finding` method of a rule or a message (see
    `keytally.findings.finding`), which checks the arguments' types.
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
        """Return the message about this violation, which is one line of text."""
        return (self.wording or self.rule).message.format(**self.arguments)

    @property
    def reaches_out(self) -> bool:
        """Return whether the fix changes units other than the finding's own."""
        return any(edit.unit is not None for edit in self.edits)

    @property
    def fix_title(self) -> str | None:
        """Return the title of the fix, or None if there is no fix."""
        title = (self.wording or self.rule).fix
        return title.format(**self.arguments) if self.edits and title is not None else None

    @property
    def leaves_out(self) -> bool:
        """Return whether scoring skips the reported item of a key."""
        return (self.wording or self.rule).leaves_out

    def is_about_others(self, unit: Any) -> bool:
        """Return whether a finding in `unit` has related positions in other units."""
        return any(related.unit not in (None, unit) for related in self.related)

    @property
    def has_safe_fix(self) -> bool:
        """Return whether the fix may be applied together with all other fixes of a file, rather than only
        individually.
        """
        return self.fix_title is not None and not (self.guessed or self.rule.fix_takes_answers)


Edits = tuple[Edit, ...]
"""Edits that form one change."""


def apply_edits(text: str, edits: Iterable[Edit], shift: int = 0) -> str:
    """Return `text` after edits that do not overlap, given in any order.

    Positions refer to the text before all edits; `shift` is added to each. Insertions at the same position
    keep the order in which they are given.
    """
    pieces, done = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += [text[done : edit.start + shift], edit.text]
        done = edit.end + shift
    return "".join([*pieces, text[done:]])


def combined_edits(*parts: Edits) -> Edits:
    """Return edits of several kinds as one change; insertions at the same position keep their order."""
    return tuple(sorted((edit for part in parts for edit in part), key=lambda edit: (edit.start, edit.end)))


# Rules and their messages with typed arguments; each creates its findings.
#
# The fields of a message and of a fix's title are the keys of a TypedDict, so that a type checker reports a
# missing or misspelt argument.


Arguments = TypeVar("Arguments", bound=Mapping[str, Any])


class NoArguments(TypedDict):
    """The arguments of a message without fields."""


class Message(Generic[Arguments]):
    """An additional message of a rule, with its own arguments and its own title for the fix.

    If `leaves_out` is None, the rule's value applies (see `keytally.findings.finding`).
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

    def finding(
        self,
        start: int,
        end: int,
        arguments: Arguments,
        edits: tuple[Edit, ...] = (),
        related: tuple[Related, ...] = (),
        *,
        guessed: bool = False,
    ) -> Finding:
        """Return a violation of the rule from `start` to `end`, with this message."""
        return Finding(self.rule, start, end, arguments, edits, related, guessed, wording=self)


class TypedRule(Rule, Generic[Arguments]):
    """A rule with a message that takes the arguments of a TypedDict."""

    __slots__ = ()

    def finding(
        self,
        start: int,
        end: int,
        arguments: Arguments,
        edits: tuple[Edit, ...] = (),
        related: tuple[Related, ...] = (),
        *,
        guessed: bool = False,
    ) -> Finding:
        """Return a violation of the rule from `start` to `end` (see `keytally.findings.finding`)."""
        return Finding(self, start, end, arguments, edits, related, guessed)


class RuleGroup:
    """Creates the rules of one kind of file and keeps them in order.

    `title` is the name of these files in the documentation.
    """

    def __init__(self, name: str, title: str) -> None:
        self.name = name
        self.title = title
        self.rules: list[TypedRule[Any]] = []
        self.messages: list[Message[Any]] = []

    def rule(
        self,
        name: str,
        arguments: type[Arguments],
        severity: Severity,
        summary: str,
        message: str,
        fix: str | None = None,
        *,
        fix_takes_answers: bool = False,
        leaves_out: bool = False,
    ) -> TypedRule[Arguments]:
        """Create a rule of this group with messages that take `arguments` (see
        `keytally.findings.finding`).
        """
        rule: TypedRule[Arguments] = TypedRule(
            name,
            severity,
            self.name,
            summary,
            message,
            fix,
            fix_takes_answers,
            arguments,
            leaves_out=leaves_out,
        )
        self.rules.append(rule)
        return rule

    def message(
        self,
        rule: Rule,
        arguments: type[Arguments],
        message: str,
        fix: str | None = None,
        *,
        leaves_out: bool | None = None,
    ) -> Message[Arguments]:
        """Create an additional message for a rule of this group (see `keytally.findings.finding`)."""
        made = Message(rule, arguments, message, fix, leaves_out=leaves_out)
        self.messages.append(made)
        return made


class FilePosition(NamedTuple):
    """A position in a file; `line` and `column` count from 1, `column` in code points."""

    line: int
    column: int


class Replacement(NamedTuple):
    """The replacement of the characters from `start` to `end` of a file by `text`."""

    start: FilePosition
    end: FilePosition
    text: str


class Fix(NamedTuple):
    """A safe fix: its title, and non-overlapping replacements in file order."""

    title: str
    replacements: tuple[Replacement, ...]


class RelatedPlace(NamedTuple):
    """A related position that explains a finding, possibly in another file."""

    path: str
    start: FilePosition
    end: FilePosition
    message: str


class LocatedFinding(NamedTuple):
    """A violation of a rule in a file.

    `path` is the path as given by the user. The severity in `rule` is the severity from the user's settings.
    """

    path: str
    rule: Rule
    message: str
    start: FilePosition
    end: FilePosition
    fix: Fix | None = None
    related: tuple[RelatedPlace, ...] = ()

    @property
    def severity(self) -> Severity:
        """Return the severity of the finding."""
        return self.rule.severity


class CheckedFile(NamedTuple):
    """A file that was checked: its path as given, its text, and its findings in file order."""

    path: str
    text: str
    findings: Sequence[LocatedFinding]


def write_concise(files: Sequence[CheckedFile]) -> str:
    """Return all findings, file by file, with one line for each finding."""
    return "".join([finding_line(finding) + "\n" for file in files for finding in file.findings])


def finding_line(finding: LocatedFinding) -> str:
    """Return a finding as one line of text."""
    line, column = finding.start
    rule, path, message = finding.rule, _printable_path(finding.path), printable(one_line(finding.message))
    return f"{path}:{line}:{column}: {rule.severity.value}[{rule.name}] {message}"


@lru_cache(1)
def _printable_path(path: str) -> str:
    """Return the printable path of a file; cached because its findings are adjacent."""
    return printable(path)


def one_line(text: str) -> str:
    """Return `text` with every line end and the whitespace around it replaced by one space."""
    lines = text.splitlines()
    return text if lines == [text] else " ".join(line.strip() for line in lines)
