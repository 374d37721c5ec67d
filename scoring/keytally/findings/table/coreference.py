"""Rules of the mentions of coreference, and of the REFs between them: they belong to the rules of SGML."""

from typing import TypedDict

from keytally.findings.rule import Severity
from keytally.findings.table.sgml import FAMILY, NotInText

E, W = Severity.ERROR, Severity.WARNING

_rule = FAMILY.rule


class DuplicateId(TypedDict):
    """Arguments of duplicate-id."""

    identifier: str
    free: str


DUPLICATE_ID = _rule(
    "duplicate-id",
    DuplicateId,
    E,
    "Two mentions of a document have the same ID.",
    'another mention of this document has the ID "{identifier}"; a REF to it means the first',
    'change it to "{free}"',
)


class DanglingRef(TypedDict):
    """Arguments of dangling-ref."""

    reference: str


DANGLING_REF = _rule(
    "dangling-ref",
    DanglingRef,
    E,
    "A REF names no mention of its document.",
    'no mention of this document has the ID "{reference}"',
    leaves_out=True,
)


class OfMention(TypedDict):
    """Arguments of rules that name a mention by its ID."""

    identifier: str


SELF_REF = _rule(
    "self-ref",
    OfMention,
    E,
    "A mention's REF names the mention itself.",
    'this REF names its own mention "{identifier}" and ties it to nothing',
    "remove REF",
    leaves_out=True,
)


class RefCycle(TypedDict):
    """Arguments of ref-cycle."""

    cycle: str


REF_CYCLE = _rule(
    "ref-cycle",
    RefCycle,
    W,
    "REFs lead in a circle.",
    "these REFs lead in a circle: {cycle}",
    "remove this REF",
)


DUPLICATE_MENTION = _rule(
    "duplicate-mention",
    OfMention,
    W,
    "The same stretch of text is tagged as a mention twice.",
    'this text is tagged as the mention "{identifier}" already',
    "remove this tag",
)


MIN_NOT_IN_TEXT = _rule(
    "min-not-in-text",
    NotInText,
    W,
    "The head in MIN is no part of the tagged text.",
    'the tagged text does not contain "{value}"',
)
