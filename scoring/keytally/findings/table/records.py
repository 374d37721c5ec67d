"""Rules for structured records."""

from typing import TypedDict

from keytally.findings.finding import RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("records", "Structured records")
_rule, _message = FAMILY.rule, FAMILY.message


class RecordProblem(TypedDict):
    """Arguments for the messages of rules with a description of the problem."""

    problem: str


class RecordName(TypedDict):
    """Arguments for the messages about a field or a document."""

    name: str


RECORDS_SYNTAX = _rule(
    "records-syntax",
    RecordProblem,
    E,
    "The text is not valid JSON; it is read as far as possible.",
    "invalid JSON: {problem}",
    "correct the syntax",
    leaves_out=True,
)
RECORDS_WRAPPED = _rule(
    "records-wrapped",
    RecordProblem,
    W,
    "A record is surrounded by other text, such as a Markdown fence, or is a string that contains JSON.",
    "not a bare record: {problem}",
    "keep only the record",
)
RECORDS_NO_RECORD = _rule(
    "records-no-record",
    RecordProblem,
    E,
    "A document has no readable record, so its whole key counts as missing.",
    "no record: {problem}",
    leaves_out=True,
)
RECORDS_DUPLICATE_ID = _rule(
    "records-duplicate-id",
    RecordName,
    E,
    "Two records of a file have the same id; only the first one is scored.",
    "duplicate document {name}; this one is not scored",
    leaves_out=True,
)
RECORDS_DUPLICATE_FIELD = _rule(
    "records-duplicate-field",
    RecordName,
    E,
    "An object has the same field twice; only the last one is scored.",
    "duplicate field {name} in this object; the last one counts",
    leaves_out=True,
)


class RecordValue(TypedDict):
    """Arguments for the messages about a value: the field, the value, and the allowed values or types."""

    name: str
    value: str
    allowed: str


class RecordFill(TypedDict):
    """Arguments for the message about a value that the text does not contain: the field, and the value."""

    name: str
    value: str


RECORDS_UNKNOWN_FIELD = _rule(
    "records-unknown-field",
    RecordName,
    W,
    "An object has a field that the schema does not define.",
    "the schema has no field {name} here",
)
RECORDS_MISSING_FIELD = _rule(
    "records-missing-field",
    RecordName,
    W,
    "An object lacks a field that the schema requires.",
    "the required field {name} is missing",
)
RECORDS_TYPE = _rule(
    "records-type",
    RecordValue,
    W,
    "A value does not have the type that the schema defines.",
    "{name} must be {allowed}, not {value}",
    "write it as a number",
)
RECORDS_ENUM = _rule(
    "records-enum",
    RecordValue,
    W,
    "A value is not one of the values that the schema lists.",
    "{name} is {value}; it must be one of {allowed}",
)
RECORDS_NULL_WORD = _rule(
    "records-null-word",
    RecordValue,
    W,
    "A text such as `N/A` represents a missing value.",
    "{name} is {value}, which counts as a value; write {allowed} if there is no value",
    "write null",
)
RECORDS_FORMAT = _rule(
    "records-format",
    RecordValue,
    W,
    "A value violates a restriction of the schema: `pattern`, `format`, or a limit of size or length.",
    "{name} is {value}; {allowed}",
)
RECORDS_NOT_IN_TEXT = _rule(
    "records-not-in-text",
    RecordFill,
    W,
    "A value does not occur in the text of the document and may be invented.",
    "{name} is {value}, which the text of the document does not contain",
)
RECORDS_DOCUMENT = _rule(
    "records-document",
    RecordName,
    W,
    "A response has a document that the key lacks; all of its leaves are spurious.",
    "the key has no document {name}",
)
