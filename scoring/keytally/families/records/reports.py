"""The text report of records: fields, lists, averages, and documents leaf by leaf."""

from collections.abc import Iterator, Sequence

from keytally.families.records.comparators import plain_text
from keytally.families.records.compiled import Leaf
from keytally.families.records.scoring import Comparison, Counts, ItemVerdict, macro_f
from keytally.measures.ratios import mean
from keytally.tallies.tally import Tally
from keytally.text.rendering import printable, quantity

_COUNTS = ("POS", "ACT", "COR", "PAR", "INC", "MIS", "SPU", "NON")
_RATIOS = ("REC", "PRE", "F", "ERR")
_LONGEST = 40
_ITEMS = ("aligned", "missing", "spurious", "correct")


def text_report(counts: Counts, documents: int, signature: str) -> str:
    """Return the tables of fields and lists, the ratios, the number of correct documents, and the
    signature.
    """
    total = counts.total()
    correct = f"{counts.correct_documents} of {quantity(documents, 'document')} correct throughout"
    ratios = [("F", total.f(1)), ("REC", total.rec), ("PRE", total.pre), ("UND", total.und)]
    ratios += [("OVG", total.ovg), ("SUB", total.sub), ("ERR", total.err)]
    headline = "  ".join(f"{name} {value:.2f}" for name, value in ratios)
    lines = [*_field_lines(counts, total), *_list_lines(counts), "", correct, headline, signature]
    return "".join(f"{line}\n" for line in lines)


def _field_lines(counts: Counts, total: Tally) -> Iterator[str]:
    tallies = counts.tallies()
    width = max(map(len, map(printable, [*tallies, "micro", "macro"])))
    yield f"{'':<{width}}" + _cells((*_COUNTS, *_RATIOS))
    for path, tally in tallies.items():
        yield f"{printable(path):<{width}}" + _tally_cells(tally)
    yield f"{'micro':<{width}}" + _tally_cells(total)
    counted = [tally for tally in tallies.values() if tally.pos or tally.act]
    ratios = [mean(tally.rec for tally in counted), mean(tally.pre for tally in counted)]
    ratios += [macro_f(counted), mean(tally.err for tally in counted)]
    yield f"{'macro':<{width}}" + _cells(("",) * len(_COUNTS)) + _cells([f"{value:.2f}" for value in ratios])


def _tally_cells(tally: Tally) -> str:
    numbers = (tally.pos, tally.act, *tally)
    ratios = (tally.rec, tally.pre, tally.f(1), tally.err)
    return _cells([*map(str, numbers), *(f"{value:.2f}" for value in ratios)])


def _cells(cells: Sequence[str]) -> str:
    return "".join(f" {cell:>6}" for cell in cells)


def _list_lines(counts: Counts) -> Iterator[str]:
    lists = counts.items()
    if not lists:
        return
    width = max(map(len, map(printable, lists)))
    yield ""
    yield f"{'':<{width}}" + "".join(f" {name:>8}" for name in _ITEMS)
    for path, items in lists.items():
        yield f"{printable(path):<{width}}" + "".join(f" {count:>8}" for count in items)


def side_by_side(comparison: Comparison) -> Iterator[str]:
    """Yield a line for each leaf and each list item of a document: its verdict, its field and, for a leaf,
    the values of both sides.
    """
    verdicts = list(comparison.verdicts())
    leaves = list(comparison.leaf_verdicts())
    width = max((len(printable(each.field.path)) for each in leaves), default=0)
    left = max((len(_shown(each.key)) for each in leaves), default=0)
    for each in verdicts:
        if isinstance(each, ItemVerdict):
            yield f"  {_item_verdict(each)}  {printable(each.path)}"
        else:
            mark = each.status.value.upper()
            name, one, other = printable(each.field.path), _shown(each.key), _shown(each.response)
            yield f"  {mark}  {name:<{width}}  {one:<{left}} | {other}".rstrip()


def _item_verdict(item: ItemVerdict) -> str:
    if item.key is None or item.response is None:
        return "SPU" if item.key is None else "MIS"
    return "COR" if item.is_correct else "---"


def _shown(leaf: Leaf | None) -> str:
    """Return the value of a leaf on one line, truncated if it is long."""
    if leaf is None:
        return ""
    line = printable(" ".join(plain_text(leaf.value).split()))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"
