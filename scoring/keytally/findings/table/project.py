"""Rules for keytally.toml."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("project", "keytally.toml")
_rule = FAMILY.rule


class ProjectSyntax(TypedDict):
    """Arguments for the message of `project-syntax`."""

    problem: str


PROJECT_SYNTAX = _rule("project-syntax", ProjectSyntax, E, "keytally.toml is not valid TOML.", "{problem}")


class UnknownProjectKey(TypedDict):
    """Arguments for the message of `unknown-project-key`."""

    key: str
    hint: str
    nearest: str


UNKNOWN_PROJECT_KEY = _rule(
    "unknown-project-key",
    UnknownProjectKey,
    W,
    "keytally.toml contains an unknown key.",
    "unknown key {key}{hint}",
    "change it to {nearest}",
)


class WrongKind(TypedDict):
    """Arguments for a message of `bad-project-value`."""

    name: str
    kind: str


BAD_PROJECT_VALUE = _rule(
    "bad-project-value",
    WrongKind,
    E,
    "A value in keytally.toml is not valid for its key.",
    "{name} must be {kind}",
)


class NamedFile(TypedDict):
    """Arguments for messages about a file."""

    file: str


OUTSIDE_WORKSPACE = _rule(
    "outside-workspace",
    NamedFile,
    E,
    "A project file names a file outside the workspace.",
    "{file!r} is outside the workspace and is not read; to allow its directory, add it to "
    "keytally.allowedFolders in the editor, or use --allow DIR",
)

_message = FAMILY.message


class Problem(TypedDict):
    """Arguments for messages that end with a description of the problem, which the caller supplies."""

    problem: str


class MissingKey(TypedDict):
    """Arguments for the message about an incomplete pair."""

    name: str


class FewAnnotators(TypedDict):
    """Arguments for the message about an adjudication with too few annotators."""

    count: int


class Annotator(TypedDict):
    """Arguments for messages about the file of an annotator."""

    name: str


class UnknownName(TypedDict):
    """Arguments for messages about an unknown name."""

    what: str
    name: str
    hint: str


class Encoding(TypedDict):
    """Arguments for the message about an encoding."""

    encoding: str


class NotTaken(TypedDict):
    """Arguments for the message about a part of a pair that the task does not use."""

    task: str
    part: str


class UnreadableFile(TypedDict):
    """Arguments for the message about an existing file that cannot be used."""

    file: str
    problem: str


class MixedPair(TypedDict):
    """Arguments for the message about a file that is paired with a directory."""

    key_kind: str
    response: str
    response_kind: str


class Pattern(TypedDict):
    """Arguments for messages about a pattern of file names."""

    pattern: str


class CutPattern(TypedDict):
    """Arguments for the message about a pattern that matches too much."""

    pattern: str
    matches: str
    names: str


class BadPattern(TypedDict):
    """Arguments for the message about a pattern that cannot be used."""

    pattern: str
    problem: str


UNUSABLE_VALUE = _message(BAD_PROJECT_VALUE, Problem, "{problem}")
"""The message for values that are checked by the pair's task or by the selection of rules."""

PAIR_WITHOUT_KEY = _message(BAD_PROJECT_VALUE, MissingKey, "this pair has no {name}")
ADJUDICATION_WITHOUT_KEY = _message(BAD_PROJECT_VALUE, MissingKey, "this adjudication has no {name}")
FEW_ANNOTATORS = _message(
    BAD_PROJECT_VALUE, FewAnnotators, "an adjudication needs at least two annotators, not {count}"
)
NAMELESS_ANNOTATOR = _message(BAD_PROJECT_VALUE, NoArguments, "the name of an annotator cannot be empty")
SHARED_FILE = _message(BAD_PROJECT_VALUE, Annotator, "this is also the file of the annotator {name!r}")
GOLD_OF_ANNOTATOR = _message(
    BAD_PROJECT_VALUE, Annotator, "the gold cannot be the file of the annotator {name!r}"
)
GOLD_AS_PART = _message(
    BAD_PROJECT_VALUE, NoArguments, "the gold cannot also be another file of its adjudication"
)
GOLD_PLACE = _message(BAD_PROJECT_VALUE, Problem, "the gold cannot be written here: {problem}")
GOLD_TWICE = _message(BAD_PROJECT_VALUE, NoArguments, "an earlier adjudication has the same gold")
UNKNOWN_NAME = _message(BAD_PROJECT_VALUE, UnknownName, "unknown {what} {name!r}{hint}")
UNKNOWN_ENCODING = _message(BAD_PROJECT_VALUE, Encoding, "unknown encoding {encoding!r}")
PART_NOT_TAKEN = _message(BAD_PROJECT_VALUE, NotTaken, "{task} takes no {part}")
KEY_AS_RESPONSE = _message(BAD_PROJECT_VALUE, NoArguments, "the key cannot be its own response")
MIXED_PAIR = _message(
    BAD_PROJECT_VALUE, MixedPair, "the key is a {key_kind}, but {response!r} is a {response_kind}"
)
MISSING_FILE = _message(BAD_PROJECT_VALUE, NamedFile, "the file {file!r} does not exist")
FOLDER_FOR_FILE = _message(BAD_PROJECT_VALUE, NamedFile, "{file!r} is a directory, not a file")
NEITHER_FILE_NOR_BUILT_IN = _message(
    BAD_PROJECT_VALUE, UnknownName, "{name!r} is neither a file nor a built-in {what}{hint}"
)
UNREADABLE_FILE = _message(BAD_PROJECT_VALUE, UnreadableFile, "the file {file!r} cannot be read: {problem}")
UNREADABLE_PROJECT_FILE = _message(PROJECT_SYNTAX, Problem, "the file cannot be read: {problem}")
PATTERN_BEYOND_FOLDER = _message(
    BAD_PROJECT_VALUE,
    Pattern,
    "{pattern!r} searches outside this directory; ** matches only directories below it",
)
BAD_PATTERN = _message(BAD_PROJECT_VALUE, BadPattern, "invalid pattern {pattern!r}: {problem}")
PATTERN_WITHOUT_FILE = _message(BAD_PROJECT_VALUE, Pattern, "no file matches {pattern!r}")
CUT_PATTERN = _message(
    BAD_PROJECT_VALUE,
    CutPattern,
    "{pattern!r} exceeds the limit of {matches} matches or {names} names; the rest is ignored",
)
