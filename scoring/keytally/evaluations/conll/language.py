"""The language of files of coreference: how they are cut into documents."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar

from keytally.evaluations.conll.formats.document import name_in
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.rules.document import findings_of
from keytally.evaluations.interface import Role
from keytally.findings.finding import Finding, Related
from keytally.findings.table.conll import CONLL_TWICE

_BEGIN = re.compile(r"#(?<=[\r\n]#)[ \t]{0,20}(?:begin document|newdoc(?!\S))")
"""Its first character is looked for at C speed, and stands on few lines."""


@dataclass(frozen=True, slots=True)
class ChainsLanguage:
    """Files of documents: a unit starts at each line that begins one."""

    role: Role = Role.UNKNOWN
    name: str = "conll"
    lookahead: int = 40
    loses_repeated: ClassVar[bool] = False

    def suspects(self, units: Sequence[DocumentUnit]) -> Sequence[DocumentUnit]:
        """The documents with something odd (keytally.evaluations.abilities.KnowsLosses)."""
        return [unit for unit in units if unit.may_lose]

    def boundaries(self, text: str) -> list[int]:
        """The offsets of lines that begin a document."""
        return [found.start() for found in _BEGIN.finditer(text)]

    def read(self, text: str) -> DocumentUnit:
        """A document; never fails."""
        return DocumentUnit(text, findings_of)

    def document_of(self, text: str) -> str | None:
        """The name of the document with that text (keytally.evaluations.apart.NamesUnits)."""
        return name_in(text)

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """Those of the documents that a text has (keytally.evaluations.abilities.FindsDocuments)."""
        starts = [0, *self.boundaries(text), len(text)]
        names = (name_in(text[start:end]) for start, end in pairwise(starts))
        return {*documents}.intersection(name for name in names if name)

    def compare_duplicates(
        self, units: Sequence[DocumentUnit], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """A finding on each document that has the name of one before it."""
        return [() if number == 0 else _twice(each, units[0]) for number, each in enumerate(units)]


def _twice(unit: DocumentUnit, first: DocumentUnit) -> tuple[Finding, ...]:
    head, other = unit.read().head, first.read().head
    if head is None or other is None:
        return ()
    related = (Related(first, *other, "the first of that name"),)
    return (CONLL_TWICE.finding(*head, {"document": unit.document or ""}, related=related),)
