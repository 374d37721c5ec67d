"""The score report of the coreference task: a line a document, and one of the totals.

After the manual's example ("Coreference Score Report"): document, classes of the key and of the response,
recall and precision as fractions and in percent, F. Its copies lost their blanks, so the widths are
keytally's. Percentages stand to one decimal, those of the totals with a percent sign.
"""

from collections.abc import Iterable, Sequence

from keytally.evaluations.muc.scoring.coreference.counts import NO_COUNTS, Counts

Line = tuple[str, Counts]

_HEADS = (
    f"{'':20}{'Key':>6}{'Rsp':>6}",
    f"{'Document No.':20}{'Cls':>6}{'Cls':>6}{'Recall':>16}{'Precision':>24}{'f':>14}",
)


def coreference_scores(lines: Sequence[Line]) -> str:
    """The whole report, documents in the order given."""
    rows = [*_HEADS, *(_row(document, counts, "") for document, counts in lines), "", _totals(lines)]
    return "".join(f"{row}\n" for row in rows)


def coreference_text(lines: Sequence[Line], signature: str = "", *, verbose: bool = False) -> str:
    """What a terminal shows: the totals, how many documents they are of, and the signature.

    `verbose` adds a line for every document.
    """
    page = coreference_scores(lines) if verbose else "".join(f"{row}\n" for row in (*_HEADS, _totals(lines)))
    count = f"{len(lines)} document{'' if len(lines) == 1 else 's'}"
    return f"{page}\n{f'{count}  {signature}'.rstrip()}\n"


def _totals(lines: Iterable[Line]) -> str:
    total = NO_COUNTS
    for _, counts in lines:
        total = total.plus(counts)
    return _row("TOTALS:", total, "%")


def _row(name: str, counts: Counts, sign: str) -> str:
    recall = f"{counts.recall_above:>8} / {counts.recall_below:<5}{f'{counts.recall:.1f}{sign}':>7}"
    precision = (
        f"{counts.precision_above:>8} / {counts.precision_below:<5}{f'{counts.precision:.1f}{sign}':>7}"
    )
    f = f"{f'{counts.f:.1f}{sign}':>8}"
    return f"{name:20}{counts.key_classes:>6}{counts.response_classes:>6}{recall}{precision}{f}"
