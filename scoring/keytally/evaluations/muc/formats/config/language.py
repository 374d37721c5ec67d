"""Configuration files as the engine reads them: one unit is the whole file."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.reading import read_config
from keytally.findings.finding import Finding


@dataclass(frozen=True, slots=True)
class ConfigLanguage:
    """The language `muc-config`. A configuration has no boundaries: any edit reads it anew."""

    name: str = "muc-config"
    lookahead: int = 1

    def boundaries(self, text: str) -> list[int]:
        """None: what a line means depends on the lines before it."""
        return []

    def read(self, text: str) -> ConfigUnit:
        """The configuration that `text` is; never fails."""
        return read_config(text)

    def compare_duplicates(
        self, units: Sequence[ConfigUnit], apart: Collection[ConfigUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Nothing to compare: a file is one unit."""
        return [() for _ in units]


def language(role: Role) -> ConfigLanguage:
    """How a configuration file is read; its role makes no difference."""
    return ConfigLanguage()
