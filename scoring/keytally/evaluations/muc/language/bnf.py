"""The language of BNF files, as the engine reads them: a file is one unit."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.bnf.parsing import parse
from keytally.evaluations.muc.formats.bnf.resolution import Resolver
from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.rules.bnf_circles import circle_findings
from keytally.findings.finding import Finding


@dataclass(frozen=True, slots=True)
class BnfLanguage:
    """The language `muc-bnf`. A BNF has no boundaries: any edit reads it anew."""

    name: str = "muc-bnf"
    lookahead: int = 1

    def boundaries(self, text: str) -> list[int]:
        """None: what a definition means depends on the others."""
        return []

    def read(self, text: str) -> BnfUnit:
        """The BNF that `text` is; never fails."""
        return read_bnf(text)

    def compare_duplicates(
        self, units: Sequence[BnfUnit], apart: Collection[BnfUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Nothing to compare: a file is one unit."""
        return [() for _ in units]


def language(role: Role) -> BnfLanguage:
    """How a BNF is read; its role makes no difference."""
    return BnfLanguage()


def read_bnf(text: str) -> BnfUnit:
    """The BNF that `text` is, with its findings; never fails."""
    pieces, definitions = parse(text)
    resolver = Resolver(text, definitions)
    bnf = resolver.bnf()
    found = [*resolver.findings, *circle_findings(text, definitions, bnf)]
    findings = sorted(found, key=lambda finding: (finding.start, finding.end))
    return BnfUnit(text, pieces, definitions, bnf, findings)


@lru_cache(maxsize=8)
def bnf_of(text: str) -> Bnf:
    """What a BNF says, as far as it can be read."""
    return read_bnf(text).bnf
