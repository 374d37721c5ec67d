"""The common base of the MUC tasks: configuration, signature, cached versions and tallies."""

from abc import abstractmethod
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from keytally.families.contract import Evaluation, Figure, Settings
from keytally.families.family import signature_defaults
from keytally.families.muc.configuration.options import OPTIONS
from keytally.families.muc.configuration.resolution import (
    load_configuration,
    read_config,
    resolve_configuration,
)
from keytally.families.muc.model import Configuration
from keytally.families.muc.reports import (
    f_by_part,
    json_report,
    printed_rows,
    tally_json,
    text_report,
    totals_json,
)
from keytally.families.muc.scoring.results import DocumentScore
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import signature
from keytally.tallies.tally import (
    NOTHING,
    TOTAL,
    Row,
    Tabulation,
    Tally,
    add_into,
    condensed,
    take_from,
    total_of,
)


class Version:
    """A scored version of a document, used as a weak key so that cached data is discarded with it."""

    __slots__ = ("__weakref__",)


V = TypeVar("V", bound=Version)
T = TypeVar("T")


class RecentVersions(Generic[V, T]):
    """The values of the `size` most recent versions; a value must not refer to its version."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: WeakKeyDictionary[V, T] = WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, version: V) -> T | None:
        """Return the value of a version; None if it is not cached."""
        return self._values.get(version)

    def put(self, version: V, value: T) -> None:
        """Cache the value of a version, and discard the oldest value if there are too many."""
        self._values[version] = value
        if len(self._values) > self._size:
            del self._values[next(iter(self._values))]

    def pop(self, version: V) -> T | None:
        """Return the value of a version and remove it from the cache; None if it is not cached."""
        return self._values.pop(version, None)


class LatestVersions(Generic[V, T]):
    """Values that are passed from each version of a document to the next, by the document's name."""

    def __init__(self, size: int) -> None:
        self._latest: WeakValueDictionary[Hashable, V] = WeakValueDictionary()
        self._values = RecentVersions[V, T](size)

    def take(self, document: Hashable) -> T | None:
        """Remove and return the value of a document's last version; None if it is not cached."""
        version = self._latest.pop(document, None)
        return None if version is None else self._values.pop(version)

    def put(self, document: Hashable, version: V, value: T) -> None:
        """Cache the value of a document's new version."""
        self._latest[document] = version
        self._values.put(version, value)


RECENT = 32
_UNSIGNED = frozenset({"scoring_task", "muc_base_directory"})
"""Options omitted from the signature: the task appears there separately, and directories do not affect
scores.
"""

Scored = TypeVar("Scored", bound=Version)
Detail = TypeVar("Detail")


class MucTask(Evaluation, Generic[Scored, Detail]):
    """A task for one configuration.

    Only the counts of each document are stored. Verdicts are computed again when needed, because storing them
    for every document would take more memory than the files.
    """

    task = ""
    document_name = "document"

    def __init__(self, task: str, configuration: Configuration) -> None:
        self.task = task
        self.configuration = configuration
        self._recent = RecentVersions[Scored, Detail](RECENT)

    @property
    def signature(self) -> str:
        """Return keytally's name and version, the task, and every option that differs from its default."""
        defaults = signature_defaults(option for name, option in OPTIONS.items() if name not in _UNSIGNED)
        return signature(self.task, self.configuration.given, defaults)

    @abstractmethod
    def compare(self, scored: Scored) -> Detail:
        """Score a document's units again."""

    @abstractmethod
    def rendering(
        self, details: Sequence[Detail], scores: Sequence[Scored], key: Iterable[Any], response: Iterable[Any]
    ) -> Callable[[], Mapping[str, str]]:
        """Return the function that writes the reports, given the verdicts of the scores and the units of
        the files.
        """

    def report_files(
        self, scores: Sequence[Scored], key: Iterable[Any], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """Return the configured reports by name."""
        return self.rendering([self.detail(scored) for scored in scores], scores, key, response)()

    def preparing_reports(
        self, scores: Sequence[Scored], key: Iterable[Any], response: Iterable[Any]
    ) -> Generator[None, None, Callable[[], Mapping[str, str]]]:
        """Collect the verdicts, one document at a time, then return the function that writes the reports."""
        details = []
        for scored in scores:
            details.append(self.detail(scored))
            yield
        return self.rendering(details, scores, key, response)

    def is_report(self, beginning: str) -> bool:
        """Return whether a file that begins with this text is a report."""
        from keytally.families.muc.reports import is_report  # noqa: PLC0415 - a score needs none of it

        return is_report(beginning)

    def detail(self, scored: Scored) -> Detail:
        """Return the verdicts of a scored document."""
        score = self._recent.get(scored) or self.compare(scored)
        self.remember(scored, score)
        return score

    def remember(self, scored: Scored, score: Detail) -> None:
        """Cache the verdicts of a recent document."""
        self._recent.put(scored, score)


def configuration_for(settings: Settings, task: str) -> Configuration:
    """Return the configuration that the settings define. Raises SettingsError if it has errors."""
    if settings.text is None:
        return load_configuration(settings.source, settings.options, task, settings.within)
    return resolve_configuration(read_config(settings.text), settings.options, task, str(settings.source))


HEADLINE = "P&R"
"""The displayed name of F with equal weights."""

COUNTS = ("cor", "par", "inc", "mis", "spu", "non")


class Tabulated(Version):
    """A scored document: its number, and the rows of its report page."""

    __slots__ = ("document", "tabulation")

    def __init__(
        self,
        document: str,
        tabulation: Tabulation,
    ) -> None:
        self.document = document
        self.tabulation = tabulation


TabulatedScore = TypeVar("TabulatedScore", bound=Tabulated)
DetailedScore = TypeVar("DetailedScore", bound=DocumentScore)


class TallyFold:
    """The sum over documents, row by row; the headline is F with equal weights."""

    def __init__(self) -> None:
        self._sums: dict[Row, Tally] = {}

    def put(self, scored: Tabulated) -> None:
        """Add the rows of a document."""
        add_into(self._sums, scored.tabulation)

    def drop(self, scored: Tabulated) -> None:
        """Subtract the rows of a document."""
        take_from(self._sums, scored.tabulation)

    def tally(self, row: Row) -> Tally:
        """Return the sum of one row."""
        return self._sums.get(row, NOTHING)

    @property
    def rows(self) -> Mapping[Row, Tally]:
        """Return the sums of all rows."""
        return self._sums

    def headline(self) -> float:
        """Return F (P&R) over all fills, in percent."""
        return self.tally(TOTAL).f(1.0)

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        return tally_json(self.tally(TOTAL))


class TallyingTask(MucTask[TabulatedScore, DetailedScore]):
    """The methods of an Evaluation (see `keytally.families.contract`) that do not depend on the file
    format.
    """

    headline_name = HEADLINE

    @property
    def headline_form(self) -> HeadlineForm:
        """Return the form of the headline: F with equal weights."""
        return HeadlineForm()

    def headline_counts(self, scores: Sequence[TabulatedScore]) -> HeadlineCounts:
        """Return the counts that a document contributes to F; a partially correct fill counts half."""
        tallies = [scored.tabulation.get(TOTAL, NOTHING) for scored in scores]
        right = sum(tally.cor + tally.par / 2 for tally in tallies)
        return HeadlineCounts(
            right, sum(each.pos for each in tallies), right, sum(each.act for each in tallies)
        )

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the figures that are displayed: POS, ACT, the counts, REC, PRE and the headline."""
        counts = (Figure(name.upper(), str(totals[name])) for name in ("pos", "act", *COUNTS))
        ratios = {"REC": totals["rec"], "PRE": totals["pre"], HEADLINE: totals["f"]["p&r"]}
        return [*counts, *(Figure(name, f"{value:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a one-line summary such as `P&R 63.3 COR 246 INC 18 MIS 40 SPU 12`, without zero counts."""
        if not totals:
            return ""
        counts = (f"{name.upper()} {totals[name]}" for name in COUNTS if totals[name])
        return "  ".join([f"{HEADLINE} {totals['f']['p&r']:.1f}", *counts])

    def fold(self) -> TallyFold:
        """Return an empty sum."""
        return TallyFold()

    def document_totals(self, scores: Sequence[TabulatedScore]) -> dict[str, Any]:
        """Return a document's entry in the JSON output; scores with the same number are summed."""
        return totals_json(total_of(scored.tabulation for scored in scores))

    def difference_counts(self, scores: Sequence[TabulatedScore]) -> Mapping[str, int]:
        """Return the number of fills of a document that are not correct, by outcome."""
        from keytally.families.muc.scoring.results import difference_counts  # noqa: PLC0415 - a score needs none of it

        return difference_counts(scored.tabulation.get(TOTAL, NOTHING) for scored in scores)

    def agrees(self, scores: Sequence[TabulatedScore]) -> bool:
        """Return whether no row counts a difference."""
        tallies = (tally for scored in scores for tally in scored.tabulation.values())
        return not any(tally.par or tally.inc or tally.mis or tally.spu for tally in tallies)

    def report_json(self, scores: Sequence[TabulatedScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        return json_report(_pages(scores), self.configuration, self.signature)

    def f_by_part(self, scores: Sequence[TabulatedScore]) -> dict[str, Any]:
        """Return F with equal weights for each part of the result."""
        return f_by_part(_pages(scores), self._printed_rows)

    @cached_property
    def _printed_rows(self) -> Sequence[Row]:
        """Return the rows of a page."""
        return tuple(printed_rows(self.configuration))

    def report_text(self, scores: Sequence[TabulatedScore], verbose: int) -> str:
        """Return the text that `keytally score` prints: the page of totals and, if `verbose`, all
        documents.
        """
        return text_report(_pages(scores), self.configuration, self.signature, verbose=verbose > 0)


def condensed_rows(scores: Sequence[TabulatedScore]) -> Iterable[tuple[TabulatedScore, Tabulation]]:
    """Return each score with the row of its total; the first score also has the sums of all other rows."""
    return zip(scores, condensed([scored.tabulation for scored in scores]), strict=True)


def _pages(scores: Sequence[Tabulated]) -> list[DocumentScore]:
    """Return the scores without their object pairs; only their rows are kept."""
    return [DocumentScore(scored.document, {}, scored.tabulation) for scored in scores]
