"""Rules of templates and roles as JSON."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("template_json", "Templates as JSON")
_rule, _message = FAMILY.rule, FAMILY.message


class JsonProblem(TypedDict):
    """Arguments of json-syntax and json-shape: what is wrong."""

    problem: str


class JsonName(TypedDict):
    """Arguments of the messages about a role, a type or a document."""

    name: str


class JsonMention(TypedDict):
    """Arguments of json-mention."""

    mention: str


class JsonMentionAt(TypedDict):
    """Arguments of the message about a mention that is not where its offset says."""

    mention: str
    offset: int
    there: str


JSON_SYNTAX = _rule(
    "json-syntax",
    JsonProblem,
    E,
    "The text is not JSON.",
    "no JSON: {problem}",
    "put it right",
    leaves_out=True,
)
JSON_SHAPE = _rule(
    "json-shape",
    JsonProblem,
    E,
    "A document, a template, a role, an entity or a mention has another form than it should.",
    "another form is needed: {problem}",
    "put it right",
    leaves_out=True,
)
JSON_ROLE = _rule(
    "json-role",
    JsonName,
    E,
    "A response has a role that the key has nowhere, or a role stands twice.",
    "no template of the key has the role {name}",
)
JSON_ROLE_TWICE = _message(
    JSON_ROLE,
    JsonName,
    "the role {name} stands in this template again; the last one counts",
    leaves_out=True,
)
JSON_NO_SUCH_ROLE = _message(JSON_ROLE, JsonName, "the schema has no role {name}")
JSON_TYPE = _rule(
    "json-type",
    JsonName,
    W,
    "A response has a type of template that the key has nowhere, or a template has none.",
    "no template of the key has the type {name}",
)
JSON_NO_TYPE = _message(
    JSON_TYPE,
    NoArguments,
    "this template has no type: a string called incident_type",
)
JSON_EMPTY_TYPE = _message(JSON_TYPE, NoArguments, "the type of this template is empty, so it has none")
JSON_NO_SUCH_TYPE = _message(JSON_TYPE, JsonName, "the schema has no type {name}")
JSON_DOCUMENT = _rule(
    "json-document",
    JsonName,
    E,
    "A document stands twice in a file, or a response has one that the key lacks.",
    "the key has no document {name}; this one is not scored",
)
JSON_DOCUMENT_TWICE = _message(
    JSON_DOCUMENT,
    JsonName,
    "the document {name} stands in this file already; this one is not scored",
    leaves_out=True,
)
JSON_MENTION = _rule(
    "json-mention",
    JsonMention,
    W,
    "A mention does not stand in the document's text.",
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
    "A document has a template twice.",
    "this template says the same as an earlier one of the document",
)
