"""The measures of coreference: the examples of their papers, and independent implementations.

`scorch` has MUC, B-cubed, CEAF and BLANC, `corefeval` has LEA (of classes of two and more). Both are for
tests only.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from corefeval.metrics import lea as other_lea
from hypothesis import given
from hypothesis import strategies as st
from scorch import scores as scorch

from keytally.measures.coreference import MEASURES, MeasureSums, Ratios, overlaps

Classes = Sequence[Sequence[int]]


def measured(name: str, key: Classes, response: Classes) -> Ratios:
    """A measure of one document."""
    measure = MEASURES[name]
    return measure.ratios(measure.count(overlaps(key, response)))


def written(text: str) -> list[list[int]]:
    """`abc d` as the classes [[97, 98, 99], [100]]."""
    return [list(map(ord, members)) for members in text.split()]


class TestPapers:
    @pytest.mark.parametrize(
        ("response", "precision"),
        [("12345 6789ABC", 76), ("1234589ABC 67", 58)],
    )
    def test_bagga_and_baldwin(self, response: str, precision: int) -> None:
        """Their truth {1-5}, {6, 7}, {8-C} against two responses: "76%" and "58%", recall 100%."""
        ratios = measured("b3", written("12345 67 89ABC"), written(response))
        assert (round(ratios.recall), round(ratios.precision)) == (100, precision)

    @pytest.mark.parametrize(
        ("name", "recall", "precision"),
        [
            ("muc", Fraction(2, 5), Fraction(2, 5)),
            ("b3", Fraction(5, 12), Fraction(1, 2)),
            ("ceafm", Fraction(4, 7), Fraction(4, 8)),
            ("ceafe", Fraction(13, 20), Fraction(13, 30)),
            ("blanc", Fraction(4, 9), Fraction(13, 40)),
            ("lea", Fraction(5, 21), Fraction(1, 3)),
        ],
    )
    def test_pradhan_and_others(self, name: str, recall: Fraction, precision: Fraction) -> None:
        """Their example: key {a, b, c}, {d, e, f, g}, response {a, b}, {c, d}, {f, g, h, i}.

        BLANC's recall is (2/9 + 8/12) / 2; LEA's is (3 · 1/3 + 4 · 1/6) / 7.
        """
        ratios = measured(name, written("abc defg"), written("ab cd fghi"))
        assert ratios[:2] == pytest.approx((100 * float(recall), 100 * float(precision)))

    def test_moosavi_and_strube_count_a_single_mention_as_a_link_to_itself(self) -> None:
        assert measured("lea", written("a bc"), written("a bc")).f == 100
        assert measured("lea", written("a bc"), written("a b c")).recall == pytest.approx(100 / 3)
        assert measured("lea", written("a"), written("ab")).recall == 0

    def test_blanc_leaves_out_a_kind_of_links_that_neither_side_has(self) -> None:
        """Luo et al. 2014, 4.2: with no coreference links on either side it is that of the others."""
        assert measured("blanc", written("a b"), written("a b")) == Ratios(100, 100, 100)
        assert measured("blanc", written("ab"), written("ab")) == Ratios(100, 100, 100)
        assert measured("blanc", written("ab c"), written("a b c")).recall == pytest.approx(50)


@st.composite
def two_partitions(draw: st.DrawFn, smallest: int = 1) -> tuple[list[list[int]], list[list[int]]]:
    """Two partitions of mentions; those from 0 to 2 stand on both sides, two of them in one class."""
    sides = []
    for _ in range(2):
        odd = draw(st.integers(0, 2))
        classes = {0: [mention for mention in range(3) if mention != odd], 1: [odd]}
        for mention in draw(st.lists(st.integers(3, 14), unique=True)):
            classes.setdefault(draw(st.integers(0, 5)), []).append(mention)
        sides.append([sorted(members) for members in classes.values() if len(members) >= smallest])
    return sides[0], sides[1]


@pytest.mark.parametrize(
    ("name", "other"),
    [("muc", scorch.muc), ("b3", scorch.b_cubed), ("ceafm", scorch.ceaf_m), ("ceafe", scorch.ceaf_e)],
)
@given(two_partitions())
def test_it_agrees_with_scorch(name, other, sides) -> None:  # noqa: ANN001
    """It fails where the sides have no mention in common."""
    recall, precision, f = other(*([set(members) for members in side] for side in sides))
    assert measured(name, *sides) == pytest.approx((100 * recall, 100 * precision, 100 * f))


@given(two_partitions())
def test_blanc_agrees_with_scorch(sides: tuple[Classes, Classes]) -> None:
    """Where both kinds of links stand on both sides; elsewhere scorch follows the first paper on it."""
    recall, precision, f = scorch.blanc(*([set(members) for members in side] for side in sides))
    assert measured("blanc", *sides) == pytest.approx((100 * recall, 100 * precision, 100 * f))


@given(two_partitions(smallest=2))
def test_lea_agrees_with_corefeval(sides: tuple[Classes, Classes]) -> None:
    ratios = measured("lea", *sides)
    for mine, (classes, others) in zip(ratios[:2], (sides, sides[::-1]), strict=True):
        class_of = {mention: tuple(members) for members in others for mention in members}
        above, below = other_lea([list(members) for members in classes], class_of)
        assert mine == pytest.approx(100 * above / below)


class TestSums:
    def test_nothing_over_nothing_is_0(self) -> None:
        for name in MEASURES:
            assert measured(name, [], []) == Ratios(0, 0, 0)
            assert measured(name, written("a bc"), written("d ef")) == Ratios(0, 0, 0)
        assert set(MeasureSums(MEASURES).ratios().values()) == {Ratios(0, 0, 0)}

    def test_documents_add_up_before_they_are_divided(self) -> None:
        sums = MeasureSums(["b3", "lea"])
        sums.add(overlaps(written("ab"), written("ab")))
        sums.add(overlaps(written("abcdef"), []))
        assert list(sums.ratios()) == ["b3", "lea"]
        assert sums.ratios()["b3"].recall == pytest.approx(100 * 2 / 8)

    def test_without_documents_all_is_0(self) -> None:
        sums = MeasureSums(["muc", "no such measure"])
        assert sums.ratios() == {"muc": Ratios(0, 0, 0)}
        assert MeasureSums(["no such measure"]).is_empty


def test_overlaps_count_common_mentions_and_keep_the_places_of_classes() -> None:
    seen = overlaps(["ab", "", "cde"], ["bcd", "x"])
    assert seen.key == [2, 0, 3]
    assert seen.response == [3, 1]
    assert seen.shared == {(0, 0): 1, (2, 0): 2}
    assert seen.shared_by_row == [{0: 1}, {}, {0: 2}]


def test_classes_without_mentions_count_for_nothing() -> None:
    for name in MEASURES:
        full = measured(name, written("ab cde"), written("abc de"))
        assert measured(name, [[], *written("ab cde")], [*written("abc de"), []]) == full
