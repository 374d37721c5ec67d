"""The language of configuration files; a file is one unit."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.parsing import parse
from keytally.evaluations.muc.rules.config import check
from keytally.evaluations.muc.rules.config_classes import Targets
from keytally.findings.finding import Finding

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.bnf.model import Bnf


class ConfigLanguage(NamedTuple):
    """The language `muc-config`. A configuration has no unit boundaries: any edit parses it again.

    `bnf` is the BNF of the files that the configuration is for; it gives the classes that slots point to.
    """

    bnf: "Bnf | None" = None
    name: str = "muc-config"
    lookahead: int = 1

    def boundaries(self, text: str) -> list[int]:
        """No boundaries: the meaning of a line depends on the lines before it."""
        return []

    def read(self, text: str) -> ConfigUnit:
        """The configuration with that text; never fails."""
        return read_config(text, targets=_targets(self.bnf) if self.bnf else None)

    def compare_duplicates(
        self, units: Sequence[ConfigUnit], apart: Collection[ConfigUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """No findings: a file is one unit."""
        return [() for _ in units]


def language(role: Role, bnf: str | None = None) -> ConfigLanguage:
    """The language of a configuration file, whatever its role. `bnf` is the text of a BNF."""
    if bnf is None:
        return ConfigLanguage()
    from keytally.evaluations.muc.language.bnf import bnf_of  # noqa: PLC0415 - only files with a BNF pay for it

    return ConfigLanguage(bnf_of(bnf))


def read_config(text: str, overrides_from: int | None = None, targets: Targets | None = None) -> ConfigUnit:
    """The configuration with that text, and its findings; never fails.

    Lines from `overrides_from` on count as given after the file. `targets` are the classes that a BNF allows
    slots to point to, for the rule about the order of classes.
    """
    unit = parse(text, overrides_from)
    unit.findings = list(check(unit, targets))
    return unit


def _targets(bnf: "Bnf") -> Targets:
    """The classes that each slot may point to, if the BNF restricts them."""
    slots = ((each.name.lower(), slot) for each in bnf.classes for slot in each.slots if slot.pointers)
    return {(owner, slot.name.lower()): bnf.targets(slot) or () for owner, slot in slots}
