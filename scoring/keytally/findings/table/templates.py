"""Rules of template files."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("templates")
_rule = FAMILY.rule

MALFORMED_HEADER = _rule(
    "malformed-header",
    E,
    "A header does not name a class, a document and a one-up string in angle brackets before `:=`.",
    "the header {problem}; it is written <CLASS-DOCUMENT-ONEUP> :=",
    "change it to {repaired}",
)
HEADER_NOT_ALONE = _rule(
    "header-not-alone",
    E,
    "A header shares its line with something else.",
    "a header stands on a line of its own",
    "put the header on its own line",
)
SLOT_NOT_FIRST = _rule(
    "slot-not-first",
    E,
    "A slot's name is not the first thing on its line.",
    "{slot} is to be the first thing on its line",
    "put {slot} on a line of its own",
)
MULTIPLE_FILLS_ON_LINE = _rule(
    "multiple-fills-on-line",
    E,
    "A line holds more than one fill.",
    "a line holds one fill; this one holds {count}{hint}",
    "{repair}",
)
SCATTERED_DOCUMENT = _rule(
    "scattered-document",
    W,
    "The objects of a document do not stand together.",
    "another document stands between this object and those of document {document} before it",
    "move it to its document",
)
DUPLICATE_OBJECT = _rule(
    "duplicate-object",
    E,
    "Two objects have the same identification string.",
    "{identifier} stands in this file before; pointers go to the first",
)
INDENTED_COMMENT = _rule(
    "indented-comment",
    W,
    "A comment does not begin in the first column.",
    "a comment begins in the first column; behind blanks this is read as a fill",
    "move the comment to the first column",
)
MALFORMED_LINK = _rule(
    "malformed-link",
    W,
    "Link information is not written as ##START#END#TEXTS behind a fill.",
    "link information {problem}",
    "change it to {repaired}",
)
LINK_TEXT = _rule(
    "link-text",
    W,
    "Link information leads to text that is not the fill's.",
    "the link's offsets do not hold this fill's text: {problem}",
    "change them to {repaired}",
)
UNTERMINATED_STRING = _rule(
    "unterminated-string",
    E,
    "A quoted fill has no closing quote on its line.",
    "this fill has no closing {quote} on its line, at a place where a fill can end",
    "close the quote",
)
FILL_WITHOUT_SLOT = _rule(
    "fill-without-slot",
    E,
    "Something stands before the first slot of an object, or before the first object.",
    "{what} before the first {holder}",
)
SLOT_WITHOUT_COLON = _rule(
    "slot-without-colon",
    E,
    "The name of a slot is not followed by its colon.",
    "{slot} is the name of a slot, and no colon follows right behind; the line is read as a fill",
    "put the colon right behind {slot}",
)
DUPLICATE_SLOT = _rule(
    "duplicate-slot",
    W,
    "An object gives one slot twice.",
    "{slot} is given twice; its fills are added to those of the first",
)
ALTERNATIVE_IN_RESPONSE = _rule(
    "alternative-in-response",
    E,
    "A response gives alternatives, which only keys may.",
    "only keys have alternatives; the scorer takes the first and ignores this one",
    "drop the slash",
)
OPTIONAL_IN_RESPONSE = _rule(
    "optional-in-response",
    E,
    "A response marks something as optional, which only keys may.",
    "only keys mark {what} as optional; the scorer ignores it in a response",
    "{repair}",
)
DANGLING_POINTER = _rule(
    "dangling-pointer",
    E,
    "A pointer names no object of its document.",
    "document {document} has no object {pointer}",
)
UNKNOWN_CLASS = _rule(
    "unknown-class",
    E,
    "An object is of a class that the task does not have.",
    "the task has no class {name}; the object is ignored{hint}",
)
UNKNOWN_SLOT = _rule(
    "unknown-slot",
    E,
    "An object has a slot that its class does not have.",
    "{owner} has no slot {name}; it is ignored{hint}",
    "change it to {nearest}",
)
SET_FILL_VALUE = _rule(
    "set-fill-value",
    E,
    "A set fill is none of the values that the slot takes.",
    "{slot} takes {allowed}{fault}",
    "change it to {nearest}",
)
FILL_TYPE = _rule(
    "fill-type",
    E,
    "A fill is not of the kind that the slot takes.",
    "{slot} takes {wanted}, and this is {given}",
    "{repair}",
)
CARDINALITY = _rule(
    "cardinality",
    W,
    "A slot has more or fewer fills than the task allows.",
    "{slot} takes {wanted}, and has {given}",
)
POINTER_CLASS = _rule(
    "pointer-class",
    E,
    "A pointer points to an object of a class that the slot does not take.",
    "{slot} points to {wanted}, not to {given}",
)
