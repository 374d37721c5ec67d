"""Every figure and example of the scorer's document (the README of release 3.2)."""

import pytest

from keytally.families.m2.evaluation import MaxMatch
from keytally.families.m2.reading import block_of
from tests.families.m2.files import GOLD, OUTPUT, block, compatible, counts, scored, scorer

MODES = ["document", "3.2", "head"]


@pytest.fixture(params=MODES)
def rules(request: pytest.FixtureRequest) -> MaxMatch:
    return compatible(request.param)


def test_the_example_prints_what_the_document_prints(rules: MaxMatch) -> None:
    """ "Precision : 0.8, Recall : 0.8, F_0.5 : 0.8"; the program prints four decimals."""
    assert rules.report_text(scored(GOLD, OUTPUT, rules), 0) == (
        "Precision   : 0.8000\nRecall      : 0.8000\nF_0.5       : 0.8000\n"
    )


def test_there_are_four_valid_one_unnecessary_and_one_missing_edit(rules: MaxMatch) -> None:
    """ "there are four valid edits, one unnecessary edit, and one missing edit"."""
    assert counts(GOLD, OUTPUT, rules) == (4, 5, 5)


def test_sentence_1_has_two_valid_edits_and_one_unnecessary(rules: MaxMatch) -> None:
    """ "two valid edits {(at-> on), (\\epsilon -> the)} and one unnecessary edit (The -> A)"."""
    first = scored(GOLD, OUTPUT, rules)[0]
    edits = rules.detail(first).comparisons[0].edits
    assert [(edit.start, edit.end, edit.gold is not None) for edit in edits] == [
        (0, 1, False),
        (3, 4, True),
        (4, 4, True),
    ]


def test_sentence_2_misses_nothing_according_to_set_1(rules: MaxMatch) -> None:
    """ "despite missing one gold edit (dog -> dogs) according to annotation set 0, the system misses
    nothing according to set 1"."""
    second = scored(GOLD, OUTPUT, rules)[1]
    assert [tuple(each.counts) for each in second.results] == [(0, 0, 1), (0, 0, 0)]
    assert second.results[second.choice].annotator == 1


def test_sentence_3_is_better_by_set_0(rules: MaxMatch) -> None:
    """ "according to annotation set 0, the system makes two valid edits {(is -> are), (an -> \\epsilon)} and
    misses one edit (predator -> predators); however according to set 1, the system makes two unnecessary
    edits {(is -> are), (an -> \\epsilon)} and misses one edit (otters -> otter)".

    By set 1 the two edits have no unchanged word between them, so they are one: the document counts two,
    the program and the definition one.
    """
    third = scored(GOLD, OUTPUT, rules)[2]
    assert [tuple(each.counts) for each in third.results] == [(2, 2, 3), (0, 1, 1)]
    assert third.results[third.choice].annotator == 0


def test_a_line_of_the_example_has_an_alternative() -> None:
    """ "Multiple corrections should be separate by '||'"."""
    assert block_of(GOLD.split("\n\n")[0]).annotations[1].alternatives == ("the", "a")


def test_the_error_type_required_field_and_comment_are_not_scored(rules: MaxMatch) -> None:
    """ "The error type, required field, and comment are not used for scoring at the moment"."""
    other = GOLD.replace("|||Prep|||", "|||x|||").replace("REQUIRED|||-NONE-", "no|||any comment")
    assert counts(other, OUTPUT, rules) == (4, 5, 5)


@pytest.mark.parametrize("noop", ["A -1 -1|||T||||||R|||-|||1", "A 0 1|||noop|||x|||R|||-|||1"])
def test_no_edit_at_all_is_given_by_type_or_by_offsets(rules: MaxMatch, noop: str) -> None:
    """ "an edit with type 'noop' or with offsets '-1 -1' must be specified"."""
    gold = f"S The dog .\nA 1 2|||NN|||dogs|||R|||-|||0\n{noop}\n"
    assert counts(gold, "The dog .\n", rules) == (0, 0, 0)


def test_the_set_of_edits_that_maximises_f_is_chosen() -> None:
    """Section 4.1: "the set of gold edits that maximizes the F score of the sentence is chosen"."""
    gold = block("a b c", "0 1 x #0", "1 2 y #0", "2 3 z #0", "0 1 x #1")
    assert counts(gold, "x b c\n") == (1, 1, 1)


def test_beta_may_be_any_value() -> None:
    """Section 4.2: "this release supports any value for beta. The default value for beta ... is 0.5"."""
    gold, output = block("a b c d e f g h", "0 1 x", "4 5 y"), "x b c d e f g h\n"
    for beta, f in (("0.5", 5 / 6), ("1", 2 / 3), ("2", 5 / 9), ("0", 1.0)):
        fold = scorer(beta=beta).fold()
        fold.put(scored(gold, output)[0])
        assert fold.headline() == pytest.approx(100 * f)


def test_an_insertion_counts_once_and_in_order(rules: MaxMatch) -> None:
    """Section 4.3: insertions "that match a gold edit were counted repeatedly ... The order of insertion
    edits ... is now enforced"."""
    once = block("a b", "1 1 x")
    assert counts(once, "a x x b\n", rules)[0] == 1
    both = block("a b", "1 1 x", "1 1 y")
    assert counts(both, "a x y b\n", rules) == (2, 2, 2)
    assert counts(both, "a y x b\n", rules)[0] == 1


def test_insertions_may_be_followed_by_deletions(rules: MaxMatch) -> None:
    """Section 4.4: "erroneous scores ... when dealing with insertion edits followed by deletion edits"."""
    assert counts(block("a b c", "1 1 x", "1 2 "), "a x c\n", rules)[2] == 2
    assert counts(block("a b c", "1 2 ", "2 2 x"), "a x c\n", rules)[2] == 2


def test_two_annotators_do_not_disturb_each_other(rules: MaxMatch) -> None:
    """Section 4.4: "when scoring against the gold edits of subsequent annotators"."""
    alone = counts(block("a b c d e", "1 2 x"), "a x c d y\n", rules)
    beside = counts(block("a b c d e", "0 1 q #0", "1 2 x #1"), "a x c d y\n", rules)
    assert alone == beside
