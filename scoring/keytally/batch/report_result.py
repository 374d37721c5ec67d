"""A report as a page of HTML, for the command and the Python API."""

from collections.abc import Sequence
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.batch.score_result import ScoreResult
from keytally.batch.settings import FilePath
from keytally.batch.writing import write_reports
from keytally.evaluations.interface import ReportError
from keytally.report_page.values import BEGINNING, Page


class ReportResult:
    """A report: its values (`page`), and the page as one file (`html`)."""

    def __init__(self, page: Page, html: str, results: Sequence[ScoreResult]) -> None:
        self.page = page
        self.html = html
        self._results = results

    def __repr__(self) -> str:
        return f"<ReportResult {self.page.title}>"

    def write(self, file: FilePath) -> Path:
        """Write the page, and return its path.

        Raises KeytallyError for a file that was read, and for one that is there and no report.
        """
        path = Path(file)
        try:
            (written,) = write_reports({path.name: self.html}, path.parent, self._read(), "", is_report)
        except ReportError as error:
            raise KeytallyError(str(error)) from error
        return written

    def _read(self) -> list[Path]:
        """The files that the report was made from."""
        parts: list[object] = []
        for pair in (result.pair for result in self._results):
            parts += [*pair.keys, *pair.responses, pair.texts, *pair.companions.values(), pair.configuration]
        return [part for part in dict.fromkeys(parts) if isinstance(part, Path)]


def is_report(beginning: str) -> bool:
    """Whether a file that begins so is a report."""
    return beginning.splitlines()[:2] == BEGINNING.splitlines()
