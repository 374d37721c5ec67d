"""Configuration files as the engine reads them: one unit is the whole file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.bnf.language import bnf_of
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.reading import read_config
from keytally.evaluations.muc.rules.config_classes import Targets
from keytally.findings.finding import Finding


@dataclass(frozen=True, slots=True)
class ConfigLanguage:
    """The language `muc-config`. A configuration has no boundaries: any edit reads it anew.

    `bnf` is that of the files which the configuration is for; it says what slots point to.
    """

    bnf: Bnf | None = None
    name: str = "muc-config"
    lookahead: int = 1

    def boundaries(self, text: str) -> list[int]:
        """None: what a line means depends on the lines before it."""
        return []

    def read(self, text: str) -> ConfigUnit:
        """The configuration that `text` is; never fails."""
        return read_config(text, targets=_targets(self.bnf) if self.bnf else None)

    def compare_duplicates(
        self, units: Sequence[ConfigUnit], apart: Collection[ConfigUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Nothing to compare: a file is one unit."""
        return [() for _ in units]


def language(role: Role, bnf: str | None = None) -> ConfigLanguage:
    """How a configuration file is read; its role makes no difference. `bnf` is the text of a BNF."""
    return ConfigLanguage(None if bnf is None else bnf_of(bnf))


def _targets(bnf: Bnf) -> Targets:
    """The classes that each slot may point to, where these are not all."""
    slots = ((each.name.lower(), slot) for each in bnf.classes for slot in each.slots if slot.pointers)
    return {(owner, slot.name.lower()): bnf.targets(slot) or () for owner, slot in slots}
