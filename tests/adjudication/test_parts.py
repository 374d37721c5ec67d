"""Alignments at equal places are taken at once: the outcome is that of taking all, the strongest first."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from keytally.adjudication import items as parts_module
from keytally.adjudication.gold_items import match_gold
from keytally.adjudication.items import Member, aligned_parts, items_of, ranked_annotations, strength
from keytally.families.annotations import Annotation
from tests.adjudication.notes import Notes, note
from tests.calls import calls_counted

NAMES = ("anna", "ben", "cleo", "dora")
NOTES = st.builds(
    lambda start, length, value: note(start, start + length, value),
    st.integers(0, 6),
    st.integers(1, 4),
    st.sampled_from("xy"),
)
FILES = st.lists(st.lists(NOTES, max_size=5), min_size=2, max_size=4).map(
    lambda files: dict(zip(NAMES, files, strict=False))
)
Files = Mapping[str, Sequence[Annotation]]


def one_by_one(files: Files) -> set[frozenset[Member]]:
    """The parts by the rule as it is stated: all alignments in the order of their strength."""
    part_of = {(name, at): {(name, at)} for name, said in files.items() for at in range(len(said))}
    roots = {name: ranked_annotations(said) for name, said in files.items()}
    found = [
        (
            strength(roots[left][one], roots[right][other], (left, one), (right, other)),
            (left, one),
            (right, other),
        )
        for left, right in combinations(sorted(files), 2)
        for one, other in Notes().counterparts(files[left], files[right])
    ]
    for _, one_end, other_end in sorted(found):
        joined = part_of[one_end] | part_of[other_end]
        if len({name for name, _ in joined}) == len(joined):
            part_of.update(dict.fromkeys(joined, joined))
    return {frozenset(part) for part in part_of.values()}


@given(FILES)
def test_parts_are_those_of_the_alignments_one_by_one(files: Files) -> None:
    assert {frozenset(part.items()) for part in aligned_parts(Notes(), files)} == one_by_one(files)


@given(FILES, st.lists(NOTES, max_size=5))
def test_the_gold_has_the_items_of_the_alignments_one_by_one(files: Files, gold: list[Annotation]) -> None:
    items = items_of(Notes(), files)
    own = ranked_annotations(gold)
    found = sorted(
        (
            strength(own[mine], ranked_annotations(said)[theirs], ("", mine), (name, theirs)),
            mine,
            items.item_of[name][theirs],
        )
        for name, said in items.annotations.items()
        for mine, theirs in Notes().counterparts(gold, said)
    )
    members: dict[int, int] = {}
    for _, mine, number in found:
        if number not in members and mine not in members.values():
            members[number] = mine
    assert members.items() <= match_gold(Notes(), items, gold).members.items()


def test_the_strength_of_alignments_at_equal_places_is_not_asked() -> None:
    said = [note(start, start + 2, "x") for start in range(0, 40, 4)]
    files = {name: [*said[:number], *said[number + 1 :]] for number, name in enumerate(NAMES)}
    with calls_counted() as counts:
        items = items_of(Notes(), files)
        match_gold(Notes(), items, said)
    assert counts[f"{parts_module.__name__}.{strength.__name__}"] == 0
