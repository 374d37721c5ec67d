"""Rules for template files, and for the BNFs that define templates."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("templates", "Template files")
_rule, _message = FAMILY.rule, FAMILY.message


class Malformed(TypedDict):
    """Arguments for the messages about malformed input."""

    problem: str
    repaired: str


MALFORMED_HEADER = _rule(
    "malformed-header",
    Malformed,
    E,
    "A header lacks a class, a document or a one-up string in angle brackets before `:=`.",
    "the header {problem}; expected <CLASS-DOCUMENT-ONEUP> :=",
    "change it to {repaired}",
)
LOST_HEADER = _message(
    MALFORMED_HEADER, Malformed, MALFORMED_HEADER.message, MALFORMED_HEADER.fix, leaves_out=True
)
HEADER_NOT_ALONE = _rule(
    "header-not-alone",
    NoArguments,
    E,
    "A header shares its line with other text.",
    "a header must be on its own line",
    "put the header on its own line",
)


class OfSlot(TypedDict):
    """Arguments for the messages that name a slot."""

    slot: str


SLOT_NOT_FIRST = _rule(
    "slot-not-first",
    OfSlot,
    E,
    "The name of a slot is not at the beginning of its line.",
    "{slot} must be at the beginning of its line",
    "put {slot} on a line of its own",
)


class MultipleFillsOnLine(TypedDict):
    """Arguments for the message of `multiple-fills-on-line`."""

    count: str
    hint: str
    repair: str


MULTIPLE_FILLS_ON_LINE = _rule(
    "multiple-fills-on-line",
    MultipleFillsOnLine,
    E,
    "A line has more than one fill.",
    "a line takes one fill; this one has {count}{hint}",
    "{repair}",
)


class ScatteredDocument(TypedDict):
    """Arguments for the message of `scattered-document`."""

    document: str


SCATTERED_DOCUMENT = _rule(
    "scattered-document",
    ScatteredDocument,
    W,
    "The objects of a document are not contiguous.",
    "another document is between this object and the earlier ones of document {document}",
    "move it to its document",
)


class DuplicateObject(TypedDict):
    """Arguments for the message of `duplicate-object`."""

    identifier: str


DUPLICATE_OBJECT = _rule(
    "duplicate-object",
    DuplicateObject,
    E,
    "Two objects have the same identification string.",
    "duplicate object {identifier}; pointers refer to the first one",
)
INDENTED_COMMENT = _rule(
    "indented-comment",
    NoArguments,
    W,
    "A comment does not begin in the first column.",
    "a comment must begin in the first column; after spaces it is read as a fill",
    "move the comment to the first column",
)


MALFORMED_LINK = _rule(
    "malformed-link",
    Malformed,
    W,
    "Link information is not written as ##START#END#TEXTS after a fill.",
    "link information {problem}",
    "change it to {repaired}",
)


LINK_TEXT = _rule(
    "link-text",
    Malformed,
    W,
    "Link information refers to text that differs from the fill.",
    "the link's offsets do not match this fill: {problem}",
    "change them to {repaired}",
)


class UnterminatedString(TypedDict):
    """Arguments for the message of `unterminated-string`."""

    quote: str


UNTERMINATED_STRING = _rule(
    "unterminated-string",
    UnterminatedString,
    E,
    "A quoted fill has no closing quote on its line.",
    "this fill has no closing {quote} on its line, at a position where a fill can end",
    "close the quote",
)


class FillWithoutSlot(TypedDict):
    """Arguments for the message of `fill-without-slot`."""

    what: str
    holder: str


FILL_WITHOUT_SLOT = _rule(
    "fill-without-slot",
    FillWithoutSlot,
    E,
    "There is text before the first slot of an object, or before the first object.",
    "{what} precedes the first {holder}",
    leaves_out=True,
)


SLOT_WITHOUT_COLON = _rule(
    "slot-without-colon",
    OfSlot,
    E,
    "The name of a slot is not followed by a colon.",
    "the slot name {slot} is not immediately followed by a colon; the line is read as a fill",
    "put the colon immediately after {slot}",
)


DUPLICATE_SLOT = _rule(
    "duplicate-slot",
    OfSlot,
    W,
    "An object has the same slot twice.",
    "duplicate slot {slot}; its fills are added to the first one",
)
ALTERNATIVE_IN_RESPONSE = _rule(
    "alternative-in-response",
    NoArguments,
    E,
    "A response has alternatives, which are allowed only in keys.",
    "alternatives are allowed only in keys; the scorer uses the first and ignores this one",
    "remove the slash",
)


class OptionalInResponse(TypedDict):
    """Arguments for the message of `optional-in-response`."""

    what: str
    repair: str


OPTIONAL_IN_RESPONSE = _rule(
    "optional-in-response",
    OptionalInResponse,
    E,
    "A response has an optional mark, which is allowed only in keys.",
    "optional {what} are allowed only in keys; the scorer ignores the mark in a response",
    "{repair}",
)


class DanglingPointer(TypedDict):
    """Arguments for the message of `dangling-pointer`."""

    document: str
    pointer: str


DANGLING_POINTER = _rule(
    "dangling-pointer",
    DanglingPointer,
    E,
    "A pointer does not refer to an object of its document.",
    "document {document} has no object {pointer}",
)


class UnknownClass(TypedDict):
    """Arguments for the message of `unknown-class`."""

    name: str
    hint: str


UNKNOWN_CLASS = _rule(
    "unknown-class",
    UnknownClass,
    E,
    "An object has a class that the task does not define.",
    "the task has no class {name}; the object is ignored{hint}",
)
MISSPELT_CLASS = _message(UNKNOWN_CLASS, UnknownClass, UNKNOWN_CLASS.message, leaves_out=True)


class UnknownSlot(TypedDict):
    """Arguments for the message of `unknown-slot`."""

    owner: str
    name: str
    hint: str
    nearest: str


UNKNOWN_SLOT = _rule(
    "unknown-slot",
    UnknownSlot,
    E,
    "An object has a slot that its class does not define.",
    "{owner} has no slot {name}; it is ignored{hint}",
    "change it to {nearest}",
    leaves_out=True,
)


class SetFillValue(TypedDict):
    """Arguments for the message of `set-fill-value`."""

    slot: str
    allowed: str
    fault: str
    nearest: str


SET_FILL_VALUE = _rule(
    "set-fill-value",
    SetFillValue,
    E,
    "A set fill is not one of the values that the slot accepts.",
    "{slot} takes {allowed}{fault}",
    "change it to {nearest}",
)


class FillType(TypedDict):
    """Arguments for the message of `fill-type`."""

    slot: str
    wanted: str
    given: str
    repair: str


FILL_TYPE = _rule(
    "fill-type",
    FillType,
    E,
    "A fill has the wrong type for its slot.",
    "{slot} takes {wanted}, but this is {given}",
    "{repair}",
)


class WantedAndGiven(TypedDict):
    """Arguments for the messages that compare the values that a slot accepts with the values that it has."""

    slot: str
    wanted: str
    given: str


CARDINALITY = _rule(
    "cardinality",
    WantedAndGiven,
    W,
    "A slot has more or fewer fills than the task allows.",
    "{slot} takes {wanted}, but has {given}",
)


POINTER_CLASS = _rule(
    "pointer-class",
    WantedAndGiven,
    E,
    "A pointer refers to an object of a class that the slot does not accept.",
    "{slot} must point to {wanted}, not to {given}",
)


ERROR = Severity.ERROR

BNF_FAMILY = RuleGroup("bnf", "BNFs")
_bnf_rule, _bnf_message = BNF_FAMILY.rule, BNF_FAMILY.message


class BnfSyntax(TypedDict):
    """Arguments for the messages of `bnf-syntax`: the reported text as written."""

    written: str


class BnfUnclosed(TypedDict):
    """Arguments for the message about an unmatched bracket."""

    written: str
    closer: str


class BnfEmptyValue(TypedDict):
    """Arguments for the message about an empty value: its quotes and a space, or ""."""

    quotes: str


BNF_SYNTAX = _bnf_rule(
    "bnf-syntax",
    BnfSyntax,
    ERROR,
    "A part of a BNF cannot be parsed.",
    "unexpected {written}",
)
BNF_OUTSIDE = _bnf_message(BNF_SYNTAX, BnfSyntax, "{written} is outside any class")
BNF_NO_SLOT = _bnf_message(BNF_SYNTAX, BnfSyntax, "{written} is not a slot")
BNF_NO_SET = _bnf_message(BNF_SYNTAX, BnfSyntax, "{written} is not a set")
BNF_REPEATED_CLASS = _bnf_message(
    BNF_SYNTAX, BnfSyntax, "{written} is already defined; its slots are added to the first definition"
)
BNF_REPEATED = _bnf_message(
    BNF_SYNTAX, BnfSyntax, "{written} is already defined; the first definition counts"
)
BNF_NO_DEFINITION = _bnf_message(BNF_SYNTAX, BnfSyntax, "{written} has no definition")
BNF_NO_CARDINALITY = _bnf_message(BNF_SYNTAX, BnfSyntax, "{written} lacks one of ^ - * + at its end")
BNF_NO_LIST = _bnf_message(BNF_SYNTAX, BnfSyntax, "{written} is not followed by a list in {{ }}")
BNF_UNCLOSED = _bnf_message(BNF_SYNTAX, BnfUnclosed, "{written} lacks its closing {closer}")
BNF_EMPTY_VALUE = _bnf_message(BNF_SYNTAX, BnfEmptyValue, "{quotes}is an empty value in a set")


class UndefinedSet(TypedDict):
    """Arguments for the message of `undefined-set`."""

    name: str
    hint: str
    nearest: str


UNDEFINED_SET = _bnf_rule(
    "undefined-set",
    UndefinedSet,
    ERROR,
    "A slot uses a set that is not defined.",
    "undefined set {name}{hint}",
    "change it to {nearest}",
)


class PointerCircle(TypedDict):
    """Arguments for the message of `pointer-circle`."""

    circle: str


POINTER_CIRCLE = _bnf_rule(
    "pointer-circle",
    PointerCircle,
    Severity.INFORMATION,
    "The pointers of a BNF form a cycle.",
    "pointers form a cycle, so no order of classes is valid: {circle}",
)
