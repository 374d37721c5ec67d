"""Every rule, with its severity, its message and the title of its fix."""

from keytally.findings.rule import Rule, Severity

E, W, H = Severity.ERROR, Severity.WARNING, Severity.HINT

RULES: dict[str, Rule] = {}


def _rule(
    family: str, name: str, severity: Severity, summary: str, message: str, fix: str | None = None
) -> Rule:
    rule = Rule(name, severity, family, summary, message, fix)
    RULES[name] = rule
    return rule


# SGML keys and responses
TEXT_ALTERED = _rule(
    "sgml",
    "text-altered",
    E,
    "Characters outside the task tags differ from the texts file or the key.",
    "{change}",
    "restore the text",
)
UNCLOSED_TAG = _rule(
    "sgml", "unclosed-tag", E, "A task tag is opened and never closed.", "<{tag}> {problem}", "{repair}"
)
UNMATCHED_CLOSE_TAG = _rule(
    "sgml",
    "unmatched-close-tag",
    E,
    "A task tag is closed that was not open.",
    "</{tag}> closes nothing{hint}",
    "{repair}",
)
CROSSING_TAGS = _rule(
    "sgml",
    "crossing-tags",
    E,
    "Two task tags overlap and neither holds the other.",
    "</{tag}> closes across the open <{inner}>",
)
UNKNOWN_ATTRIBUTE = _rule(
    "sgml",
    "unknown-attribute",
    E,
    "A task tag has an attribute that the task does not define.",
    "<{tag}> has no attribute {attribute}; it takes {known}",
    "{repair}",
)
ATTRIBUTE_VALUE = _rule(
    "sgml",
    "attribute-value",
    E,
    "An attribute's value is none of those that the task defines.",
    '{attribute}="{value}" is not one of {allowed}',
    'change it to "{nearest}"',
)
MISSING_ATTRIBUTE = _rule(
    "sgml",
    "missing-attribute",
    E,
    "A task tag lacks an attribute that the task demands.",
    "<{tag}> needs {attribute}",
)
UNQUOTED_ATTRIBUTE = _rule(
    "sgml",
    "unquoted-attribute",
    E,
    "An attribute's value of a task tag does not stand in a pair of quotes.",
    "the value of {attribute} {problem}",
    "quote it",
)
DUPLICATE_ATTRIBUTE = _rule(
    "sgml",
    "duplicate-attribute",
    E,
    "A task tag gives one attribute twice.",
    "{attribute} is given twice; the first counts",
    "remove the second {attribute}",
)
ALT_NOT_IN_TEXT = _rule(
    "sgml",
    "alt-not-in-text",
    W,
    "An alternative in ALT is no part of the tagged text.",
    'the tagged text does not contain "{value}"',
)
MISSING_DOCNO = _rule(
    "sgml",
    "missing-docno",
    E,
    "A document has no document number.",
    "this document has no number: it needs <{tag}> with at least one digit",
)
DUPLICATE_DOCNO = _rule(
    "sgml",
    "duplicate-docno",
    E,
    "Two documents of a file have the same number.",
    "document {number} stands in this file before",
)
TAG_OUTSIDE_SECTION = _rule(
    "sgml",
    "tag-outside-section",
    W,
    "A task tag stands outside every section that is scored.",
    "<{tag}> stands outside {sections} and is not scored",
)
KEY_ONLY_ATTRIBUTE = _rule(
    "sgml",
    "key-only-attribute",
    E,
    "A response uses markup that only keys may use.",
    "{what} is for keys only; the scorer ignores it in a response",
    "{repair}",
)

# MUC configuration files
UNKNOWN_OPTION = _rule(
    "config",
    "unknown-option",
    W,
    "An option that the scorer does not know.",
    "there is no option {option}{hint}",
    "change it to {nearest}",
)
MISSING_OPTION = _rule(
    "config", "missing-option", E, "A required option is not given.", "the configuration lacks {option}"
)
BAD_OPTION_VALUE = _rule(
    "config", "bad-option-value", E, "A value that its option does not take.", "{problem}", "{repair}"
)
CLASS_ORDER = _rule(
    "config",
    "class-order",
    E,
    "A class stands before a class that it points to.",
    "{problem}",
    "put the classes in order",
)
UNDEFINED_CLASS = _rule(
    "config",
    "undefined-class",
    E,
    "A definition names a class that class_defs does not declare.",
    "class_defs declares no class {name}{hint}",
    "change it to {nearest}",
)

# keytally.toml
PROJECT_SYNTAX = _rule("project", "project-syntax", E, "keytally.toml is not TOML.", "{problem}")
UNKNOWN_PROJECT_KEY = _rule(
    "project",
    "unknown-project-key",
    W,
    "keytally.toml has a key that keytally does not know.",
    "there is no key {key} here{hint}",
    "change it to {nearest}",
)
BAD_PROJECT_VALUE = _rule(
    "project",
    "bad-project-value",
    E,
    "A value in keytally.toml is not of the kind that its key takes.",
    "{problem}",
)
