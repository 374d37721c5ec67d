"""A start for languages in which a line is read by itself."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from keytally.evaluations.interface import Role
from keytally.findings.finding import Finding
from keytally.text.lines import line_starts


@dataclass(frozen=True)
class LineLanguage(ABC):
    """How files in a role are read, a line a unit (keytally.evaluations.interface.Language)."""

    role: Role = Role.UNKNOWN

    @property
    @abstractmethod
    def name(self) -> str:
        """The language's id."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The unit that a line is, its end included; never fails."""

    @property
    def lookahead(self) -> int:
        """Whether a `\\r` ends a line depends on the character behind it."""
        return 1

    def boundaries(self, text: str) -> list[int]:
        """Where lines start, without 0."""
        return [start for start in line_starts(text)[1:] if start < len(text)]

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """No findings need a second line, unless a language says so."""
        return [()] * len(units)
