"""Rules of SGML keys and responses."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("sgml")
_rule = FAMILY.rule

TEXT_ALTERED = _rule(
    "text-altered",
    E,
    "Characters outside the task tags differ from the texts file or the key.",
    "{change}",
    "restore the text",
)
UNCLOSED_TAG = _rule(
    "unclosed-tag", E, "A task tag is opened and never closed.", "<{tag}> {problem}", "{repair}"
)
UNMATCHED_CLOSE_TAG = _rule(
    "unmatched-close-tag",
    E,
    "A task tag is closed that was not open.",
    "</{tag}> closes nothing{hint}",
    "{repair}",
)
CROSSING_TAGS = _rule(
    "crossing-tags",
    E,
    "Two task tags overlap and neither holds the other.",
    "</{tag}> closes across the open <{inner}>",
)
UNKNOWN_ATTRIBUTE = _rule(
    "unknown-attribute",
    E,
    "A task tag has an attribute that the task does not define.",
    "<{tag}> has no attribute {attribute}; it takes {known}",
    "{repair}",
)
ATTRIBUTE_VALUE = _rule(
    "attribute-value",
    E,
    "An attribute's value is none of those that the task defines.",
    '{attribute}="{value}" is not one of {allowed}',
    'change it to "{nearest}"',
)
MISSING_ATTRIBUTE = _rule(
    "missing-attribute",
    E,
    "A task tag lacks an attribute that the task demands.",
    "<{tag}> needs {attribute}",
)
UNQUOTED_ATTRIBUTE = _rule(
    "unquoted-attribute",
    E,
    "An attribute's value of a task tag does not stand in a pair of quotes.",
    "the value of {attribute} {problem}",
    "quote it",
)
DUPLICATE_ATTRIBUTE = _rule(
    "duplicate-attribute",
    E,
    "A task tag gives one attribute twice.",
    "{attribute} is given twice; the first counts",
    "remove the second {attribute}",
)
ALT_NOT_IN_TEXT = _rule(
    "alt-not-in-text",
    W,
    "An alternative in ALT is no part of the tagged text.",
    'the tagged text does not contain "{value}"',
)
MISSING_DOCNO = _rule(
    "missing-docno",
    E,
    "A document has no document number.",
    "this document has no number: it needs <{tag}> with at least one digit",
)
DUPLICATE_DOCNO = _rule(
    "duplicate-docno",
    E,
    "Two documents of a file have the same number.",
    "document {number} stands in this file before",
)
TAG_OUTSIDE_SECTION = _rule(
    "tag-outside-section",
    W,
    "A task tag stands outside every section that is scored.",
    "<{tag}> stands outside {sections} and is not scored",
)
KEY_ONLY_ATTRIBUTE = _rule(
    "key-only-attribute",
    E,
    "A response uses markup that only keys may use.",
    "{what} is for keys only; the scorer ignores it in a response",
    "{repair}",
)
DUPLICATE_ID = _rule(
    "duplicate-id",
    E,
    "Two mentions of a document have the same ID.",
    'another mention of this document has the ID "{identifier}"; a REF to it means the first',
    'change it to "{free}"',
)
DANGLING_REF = _rule(
    "dangling-ref",
    E,
    "A REF names no mention of its document.",
    'no mention of this document has the ID "{reference}"',
)
SELF_REF = _rule(
    "self-ref",
    E,
    "A mention's REF names the mention itself.",
    'this REF names its own mention "{identifier}" and ties it to nothing',
    "remove REF",
)
REF_CYCLE = _rule(
    "ref-cycle",
    W,
    "REFs lead in a circle.",
    "these REFs lead in a circle: {cycle}",
    "remove this REF",
)
DUPLICATE_MENTION = _rule(
    "duplicate-mention",
    W,
    "The same stretch of text is tagged as a mention twice.",
    'this text is tagged as the mention "{identifier}" already',
    "remove this tag",
)
MIN_NOT_IN_TEXT = _rule(
    "min-not-in-text",
    W,
    "The head in MIN is no part of the tagged text.",
    'the tagged text does not contain "{value}"',
)
