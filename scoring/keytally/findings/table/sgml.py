"""Rules for SGML keys and responses, and for their coreference mentions."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("sgml", "SGML keys and responses")
_rule, _message = FAMILY.rule, FAMILY.message


class TextAltered(TypedDict):
    """Arguments for the message of `text-altered`."""

    original: str
    written: str


class TextLost(TypedDict):
    """Arguments for the message about text that was lost."""

    original: str


class TextInserted(TypedDict):
    """Arguments for the message about text that was inserted."""

    written: str


class NoSuchDocument(TypedDict):
    """Arguments for the message about a document that is missing from the texts."""

    number: str


TEXT_ALTERED = _rule(
    "text-altered",
    TextAltered,
    E,
    "Characters outside the task tags differ from the texts file or the key.",
    '"{original}" was changed to "{written}"',
    "restore the text",
)
TEXT_LOST = _message(TEXT_ALTERED, TextLost, '"{original}" was deleted here', "restore the text")
TEXT_INSERTED = _message(TEXT_ALTERED, TextInserted, '"{written}" was inserted', "restore the text")
LINE_ENDS_ALTERED = _message(
    TEXT_ALTERED, TextAltered, "lines end in {written}; in the original they end in {original}"
)
OTHER_LINE_ENDS = _message(TEXT_ALTERED, NoArguments, "line endings differ from the original")
NO_SUCH_DOCUMENT = _message(TEXT_ALTERED, NoSuchDocument, "the original text has no document {number}")


class UnclosedTag(TypedDict):
    """Arguments for the message of `unclosed-tag`."""

    tag: str
    problem: str
    repair: str


UNCLOSED_TAG = _rule(
    "unclosed-tag",
    UnclosedTag,
    E,
    "A task tag is opened but never closed.",
    "<{tag}> {problem}",
    "{repair}",
    leaves_out=True,
)
UNCLOSED_AND_READ = _message(
    UNCLOSED_TAG, UnclosedTag, UNCLOSED_TAG.message, UNCLOSED_TAG.fix, leaves_out=False
)


class UnmatchedCloseTag(TypedDict):
    """Arguments for the message of `unmatched-close-tag`."""

    tag: str
    hint: str
    repair: str


UNMATCHED_CLOSE_TAG = _rule(
    "unmatched-close-tag",
    UnmatchedCloseTag,
    E,
    "A closing tag has no matching opening tag.",
    "</{tag}> has no matching opening tag{hint}",
    "{repair}",
    leaves_out=True,
)
MISNAMED_CLOSE_TAG = _message(
    UNMATCHED_CLOSE_TAG,
    UnmatchedCloseTag,
    UNMATCHED_CLOSE_TAG.message,
    UNMATCHED_CLOSE_TAG.fix,
    leaves_out=False,
)


class CrossingTags(TypedDict):
    """Arguments for the message of `crossing-tags`."""

    tag: str
    inner: str


CROSSING_TAGS = _rule(
    "crossing-tags",
    CrossingTags,
    E,
    "Two task tags overlap without being nested.",
    "</{tag}> crosses the open <{inner}>",
)


class UnknownAttribute(TypedDict):
    """Arguments for the message of `unknown-attribute`."""

    tag: str
    attribute: str
    known: str
    repair: str


UNKNOWN_ATTRIBUTE = _rule(
    "unknown-attribute",
    UnknownAttribute,
    E,
    "A task tag has an attribute that the task does not define.",
    "<{tag}> has no attribute {attribute}; it takes {known}",
    "{repair}",
)
MISSPELT_ATTRIBUTE = _message(
    UNKNOWN_ATTRIBUTE, UnknownAttribute, UNKNOWN_ATTRIBUTE.message, UNKNOWN_ATTRIBUTE.fix, leaves_out=True
)
"""The message for an attribute that is a misspelling of a known attribute; any other unknown attribute may
be one that the configuration omits.
"""


class AttributeValue(TypedDict):
    """Arguments for the message of `attribute-value`."""

    attribute: str
    value: str
    allowed: str
    nearest: str


ATTRIBUTE_VALUE = _rule(
    "attribute-value",
    AttributeValue,
    E,
    "An attribute has a value that the task does not define.",
    '{attribute}="{value}" is not one of {allowed}',
    'change it to "{nearest}"',
)
UNKNOWN_STATUS = _message(
    ATTRIBUTE_VALUE, AttributeValue, ATTRIBUTE_VALUE.message, ATTRIBUTE_VALUE.fix, leaves_out=True
)


class MissingAttribute(TypedDict):
    """Arguments for the message of `missing-attribute`; `value` is the only permitted value of the
    attribute, or "".
    """

    tag: str
    attribute: str
    value: str


MISSING_ATTRIBUTE = _rule(
    "missing-attribute",
    MissingAttribute,
    E,
    "A task tag lacks an attribute that the task requires.",
    "<{tag}> requires {attribute}",
    'add {attribute}="{value}"',
)
MISSING_IDENTIFIER = _message(
    MISSING_ATTRIBUTE, MissingAttribute, MISSING_ATTRIBUTE.message, MISSING_ATTRIBUTE.fix, leaves_out=True
)


class UnquotedAttribute(TypedDict):
    """Arguments for the message of `unquoted-attribute`."""

    attribute: str
    problem: str


UNQUOTED_ATTRIBUTE = _rule(
    "unquoted-attribute",
    UnquotedAttribute,
    E,
    "An attribute value of a task tag is not in matching quotes.",
    "the value of {attribute} {problem}",
    "quote it",
)


class DuplicateAttribute(TypedDict):
    """Arguments for the message of `duplicate-attribute`."""

    attribute: str


DUPLICATE_ATTRIBUTE = _rule(
    "duplicate-attribute",
    DuplicateAttribute,
    E,
    "A task tag has the same attribute twice.",
    "duplicate attribute {attribute}; the first one counts",
    "remove the second {attribute}",
    leaves_out=True,
)


class NotInText(TypedDict):
    """Arguments for the messages about a value that does not occur in the tagged text."""

    value: str


ALT_NOT_IN_TEXT = _rule(
    "alt-not-in-text",
    NotInText,
    W,
    "An alternative in ALT does not occur in the tagged text.",
    'the tagged text does not contain "{value}"',
)


class MissingDocno(TypedDict):
    """Arguments for the message of `missing-docno`."""

    tag: str


MISSING_DOCNO = _rule(
    "missing-docno",
    MissingDocno,
    E,
    "A document has no document number.",
    "this document has no number: it needs <{tag}> with at least one digit",
)


class DuplicateDocno(TypedDict):
    """Arguments for the message of `duplicate-docno`."""

    number: str


DUPLICATE_DOCNO = _rule(
    "duplicate-docno",
    DuplicateDocno,
    E,
    "Two documents of a file have the same number.",
    "duplicate document number {number}",
)


class TagOutsideSection(TypedDict):
    """Arguments for the message of `tag-outside-section`."""

    tag: str
    sections: str


TAG_OUTSIDE_SECTION = _rule(
    "tag-outside-section",
    TagOutsideSection,
    W,
    "A task tag is outside all scored sections.",
    "<{tag}> is outside {sections} and is not scored",
)


class TagNested(TypedDict):
    """Arguments for the message of `tag-nested`."""

    tag: str
    most: int
    others: str


TAG_NESTED = _rule(
    "tag-nested",
    TagNested,
    W,
    "A task tag is nested too deeply.",
    "<{tag}> is nested in {most} or more open tags and is not scored{others}",
    leaves_out=True,
)


class KeyOnlyAttribute(TypedDict):
    """Arguments for the message of `key-only-attribute`."""

    what: str
    repair: str


KEY_ONLY_ATTRIBUTE = _rule(
    "key-only-attribute",
    KeyOnlyAttribute,
    E,
    "A response uses markup that only keys may use.",
    "{what} is for keys only; the scorer ignores it in a response",
    "{repair}",
)


ERROR, WARNING = Severity.ERROR, Severity.WARNING

_coreference_rule = FAMILY.rule


class DuplicateId(TypedDict):
    """Arguments for the message of `duplicate-id`."""

    identifier: str
    free: str


DUPLICATE_ID = _coreference_rule(
    "duplicate-id",
    DuplicateId,
    ERROR,
    "Two mentions of a document have the same ID.",
    'duplicate ID "{identifier}" in this document; a REF to it refers to the first mention',
    'change it to "{free}"',
)


class DanglingRef(TypedDict):
    """Arguments for the message of `dangling-ref`."""

    reference: str


DANGLING_REF = _coreference_rule(
    "dangling-ref",
    DanglingRef,
    ERROR,
    "A REF does not refer to a mention of its document.",
    'no mention of this document has the ID "{reference}"',
    leaves_out=True,
)


class OfMention(TypedDict):
    """Arguments for the messages that name a mention by its ID."""

    identifier: str


SELF_REF = _coreference_rule(
    "self-ref",
    OfMention,
    ERROR,
    "The REF of a mention refers to the mention itself.",
    'this REF refers to its own mention "{identifier}" and links nothing',
    "remove REF",
    leaves_out=True,
)


class RefCycle(TypedDict):
    """Arguments for the message of `ref-cycle`."""

    cycle: str


REF_CYCLE = _coreference_rule(
    "ref-cycle",
    RefCycle,
    WARNING,
    "REFs form a cycle.",
    "these REFs form a cycle: {cycle}",
    "remove this REF",
)


DUPLICATE_MENTION = _coreference_rule(
    "duplicate-mention",
    OfMention,
    WARNING,
    "The same text is tagged as a mention twice.",
    'this text is already tagged as the mention "{identifier}"',
    "remove this tag",
)


MIN_NOT_IN_TEXT = _coreference_rule(
    "min-not-in-text",
    NotInText,
    WARNING,
    "The head in MIN does not occur in the tagged text.",
    'the tagged text does not contain "{value}"',
)
