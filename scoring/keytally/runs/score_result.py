"""The result of scoring one pair, with its annotated response."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from keytally.engine.live_pair import LivePair
from keytally.families import registry
from keytally.families.contract import Evaluation, Level, Mark, ReportError, Role
from keytally.project.pair import Pair
from keytally.runs.files import KeytallyError
from keytally.runs.settings import FilePath
from keytally.tallies.status import Status
from keytally.text.rendering import printable_page

# An annotated response for a terminal: its text, with verdicts in brackets.
#
# It uses generic marks, so it works for any evaluation. A verdict is always written out, `[INC LOCATION]`;
# colour, if requested, only repeats it.


_RESET = "\x1b[0m"
_COLOURS = {
    Status.CORRECT: "\x1b[32m",
    Status.PARTIAL: "\x1b[36m",
    Status.INCORRECT: "\x1b[33m",
    Status.MISSING: "\x1b[35m",
    Status.SPURIOUS: "\x1b[31m",
}
_FAINT = "\x1b[2m"

_TELLING_FILLS = frozenset({Status.PARTIAL, Status.INCORRECT, Status.MISSING})


class _Edge(NamedTuple):
    """Text to insert; at the same offset, closing brackets come first, from inner to outer, followed by
    opening brackets.
    """

    place: int
    order: tuple[int, int, int]
    text: str


def annotate_text(text: str, marks: Iterable[tuple[Mark, int, int]], colour: bool = False) -> str:
    """Return `text` with `[COR ...]` around marked ranges, and `[MIS PERSON "Kory"]` at missing items.

    Each mark comes with its start and end in `text`, in code points. For the parts of an object, only fills
    with errors are marked. Ranges may touch and nest; a range that crosses another is still closed at its own
    end.
    """
    edges = sorted(edge for index, mark in enumerate(marks) for edge in _edges(*mark, index, colour))
    return "".join(_pieces(text, edges))


def _is_shown(mark: Mark) -> bool:
    """Return whether a mark adds information to the other marks at its position."""
    if mark.level is Level.FILL:
        return mark.status in _TELLING_FILLS
    return mark.level is not Level.SLOT


def _pieces(text: str, edges: Sequence[_Edge]) -> Iterator[str]:
    done = 0
    for edge in edges:
        yield printable_page(text[done : edge.place])
        yield edge.text
        done = edge.place
    yield printable_page(text[done:])


def _edges(mark: Mark, start: int, end: int, index: int, colour: bool) -> Iterator[_Edge]:
    if not _is_shown(mark):
        return
    status, length = mark.status, end - start
    name = status.value.upper()
    if not length:
        yield _Edge(start, (1, 0, index), _painted(f"[{printable_page(mark.label) or name}]", status, colour))
        return
    yield _Edge(start, (2, -length, index), _painted(f"[{name} ", status, colour))
    yield _Edge(end, (0, length, -index), _painted("]", status, colour))


def _painted(text: str, status: Status, colour: bool) -> str:
    return f"{_COLOURS.get(status, _FAINT)}{text}{_RESET}" if colour else text


class Scored(Protocol):
    """A pair with the scores of its documents."""

    @property
    def pair(self) -> Pair:
        """Return the pair with its settings."""
        ...

    @property
    def evaluation(self) -> Evaluation:
        """Return the evaluation of the pair."""
        ...

    @property
    def live(self) -> LivePair:
        """Return the engine's pair."""
        ...

    def headline(self) -> float:
        """Return the headline measure, in percent."""
        ...

    def scores(self) -> Sequence[Any]:
        """Return the scores of all documents in order."""
        ...

    def in_short(self) -> Sequence[Any]:
        """Return the scores of all documents, or fewer scores with the same sum, which are sufficient for
        a text without `verbose`.
        """
        ...

    def remarks(self) -> Sequence[str]:
        """Return the evaluation's remarks on the score."""
        ...


class ScoredAtOnce:
    """A pair that the engine has scored (Scored)."""

    def __init__(self, live: LivePair) -> None:
        self.live = live
        self.pair = live.pair
        self.evaluation = live.evaluation

    @cached_property
    def _scores(self) -> Sequence[Any]:
        return self.live.scores()

    def headline(self) -> float:
        """Return the headline measure, in percent."""
        return self.live.headline()

    def scores(self) -> Sequence[Any]:
        """Return the scores of all documents in order."""
        return self._scores

    def in_short(self) -> Sequence[Any]:
        """Return the scores of all documents."""
        return self._scores

    def remarks(self) -> Sequence[str]:
        """Return the evaluation's remarks on the score."""
        remarks = self.evaluation.remarks
        return () if remarks is None else remarks(self._scores, self.live.response.units)


class ScoreResult:
    """The score of a response against its key.

    `values` contains all counts and ratios; it is the JSON document that `keytally score --format json`
    prints. The other attributes provide parts of these values. Percentages are unrounded, from 0 to 100.
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
        """Return the scored pair with its settings."""
        return self._scored.pair

    @property
    def task(self) -> str:
        """Return the task's name."""
        return self._scored.evaluation.task

    @property
    def signature(self) -> str:
        """Return keytally's name and version, the task, and every option that differs from its default."""
        return self._scored.evaluation.signature

    @property
    def headline(self) -> float:
        """Return the headline value of the result, in percent; its measure is `headline_name`."""
        return self._scored.headline()

    @property
    def headline_name(self) -> str:
        """Return the name of the headline measure: `P&R` (F, equal weights), `F`, `R` (recall), `F_0.5`, …"""
        return self._scored.evaluation.headline_name

    @cached_property
    def values(self) -> dict[str, Any]:
        """Return the whole result as plain values."""
        return self._scored.evaluation.report_json(self._scored.scores())

    @property
    def totals(self) -> dict[str, Any]:
        """Return the tallies over all documents or, for a task without tallies, its scores."""
        totals: dict[str, Any] = self.values["totals" if "totals" in self.values else "scores"]
        return totals

    @property
    def documents(self) -> dict[str, dict[str, Any]]:
        """Return the tallies of each document, by its number; for other tasks the result of each item."""
        documents: dict[str, dict[str, Any]] = self.values[
            "documents" if "documents" in self.values else "items"
        ]
        return documents

    def text(self, *, verbose: int = 0) -> str:
        """Return the page of totals. With `verbose`, the page of each document is included; if `verbose`
        is 2, details of the task are also included.
        """
        scored = self._scored
        scores = self.live.scores() if verbose else scored.in_short()
        return self._program_output(verbose) or scored.evaluation.report_text(scores, verbose)

    @property
    def prints_as_program(self) -> bool:
        """Return whether `text` is the output of another program, byte for byte."""
        return "|compatible:" in self.signature

    def _program_output(self, verbose: int) -> str | None:
        """Return the output in another program's format if it is requested; otherwise None."""
        output, pair = self._scored.evaluation.program_output, self.pair
        if output is None:
            return None
        live = self.live
        key, response = self._shown or (pair.key, pair.response)
        names = (str(key), str(response))
        return output(live.scores(), live.key.units, live.response.units, names, verbose)

    @property
    def is_marked(self) -> bool:
        """Return whether the result is shown as verdicts next to each part of the response."""
        return registry.task_named(self.task).marked

    def marked(self, *, colour: bool = False) -> str:
        """Return the response with a verdict around each tag, and with missing tags inserted, for a
        terminal.
        """
        pair = self.pair
        texts = [self._marked_file(path, colour) for path in pair.responses]
        if pair.response_files is None:
            return texts[0]
        return "\n".join(f"{path.name}\n{text}" for path, text in zip(pair.responses, texts, strict=True))

    def _marked_file(self, path: Path, colour: bool) -> str:
        text = "".join(unit.text for unit in self.live.reading(path).units)
        return annotate_text(text, self.live.marks(Role.RESPONSE, 0, len(text), path), colour)

    @cached_property
    def reports(self) -> Mapping[str, str]:
        """Return the text of each configured report, by name."""
        return self.live.report_files()

    def write_reports(self, folder: FilePath, *, force: bool = False) -> list[Path]:
        """Write the reports below `folder`, and return their paths.

        Raises KeytallyError if a report would be written outside `folder`, over a file that was read, or,
        without `force`, over an existing file that is not a report.
        """
        return self._write(Path(folder), "", force=force)

    def write_configured_reports(self, *, force: bool = False) -> list[Path]:
        """Write the reports to the paths that the configuration file names, below its own directory."""
        if not isinstance(self.pair.configuration, Path):
            raise KeytallyError("no configuration file specifies where to write reports; specify a directory")
        return self._write(self.pair.configuration.parent, self._base, force=force)

    def _write(self, folder: Path, base: str, *, force: bool) -> list[Path]:
        from keytally.runs.outputs import write_reports  # noqa: PLC0415 - most scores write nothing

        known = self._scored.evaluation.is_report
        try:
            reports = self.reports
        except ReportError as error:
            raise KeytallyError(str(error)) from error
        return write_reports(reports, folder, self.pair.files, base, known, force=force)

    @property
    def live(self) -> LivePair:
        """Return the engine's pair, with the verdicts on each fill.

        If documents were scored separately, the files are read and scored again.
        """
        return self._scored.live
