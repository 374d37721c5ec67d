"""The language of BNF files; a file is one unit."""

from collections.abc import Collection, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.bnf.model import Bnf, BnfClass
from keytally.evaluations.muc.formats.bnf.parsing import parse
from keytally.evaluations.muc.formats.bnf.resolution import Resolver
from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.rules.bnf_circles import circle_findings
from keytally.evaluations.muc.rules.bnf_repetitions import repetitions
from keytally.findings.finding import Finding


class BnfLanguage(NamedTuple):
    """The language `muc-bnf`. A BNF has no unit boundaries: any edit parses it again."""

    name: str = "muc-bnf"
    lookahead: int = 1

    def boundaries(self, text: str) -> list[int]:
        """No boundaries: the meaning of a definition depends on the others."""
        return []

    def read(self, text: str) -> BnfUnit:
        """The BNF with that text; never fails."""
        return read_bnf(text)

    def compare_duplicates(
        self, units: Sequence[BnfUnit], apart: Collection[BnfUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """No findings: a file is one unit."""
        return [() for _ in units]


def language(role: Role) -> BnfLanguage:
    """The language of a BNF, whatever its role."""
    return BnfLanguage()


def read_bnf(text: str) -> BnfUnit:
    """The BNF with that text, and its findings; never fails."""
    pieces, definitions = parse(text)
    resolver = Resolver(text, definitions)
    bnf = resolver.bnf()
    findings: list[Finding] = []
    unit = BnfUnit(text, pieces, definitions, bnf, findings)
    found = [*repetitions(unit), *resolver.findings, *circle_findings(text, definitions, bnf)]
    findings += sorted(found, key=lambda finding: (finding.start, finding.end))
    return unit


@lru_cache(maxsize=8)
def bnf_of(text: str) -> Bnf:
    """The content of a BNF, as far as it can be parsed."""
    return read_bnf(text).bnf


class UnreadBnf(Bnf):
    """The content of a BNF, parsed when a rule asks for it: scoring by a configuration never does."""

    text: str

    def __init__(self, text: str) -> None:
        self.__dict__["text"] = text

    @cached_property
    def classes(self) -> tuple[BnfClass, ...]:
        """The classes in order."""
        return bnf_of(self.text).classes

    @cached_property
    def sets(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The named sets."""
        return bnf_of(self.text).sets

    def __eq__(self, other: object) -> bool:
        """Whether the content is the same; that of one text is."""
        if not isinstance(other, UnreadBnf):
            return NotImplemented
        return self.text == other.text or bnf_of(self.text) == bnf_of(other.text)

    def __hash__(self) -> int:
        """The same for all: the content would have to be parsed."""
        return hash(UnreadBnf)
