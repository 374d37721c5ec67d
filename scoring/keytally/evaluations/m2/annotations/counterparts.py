"""Which edits of two files are about the same thing: those of the same tokens, else those that overlap."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.annotated import Annotation
from keytally.measures.nearest_pairs import Pair, Stretch, nearest_pairs


def counterparts(first: Sequence[Annotation], second: Sequence[Annotation]) -> list[Pair]:
    """The pairs of edits, in order; the first annotator of one file is compared with the first of the other.

    Edits of the same tokens pair first if they say the same, then in their order; then edits that overlap,
    those with the largest shares of common tokens first. An insertion overlaps what replaces the tokens on
    both sides of it.
    """
    pairs = [*_equal(first, second, with_values=True)]
    pairs += _equal(first, second, with_values=False, pairs=pairs)
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    left = [i for i in range(len(first)) if i not in taken[0]]
    right = [j for j in range(len(second)) if j not in taken[1]]
    candidates = [(i, j) for i in left for j in right if overlap(first[i], second[j])]
    spans = [*map(_span, first)], [*map(_span, second)]
    return sorted([*pairs, *nearest_pairs(candidates, *spans)])


def _equal(
    first: Sequence[Annotation],
    second: Sequence[Annotation],
    *,
    with_values: bool,
    pairs: Sequence[Pair] = (),
) -> Iterator[Pair]:
    """The further pairs of edits at one place, in their order."""
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    waiting: dict[object, list[int]] = {}
    for j, each in enumerate(second):
        if j not in taken[1]:
            waiting.setdefault((each.place, each.value if with_values else ()), []).append(j)
    for i, each in enumerate(first):
        same = waiting.get((each.place, each.value if with_values else ())) if i not in taken[0] else None
        if same:
            yield i, same.pop(0)


def _span(edit: Annotation) -> Stretch:
    _, start, end, _ = edit.place
    return int(start), int(end)


def overlap(some: Annotation, other: Annotation) -> bool:
    """Whether two edits of one annotator change the same tokens."""
    (low, end), (high, last) = sorted((_span(some), _span(other)))
    is_beside = (some.place[0], some.place[3]) != (other.place[0], other.place[3])
    return not is_beside and low <= high < end and (high < last or low < high)
