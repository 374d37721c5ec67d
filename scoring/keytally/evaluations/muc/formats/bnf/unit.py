"""A BNF file as written: its definitions with their places, and its content."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.findings.finding import Finding


class BnfPiece(NamedTuple):
    """A piece of the text, named as in the grammar; the pieces of a text cover it without gaps."""

    kind: str
    start: int
    end: int


class BnfDefinition(NamedTuple):
    """The definition of a class, a slot or a named set: its head, and the pieces of its body.

    `owner` is the class of a slot, else empty; `kind` is `class`, `slot` or `set`.
    """

    kind: str
    name: str
    owner: str
    start: int
    end: int
    body: Sequence[BnfPiece]


class BnfUnit:
    """A whole BNF file; places count code points from its start."""

    __slots__ = ("bnf", "definitions", "findings", "pieces", "text")

    def __init__(
        self,
        text: str,
        pieces: Sequence[BnfPiece],
        definitions: Sequence[BnfDefinition],
        bnf: Bnf,
        findings: Sequence[Finding] = (),
    ) -> None:
        self.text = text
        self.pieces = pieces
        self.definitions = definitions
        self.bnf = bnf
        self.findings = findings

    @property
    def document(self) -> str | None:
        """None: a BNF is not scored."""
        return None
