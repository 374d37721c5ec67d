"""A base for languages in which each line is parsed on its own."""

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
    """A language whose units are lines (keytally.evaluations.interface.Language)."""

    role: Role = Role.UNKNOWN

    @property
    @abstractmethod
    def name(self) -> str:
        """The language's id."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The unit of a line, including its line end; never fails."""

    @property
    def lookahead(self) -> int:
        r"""1: whether a `\r` ends a line depends on the next character."""
        return 1

    def boundaries(self, text: str) -> list[int]:
        """The offsets where lines start, without 0."""
        return [start for start in line_starts(text)[1:] if start < len(text)]

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """No findings; a language whose findings compare lines overrides this."""
        return [()] * len(units)
