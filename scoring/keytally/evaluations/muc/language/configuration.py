"""Configuration files as the engine reads them: one unit is the whole file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.parsing import parse
from keytally.evaluations.muc.rules.config import check
from keytally.evaluations.muc.rules.config_classes import Targets
from keytally.findings.finding import Finding

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.bnf.model import Bnf


@dataclass(frozen=True, slots=True)
class ConfigLanguage:
    """The language `muc-config`. A configuration has no boundaries: any edit reads it anew.

    `bnf` is that of the files which the configuration is for; it says what slots point to.
    """

    bnf: "Bnf | None" = None
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
    if bnf is None:
        return ConfigLanguage()
    from keytally.evaluations.muc.language.bnf import bnf_of  # noqa: PLC0415 - only files with a BNF pay for it

    return ConfigLanguage(bnf_of(bnf))


def read_config(text: str, overrides_from: int | None = None, targets: Targets | None = None) -> ConfigUnit:
    """The configuration that `text` is, with its findings; never fails.

    Lines from `overrides_from` on count as given behind the file. `targets` are the classes that
    a BNF lets slots point to, for the rule about the order of classes.
    """
    unit = parse(text, overrides_from)
    return replace(unit, findings=check(unit, targets))


def _targets(bnf: "Bnf") -> Targets:
    """The classes that each slot may point to, where these are not all."""
    slots = ((each.name.lower(), slot) for each in bnf.classes for slot in each.slots if slot.pointers)
    return {(owner, slot.name.lower()): bnf.targets(slot) or () for owner, slot in slots}
