"""The result of scoring one pair, for the command and the Python API."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from keytally.batch.annotated import annotated
from keytally.batch.errors import KeytallyError
from keytally.batch.scored_pair import Scored
from keytally.batch.settings import FilePath
from keytally.batch.writing import write_reports
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.abilities import KnowsReports, PrintsAsProgram
from keytally.evaluations.interface import ReportError, Role
from keytally.project.pair import Pair


class ScoreResult:
    """The score of a response against its key.

    All counts and ratios stand in `values`, the JSON document that `keytally score --format json`
    prints; the other attributes are its parts. Percentages are unrounded, from 0 to 100.
    """

    def __init__(
        self, scored: Scored, warnings: Sequence[str] = (), base: str = "", shown: Sequence[Path] = ()
    ) -> None:
        self._scored = scored
        self._base = base
        self._shown = shown
        self.warnings = (*warnings, *scored.remarks())

    def __repr__(self) -> str:
        return f"<ScoreResult {self.task} {self.headline_name} {self.headline:.2f}>"

    @property
    def pair(self) -> Pair:
        """The scored pair with its settings."""
        return self._scored.pair

    @property
    def task(self) -> str:
        """The task's name."""
        return self._scored.evaluation.task

    @property
    def signature(self) -> str:
        """Name and version, the task, and every option that is not at its default."""
        return self._scored.evaluation.signature

    @property
    def headline(self) -> float:
        """The number that stands for the whole result, in percent; its measure is `headline_name`."""
        return self._scored.headline()

    @property
    def headline_name(self) -> str:
        """The name of the headline's measure: `P&R` (F with equal weight), `F`, `R` (recall), `F_0.5`, …"""
        return self._scored.evaluation.headline_name

    @cached_property
    def values(self) -> dict[str, Any]:
        """The whole result as plain values."""
        return self._scored.evaluation.report_json(self._scored.scores())

    @property
    def totals(self) -> dict[str, Any]:
        """The tallies over all documents; for a task without tallies its scores."""
        totals: dict[str, Any] = self.values["totals" if "totals" in self.values else "scores"]
        return totals

    @property
    def documents(self) -> dict[str, dict[str, Any]]:
        """The tallies of each document, by its number; for other tasks the result of each item."""
        documents: dict[str, dict[str, Any]] = self.values[
            "documents" if "documents" in self.values else "items"
        ]
        return documents

    def text(self, *, verbose: int = 0) -> str:
        """The page of totals; with `verbose` each document's page too, and with 2 a task's details."""
        scored = self._scored
        scores = self.live.scores() if verbose else scored.in_short()
        return self._program_output(verbose) or scored.evaluation.report_text(scores, verbose)

    def _program_output(self, verbose: int) -> str | None:
        """The output in another program's format, if the options ask for it."""
        evaluation, pair = self._scored.evaluation, self.pair
        if not isinstance(evaluation, PrintsAsProgram):
            return None
        live = self.live
        key, response = self._shown or (pair.key, pair.response)
        names = (str(key), str(response))
        return evaluation.program_output(live.scores(), live.key.units, live.response.units, names, verbose)

    @property
    def is_marked(self) -> bool:
        """Whether users read the task as verdicts beside each piece of the response."""
        return registry.task_named(self.task).marked

    def marked(self, *, colour: bool = False) -> str:
        """The response with a verdict around each tag, and with the missing ones, for a terminal."""
        pair = self.pair
        texts = [self._marked_file(path, colour) for path in pair.responses]
        if pair.response_files is None:
            return texts[0]
        return "\n".join(f"{path.name}\n{text}" for path, text in zip(pair.responses, texts, strict=True))

    def _marked_file(self, path: Path, colour: bool) -> str:
        text = "".join(unit.text for unit in self.live.reading(path).units)
        return annotated(text, self.live.marks(Role.RESPONSE, 0, len(text), path), colour)

    @cached_property
    def reports(self) -> Mapping[str, str]:
        """The text of each report that the configuration asks for, by its configured name."""
        return self.live.report_files()

    def write_reports(self, folder: FilePath) -> list[Path]:
        """Write the reports below `folder`, and return their paths.

        Raises KeytallyError for a report outside of `folder` or over a file that was read.
        """
        return self._write(Path(folder), "")

    def write_configured_reports(self) -> list[Path]:
        """Write the reports to the places that the configuration file names, below its own folder."""
        if not isinstance(self.pair.configuration, Path):
            raise KeytallyError("no configuration file says where reports belong; name a folder")
        return self._write(self.pair.configuration.parent, self._base)

    def _write(self, folder: Path, base: str) -> list[Path]:
        pair = self.pair
        parts = (*pair.keys, *pair.responses, pair.texts, *pair.companions.values(), pair.configuration)
        read = [path for path in parts if isinstance(path, Path)]
        try:
            evaluation = self._scored.evaluation
            known = evaluation.is_report if isinstance(evaluation, KnowsReports) else None
            return write_reports(self.reports, folder, read, base, known)
        except ReportError as error:
            raise KeytallyError(str(error)) from error

    @property
    def live(self) -> LivePair:
        """The engine's pair, with the verdicts on each fill.

        Where documents were scored apart the files are read and scored again for it.
        """
        return self._scored.live
