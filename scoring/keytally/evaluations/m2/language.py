"""The language of the M2 scorer's files: how they are cut into units."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.m2.formats.unit import GoldUnit, SentenceUnit
from keytally.evaluations.m2.rules.gold import findings_of
from keytally.findings.finding import Finding
from keytally.text.lines import line_starts

_SOURCE_LINE = re.compile(r"S(?<=[\n\r]S)(?=\s|\Z)")
"""It looks back from an S, since a search is much faster for a pattern that begins with a letter."""


class GoldLanguage(NamedTuple):
    """Gold files: a unit starts at each `S` line.

    `holds` makes the language another value than that of output.
    """

    role: Role = Role.KEY
    name: str = "m2"
    lookahead: int = 2
    holds: str = "gold"

    @property
    def loses_repeated(self) -> bool:
        """Scoring leaves out nothing of what is found twice (keytally.evaluations.abilities.KnowsLosses)."""
        return False

    def suspects(self, units: Sequence[GoldUnit]) -> Sequence[GoldUnit]:
        """The blocks with a line that may not be read (keytally.evaluations.abilities.KnowsLosses)."""
        return [unit for unit in units if unit.may_lose]

    def boundaries(self, text: str) -> list[int]:
        """The offsets where `S` lines start."""
        return [found.start() for found in _SOURCE_LINE.finditer(text)]

    def read(self, text: str) -> GoldUnit:
        """A block with its findings."""
        return GoldUnit(text, findings_of)

    def compare_duplicates(
        self, units: Sequence[GoldUnit], apart: Collection[GoldUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """No findings: equal sentences are no error."""
        return [()] * len(units)

    def compare_neighbours(self, before: GoldUnit, unit: GoldUnit) -> tuple[Finding, ...]:
        """A finding if no empty line separates two sentences."""
        from keytally.evaluations.m2.rules.neighbours import unparted  # noqa: PLC0415 - a score judges nothing

        if before.document is None or unit.document is None:
            return ()
        return unparted(before.text, unit.text)


class SentenceLanguage(NamedTuple):
    """System output: a unit is a line; `holds` as above."""

    role: Role = Role.RESPONSE
    name: str = "m2"
    lookahead: int = 2
    holds: str = "output"

    def boundaries(self, text: str) -> list[int]:
        """The offsets where lines start."""
        return [start for start in line_starts(text)[1:] if start < len(text)]

    def read(self, text: str) -> SentenceUnit:
        """A sentence."""
        return SentenceUnit(text)

    def compare_duplicates(
        self, units: Sequence[SentenceUnit], apart: Collection[SentenceUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """No findings: equal sentences are no error."""
        return [()] * len(units)


def language(role: Role) -> GoldLanguage | SentenceLanguage:
    """The language of files in that role: system output for a response, else gold."""
    return SentenceLanguage() if role in (Role.RESPONSE, Role.TEXTS) else GoldLanguage(role)
