"""A pair whose units are only named: enough to tell its documents apart, not to score them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from keytally.engine.joined_readings import JoinedReadings
from keytally.engine.languages import language_in
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.evaluations.apart import NamesUnits
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.findings.finding import Finding
from keytally.project.pair import Pair


class NamedText:
    """The text of a unit, and its document; it is read where its findings are asked for.

    (keytally.evaluations.interface.Unit)
    """

    __slots__ = ("_language", "document", "text")

    def __init__(self, text: str, document: str | None, language: Language) -> None:
        self.text = text
        self.document = document
        self._language = language

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings of the unit alone."""
        found: Sequence[Finding] = self._language.read(self.text).findings
        return found


class Unread:
    """A language that names the units of another one (keytally.evaluations.interface.Language)."""

    def __init__(self, language: Language, names: NamesUnits) -> None:
        self.name = language.name
        self.lookahead = language.lookahead
        self.boundaries = language.boundaries
        self._document_of = names.document_of
        self._language = language

    def read(self, text: str) -> NamedText:
        """The unit with that text."""
        return NamedText(text, self._document_of(text), self._language)

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """No findings."""
        return [()] * len(units)


def unread_pair(pair: Pair, evaluation: Evaluation, texts: Mapping[Path, str]) -> LivePair:
    """A pair that is not to be scored, given the texts of its files.

    Units of a language that does not name them are read.
    """
    key, response = (
        JoinedReadings({path: _reading(pair, evaluation, path, role, texts[path]) for path in paths})
        for role, paths in ((Role.KEY, pair.keys), (Role.RESPONSE, pair.responses))
    )
    return LivePair(pair, evaluation, key, response)


def _reading(pair: Pair, evaluation: Evaluation, path: Path, role: Role, text: str) -> Reading:
    language = language_in(pair, evaluation, path, role)
    unread = Unread(language, language) if isinstance(language, NamesUnits) else language
    return Reading(unread, text, judged=False)
