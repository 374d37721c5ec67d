"""Rules of MUC configuration files."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("config", "MUC configuration files")
_rule, _message = FAMILY.rule, FAMILY.message


class UnknownOption(TypedDict):
    """Arguments of unknown-option."""

    option: str
    hint: str
    nearest: str


UNKNOWN_OPTION = _rule(
    "unknown-option",
    UnknownOption,
    W,
    "An option that the scorer does not know.",
    "there is no option {option}{hint}",
    "change it to {nearest}",
)


class MissingOption(TypedDict):
    """Arguments of missing-option."""

    option: str


MISSING_OPTION = _rule(
    "missing-option", MissingOption, E, "A required option is not given.", "the configuration lacks {option}"
)


class OptionChoice(TypedDict):
    """Arguments of bad-option-value."""

    option: str
    choices: str
    given: str
    hint: str
    nearest: str


class OptionName(TypedDict):
    """Arguments of messages of bad-option-value."""

    option: str


class OversizedText(TypedDict):
    """Arguments of messages of bad-option-value."""

    characters: str
    most: str


class QuotedValue(TypedDict):
    """Arguments of messages of bad-option-value."""

    value: str


class OpeningQuote(TypedDict):
    """Arguments of messages of bad-option-value."""

    quote: str


class UnclosedWord(TypedDict):
    """Arguments of messages of bad-option-value."""

    quote: str
    word: str


class OptionValue(TypedDict):
    """Arguments of messages of bad-option-value."""

    option: str
    given: str


class CorrectedOption(TypedDict):
    """Arguments of messages of bad-option-value."""

    option: str
    hint: str
    nearest: str


class UnquotedDefinition(TypedDict):
    """Arguments of messages of bad-option-value."""

    definition: str


class DefinitionLength(TypedDict):
    """Arguments of messages of bad-option-value."""

    definition: str
    count: str
    words: str


class ShortDefinition(TypedDict):
    """Arguments of messages of bad-option-value."""

    definition: str
    count: str
    words: str
    given: str


class CorrectedWord(TypedDict):
    """Arguments of messages of bad-option-value."""

    given: str
    hint: str
    nearest: str


class NotANumber(TypedDict):
    """Arguments of messages of bad-option-value."""

    given: str
    meaning: str


class ClassArguments(TypedDict):
    """Arguments of messages of bad-option-value."""

    name: str


class DefinedSlot(TypedDict):
    """Arguments of messages of bad-option-value."""

    name: str
    slot: str


class NoSuchSlot(TypedDict):
    """Arguments of messages of bad-option-value."""

    name: str
    slot: str
    hint: str
    nearest: str


class NoSuchSection(TypedDict):
    """Arguments of messages of bad-option-value."""

    section: str
    hint: str
    nearest: str


BAD_OPTION_VALUE = _rule(
    "bad-option-value",
    OptionChoice,
    E,
    "A value that its option does not take.",
    "{option} is one of {choices}, not {given}{hint}",
    "change it to {nearest}",
)
UNKNOWN_CHOICE = _message(
    BAD_OPTION_VALUE, OptionChoice, "{option} knows {choices}, not {given}{hint}", "change it to {nearest}"
)
OVERSIZED_TEXT = _message(
    BAD_OPTION_VALUE,
    OversizedText,
    "this is no configuration: it has {characters} characters, {most} at most are read",
)
STRAY_TEXT = _message(
    BAD_OPTION_VALUE, NoArguments, "this text belongs to no option: an option starts with a colon"
)
INDENTED_OPTION = _message(
    BAD_OPTION_VALUE,
    OptionName,
    ":{option} does not start in the first column, so it counts as a value",
    "move it to the first column",
)
STRAY_QUOTE = _message(BAD_OPTION_VALUE, NoArguments, "this quote closes nothing")
NO_BLANK_BEHIND_QUOTE = _message(
    BAD_OPTION_VALUE,
    QuotedValue,
    "a blank must stand between a closing quote and {value}",
    "put a blank before it",
)
UNCLOSED_VALUE = _message(
    BAD_OPTION_VALUE, OpeningQuote, "the value that starts with this {quote} is not closed", "close the quote"
)
UNCLOSED_WORD = _message(
    BAD_OPTION_VALUE,
    UnclosedWord,
    "the value that starts with this {quote} is not closed",
    'write "\'{word}"',
)
NO_VALUE = _message(BAD_OPTION_VALUE, OptionName, "{option} needs a value")
EMPTY_STRING = _message(BAD_OPTION_VALUE, OptionName, "an empty string means nothing in {option}")
SEVERAL_VALUES = _message(
    BAD_OPTION_VALUE, OptionName, "{option} takes one value, so this is too much", "put the whole in quotes"
)
NOT_ONE_CHARACTER = _message(BAD_OPTION_VALUE, OptionValue, "{option} is one character, not {given}")
BRACKETED_NAME = _message(
    BAD_OPTION_VALUE,
    CorrectedOption,
    "{option} takes names without angle brackets{hint}",
    "change it to {nearest}",
)
NOT_A_NAME = _message(BAD_OPTION_VALUE, OptionValue, "{option} takes a name, not {given}")
NO_FILE_NAME = _message(BAD_OPTION_VALUE, OptionName, "{option} needs the name of a file")
UNQUOTED_DEFINITION = _message(
    BAD_OPTION_VALUE, UnquotedDefinition, "{definition} stands in quotes", "put it in quotes"
)
LONG_DEFINITION = _message(
    BAD_OPTION_VALUE, DefinitionLength, "{definition} has {count} words ({words}), so this is too much"
)
SHORT_DEFINITION = _message(
    BAD_OPTION_VALUE, ShortDefinition, "{definition} has {count} words ({words}), not {given}"
)
NOT_SCORED_OR_UNSCORED = _message(
    BAD_OPTION_VALUE, CorrectedWord, "{given} is neither scored nor unscored{hint}", "change it to {nearest}"
)
NOT_A_NUMBER = _message(BAD_OPTION_VALUE, NotANumber, "{given} is no number, and the {meaning} is one")
REPEATED_CLASS = _message(BAD_OPTION_VALUE, ClassArguments, "class {name} is declared before")
REPEATED_SLOT = _message(BAD_OPTION_VALUE, DefinedSlot, "slot {slot} of {name} is defined before")
NO_SUCH_SLOT = _message(
    BAD_OPTION_VALUE, NoSuchSlot, "{name} has no slot {slot}{hint}", "change it to {nearest}"
)
NO_SUCH_SECTION = _message(
    BAD_OPTION_VALUE, NoSuchSection, "doc_sections has no section {section}{hint}", "change it to {nearest}"
)


class ClassOrder(TypedDict):
    """Arguments of class-order: a class, and those that it points to or that point to it."""

    name: str
    others: str


class SelfPointer(TypedDict):
    """Arguments of the message about a class that points to itself."""

    name: str


CLASS_ORDER = _rule(
    "class-order",
    ClassOrder,
    E,
    "A class stands before a class that it points to.",
    "{name} points to {others}, which must stand before it",
    "put the classes in order",
)
CLASS_AFTER_POINTER = _message(
    CLASS_ORDER,
    ClassOrder,
    "{others} points to {name}, which must stand before it",
    "put the classes in order",
)
CLASS_AFTER_POINTERS = _message(
    CLASS_ORDER,
    ClassOrder,
    "{others} point to {name}, which must stand before them",
    "put the classes in order",
)
SELF_POINTER = _message(
    CLASS_ORDER, SelfPointer, "{name} points to itself, so no order is right", "put the classes in order"
)


class UndefinedClass(TypedDict):
    """Arguments of undefined-class."""

    name: str
    hint: str
    nearest: str


UNDEFINED_CLASS = _rule(
    "undefined-class",
    UndefinedClass,
    E,
    "A definition names a class that class_defs does not declare.",
    "class_defs declares no class {name}{hint}",
    "change it to {nearest}",
)
