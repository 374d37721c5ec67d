"""Rules for token columns with entity labels."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("columns", "Columns")
_rule, _message = FAMILY.rule, FAMILY.message


class ColumnsFields(TypedDict):
    """Arguments for the message of `columns-fields`."""

    cells: str
    expected: str


class ColumnsLabel(TypedDict):
    """Arguments for the message about a text that is not a label."""

    text: str
    form: str


class ColumnsLikelyLabel(TypedDict):
    """Arguments for the message about a text that is nearly a label."""

    text: str
    label: str


class ColumnsTransition(TypedDict):
    """Arguments for the message of `columns-transition`."""

    label: str
    place: str
    scheme: str
    wanted: str


class ColumnsUnparted(TypedDict):
    """Arguments for the message about an entity that directly follows another entity of the same type."""

    label: str
    before: str


class ColumnsType(TypedDict):
    """Arguments for the message of `columns-type`."""

    type: str


class ColumnsToken(TypedDict):
    """Arguments for the message of `columns-token`."""

    token: str
    wanted: str


class ColumnsSentences(TypedDict):
    """Arguments for the message about a number of sentences that differs from the key's."""

    sentences: str
    expected: str


class ColumnsSentenceEnd(TypedDict):
    """Arguments for the message about a sentence that does not end where the key's sentence does."""

    tokens: str
    expected: str


COLUMNS_FIELDS = _rule(
    "columns-fields",
    ColumnsFields,
    E,
    "A line has more or fewer cells than the other lines of its sentence.",
    "{cells} here, but {expected} in the first line of the sentence",
)
COLUMNS_NO_LABEL = _message(
    COLUMNS_FIELDS,
    NoArguments,
    "this token has no label, so it belongs to no entity",
    "write the label O",
    leaves_out=True,
)
COLUMNS_LABEL = _rule(
    "columns-label",
    ColumnsLabel,
    E,
    "The last cell of a line is not a label.",
    "{text} is not a label; expected O, or {form}",
    leaves_out=True,
)
COLUMNS_LIKELY_LABEL = _message(
    COLUMNS_LABEL,
    ColumnsLikelyLabel,
    "{text} is not a label; did you mean {label}?",
    "write {label}",
)
COLUMNS_TRANSITION = _rule(
    "columns-transition",
    ColumnsTransition,
    W,
    "The scheme does not allow a label at its position.",
    "invalid {scheme} transition: {label} {place}; it is read as {wanted}",
    "write {wanted}",
)
COLUMNS_UNPARTED = _message(
    COLUMNS_TRANSITION,
    ColumnsUnparted,
    "invalid IO transition {before} → {label}: IO cannot separate two entities of the same type",
)
COLUMNS_TYPE = _rule(
    "columns-type",
    ColumnsType,
    W,
    "A response has a type that does not occur in the key.",
    "no entity of the key has the type {type}",
)
COLUMNS_TOKEN = _rule(
    "columns-token",
    ColumnsToken,
    E,
    "A token of a response differs from the key's.",
    "the key has {wanted} here, not {token}",
)
COLUMNS_SENTENCE = _rule(
    "columns-sentence",
    ColumnsSentences,
    E,
    "The sentence boundaries of a response differ from the key's.",
    "the response has {sentences}, the key {expected}; they differ from here on",
)
COLUMNS_SENTENCE_END = _message(
    COLUMNS_SENTENCE,
    ColumnsSentenceEnd,
    "this sentence has {tokens}, but the key's has {expected}",
)
