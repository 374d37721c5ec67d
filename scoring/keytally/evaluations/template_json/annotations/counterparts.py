"""Which templates and roles of two files are about the same thing: the scorer's map, made symmetric.

The map of GTT takes one file as the key. So each file is the key once. Pairs that both maps have come before
those that one of them has, each template in one pair.
"""

from collections.abc import Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.template_json.annotations.said import TEMPLATE
from keytally.evaluations.template_json.scoring.templates import compared, distinct
from keytally.measures.templates.compared import Templates
from keytally.measures.templates.gtt import gtt_counts

Pair = tuple[int, int]


def paired_templates(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """The pairs of templates, by the indices of their annotations."""
    mine, others = _templates(first), _templates(second)
    there = {(i, j) for j, i in _mapped(mine, others)}
    back = set(_mapped(others, mine))
    both = there & back
    pairs = _apart(sorted(there | back, key=lambda pair: (pair not in both, sorted(pair))))
    places = _indices(first), _indices(second)
    return sorted((places[0][i], places[1][j]) for i, j in pairs)


def paired_roles(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """The pairs of roles with one name."""
    index_of = {each.name: index for index, each in enumerate(second)}
    return [(i, index_of[each.name]) for i, each in enumerate(first) if each.name in index_of]


def _apart(ranked: Sequence[Pair]) -> list[Pair]:
    """The pairs that have no template of an earlier one.

    Pairs of equal rank have no template in common, so the order of the files does not matter.
    """
    found, taken = list[Pair](), (set[int](), set[int]())
    for i, j in ranked:
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            found.append((i, j))
    return found


def _mapped(key: Templates, response: Templates) -> list[Pair]:
    """The number of each mapped template of the response, with that of its partner in the key."""
    partners = gtt_counts(key, response)[1].partners
    return [(at, partner) for at, partner in enumerate(partners) if partner is not None]


def _indices(said: Sequence[Annotation]) -> list[int]:
    return [index for index, each in enumerate(said) if each.kind == TEMPLATE]


def _templates(said: Sequence[Annotation]) -> Templates:
    """The templates that the annotations of a document are of."""
    return [compared(each) for each in distinct(said[0].unit.record().templates or ())] if said else []
