"""Rules for templates and roles as JSON."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("template_json", "Templates as JSON")
_rule, _message = FAMILY.rule, FAMILY.message


class JsonProblem(TypedDict):
    """Arguments for the messages of `json-syntax` and `json-shape`: a description of the problem."""

    problem: str


class JsonName(TypedDict):
    """Arguments for the messages about a role, a type or a document."""

    name: str


class JsonMention(TypedDict):
    """Arguments for the message of `json-mention`."""

    mention: str


class JsonMentionAt(TypedDict):
    """Arguments for the message about a mention that is not at its offset."""

    mention: str
    offset: int
    there: str


JSON_SYNTAX = _rule(
    "json-syntax",
    JsonProblem,
    E,
    "The text is not valid JSON.",
    "invalid JSON: {problem}",
    "correct the syntax",
    leaves_out=True,
)
JSON_SHAPE = _rule(
    "json-shape",
    JsonProblem,
    E,
    "A document, template, role, entity or mention has the wrong structure.",
    "wrong structure: {problem}",
    "correct the structure",
    leaves_out=True,
)
JSON_ROLE = _rule(
    "json-role",
    JsonName,
    E,
    "A response has a role that does not occur in the key, or a role occurs twice.",
    "no template of the key has the role {name}",
)
JSON_ROLE_TWICE = _message(
    JSON_ROLE,
    JsonName,
    "duplicate role {name} in this template; the last one counts",
    leaves_out=True,
)
JSON_NO_SUCH_ROLE = _message(JSON_ROLE, JsonName, "the schema has no role {name}")
JSON_TYPE = _rule(
    "json-type",
    JsonName,
    W,
    "A response has a type of template that does not occur in the key, or a template has no type.",
    "no template of the key has the type {name}",
)
JSON_NO_TYPE = _message(
    JSON_TYPE,
    NoArguments,
    "this template has no type; it needs a string incident_type",
)
JSON_EMPTY_TYPE = _message(JSON_TYPE, NoArguments, "the type of this template is empty, so it has no type")
JSON_NO_SUCH_TYPE = _message(JSON_TYPE, JsonName, "the schema has no type {name}")
JSON_DOCUMENT = _rule(
    "json-document",
    JsonName,
    E,
    "A document occurs twice in a file, or a response has a document that the key lacks.",
    "the key has no document {name}; this one is not scored",
)
JSON_DOCUMENT_TWICE = _message(
    JSON_DOCUMENT,
    JsonName,
    "duplicate document {name}; this one is not scored",
    leaves_out=True,
)
JSON_MENTION = _rule(
    "json-mention",
    JsonMention,
    W,
    "A mention does not occur in the document's text.",
    "the document's text has no {mention}",
)
JSON_MENTION_AT = _message(
    JSON_MENTION,
    JsonMentionAt,
    "the document's text has {there} at {offset}, not {mention}",
)
JSON_DUPLICATE_TEMPLATE = _rule(
    "json-duplicate-template",
    NoArguments,
    W,
    "A document has the same template twice.",
    "this template is identical to an earlier one of the document",
)
