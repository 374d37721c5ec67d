"""The tallies of one report row, such as a slot's, in the document and in the corpus."""

from collections.abc import Iterator

from keytally.evaluations.muc.evaluation.tallying import TallyFold
from keytally.evaluations.muc.reports.json_report import tally_json
from keytally.tallies.tabulation import Row, total_of
from keytally.tallies.tally import Tally
from keytally.text.markdown import prose
from keytally_server.formats.templates.marked_record import MarkedRecord
from keytally_server.wording.tallies import as_table


def row_table(marked: MarkedRecord, row: Row) -> Iterator[str]:
    """A table of the row; nothing without a score or if both tallies are empty."""
    pair, document = marked.snapshot.pair, marked.unit.document
    if pair is None or document is None or marked.task is None or not isinstance(pair.fold, TallyFold):
        return
    held = total_of(scored.tabulation for scored in pair.scores_of(document))
    tallies = {"this document": held.get(row, Tally()), "all documents": pair.fold.tally(row)}
    if any(any(tally) for tally in tallies.values()):
        figures = marked.task.figures
        rows = [(name, figures(tally_json(tally))) for name, tally in tallies.items()]
        yield as_table(rows, prose(row.names[-1].upper()))
