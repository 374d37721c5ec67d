"""Agreement on chains: alpha with Passonneau's distance, and the mean F of three measures."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from keytally.adjudication.agreement.chains import chained_kinds, chains_of
from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.agreement.figures import Figure
from keytally.measures.agreement.alpha import krippendorffs_alpha
from keytally.measures.agreement.coefficient import NO_ITEMS, Coefficient, Row
from keytally.measures.agreement.distance import PASSONNEAU
from keytally.measures.coreference import Sums, b_cubed, ceaf_e, muc
from keytally.measures.measure import ratios_of_fractions
from keytally.measures.overlaps import overlaps
from keytally.text.plural import quantity

_MEASURES = (muc, b_cubed, ceaf_e)
_MEAN = "Mean F of MUC, B-cubed and CEAF-e"
_ALPHA = "Krippendorff's alpha, chains by Passonneau's distance"
_MENTION = "mention that somebody has marked, with its chain as a set; alone in it where it is not marked"


class _Chained(NamedTuple):
    """A document, the items that may be in chains, and the chains of each annotator who has done it."""

    name: str
    mentions: Sequence[int]
    chains: Mapping[str, Sequence[Sequence[int]]]


def chain_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Alpha over mentions, each with its chain as a set of mentions, and F of each pair.

    Nothing is given for a task without chains: without references to annotations of the same kind.
    """
    kinds = {kind for document in documents for kind in chained_kinds(document)}
    if not kinds:
        return []
    found = [_chained(document, kinds) for document in documents]
    rows = Counter(row for each in found for row in _rows(each, annotators))
    alpha = Figure(_ALPHA, krippendorffs_alpha(rows, PASSONNEAU), _MENTION, tuple(annotators))
    return [alpha, *(_mean_f(found, *pair) for pair in combinations(annotators, 2))]


def _chained(document: ComparedDocument, kinds: set[str]) -> _Chained:
    mentions = [number for number, item in enumerate(document.items.items) if item.kind in kinds]
    chains = {annotator: chains_of(document, annotator, kinds) for annotator in document.said}
    return _Chained(document.name, mentions, chains)


def _rows(found: _Chained, annotators: Sequence[str]) -> Iterator[Row]:
    """For each mention the chain of each annotator as a set, None where the document is not done."""
    columns = [_sets(found, annotator) for annotator in annotators]
    for mention in found.mentions:
        yield tuple(column.get(mention) for column in columns)


def _sets(found: _Chained, annotator: str) -> dict[int, frozenset[tuple[str, int]]]:
    """The chain of each mention as a set; a mention that is not marked is alone."""
    if annotator not in found.chains:
        return {}
    sets = {mention: frozenset([(found.name, mention)]) for mention in found.mentions}
    for members in found.chains[annotator]:
        sets.update(dict.fromkeys(members, frozenset((found.name, each) for each in members)))
    return sets


def _mean_f(found: Sequence[_Chained], first: str, second: str) -> Figure:
    """The mean of the F of MUC, B-cubed and CEAF by entities, as the CoNLL shared tasks have it."""
    both = [
        (each.chains[first], each.chains[second]) for each in found if each.chains.keys() >= {first, second}
    ]
    mentions = sum(len({item for side in sides for members in side for item in members}) for sides in both)
    item = f"mention that one of the two has marked, in {quantity(len(both), 'document')}"
    if not mentions:
        return Figure(_MEAN, Coefficient(None, 0, NO_ITEMS), item, (first, second))
    seen = [overlaps(*sides) for sides in both]
    ratios = [ratios_of_fractions(_sum([measure(each) for each in seen])).f for measure in _MEASURES]
    return Figure(_MEAN, Coefficient(sum(ratios) / len(ratios) / 100, mentions), item, (first, second))


def _sum(counts: Sequence[Sums]) -> Sums:
    return tuple(sum(column) for column in zip(*counts, strict=True))
