"""Sums over two texts of columns, as a whole and sentence by sentence."""

from itertools import pairwise, zip_longest
from typing import Any

from keytally.families.columns.evaluation import ColumnEntities, evaluation
from keytally.families.columns.model import TASK
from keytally.families.columns.reading import SentenceUnit
from keytally.families.contract import Role, Settings
from keytally.families.span_counts import SpanFold


def summed(key: str, response: str, mode: str = "document") -> Any | None:
    """The counts of two texts as a whole; None where that cannot tell them."""
    found = _columns(mode).sum_of(*(text.encode("utf-8", "surrogatepass") for text in (key, response)))
    return None if found is None else found.counts


def summed_one_by_one(key: str, response: str, mode: str = "document") -> Any:
    """The sum over the counts of all sentences."""
    columns, fold = _columns(mode), SpanFold()
    sides = (_sentences(columns, text, role) for text, role in ((key, Role.KEY), (response, Role.RESPONSE)))
    for number, (mine, its) in enumerate(zip_longest(*sides), 1):
        for score in columns.score(str(number), [mine] if mine else [], [its] if its else []):
            fold.put(score)
    return fold.counts()


def _columns(mode: str) -> ColumnEntities:
    return evaluation(Settings(None, options=(("compatible", (mode,)),)), TASK)


def _sentences(columns: ColumnEntities, text: str, role: Role) -> list[SentenceUnit]:
    language = columns.language(role)
    places = [0, *language.boundaries(text), len(text)]
    units = [language.read(text[start:end]) for start, end in pairwise(places)]
    return [unit for unit in units if unit.document is not None]
