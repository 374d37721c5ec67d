"""The JSON output of `keytally score` for the tasks that tally single fills.

Counts are integers, ratios unrounded percentages from 0 to 100. It has every class, slot, subtask and section
of the score report, zeros too; parts that a task lacks are empty.
"""

from collections.abc import Sequence
from typing import Any

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.reports.score_report import F_WEIGHTS, printed_rows
from keytally.evaluations.muc.scoring.result import DocumentScore
from keytally.measures.ratios import f_measure
from keytally.tallies.tabulation import NOTHING, TOTAL, Tabulation, total_of
from keytally.tallies.tally import Tally

Json = dict[str, Any]

_PART_NAMES = {
    "object": "objects",
    "slot": "slots",
    "subtask": "subtasks",
    "section": "sections",
    "text_filter": "text_filter",
}


def json_report(scores: Sequence[DocumentScore], configuration: Configuration, signature: str) -> Json:
    """The whole output. Documents with the same number are summed in one entry."""
    totals = total_of(score.tabulation for score in scores)
    report: Json = {"task": configuration.scoring_task, "signature": signature}
    report |= {"totals": totals_json(totals), "documents": _documents(scores)}
    return report | _parts(totals, configuration)


def totals_json(tabulation: Tabulation) -> Json:
    """The entry of one document, or of the totals."""
    return tally_json(tabulation.get(TOTAL, NOTHING))


def tally_json(tally: Tally) -> Json:
    """Counts, ratios and F-measures of a tally."""
    counts = {"pos": tally.pos, "act": tally.act, **tally._asdict()}
    recall, precision = tally.rec, tally.pre
    others = {"und": tally.und, "ovg": tally.ovg, "sub": tally.sub, "err": tally.err}
    f = {name: f_measure(precision, recall, beta) for name, beta in F_WEIGHTS.items()}
    return {**counts, "rec": recall, "pre": precision, **others, "f": f}


def _documents(scores: Sequence[DocumentScore]) -> Json:
    documents: dict[str, Tally] = {}
    for score in scores:
        before, total = documents.get(score.document), score.tabulation.get(TOTAL, NOTHING)
        documents[score.document] = total if before is None else before.plus(total)
    return {name: tally_json(total) for name, total in documents.items()}


def _parts(totals: Tabulation, configuration: Configuration) -> Json:
    parts: Json = {name: {} for name in _PART_NAMES.values()}
    for row in printed_rows(configuration):
        inner = parts
        for name in (_PART_NAMES[row.part], *row.names):
            inner = inner.setdefault(name, {})
        inner.update(tally_json(totals.get(row, NOTHING)))
    return parts
