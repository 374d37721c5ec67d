"""The score report of the coreference task: a line a document, and one of the totals.

The columns follow the manual's example ("Coreference Score Report"): document, classes of the key and of the
response, recall and precision as fractions and in percent, F. Copies of the manual lost their blanks, so the
widths are keytally's. Percentages have one decimal, those of the totals with a percent sign.
"""

from collections.abc import Iterable, Sequence

from keytally.evaluations.muc.scoring.coreference.counts import NO_COUNTS, CoreferenceCounts
from keytally.text.plural import quantity

Line = tuple[str, CoreferenceCounts]

_HEADS = (
    f"{'':17}{'Key':>4} {'Rsp':>4}",
    f"{'Document No.':17}{'Cls':>4} {'Cls':>4}{'Recall':^23}{'Precision':^23}{'f':>6}",
)


def coreference_scores(lines: Sequence[Line]) -> str:
    """The whole report, documents in the order given."""
    rows = [*_HEADS, *(_row(document, counts, "") for document, counts in lines), "", _totals(lines)]
    return "".join(f"{row}\n" for row in rows)


def coreference_text(
    lines: Sequence[Line], signature: str = "", measures: str = "", *, verbose: bool = False
) -> str:
    """The text for a terminal: the totals, other measures, the number of documents, and the signature.

    `verbose` adds a line for every document.
    """
    page = coreference_scores(lines) if verbose else "".join(f"{row}\n" for row in (*_HEADS, _totals(lines)))
    count = quantity(len(lines), "document")
    parts = [page, measures, f"{f'{count}  {signature}'.rstrip()}\n"]
    return "\n".join(part for part in parts if part)


def _totals(lines: Iterable[Line]) -> str:
    total = NO_COUNTS
    for _, counts in lines:
        total = total.plus(counts)
    return _row("TOTALS:", total, "%")


def _row(name: str, counts: CoreferenceCounts, sign: str) -> str:
    """A line of 78 columns if its content fits; nothing is cut, and a blank separates any two columns."""
    recall = _fraction(counts.recall_above, counts.recall_below, counts.recall, sign)
    precision = _fraction(counts.precision_above, counts.precision_below, counts.precision, sign)
    classes = f"{counts.key_classes:>4} {counts.response_classes:>4}"
    return f"{name:15}  {classes}{recall}{precision} {f'{counts.f:.1f}{sign}':>7}"


def _fraction(above: int, below: int, percentage: float, sign: str) -> str:
    return f" {above:>6} / {below:<5} {f'{percentage:.1f}{sign}':>6}"
