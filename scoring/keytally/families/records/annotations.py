"""The leaves of a record as annotations, to measure inter-annotator agreement."""

from collections.abc import Sequence
from decimal import Decimal

from keytally.families.annotations import Annotation
from keytally.families.records.compiled import Leaf
from keytally.families.records.reading import RecordUnit
from keytally.families.records.scoring import Comparison
from keytally.measures.assignment import Pair, symmetric_pairs

FIELD = "field"

# Leaves that the scorer aligns are about the same thing. Each file is the key once; pairs that both
# alignments have come first.


def leaf_annotations(unit: RecordUnit, comparison: Comparison) -> list[Annotation]:
    """Return the leaves of a record, sorted by field and value; `comparison` has the record as its key and
    no response.
    """
    found = [
        Annotation(
            unit,
            leaf.node.start,
            leaf.node.end,
            FIELD,
            leaf.field.path,
            (leaf.field.path, text) if "[]" in leaf.field.path else (leaf.field.path,),
            (text,),
        )
        for each in comparison.leaf_verdicts()
        if (leaf := each.key) is not None and leaf.node is not None
        for text in [_text(leaf)]
    ]
    return sorted(found, key=lambda each: each.place)


def _text(leaf: Leaf) -> str:
    """Return the value of a leaf in the form in which it is compared."""
    canon = leaf.canon
    if isinstance(canon, Decimal):
        return format(canon.normalize(), "f")
    return canon if isinstance(canon, str) else str(leaf.value).lower()


def aligned_leaves(
    first: Sequence[Annotation], second: Sequence[Annotation], there: Comparison, back: Comparison
) -> list[Pair]:
    """Return the pairs of leaves from the alignments in both directions; pairs that both contain take
    precedence.
    """
    places = [
        {(each.start, each.end, each.name): at for at, each in enumerate(side)} for side in (first, second)
    ]
    forth = _pairs(there, places[0], places[1])
    return symmetric_pairs(forth, ((mine, its) for its, mine in _pairs(back, places[1], places[0])))


Places = dict[tuple[int, int, str], int]


def _pairs(comparison: Comparison, key: Places, response: Places) -> list[Pair]:
    found = []
    for each in comparison.leaf_verdicts():
        mine, its = (_at(leaf, side) for leaf, side in ((each.key, key), (each.response, response)))
        if mine is not None and its is not None:
            found.append((mine, its))
    return found


def _at(leaf: Leaf | None, places: Places) -> int | None:
    """Return the index of a leaf's annotation; if the value was compared as a list, only one of the two paths
    ends in `[]`.
    """
    if leaf is None or leaf.node is None:
        return None
    place, path = (leaf.node.start, leaf.node.end), leaf.field.path
    return next(
        (places[(*place, name)] for name in (path, path.removesuffix("[]")) if (*place, name) in places), None
    )
