"""Rules for documents with coreference brackets."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("conll", "CoNLL coreference")
_rule, _message = FAMILY.rule, FAMILY.message


class ConllFields(TypedDict):
    """Arguments for the message of `conll-fields`."""

    cells: str
    expected: str


class ConllText(TypedDict):
    """Arguments for messages that quote text from the file."""

    text: str


class ConllChain(TypedDict):
    """Arguments for a message about a bracket of a chain."""

    chain: str


class ConllPart(TypedDict):
    """Arguments for the message about a mention that consists of several parts."""

    chain: str
    part: str


class ConllHead(TypedDict):
    """Arguments for the message about the head of a mention."""

    head: str
    words: str


class ConllDocument(TypedDict):
    """Arguments for a message about a document."""

    document: str


class ConllToken(TypedDict):
    """Arguments for the message of `conll-token`."""

    token: str
    wanted: str


class ConllLength(TypedDict):
    """Arguments for the message about a document with more or fewer tokens than the key's."""

    tokens: str
    expected: str


class ConllRepeated(TypedDict):
    """Arguments for the message of `conll-duplicate-mention`."""

    mention: str
    chain: str
    first: str


CONLL_FIELDS = _rule(
    "conll-fields",
    ConllFields,
    E,
    "A line has the wrong number of cells, or a last cell without brackets, hyphen or underscore.",
    "{cells} here, but {expected} in the first line of the sentence",
)
CONLL_ALONE = _message(
    CONLL_FIELDS, NoArguments, "a line needs a token and a last cell with brackets, or `-` if there are none"
)
CONLL_U_CELLS = _message(
    CONLL_FIELDS,
    ConllFields,
    "{cells} here, but a CoNLL-U line has {expected}, separated by tabs, with a number in the first",
    leaves_out=True,
)
CONLL_NO_BRACKET = _message(
    CONLL_FIELDS,
    ConllText,
    "{text} is not a bracket; expected a chain name with (, ) or both, or `-` if there is none",
    leaves_out=True,
)
CONLL_NO_ENTITY = _message(
    CONLL_FIELDS,
    ConllText,
    "{text} is not an entity bracket; expected `(e1-...`, `e1)` or `(e1-...)`",
    leaves_out=True,
)
CONLL_NO_FIELD = _message(
    CONLL_FIELDS,
    ConllText,
    "the fields {text} include neither eid nor GRP, which identify the entity; no mentions are read",
    leaves_out=True,
)
CONLL_BRACKET = _rule(
    "conll-bracket",
    ConllChain,
    E,
    "A bracket has no matching bracket, or the head of a mention is not one of its words.",
    "opening bracket of chain {chain} without a matching closing bracket; no mention is read",
    "remove it",
    leaves_out=True,
)
CONLL_NOT_OPENED = _message(
    CONLL_BRACKET,
    ConllChain,
    "closing bracket of chain {chain} without a matching opening bracket; no mention is read",
    "remove it",
    leaves_out=True,
)
CONLL_NO_PART = _message(
    CONLL_BRACKET,
    ConllPart,
    "part {part} of this mention of chain {chain} is missing; no mention is read",
    leaves_out=True,
)
CONLL_NO_HEAD = _message(
    CONLL_BRACKET,
    ConllHead,
    "the head of the mention is word {head}, but the mention has {words}, counted from 1",
)
CONLL_DOCUMENT = _rule(
    "conll-document",
    ConllDocument,
    E,
    "A document has no beginning or end, occurs twice, or is not in the key.",
    "the key has no document {document}",
)
CONLL_NO_BEGIN = _message(
    CONLL_DOCUMENT,
    NoArguments,
    "these lines are not scored, because no `#begin document` precedes them",
    leaves_out=True,
)
CONLL_NO_END = _message(CONLL_DOCUMENT, ConllDocument, "{document} has no `#end document`")
CONLL_BEHIND_END = _message(
    CONLL_DOCUMENT,
    NoArguments,
    "this line is not scored, because it follows `#end document`",
    leaves_out=True,
)
CONLL_TWICE = _message(CONLL_DOCUMENT, ConllDocument, "duplicate document {document}")
CONLL_TOKEN = _rule(
    "conll-token",
    ConllToken,
    E,
    "The tokens of a document in a response differ from the key's.",
    "the key has {wanted} here, not {token}",
)
CONLL_LENGTH = _message(CONLL_TOKEN, ConllLength, "the document has {tokens}, but the key's has {expected}")
CONLL_DUPLICATE_MENTION = _rule(
    "conll-duplicate-mention",
    ConllRepeated,
    W,
    "Two mentions of a document cover the same words.",
    "{mention} of chain {chain} is already a mention of chain {first}; it is not scored here",
    "remove it",
    leaves_out=True,
)
CONLL_CROSSING = _rule(
    "conll-crossing",
    ConllChain,
    W,
    "Two mentions of a chain cross, so their brackets are ambiguous.",
    "chain {chain} is already open; these two brackets are read as a mention of this token alone",
)
