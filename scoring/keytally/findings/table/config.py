"""Rules for MUC configuration files."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("config", "MUC configuration files")
_rule, _message = FAMILY.rule, FAMILY.message


class UnknownOption(TypedDict):
    """Arguments for the message of `unknown-option`."""

    option: str
    hint: str
    nearest: str


UNKNOWN_OPTION = _rule(
    "unknown-option",
    UnknownOption,
    W,
    "A configuration has an option that the scorer does not recognise.",
    "unknown option {option}{hint}",
    "change it to {nearest}",
)


class MissingOption(TypedDict):
    """Arguments for the message of `missing-option`."""

    option: str


MISSING_OPTION = _rule(
    "missing-option", MissingOption, E, "A required option is missing.", "missing required option {option}"
)


class OptionChoice(TypedDict):
    """Arguments for the message of `bad-option-value`."""

    option: str
    choices: str
    given: str
    hint: str
    nearest: str


class OptionName(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    option: str


class OversizedText(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    characters: str
    most: str


class QuotedValue(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    value: str


class OpeningQuote(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    quote: str


class UnclosedWord(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    quote: str
    word: str


class OptionValue(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    option: str
    given: str


class CorrectedOption(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    option: str
    hint: str
    nearest: str


class UnquotedDefinition(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    definition: str


class DefinitionLength(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    definition: str
    count: str
    words: str


class ShortDefinition(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    definition: str
    count: str
    words: str
    given: str


class CorrectedWord(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    given: str
    hint: str
    nearest: str


class NotANumber(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    given: str
    meaning: str


class ClassArguments(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    name: str


class DefinedSlot(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    name: str
    slot: str


class NoSuchSlot(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    name: str
    slot: str
    hint: str
    nearest: str


class NoSuchSection(TypedDict):
    """Arguments for a message of `bad-option-value`."""

    section: str
    hint: str
    nearest: str


BAD_OPTION_VALUE = _rule(
    "bad-option-value",
    OptionChoice,
    E,
    "An option has an invalid value.",
    "{option} must be one of {choices}, not {given}{hint}",
    "change it to {nearest}",
)
UNKNOWN_CHOICE = _message(
    BAD_OPTION_VALUE, OptionChoice, "{option} accepts {choices}, not {given}{hint}", "change it to {nearest}"
)
OVERSIZED_TEXT = _message(
    BAD_OPTION_VALUE,
    OversizedText,
    "not a configuration: it has {characters} characters, more than the limit of {most}",
)
STRAY_TEXT = _message(
    BAD_OPTION_VALUE, NoArguments, "this text is outside any option; an option starts with a colon"
)
INDENTED_OPTION = _message(
    BAD_OPTION_VALUE,
    OptionName,
    ":{option} does not start in the first column, so it is read as a value",
    "move it to the first column",
)
STRAY_QUOTE = _message(BAD_OPTION_VALUE, NoArguments, "closing quote without a matching opening quote")
NO_BLANK_BEHIND_QUOTE = _message(
    BAD_OPTION_VALUE,
    QuotedValue,
    "missing space between the closing quote and {value}",
    "insert a space before it",
)
UNCLOSED_VALUE = _message(
    BAD_OPTION_VALUE,
    OpeningQuote,
    "the value that starts with this {quote} has no closing quote",
    "close the quote",
)
UNCLOSED_WORD = _message(
    BAD_OPTION_VALUE,
    UnclosedWord,
    "the value that starts with this {quote} has no closing quote",
    'write "\'{word}"',
)
NO_VALUE = _message(BAD_OPTION_VALUE, OptionName, "{option} requires a value")
EMPTY_STRING = _message(BAD_OPTION_VALUE, OptionName, "{option} does not accept an empty string")
SEVERAL_VALUES = _message(
    BAD_OPTION_VALUE, OptionName, "{option} takes only one value", "put the whole value in quotes"
)
NOT_ONE_CHARACTER = _message(BAD_OPTION_VALUE, OptionValue, "{option} must be one character, not {given}")
BRACKETED_NAME = _message(
    BAD_OPTION_VALUE,
    CorrectedOption,
    "{option} takes names without angle brackets{hint}",
    "change it to {nearest}",
)
NOT_A_NAME = _message(BAD_OPTION_VALUE, OptionValue, "{option} takes a name, not {given}")
NO_FILE_NAME = _message(BAD_OPTION_VALUE, OptionName, "{option} requires a file name")
UNQUOTED_DEFINITION = _message(
    BAD_OPTION_VALUE, UnquotedDefinition, "{definition} must be in quotes", "put it in quotes"
)
LONG_DEFINITION = _message(
    BAD_OPTION_VALUE, DefinitionLength, "{definition} has only {count} words ({words})"
)
SHORT_DEFINITION = _message(
    BAD_OPTION_VALUE, ShortDefinition, "{definition} must have {count} words ({words}), not {given}"
)
NOT_SCORED_OR_UNSCORED = _message(
    BAD_OPTION_VALUE,
    CorrectedWord,
    "expected scored or unscored, not {given}{hint}",
    "change it to {nearest}",
)
NOT_A_NUMBER = _message(BAD_OPTION_VALUE, NotANumber, "the {meaning} must be a number, not {given}")
REPEATED_CLASS = _message(BAD_OPTION_VALUE, ClassArguments, "class {name} is already declared")
REPEATED_SLOT = _message(BAD_OPTION_VALUE, DefinedSlot, "slot {slot} of {name} is already defined")
NO_SUCH_SLOT = _message(
    BAD_OPTION_VALUE, NoSuchSlot, "{name} has no slot {slot}{hint}", "change it to {nearest}"
)
NO_SUCH_SECTION = _message(
    BAD_OPTION_VALUE, NoSuchSection, "doc_sections has no section {section}{hint}", "change it to {nearest}"
)


class ClassOrder(TypedDict):
    """Arguments for the message of `class-order`: a class, and the classes that it points to or that point
    to it.
    """

    name: str
    others: str


class SelfPointer(TypedDict):
    """Arguments for the message about a class that points to itself."""

    name: str


CLASS_ORDER = _rule(
    "class-order",
    ClassOrder,
    E,
    "A class is declared before a class that it points to.",
    "{name} points to {others}, which must be declared before it",
    "reorder the classes",
)
CLASS_AFTER_POINTER = _message(
    CLASS_ORDER,
    ClassOrder,
    "{others} points to {name}, which must be declared before it",
    "reorder the classes",
)
CLASS_AFTER_POINTERS = _message(
    CLASS_ORDER,
    ClassOrder,
    "{others} point to {name}, which must be declared before them",
    "reorder the classes",
)
SELF_POINTER = _message(
    CLASS_ORDER, SelfPointer, "{name} points to itself, so no order is valid", "reorder the classes"
)


class UndefinedClass(TypedDict):
    """Arguments for the message of `undefined-class`."""

    name: str
    hint: str
    nearest: str


UNDEFINED_CLASS = _rule(
    "undefined-class",
    UndefinedClass,
    E,
    "A definition uses a class that class_defs does not declare.",
    "class_defs does not declare the class {name}{hint}",
    "change it to {nearest}",
)
