"""What "the same position" of the text is."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import MucObject
from keytally.families.muc.scoring.named_entity import overlap_clusters, overlapping_pairs, tags_overlap

Tag = Callable[..., MucObject]
Spans = list[tuple[int, int]]

SPAN = st.builds(lambda start, length: (start, start + length), st.integers(0, 12), st.integers(0, 6))
SPANS = st.lists(SPAN, max_size=8)
OVERLAPS = ["half_open", "closed", "exact"]


@pytest.mark.parametrize(
    ("key", "response", "where"),
    [
        ((5, 10), (5, 10), {"half_open", "closed", "exact"}),
        ((5, 10), (9, 12), {"half_open", "closed"}),
        ((5, 10), (0, 6), {"half_open", "closed"}),
        ((5, 10), (6, 7), {"half_open", "closed"}),
        ((5, 10), (10, 12), {"closed"}),
        ((5, 10), (0, 5), {"closed"}),
        ((5, 10), (11, 12), set()),
        ((5, 5), (5, 5), {"closed", "exact"}),
        ((5, 5), (3, 8), {"closed"}),
    ],
)
def test_what_the_same_position_is(
    tag: Tag, key: tuple[int, int], response: tuple[int, int], where: set[str]
) -> None:
    for one, other in ((key, response), (response, key)):
        met = {overlap for overlap in OVERLAPS if pairs(tag, [one], [other], overlap)}
        assert met == where


@given(SPANS, SPANS, st.sampled_from(OVERLAPS))
def test_candidates_are_all_that_meet(tag: Tag, key: Spans, response: Spans, overlap: str) -> None:
    mine, other = objects(tag, key), objects(tag, response)
    expected = [
        (k, r)
        for k, one in enumerate(mine)
        for r, two in enumerate(other)
        if tags_overlap(one.extent, two.extent, overlap)
    ]
    assert sorted(pairs(tag, key, response, overlap)) == expected


@given(SPANS, SPANS, st.sampled_from(OVERLAPS))
def test_a_tag_is_in_one_cluster_at_most(tag: Tag, key: Spans, response: Spans, overlap: str) -> None:
    cut = overlap_clusters(objects(tag, key), objects(tag, response), overlap)
    found = [place[2:] for cluster in cut for place in cluster]
    assert len(found) == len(set(found))


@pytest.mark.parametrize(("overlap", "pairs"), [("half_open", []), ("closed", [(7, 9)])])
def test_what_is_left_of_a_cluster_may_be_apart(overlap: str, pairs: list[tuple[int, int]]) -> None:
    """Two tags that only a third held together, which has found its partner."""
    assert list(overlapping_pairs([(0, 1, False, 7), (1, 2, True, 9)], overlap)) == pairs


def test_what_has_no_extent_meets_nothing(tag: Tag) -> None:
    template = MucObject("enamex", "1", "1", {}, 0, 1)
    assert not tags_overlap(template.extent, tag("PERSON", "Kory").extent, "half_open")
    assert list(overlap_clusters([template], [template], "half_open")) == []


@pytest.mark.parametrize("overlap", ["half_open", "closed"])
def test_many_tags_within_one_meet_only_it_and_their_like(tag: Tag, overlap: str) -> None:
    spans = [(0, 10_000), *((10 * place, 10 * place + 5) for place in range(1000))]
    assert len(pairs(tag, spans, spans, overlap)) == 3 * 1000 + 1


def objects(tag: Tag, spans: Sequence[tuple[int, int]]) -> list[MucObject]:
    return [tag("PERSON", "x", start, end=end) for start, end in spans]


def pairs(
    tag: Tag, key: Sequence[tuple[int, int]], response: Sequence[tuple[int, int]], overlap: str
) -> list[tuple[int, int]]:
    found = overlap_clusters(objects(tag, key), objects(tag, response), overlap)
    return [pair for cluster in found for pair in overlapping_pairs(cluster, overlap)]
