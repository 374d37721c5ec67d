"""Rules of token columns with labels of entities."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("columns", "Columns")
_rule, _message = FAMILY.rule, FAMILY.message


class ColumnsFields(TypedDict):
    """Arguments of columns-fields."""

    cells: str
    expected: str


class ColumnsLabel(TypedDict):
    """Arguments of the message about a text that is no label."""

    text: str


class ColumnsLikelyLabel(TypedDict):
    """Arguments of the message about a text that is nearly a label."""

    text: str
    label: str


class ColumnsTransition(TypedDict):
    """Arguments of columns-transition."""

    label: str
    place: str
    scheme: str
    wanted: str


class ColumnsUnparted(TypedDict):
    """Arguments of the message about an entity that begins right behind one of its type."""

    label: str
    before: str


class ColumnsType(TypedDict):
    """Arguments of columns-type."""

    type: str


class ColumnsToken(TypedDict):
    """Arguments of columns-token."""

    token: str
    wanted: str


class ColumnsSentences(TypedDict):
    """Arguments of the message about another number of sentences."""

    sentences: str
    expected: str


class ColumnsSentenceEnd(TypedDict):
    """Arguments of the message about a sentence that ends elsewhere than the key's."""

    tokens: str
    expected: str


COLUMNS_FIELDS = _rule(
    "columns-fields",
    ColumnsFields,
    E,
    "A line has more or fewer cells than the others of its sentence.",
    "{cells} here, and {expected} in the first line of the sentence",
)
COLUMNS_NO_LABEL = _message(
    COLUMNS_FIELDS,
    NoArguments,
    "a token without a label belongs to no entity",
    "write the label O",
    leaves_out=True,
)
COLUMNS_LABEL = _rule(
    "columns-label",
    ColumnsLabel,
    E,
    "The last cell of a line is no label.",
    "{text} is no label; that is O, or one of B, I, E, S, L and U with a hyphen and a type",
    leaves_out=True,
)
COLUMNS_LIKELY_LABEL = _message(
    COLUMNS_LABEL,
    ColumnsLikelyLabel,
    "{text} is no label; {label} is one",
    "write {label}",
)
COLUMNS_TRANSITION = _rule(
    "columns-transition",
    ColumnsTransition,
    W,
    "A label cannot stand where it does in the scheme.",
    "{label} cannot stand {place} in {scheme}; it is read as {wanted}",
    "write {wanted}",
)
COLUMNS_UNPARTED = _message(
    COLUMNS_TRANSITION,
    ColumnsUnparted,
    "{label} cannot stand behind {before} in IO, which cannot part two entities of one type",
)
COLUMNS_TYPE = _rule(
    "columns-type",
    ColumnsType,
    W,
    "A response has a type that the key has nowhere.",
    "no entity of the key has the type {type}",
)
COLUMNS_TOKEN = _rule(
    "columns-token",
    ColumnsToken,
    E,
    "A response has another token than the key.",
    "the key has {wanted} here, not {token}",
)
COLUMNS_SENTENCE = _rule(
    "columns-sentence",
    ColumnsSentences,
    E,
    "A response has its sentences elsewhere than the key.",
    "the response has {sentences}, the key {expected}; they differ from here on",
)
COLUMNS_SENTENCE_END = _message(
    COLUMNS_SENTENCE,
    ColumnsSentenceEnd,
    "this sentence has {tokens}, and that of the key {expected}",
)
