"""Which templates and roles of two files are about the same thing: the scorer's map, made symmetric.

The map of GTT takes one file as the key. So each file is the key once. Pairs that both maps have come before
those that one of them has, each template in one pair.
"""

from collections.abc import Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.template_json.annotations.said import TEMPLATE, templates_of
from keytally.evaluations.template_json.scoring.templates import compared
from keytally.measures.symmetric_pairs import Pair, symmetric_pairs
from keytally.measures.templates.compared import Templates
from keytally.measures.templates.gtt import gtt_counts


def paired_templates(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """The pairs of templates, by the indices of their annotations."""
    mine, others = _templates(first), _templates(second)
    pairs = symmetric_pairs(((i, j) for j, i in _mapped(mine, others)), _mapped(others, mine))
    places = _indices(first), _indices(second)
    return sorted((places[0][i], places[1][j]) for i, j in pairs)


def paired_roles(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """The pairs of roles with one name."""
    index_of = {each.name: index for index, each in enumerate(second)}
    return [(i, index_of[each.name]) for i, each in enumerate(first) if each.name in index_of]


def _mapped(key: Templates, response: Templates) -> list[Pair]:
    """The number of each mapped template of the response, with that of its partner in the key."""
    partners = gtt_counts(key, response)[1].partners
    return [(at, partner) for at, partner in enumerate(partners) if partner is not None]


def _indices(said: Sequence[Annotation]) -> list[int]:
    return [index for index, each in enumerate(said) if each.kind == TEMPLATE]


def _templates(said: Sequence[Annotation]) -> Templates:
    """The templates that the annotations of a document are of."""
    return [compared(each) for each in templates_of(said[0].unit)] if said else []
