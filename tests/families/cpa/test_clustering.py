"""Task 2: B-cubed, against the document and against Bagga and Baldwin (1998), whose measure it is."""

import pytest

from tests.families.cpa.verb_files import item, rows, score_of

TASK = "cpa-clustering"


def clusters(*groups: str) -> str:
    """A file in which each letter of a group is in that group's cluster."""
    return rows(*(f"{name} | {number}" for number, group in enumerate(groups, 1) for name in group))


TRUTH = clusters("12345", "67", "89ABC")
LARGE_JOINED_TO_SMALL = clusters("12345", "6789ABC")
LARGE_JOINED_TO_LARGE = clusters("1234589ABC", "67")


def test_bagga_and_baldwins_first_response() -> None:
    """Their example: joining the small class to a large one gives a precision of 16/21, F of 32/37."""
    found = item(TASK, TRUTH, LARGE_JOINED_TO_SMALL)
    assert (found["precision"], found["recall"]) == pytest.approx((100 * 16 / 21, 100))
    assert score_of(TASK, TRUTH, LARGE_JOINED_TO_SMALL) == pytest.approx(32 / 37, abs=1e-15)


def test_bagga_and_baldwins_second_response() -> None:
    """Joining the two large classes loses more: a precision of 7/12, F of 14/19."""
    found = item(TASK, TRUTH, LARGE_JOINED_TO_LARGE)
    assert (found["precision"], found["recall"]) == pytest.approx((100 * 7 / 12, 100))
    assert score_of(TASK, TRUTH, LARGE_JOINED_TO_LARGE) == pytest.approx(14 / 19, abs=1e-15)


@pytest.mark.parametrize("response", [LARGE_JOINED_TO_SMALL, LARGE_JOINED_TO_LARGE])
def test_interchanging_the_sides_interchanges_precision_and_recall(response: str) -> None:
    """ "These scores differ by interchanging the gold reference with the candidate run." (The formula
    "F-score = 2*Prec*Rec / Prec+Rec" lacks the parentheses that the others have.)"""
    forth, back = item(TASK, TRUTH, response), item(TASK, response, TRUTH)
    assert (forth["precision"], forth["recall"]) == (back["recall"], back["precision"])
    assert score_of(TASK, TRUTH, response) == score_of(TASK, response, TRUTH)


def test_a_pair_of_an_item_with_itself_counts() -> None:
    """ "The number of pairs also include the case where a pair is made of the same data point"."""
    assert item(TASK, clusters("1", "2", "3"), clusters("123"))["precision"] == pytest.approx(100 / 3)


def test_the_averages_are_over_items() -> None:
    """By hand: run clusters {1,2,3} and {4}; gold {1,2}, {3,4}."""
    found = item(TASK, clusters("12", "34"), clusters("123", "4"))
    assert found["precision"] == pytest.approx(100 * (2 / 3 + 2 / 3 + 1 / 3 + 1) / 4)
    assert found["recall"] == pytest.approx(100 * (1 + 1 + 1 / 2 + 1 / 2) / 4)


def test_an_item_that_one_side_lacks_is_in_no_pair_there() -> None:
    found = item(TASK, clusters("12"), clusters("1"))
    assert (found["precision"], found["recall"]) == (100, 25)
    found = item(TASK, clusters("1"), clusters("12"))
    assert (found["precision"], found["recall"]) == (25, 100)


@pytest.mark.parametrize("mode", ["document", "official"])
def test_lines_of_the_key_without_an_integer_are_skipped(mode: str) -> None:
    key = TRUTH + rows("D | x", "E | u")
    assert score_of(TASK, key, TRUTH, compatible=mode) == 1
    assert score_of(TASK, key, TRUTH + rows("D | 1"), compatible=mode) < 1


@pytest.mark.parametrize("mode", ["document", "official"])
def test_the_names_of_clusters_do_not_matter(mode: str) -> None:
    renamed = TRUTH.replace("\t1\n", "\t17\n").replace("\t2\n", "\t-4\n")
    assert score_of(TASK, TRUTH, renamed, compatible=mode) == 1


def test_numbers_written_in_two_ways_are_one_cluster_but_in_the_official_program() -> None:
    response = TRUTH.replace("2\t1\n", "2\t01\n", 1)
    assert score_of(TASK, TRUTH, response) == 1
    assert score_of(TASK, TRUTH, response, compatible="official") < 1


@pytest.mark.parametrize("spelling", ["1", "+1", "001", " 1 "])
def test_spellings_of_a_number(spelling: str) -> None:
    assert score_of(TASK, rows("a|1", "b|1"), rows("a|1") + f"b\t{spelling}\n") == 1
    assert score_of(TASK, rows("a|0", "b|0"), rows("a|0", "b|-0")) == 1
    assert score_of(TASK, rows("a|1", "b|2"), rows("a|1", "b|-1")) == 1


def test_numbers_of_any_length() -> None:
    assert score_of(TASK, rows("a|1", "b|2"), rows("a|" + "7" * 9000, "b|" + "7" * 9001)) == 1


def test_of_an_item_that_is_listed_twice_the_first_line_counts() -> None:
    """The official program counts both lines."""
    assert score_of(TASK, TRUTH, TRUTH + rows("1 | 2")) == 1
    assert score_of(TASK, TRUTH, TRUTH + rows("1 | 2"), compatible="official") < 1


def test_nothing_clustered_is_nothing() -> None:
    assert score_of(TASK, TRUTH, "") == 0
    assert score_of(TASK, "", TRUTH) == 0
