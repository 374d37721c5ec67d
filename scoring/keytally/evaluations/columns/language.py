"""The language of files of columns: how they are cut into sentences."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from keytally.evaluations.columns.formats.header import token_column
from keytally.evaluations.columns.formats.unit import LAST, SentenceUnit
from keytally.evaluations.columns.model import Scheme
from keytally.evaluations.columns.rules.proposals import proposal
from keytally.evaluations.columns.rules.sentence import findings_of
from keytally.evaluations.columns.scoring.schemes import told_scheme
from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.presentation import Proposal
from keytally.findings.finding import Finding

_PARTING = re.compile(r"(?:\r\n|\n|\r(?!\n))(?=[ \t]{0,63}[\r\n]|-DOCSTART-)")
_PARTING_FEEDS = re.compile(r"\n(?=[ \t]{0,63}\n|-DOCSTART-)")
_BLANK = re.compile(r"(?:\r\n|\n|\r(?!\n))(?=[ \t]{0,63}[\r\n])")


@dataclass(frozen=True, slots=True)
class ColumnsLanguage:
    """Files of tokens and labels: a unit starts at each blank line, and at `-DOCSTART-`.

    `column` is that of the labels, counted from 0, or from the end if negative. `scheme` is None where the
    labels tell it. With `all_tokens` only blank lines part sentences, as programs have it. `token` is the
    column of the tokens.
    """

    role: Role = Role.UNKNOWN
    column: int = LAST
    scheme: Scheme | None = None
    all_tokens: bool = False
    token: int = 0
    name: str = "token-columns"
    lookahead: int = 64
    telling: int = 1 << 15
    loses_repeated: ClassVar[bool] = False

    def of_text(self, beginning: str) -> "ColumnsLanguage":
        """The language of a file whose labels tell their scheme, and whose header the column of its tokens.

        The labels of a response tell none: its scheme is the key's.
        """
        if self.scheme is not None or self.role is Role.RESPONSE:
            return self
        places = [0, *self.boundaries(beginning), len(beginning)]
        units = (SentenceUnit(beginning[start:end], self.column) for start, end in pairwise(places))
        scheme = told_scheme(unit.labels() for unit in units)
        return replace(self, scheme=scheme, token=self.token or token_column(beginning))

    def suspects(self, units: Sequence[SentenceUnit]) -> Sequence[SentenceUnit]:
        """The sentences with a label that may not be read (keytally.evaluations.abilities.KnowsLosses)."""
        return [unit for unit in units if unit.may_lose]

    def boundaries(self, text: str) -> list[int]:
        """The offsets of blank lines, and of lines that begin a document; a blank line may have 63 blanks."""
        parting = _PARTING if "\r" in text else _PARTING_FEEDS
        pattern = _BLANK if self.all_tokens else parting
        return [found.end() for found in pattern.finditer(text)]

    def read(self, text: str) -> SentenceUnit:
        """A sentence with the line end before it; never fails."""
        return SentenceUnit(text, self.column, self, all_tokens=self.all_tokens, token=self.token)

    def compare_duplicates(
        self, units: Sequence[SentenceUnit], apart: Collection[SentenceUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """No findings: equal sentences are no error."""
        return [()] * len(units)

    def findings_of(self, unit: SentenceUnit) -> tuple[Finding, ...]:
        """The findings of a sentence alone."""
        return findings_of(unit, self.scheme)

    def proposal_of(self, unit: SentenceUnit, mark: Mark) -> Proposal | None:
        """What the key asks for at a mark of a sentence."""
        return proposal(unit, mark, self.scheme)
