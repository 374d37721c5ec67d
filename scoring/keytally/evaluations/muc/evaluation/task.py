"""The common base of every MUC task as an evaluation: configuration, signature, verdicts on demand."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from keytally.evaluations.muc.evaluation.recent import Recent, Version
from keytally.evaluations.muc.evaluation.resolution import configuration_of, load_configuration
from keytally.evaluations.muc.formats.config.options import OPTIONS
from keytally.evaluations.muc.language.configuration import read_config
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.options import signature_defaults
from keytally.evaluations.settings import Settings
from keytally.tallies.signature import signature

RECENT = 32
_UNSIGNED = frozenset({"scoring_task", "muc_base_directory"})
"""Options that the signature leaves out: it names the task itself, and folders change no score."""

Scored = TypeVar("Scored", bound=Version)
Detail = TypeVar("Detail")


class MucTask(ABC, Generic[Scored, Detail]):
    """A task under one configuration.

    It keeps only the figures of a document. The verdicts are computed again when needed: kept for every
    document they would take more memory than the files.
    """

    document_name = "document"

    def __init__(self, task: str, configuration: Configuration) -> None:
        self.task = task
        self.configuration = configuration
        self._recent = Recent[Scored, Detail](RECENT)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        defaults = signature_defaults(option for name, option in OPTIONS.items() if name not in _UNSIGNED)
        return signature(self.task, self.configuration.given, defaults)

    @abstractmethod
    def compare(self, scored: Scored) -> Detail:
        """Score again the units behind a document's figures."""

    @abstractmethod
    def rendering(
        self, details: Sequence[Detail], scores: Sequence[Scored], key: Iterable[Any], response: Iterable[Any]
    ) -> Callable[[], Mapping[str, str]]:
        """The function that writes the reports, from the verdicts behind all scores and the files' units."""

    def report_files(
        self, scores: Sequence[Scored], key: Iterable[Any], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """The reports that the configuration asks for, by configured name."""
        return self.rendering([self.detail(scored) for scored in scores], scores, key, response)()

    def preparing_reports(
        self, scores: Sequence[Scored], key: Iterable[Any], response: Iterable[Any]
    ) -> Generator[None, None, Callable[[], Mapping[str, str]]]:
        """Collect the verdicts, a document at a time (keytally.evaluations.abilities.PreparesReports)."""
        details = []
        for scored in scores:
            details.append(self.detail(scored))
            yield
        return self.rendering(details, scores, key, response)

    def detail(self, scored: Scored) -> Detail:
        """The verdicts behind a document's figures."""
        score = self._recent.get(scored) or self.compare(scored)
        self.remember(scored, score)
        return score

    def remember(self, scored: Scored, score: Detail) -> None:
        """Keep the verdicts of a recent document."""
        self._recent.put(scored, score)


def configuration_for(settings: Settings, task: str) -> Configuration:
    """The configuration that settings define. Raises SettingsError for one with errors."""
    if settings.text is None:
        return load_configuration(settings.source, settings.options, task, settings.within)
    return configuration_of(read_config(settings.text), settings.options, task, str(settings.source))
