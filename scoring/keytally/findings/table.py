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

# Template files
MALFORMED_HEADER = _rule(
    "templates",
    "malformed-header",
    E,
    "A header does not name a class, a document and a one-up string in angle brackets before `:=`.",
    "the header {problem}; it is written <CLASS-DOCUMENT-ONEUP> :=",
    "change it to {repaired}",
)
HEADER_NOT_ALONE = _rule(
    "templates",
    "header-not-alone",
    E,
    "A header shares its line with something else.",
    "a header stands on a line of its own",
    "put the header on its own line",
)
SLOT_NOT_FIRST = _rule(
    "templates",
    "slot-not-first",
    E,
    "A slot's name is not the first thing on its line.",
    "{slot} is to be the first thing on its line",
    "put {slot} on a line of its own",
)
MULTIPLE_FILLS_ON_LINE = _rule(
    "templates",
    "multiple-fills-on-line",
    E,
    "A line holds more than one fill.",
    "a line holds one fill; this one holds {count}",
    "put each fill on its own line",
)
SCATTERED_DOCUMENT = _rule(
    "templates",
    "scattered-document",
    W,
    "The objects of a document do not stand together.",
    "another document stands between this object and those of document {document} before it",
    "move it to its document",
)
DUPLICATE_OBJECT = _rule(
    "templates",
    "duplicate-object",
    E,
    "Two objects have the same identification string.",
    "{identifier} stands in this file before; pointers go to the first",
)
INDENTED_COMMENT = _rule(
    "templates",
    "indented-comment",
    W,
    "A comment does not begin in the first column.",
    "a comment begins in the first column; behind blanks this is read as a fill",
    "move the comment to the first column",
)
MALFORMED_LINK = _rule(
    "templates",
    "malformed-link",
    W,
    "Link information is not written as ##START#END#TEXTS behind a fill.",
    "link information {problem}",
    "change it to {repaired}",
)
UNTERMINATED_STRING = _rule(
    "templates",
    "unterminated-string",
    E,
    "A quoted fill has no closing quote on its line.",
    "this fill has no closing {quote} on its line, at a place where a fill can end",
    "close the quote",
)
FILL_WITHOUT_SLOT = _rule(
    "templates",
    "fill-without-slot",
    E,
    "Something stands before the first slot of an object, or before the first object.",
    "{what} before the first {holder}",
)
DUPLICATE_SLOT = _rule(
    "templates",
    "duplicate-slot",
    W,
    "An object gives one slot twice.",
    "{slot} is given twice; its fills are added to those of the first",
)
ALTERNATIVE_IN_RESPONSE = _rule(
    "templates",
    "alternative-in-response",
    E,
    "A response gives alternatives, which only keys may.",
    "only keys have alternatives; the scorer takes the first and ignores this one",
    "drop the slash",
)
OPTIONAL_IN_RESPONSE = _rule(
    "templates",
    "optional-in-response",
    E,
    "A response marks something as optional, which only keys may.",
    "only keys mark {what} as optional; the scorer ignores it in a response",
    "{repair}",
)
DANGLING_POINTER = _rule(
    "templates",
    "dangling-pointer",
    E,
    "A pointer names no object of its document.",
    "document {document} has no object {pointer}",
)
UNKNOWN_CLASS = _rule(
    "templates",
    "unknown-class",
    E,
    "An object is of a class that the task does not have.",
    "the task has no class {name}; the object is ignored{hint}",
)
UNKNOWN_SLOT = _rule(
    "templates",
    "unknown-slot",
    E,
    "An object has a slot that its class does not have.",
    "{owner} has no slot {name}; it is ignored{hint}",
    "change it to {nearest}",
)
SET_FILL_VALUE = _rule(
    "templates",
    "set-fill-value",
    E,
    "A set fill is none of the values that the slot takes.",
    "{slot} takes {allowed}, not {value}",
    "change it to {nearest}",
)
FILL_TYPE = _rule(
    "templates",
    "fill-type",
    E,
    "A fill is not of the kind that the slot takes.",
    "{slot} takes {wanted}, and this is {given}",
    "{repair}",
)
CARDINALITY = _rule(
    "templates",
    "cardinality",
    W,
    "A slot has more or fewer fills than the task allows.",
    "{slot} takes {wanted}, and has {given}",
)
POINTER_CLASS = _rule(
    "templates",
    "pointer-class",
    E,
    "A pointer points to an object of a class that the slot does not take.",
    "{slot} points to {wanted}, not to {given}",
)

# BNFs
BNF_SYNTAX = _rule("bnf", "bnf-syntax", E, "A piece of a BNF cannot be understood.", "{problem}")
UNDEFINED_SET = _rule(
    "bnf",
    "undefined-set",
    E,
    "A slot takes the values of a set that is not defined.",
    "there is no set {name}{hint}",
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
