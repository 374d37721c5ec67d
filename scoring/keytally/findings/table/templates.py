"""Rules of template files."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("templates", "Template files")
_rule, _message = FAMILY.rule, FAMILY.message


class Malformed(TypedDict):
    """Arguments of rules about something that is written in a wrong way."""

    problem: str
    repaired: str


MALFORMED_HEADER = _rule(
    "malformed-header",
    Malformed,
    E,
    "A header does not name a class, a document and a one-up string in angle brackets before `:=`.",
    "the header {problem}; it is written <CLASS-DOCUMENT-ONEUP> :=",
    "change it to {repaired}",
)
LOST_HEADER = _message(
    MALFORMED_HEADER, Malformed, MALFORMED_HEADER.message, MALFORMED_HEADER.fix, leaves_out=True
)
HEADER_NOT_ALONE = _rule(
    "header-not-alone",
    NoArguments,
    E,
    "A header shares its line with something else.",
    "a header stands on a line of its own",
    "put the header on its own line",
)


class OfSlot(TypedDict):
    """Arguments of rules that name a slot."""

    slot: str


SLOT_NOT_FIRST = _rule(
    "slot-not-first",
    OfSlot,
    E,
    "A slot's name is not the first thing on its line.",
    "{slot} is to be the first thing on its line",
    "put {slot} on a line of its own",
)


class MultipleFillsOnLine(TypedDict):
    """Arguments of multiple-fills-on-line."""

    count: str
    hint: str
    repair: str


MULTIPLE_FILLS_ON_LINE = _rule(
    "multiple-fills-on-line",
    MultipleFillsOnLine,
    E,
    "A line holds more than one fill.",
    "a line holds one fill; this one holds {count}{hint}",
    "{repair}",
)


class ScatteredDocument(TypedDict):
    """Arguments of scattered-document."""

    document: str


SCATTERED_DOCUMENT = _rule(
    "scattered-document",
    ScatteredDocument,
    W,
    "The objects of a document do not stand together.",
    "another document stands between this object and those of document {document} before it",
    "move it to its document",
)


class DuplicateObject(TypedDict):
    """Arguments of duplicate-object."""

    identifier: str


DUPLICATE_OBJECT = _rule(
    "duplicate-object",
    DuplicateObject,
    E,
    "Two objects have the same identification string.",
    "{identifier} stands in this file before; pointers go to the first",
)
INDENTED_COMMENT = _rule(
    "indented-comment",
    NoArguments,
    W,
    "A comment does not begin in the first column.",
    "a comment begins in the first column; behind blanks this is read as a fill",
    "move the comment to the first column",
)


MALFORMED_LINK = _rule(
    "malformed-link",
    Malformed,
    W,
    "Link information is not written as ##START#END#TEXTS behind a fill.",
    "link information {problem}",
    "change it to {repaired}",
)


LINK_TEXT = _rule(
    "link-text",
    Malformed,
    W,
    "Link information leads to text that is not the fill's.",
    "the link's offsets do not hold this fill's text: {problem}",
    "change them to {repaired}",
)


class UnterminatedString(TypedDict):
    """Arguments of unterminated-string."""

    quote: str


UNTERMINATED_STRING = _rule(
    "unterminated-string",
    UnterminatedString,
    E,
    "A quoted fill has no closing quote on its line.",
    "this fill has no closing {quote} on its line, at a place where a fill can end",
    "close the quote",
)


class FillWithoutSlot(TypedDict):
    """Arguments of fill-without-slot."""

    what: str
    holder: str


FILL_WITHOUT_SLOT = _rule(
    "fill-without-slot",
    FillWithoutSlot,
    E,
    "Something stands before the first slot of an object, or before the first object.",
    "{what} before the first {holder}",
    leaves_out=True,
)


SLOT_WITHOUT_COLON = _rule(
    "slot-without-colon",
    OfSlot,
    E,
    "The name of a slot is not followed by its colon.",
    "{slot} is the name of a slot, and no colon follows right behind; the line is read as a fill",
    "put the colon right behind {slot}",
)


DUPLICATE_SLOT = _rule(
    "duplicate-slot",
    OfSlot,
    W,
    "An object gives one slot twice.",
    "{slot} is given twice; its fills are added to those of the first",
)
ALTERNATIVE_IN_RESPONSE = _rule(
    "alternative-in-response",
    NoArguments,
    E,
    "A response gives alternatives, which only keys may.",
    "only keys have alternatives; the scorer takes the first and ignores this one",
    "drop the slash",
)


class OptionalInResponse(TypedDict):
    """Arguments of optional-in-response."""

    what: str
    repair: str


OPTIONAL_IN_RESPONSE = _rule(
    "optional-in-response",
    OptionalInResponse,
    E,
    "A response marks something as optional, which only keys may.",
    "only keys mark {what} as optional; the scorer ignores it in a response",
    "{repair}",
)


class DanglingPointer(TypedDict):
    """Arguments of dangling-pointer."""

    document: str
    pointer: str


DANGLING_POINTER = _rule(
    "dangling-pointer",
    DanglingPointer,
    E,
    "A pointer names no object of its document.",
    "document {document} has no object {pointer}",
)


class UnknownClass(TypedDict):
    """Arguments of unknown-class."""

    name: str
    hint: str


UNKNOWN_CLASS = _rule(
    "unknown-class",
    UnknownClass,
    E,
    "An object is of a class that the task does not have.",
    "the task has no class {name}; the object is ignored{hint}",
)
MISSPELT_CLASS = _message(UNKNOWN_CLASS, UnknownClass, UNKNOWN_CLASS.message, leaves_out=True)


class UnknownSlot(TypedDict):
    """Arguments of unknown-slot."""

    owner: str
    name: str
    hint: str
    nearest: str


UNKNOWN_SLOT = _rule(
    "unknown-slot",
    UnknownSlot,
    E,
    "An object has a slot that its class does not have.",
    "{owner} has no slot {name}; it is ignored{hint}",
    "change it to {nearest}",
    leaves_out=True,
)


class SetFillValue(TypedDict):
    """Arguments of set-fill-value."""

    slot: str
    allowed: str
    fault: str
    nearest: str


SET_FILL_VALUE = _rule(
    "set-fill-value",
    SetFillValue,
    E,
    "A set fill is none of the values that the slot takes.",
    "{slot} takes {allowed}{fault}",
    "change it to {nearest}",
)


class FillType(TypedDict):
    """Arguments of fill-type."""

    slot: str
    wanted: str
    given: str
    repair: str


FILL_TYPE = _rule(
    "fill-type",
    FillType,
    E,
    "A fill is not of the kind that the slot takes.",
    "{slot} takes {wanted}, and this is {given}",
    "{repair}",
)


class WantedAndGiven(TypedDict):
    """Arguments of rules about what a slot takes and what it has."""

    slot: str
    wanted: str
    given: str


CARDINALITY = _rule(
    "cardinality",
    WantedAndGiven,
    W,
    "A slot has more or fewer fills than the task allows.",
    "{slot} takes {wanted}, and has {given}",
)


POINTER_CLASS = _rule(
    "pointer-class",
    WantedAndGiven,
    E,
    "A pointer points to an object of a class that the slot does not take.",
    "{slot} points to {wanted}, not to {given}",
)
