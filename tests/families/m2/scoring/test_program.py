"""The programs' path is found with less weighing than they do, and is the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.m2.programs import Closure, PathSearch, cheapest, weigh
from keytally.families.m2.reading import GoldEdit

WORDS = st.lists(st.sampled_from("abc"), max_size=8)
ALTERNATIVES = st.lists(st.lists(st.sampled_from("abc"), max_size=2).map(" ".join), min_size=1, max_size=2)
GOLD = st.lists(
    st.builds(GoldEdit, st.integers(0, 8), st.integers(0, 8), ALTERNATIVES.map(tuple), st.integers(0, 9)),
    max_size=5,
)


@settings(max_examples=300)
@given(WORDS, WORDS, st.lists(GOLD, min_size=1, max_size=3), st.integers(0, 3), st.booleans())
def test_the_path_is_the_cheapest_with_every_arc_weighed(
    source: list[str], hypothesis: list[str], annotators: list[list[GoldEdit]], most: int, shifted: bool
) -> None:
    closure = Closure(source, hypothesis, most, shifted=shifted)
    search = PathSearch(closure, most)
    for gold in annotators:
        wanted = cheapest(closure, weigh(closure, gold).weights)
        assert search.path(gold, ignore_case=False).whole == wanted


@settings(max_examples=600)
@given(
    st.tuples(*[st.lists(st.sampled_from("abc"), max_size=7)] * 2),
    st.lists(st.tuples(WORDS, WORDS, st.integers(0, 7)), min_size=1, max_size=3),
    st.lists(GOLD, min_size=1, max_size=3),
    st.integers(0, 3),
    st.booleans(),
)
def test_a_trimmed_closure_gives_the_same_path(
    ends: tuple[list[str], list[str]],
    changes: list[tuple[list[str], list[str], int]],
    annotators: list[list[GoldEdit]],
    most: int,
    shifted: bool,
) -> None:
    """Changes between tokens that stay as they are, whatever stands at both ends."""
    source, hypothesis = [*ends[0], "k"], [*ends[0], "k"]
    for before, after, kept in changes:
        same = [f"k{number}" for number in range(kept)]
        source += [*before, *same]
        hypothesis += [*after, *same]
    source += ends[1]
    hypothesis += ends[1]
    whole = Closure(source, hypothesis, most, shifted=shifted)
    trimmed = Closure(source, hypothesis, most, shifted=shifted, trimmed=True)
    assert (trimmed.count, trimmed.is_whole) == (len(whole.arcs), whole.is_whole)
    searches = PathSearch(whole, most), PathSearch(trimmed, most)
    for gold in annotators:
        wanted = [edit for edit in gold if " ".join(source[edit.start : edit.end]) not in edit.alternatives]
        one, other = (search.path(wanted, ignore_case=False) for search in searches)
        assert one == other


@given(WORDS, st.lists(GOLD, min_size=1, max_size=2))
def test_a_sentence_left_as_it_is_has_no_edit(source: list[str], annotators: list[list[GoldEdit]]) -> None:
    search = PathSearch(Closure(source, list(source), 2, shifted=False), 2)
    for gold in annotators:
        assert search.path(gold, ignore_case=False) == ([], [], [])
