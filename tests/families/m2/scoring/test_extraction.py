"""The edits that are read off the lattice are the best of all: proved against every path."""

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.m2.lattice import KEPT, SUBSTITUTION, best_edits, lattice
from keytally.families.m2.reading import GoldEdit, without_duplicates
from tests.families.m2.scoring.definition import all_ways, best

WORDS = st.lists(st.sampled_from("abc"), max_size=4)
ALTERNATIVES = st.lists(st.lists(st.sampled_from("abc"), max_size=2).map(" ".join), min_size=1, max_size=2)
GOLD = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), ALTERNATIVES.map(tuple)), max_size=4)


def gold_of(source: list[str], drawn: list[tuple[int, int, tuple[str, ...]]]) -> list[GoldEdit]:
    """Edits that lie within the sentence."""
    placed = [(min(start, len(source)), length, alternatives) for start, length, alternatives in drawn]
    return [
        GoldEdit(start, min(start + length, len(source)), alternatives, line)
        for line, (start, length, alternatives) in enumerate(placed)
    ]


@given(WORDS, WORDS)
def test_the_lattice_holds_every_shortest_way_and_no_other(source: list[str], hypothesis: list[str]) -> None:
    rows = lattice(source, hypothesis).rows
    found = set()
    for row, column, bits in ((row, *step) for row, steps in enumerate(rows) for step in steps.items()):
        for bit, before in (
            (KEPT | SUBSTITUTION, (row - 1, column - 1)),
            (2, (row - 1, column)),
            (4, (row, column - 1)),
        ):
            if bits & bit:
                found.add((before, (row, column)))
    assert found == all_ways(source, hypothesis)


@settings(max_examples=300)
@given(WORDS, WORDS, GOLD, st.integers(0, 3))
def test_the_edits_are_the_best_of_all_paths(
    source: list[str], hypothesis: list[str], drawn: list[tuple[int, int, tuple[str, ...]]], most: int
) -> None:
    gold = gold_of(source, drawn)
    edits = best_edits(lattice(source, hypothesis), gold, most)
    made = sum(edit.gold is not None for edit in edits)
    wanted = best(source, hypothesis, gold, most)
    assert (made, made - len(edits)) == (wanted[0], wanted[2])


@given(WORDS, WORDS, GOLD, st.integers(0, 3))
def test_edits_turn_the_source_into_the_hypothesis(
    source: list[str], hypothesis: list[str], drawn: list[tuple[int, int, tuple[str, ...]]], most: int
) -> None:
    gold = gold_of(source, drawn)
    built, at = [], 0
    for edit in best_edits(lattice(source, hypothesis), gold, most):
        built += source[at : edit.start] + hypothesis[edit.first : edit.last]
        at = edit.end
        if edit.gold is not None:
            assert (edit.gold.start, edit.gold.end) == (edit.start, edit.end)
            assert " ".join(hypothesis[edit.first : edit.last]) in edit.gold.alternatives
    assert built + source[at:] == hypothesis


@given(WORDS, WORDS, GOLD)
def test_no_gold_edit_is_made_twice(
    source: list[str], hypothesis: list[str], drawn: list[tuple[int, int, tuple[str, ...]]]
) -> None:
    gold = gold_of(source, drawn)
    made = [edit.gold for edit in best_edits(lattice(source, hypothesis), gold, 2) if edit.gold is not None]
    assert len(made) == len(set(made)) <= len(without_duplicates(gold))


def edits_of(source: str, hypothesis: str, *gold: GoldEdit, most: int = 2) -> list[tuple[int, int]]:
    found = best_edits(lattice(source.split(), hypothesis.split()), gold, most)
    return [(edit.start, edit.end) for edit in found]


def test_an_edit_holds_as_many_unchanged_words_as_it_may() -> None:
    assert edits_of("a b c d", "x b c y") == [(0, 4)]
    assert edits_of("a b c d e", "x b c d y") == [(0, 1), (4, 5)]
    assert edits_of("a b c d", "x b c y", most=1) == [(0, 1), (3, 4)]
    assert edits_of("a b c d", "x b c y", most=0) == [(0, 1), (3, 4)]


def test_gold_edits_part_what_would_be_one_edit() -> None:
    assert edits_of("a b c d", "x b c y", GoldEdit(0, 1, ("x",))) == [(0, 1), (3, 4)]


def test_sentences_of_thousands_of_tokens_have_one_change() -> None:
    middle = [str(number) for number in range(2000)]
    source, hypothesis = ["a", "b", *middle, "c"], ["a", "b", *reversed(middle), "x", "c"]
    [edit] = best_edits(lattice(source, hypothesis), [], 2)
    assert edit[:4] == (2, 2002, 2, 2003)
    [edit] = best_edits(lattice(source, ["a", "b", *middle, "c", *middle, "c"]), [], 2)
    assert edit[:4] == (2003, 2003, 2003, 4004)
    assert best_edits(lattice(source, list(source)), [], 2) == []


def test_edits_begin_and_end_with_a_change() -> None:
    assert edits_of("a b c d e f", "a b x d e f") == [(2, 3)]
