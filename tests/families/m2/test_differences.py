"""Each missing and each spurious edit of a sentence has one class, and a repair."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.grammar import m2
from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference
from keytally.families.m2.differences import EditIndex, meet
from keytally.families.m2.reading import Block, GoldEdit, M2Token
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.m2.files import block, compatible, scorer

TASK = scorer()
SOURCE = "The cat sat at mat ."
BOTH = {"mis": 1, "spu": 1}


def differences(gold: str, output: str) -> Sequence[Difference]:
    live = scored(TASK, gold, f"{output}\n")
    return [each for name in live.documents for each in TASK.classifier.differences(live.scores_of(name))]


def test_the_task_classifies_differences() -> None:
    assert TASK.classifier is not None


@pytest.mark.parametrize(
    ("edits", "output", "name", "counts", "said"),
    [
        (["3 4 on"], SOURCE, "missed", {"mis": 1}, ("at → on (T)", "")),
        ([], "The cat sat on mat .", "spurious", {"spu": 1}, ("", "at → on")),
        (
            ["3 4 on"],
            "The cat sat in mat .",
            "wrong correction",
            BOTH,
            ("at → on (T)", "at → in"),
        ),
        (
            ["4 4 the"],
            "The cat sat the at mat .",
            "wrong place",
            BOTH,
            ("ε → the (T)", "ε → the"),
        ),
        (
            ["3 5 on a mat"],
            "The cat sat in mat .",
            "wrong correction",
            BOTH,
            ("at mat → on a mat (T)", "at → in"),
        ),
    ],
)
def test_a_difference_has_one_class(
    edits: Sequence[str], output: str, name: str, counts: dict[str, int], said: tuple[str, str]
) -> None:
    (found,) = differences(block(SOURCE, *edits), output)
    assert (found.name, found.counts, (found.key_text, found.response_text)) == (name, counts, said)


def test_the_same_correction_far_off_is_another_one() -> None:
    gold = block("a b c d e f g h", "1 1 the")
    assert [each.name for each in differences(gold, "a b c d e f g the h")] == ["missed", "spurious"]


def test_a_missing_edit_is_placed_where_it_belongs() -> None:
    (found,) = differences(block(SOURCE, "4 4 the", "1 2 dog"), "The dog sat at mat .")
    assert [(place.start, place.end) for place in found.response] == [(14, 14)]


def test_a_repair_leaves_the_rest_of_the_line() -> None:
    gold = block(SOURCE, "3 4 on", "4 4 the", "0 1 A")
    live = scored(TASK, gold, "The   cat sat in mat  .\r\n")
    (rewriting,) = (
        Corrections(live).corrected("1", [each]).rewriting
        for each in Corrections(live).differences("1")
        if each.name == "wrong correction"
    )
    assert rewritten(live, rewriting) == "The   cat sat on mat  .\r\n"


@pytest.mark.parametrize(
    ("gold", "output", "after"),
    [
        (block("a b", "0 2 "), "a b\n", "\n"),
        (block("a b", "0 0 x"), "a b\n", "x a b\n"),
        (block("a b", "2 2 x"), "a b", "a b x"),
        (block("a", "0 0 x", "0 0 y", "1 1 z"), "\n", "x y a z\n"),
        (block("a b", "1 1 x", "1 1 y"), "a x b\n", "a x y b\n"),
        (block("a b", "1 1 x", "1 1 y"), "a y b\n", "a x y b\n"),
    ],
)
def test_repairs_write_the_line(gold: str, output: str, after: str) -> None:
    live = scored(TASK, gold, output)
    corrections = Corrections(live)
    rewriting = corrections.corrected("1", corrections.differences("1")).rewriting
    assert rewritten(live, rewriting) == after


def test_a_repair_that_is_refused_leaves_insertions_at_one_place_in_their_order() -> None:
    gold = block("a b c a b", "0 0 y", "0 1 x", "0 2 x")
    live = scored(TASK, gold, "A y\n")
    (wrong,) = (each for each in Corrections(live).differences("1") if each.name == "wrong correction")
    rewriting = Corrections(live).corrected("1", [wrong]).rewriting
    assert list(rewriting.refused.values()) == ["a correct edit changes the same tokens"]
    assert rewriting.edits == []


def test_where_the_order_of_the_file_chooses_there_are_no_classes() -> None:
    assert compatible("3.2").classifier is None
    assert compatible("head").classifier is None


words = st.lists(st.sampled_from("abcABxy"), max_size=6).map(" ".join)
edits = st.lists(
    st.builds(
        lambda start, more, text, annotator: f"{start} {min(start + more, 5)} {text} #{annotator}",
        st.integers(0, 5),
        st.integers(0, 2),
        st.sampled_from(["x", "y", "x y", "", "x||b", "A"]),
        st.sampled_from("001"),
    ),
    max_size=5,
)


@given(edits, words, st.booleans())
def test_classes_sum_up_and_gains_are_exact(gold: Sequence[str], output: str, ignoring: bool) -> None:
    task = scorer(ignore_whitespace_casing="yes") if ignoring else TASK
    check_laws(task, block("a b c a b", *gold) + block("a b"), f"{output}\na\n")


@given(st.integers(0, 2**32))
def test_files_meet_the_laws(seed: int) -> None:
    files = m2.workspace(Random(seed))
    check_laws(TASK, files["gold.m2"], files["response.txt"])


apart = st.lists(
    st.builds(
        lambda place, insert, text: (place, insert, text),
        st.integers(0, 3),
        st.booleans(),
        st.sampled_from(["x", "y", "x y", "y||x"]),
    ),
    unique_by=lambda each: each[0],
    max_size=4,
)


@given(apart, words)
def test_a_response_that_is_repaired_meets_the_key(
    gold: Sequence[tuple[int, bool, str]], output: str
) -> None:
    """Where the key's edits neither touch each other nor change nothing."""
    lines = [
        f"{3 * place + 1} {3 * place + (1 if insert else 2)} {text}" for place, insert, text in sorted(gold)
    ]
    key = block("a b c d e f g h i j k l m", *lines)
    live = all_repaired(TASK, key, f"{output}\n")
    assert live.headline() == 100


def test_the_source_of_a_sentence_is_cut_into_tokens_once_for_all_differences(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = scored(TASK, block("a b c d e f g h", "0 1 x", "3 4 y", "6 7 z"), "a b c d e f g h\n")
    cuts, tokens = list[Block](), vars(Block)["tokens"].fget

    def counted(each: Block) -> list[M2Token]:
        cuts.append(each)
        return [*tokens(each)]

    monkeypatch.setattr(Block, "tokens", property(counted))
    (name,) = live.documents
    assert len(TASK.classifier.differences(live.scores_of(name))) == 3
    assert len(cuts) == 1


gold_edits = st.builds(GoldEdit, st.integers(0, 6), st.integers(0, 6), st.just(("x",)), st.integers(0, 99))


@given(st.lists(gold_edits, max_size=12), st.sets(st.integers(0, 11)), gold_edits)
def test_an_index_finds_all_edits_that_meet_an_edit(
    edits: list[GoldEdit], removed: set[int], edit: GoldEdit
) -> None:
    index = EditIndex(edits)
    for number in {number for number in removed if number < len(edits)}:
        index.discard(number)
    left = [(number, each) for number, each in enumerate(edits) if number not in removed]
    assert index.meeting(edit) == {number for number, each in left if meet(each, edit)}
    assert index.take([edit]) == [each for _, each in left if meet(each, edit)]
    assert not index.meeting(edit)
