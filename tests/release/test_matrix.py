"""The runs of the matrix get checkouts of different names."""

from release import matrix


def test_each_run_of_a_commit_has_another_name() -> None:
    names = [matrix.checkout_name(number, 1000) for number in range(len(matrix.NAMES))]
    assert sorted(names) == sorted(matrix.NAMES)


def test_the_names_rotate_with_the_commits() -> None:
    names = {matrix.checkout_name(0, commits) for commits in range(len(matrix.NAMES))}
    assert names == {*matrix.NAMES}
