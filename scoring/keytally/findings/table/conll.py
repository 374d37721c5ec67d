"""Rules of documents with coreference brackets."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("conll", "CoNLL coreference")
_rule, _message = FAMILY.rule, FAMILY.message


class ConllFields(TypedDict):
    """Arguments of conll-fields."""

    cells: str
    expected: str


class ConllText(TypedDict):
    """Arguments of a message about a text."""

    text: str


class ConllChain(TypedDict):
    """Arguments of a message about a bracket of a chain."""

    chain: str


class ConllPart(TypedDict):
    """Arguments of the message about a mention of several parts."""

    chain: str
    part: str


class ConllHead(TypedDict):
    """Arguments of the message about the head of a mention."""

    head: str
    words: str


class ConllDocument(TypedDict):
    """Arguments of a message about a document."""

    document: str


class ConllToken(TypedDict):
    """Arguments of conll-token."""

    token: str
    wanted: str


class ConllLength(TypedDict):
    """Arguments of the message about a document with more or fewer tokens than the key's."""

    tokens: str
    expected: str


class ConllRepeated(TypedDict):
    """Arguments of conll-duplicate-mention."""

    mention: str
    chain: str
    first: str


CONLL_FIELDS = _rule(
    "conll-fields",
    ConllFields,
    E,
    "A line has more or fewer cells than the first, or its last cell has no brackets and no hyphen.",
    "{cells} here, and {expected} in the first line of the document",
)
CONLL_ALONE = _message(
    CONLL_FIELDS, NoArguments, "a line needs a token and a last cell with its brackets, or `-` for none"
)
CONLL_U_CELLS = _message(
    CONLL_FIELDS,
    ConllFields,
    "{cells} here: a line of CoNLL-U has {expected}, parted by tabs, and a number in the first",
    leaves_out=True,
)
CONLL_NO_BRACKET = _message(
    CONLL_FIELDS,
    ConllText,
    "{text} is no bracket; that is a number with (, with ) or with both, or `-` for none",
    leaves_out=True,
)
CONLL_NO_ENTITY = _message(
    CONLL_FIELDS,
    ConllText,
    "{text} is no bracket of an entity; that is `(e1-...`, `e1)`, or `(e1-...)`",
    leaves_out=True,
)
CONLL_BRACKET = _rule(
    "conll-bracket",
    ConllChain,
    E,
    "A mention is opened and not closed, or closed and not opened, or its head is none of its words.",
    "this bracket of chain {chain} is closed nowhere in the document, so there is no mention",
    "remove it",
    leaves_out=True,
)
CONLL_NOT_OPENED = _message(
    CONLL_BRACKET,
    ConllChain,
    "this bracket of chain {chain} closes no mention: none of the chain is open here",
    "remove it",
    leaves_out=True,
)
CONLL_NO_PART = _message(
    CONLL_BRACKET,
    ConllPart,
    "part {part} of this mention of chain {chain} is missing, so there is no mention",
    leaves_out=True,
)
CONLL_NO_HEAD = _message(
    CONLL_BRACKET, ConllHead, "the head of the mention is {head}, but it has {words}, counted from 1"
)
CONLL_DOCUMENT = _rule(
    "conll-document",
    ConllDocument,
    E,
    "A document does not begin or end, is there twice, or is none of the key's.",
    "the key has no document {document}",
)
CONLL_NO_BEGIN = _message(
    CONLL_DOCUMENT,
    NoArguments,
    "these lines are not scored: no `#begin document` stands before them",
    leaves_out=True,
)
CONLL_NO_END = _message(CONLL_DOCUMENT, ConllDocument, "no `#end document` ends {document}")
CONLL_BEHIND_END = _message(
    CONLL_DOCUMENT,
    NoArguments,
    "this line is not scored: it stands behind `#end document`",
    leaves_out=True,
)
CONLL_TWICE = _message(CONLL_DOCUMENT, ConllDocument, "there is a document {document} already")
CONLL_TOKEN = _rule(
    "conll-token",
    ConllToken,
    E,
    "A document of a response has other tokens than the key's.",
    "the key has {wanted} here, not {token}",
)
CONLL_LENGTH = _message(CONLL_TOKEN, ConllLength, "the document has {tokens}, and that of the key {expected}")
CONLL_DUPLICATE_MENTION = _rule(
    "conll-duplicate-mention",
    ConllRepeated,
    W,
    "Two mentions of a document have the same words.",
    "{mention} of chain {chain} is a mention of chain {first} already; it is not scored here",
    "remove it",
    leaves_out=True,
)
CONLL_CROSSING = _rule(
    "conll-crossing",
    ConllChain,
    W,
    "Two mentions of one chain cross, so that brackets do not tell them apart.",
    "chain {chain} is open already: these two brackets are read as a mention of this token alone",
)
