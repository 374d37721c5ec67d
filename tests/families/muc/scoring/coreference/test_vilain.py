"""The measure of Vilain et al. 1995, "A Model-Theoretic Coreference Scoring Scheme", on its small cases.

The paper states key and response as links and scores the classes that these tie together; so a case
with other links of the same classes stands beside each.
"""

import pytest

from tests.families.muc.coreference_files import fractions, in_classes, linked, scored

ALPHABET = "ABCDEFGHIJKL"


@pytest.mark.parametrize(
    ("key", "response", "recall", "precision"),
    [
        # The paper's own: one link lacks, R = 2/3; both links that there are agree, P = 2/2.
        ("A-B B-C B-D", "A-B C-D", (2, 3), (2, 2)),
        ("A-B B-C C-D", "A-B C-D", (2, 3), (2, 2)),
        ("A-B C-D", "A-B B-C C-D", (2, 2), (2, 3)),
        ("A-B B-C C-D", "A-B B-C C-D", (3, 3), (3, 3)),
        ("A-B B-C C-D", "A-C B-D A-D", (3, 3), (3, 3)),
        ("A-B B-C", "A-C", (1, 2), (1, 1)),
        ("A-B B-C B-D B-E", "A-B C-D", (2, 4), (2, 2)),
        ("A-B B-C D-E E-F G-H", "A-B B-C D-E E-F", (4, 5), (4, 4)),
    ],
)
def test_links(key: str, response: str, recall: tuple[int, int], precision: tuple[int, int]) -> None:
    score = scored(from_links(key), from_links(response))
    assert fractions(score) == (recall, precision)


@pytest.mark.parametrize(
    ("key", "response", "recall", "precision"),
    [
        ("ABCD", "AB CD", (2, 3), (2, 2)),
        ("AB CD", "ABCD", (2, 2), (2, 3)),
        ("ABC", "AC", (1, 2), (1, 1)),
        ("AB", "CD", (0, 1), (0, 1)),
        ("ABC DE", "ABD CE", (1, 3), (1, 3)),
        ("ABCD", "A B C D", (0, 3), (0, 0)),
        ("ABCD", "", (0, 3), (0, 0)),
        ("", "AB", (0, 0), (0, 1)),
        ("", "", (0, 0), (0, 0)),
        ("A B", "A B", (0, 0), (0, 0)),
    ],
)
def test_classes(key: str, response: str, recall: tuple[int, int], precision: tuple[int, int]) -> None:
    score = scored(in_classes(key), in_classes(response))
    assert fractions(score) == (recall, precision)


def test_nothing_over_nothing_is_0_and_never_fails() -> None:
    counts = scored(in_classes("AB"), in_classes("CD")).counts
    assert (counts.recall, counts.precision, counts.f) == (0.0, 0.0, 0.0)
    counts = scored(in_classes(""), in_classes("")).counts
    assert (counts.recall, counts.precision, counts.f) == (0.0, 0.0, 0.0)


def test_f_is_made_from_unrounded_recall_and_precision() -> None:
    """The manual's first row: 25 / 43 and 25 / 40 give 60.2."""
    counts = scored(in_classes("ABCD"), in_classes("AB CD")).counts
    assert counts.f == pytest.approx(80.0)


def from_links(written: str) -> str:
    """A document with the paper's links.

    A mention has one REF, so a second link from the same one is turned round: links are symmetric.
    """
    pairs: list[tuple[str, str]] = []
    for link in written.split():
        some, other = link.split("-")
        taken = {pair[0] for pair in pairs}
        pairs.append((other, some) if other not in taken else (some, other))
    mentions = "".join(sorted({letter for pair in pairs for letter in pair}))
    return linked(ALPHABET, mentions, pairs)
