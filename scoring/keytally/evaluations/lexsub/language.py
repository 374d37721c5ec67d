"""The language of lexical substitution: a line is a unit, and its item the document."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.lexsub.formats.line import line_of
from keytally.evaluations.lexsub.formats.unit import LexsubUnit
from keytally.evaluations.lexsub.model import COLONS, GOLD_COLONS, LexsubMeasure, ScoringMode
from keytally.findings.finding import Finding
from keytally.text.lines import line_starts, starts_behind_feeds

if TYPE_CHECKING:
    from keytally.evaluations.lexsub.formats.sentences import Sentence

# What a score does not need is imported where it is used: a command starts sooner.
# ruff: noqa: PLC0415

# The programs look for the parts anywhere in a line; the look-behind finds the same match without
# trying each letter of a long word.
_PROGRAM = r"(?<![\w.])([\w.]+) (\S+) {colons} (.*)"
_PROGRAM_MULTIWORD = r"(?<![\w.])([\w.]+)\s+(\d+)\s*::\s*(.*)\s*$"
_PROGRAM_MULTIWORD_GOLD = r"(?<![\w.])([\w.]+)\s+(\d+)\s*:: (.*)"

_COUNTED = re.compile(r"(?:[^;]*[^;\s\d] \d+;)*\s*", re.ASCII)
"""Matches a list of a gold standard whose words have their frequencies, as nearly all do."""


class _LexsubLanguageFields(NamedTuple):
    role: Role
    measure: LexsubMeasure | None = None
    mode: ScoringMode = ScoringMode.DOCUMENT
    sentences: "Mapping[str, Sentence]" = {}  # noqa: RUF012 -- a mapping proxy cannot be sent to another process


class LexsubLanguage(_LexsubLanguageFields):
    r"""The language of files in a role (keytally.evaluations.interface.Language).

    Without a measure both two and three colons are right, as for a file without a known task. In the modes of
    the two programs only `\n` ends a line, and a line has the parts that they find in it. A lexelt may have
    blanks in it, as in `e commerce.n 1`: the last one ends it.
    """

    def __hash__(self) -> int:
        return hash(self[:3])

    @property
    def name(self) -> str:
        """The language's id."""
        return "lexsub"

    @property
    def lookahead(self) -> int:
        r"""1: whether a `\r` ends a line depends on the next character."""
        return 1

    @property
    def is_key(self) -> bool:
        """Whether lines are those of a gold standard."""
        return self.role is Role.KEY

    @property
    def is_one_guess(self) -> bool:
        """Whether the whole list of a system is one guess."""
        return self.measure is LexsubMeasure.MW

    @property
    def colons(self) -> str:
        """The colons before the list; a pattern if several are right."""
        if self.is_key:
            return ":" * GOLD_COLONS
        return ":" * COLONS[self.measure] if self.measure else ":::?"

    def boundaries(self, text: str) -> list[int]:
        """The offsets where lines start, without 0."""
        if self.mode is ScoringMode.DOCUMENT:
            return line_starts(text)[1:]
        return starts_behind_feeds(text)[1:]

    def read(self, text: str) -> LexsubUnit:
        """The unit of a line."""
        match = self._match(text)
        if match is not None:
            lexelt, item, listed = match.groups()
            if "\r" in listed and self.mode is ScoringMode.DOCUMENT:
                listed = listed.partition("\r")[0]
            return LexsubUnit(text, self, item, lexelt, listed)
        line = line_of(text) if self.mode is ScoringMode.DOCUMENT else None
        return LexsubUnit(text, self, line.id if line else None)

    @cached_property
    def _match(self) -> "Callable[[str], re.Match[str] | None]":
        """The lexelt, the id and the list of a line that is scored."""
        pattern = re.compile(_source(self), re.ASCII)
        return pattern.match if self.mode is ScoringMode.DOCUMENT else pattern.search

    @property
    def loses_repeated(self) -> bool:
        """Of several lines about one item the first counts."""
        return True

    def suspects(self, units: Sequence[LexsubUnit]) -> Sequence[LexsubUnit]:
        """The lines that are not read, or not all of (keytally.evaluations.abilities.KnowsLosses)."""
        is_sound = _COUNTED.fullmatch
        return [unit for unit in units if unit.list is None or not is_sound(unit.list)]

    def judge(self, text: str) -> Sequence[Finding]:
        """The findings of one line by itself."""
        from keytally.evaluations.lexsub.rules.lines import judged

        return judged(text, self.role, self.measure, self.mode)

    def compare_duplicates(
        self, units: Sequence[LexsubUnit], apart: Collection[LexsubUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Findings on the lines about one item after its first line."""
        from keytally.evaluations.lexsub.rules.duplicates import duplicate_ids

        return duplicate_ids(units)


def language(role: Role) -> LexsubLanguage:
    """The language of a file outside of any pair."""
    return LexsubLanguage(role)


def _source(language: LexsubLanguage) -> str:
    """The pattern of a line that is scored."""
    if language.mode is ScoringMode.DOCUMENT:
        return rf"[ \t]*([^\s:;]+(?: +[^\s:;]+)*) ([^\s:;]+) {language.colons}(?!:) ?(.*)"
    if language.measure is LexsubMeasure.MW:
        return _PROGRAM_MULTIWORD_GOLD if language.is_key else _PROGRAM_MULTIWORD
    return _PROGRAM.format(colons=language.colons)
