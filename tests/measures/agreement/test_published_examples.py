"""The coefficients, on worked examples of the literature."""

from collections import Counter
from fractions import Fraction
from itertools import zip_longest

import pytest

from keytally.measures.agreement import (
    NOMINAL,
    PASSONNEAU,
    Coefficient,
    Distance,
    Rows,
    cohens_kappa,
    fleiss_kappa,
    krippendorffs_alpha,
)


def rows(*annotators: str) -> Rows:
    """One string an annotator and one character an item; a point is a missing value."""
    return Counter(
        tuple(None if value == "." else value for value in row) for row in zip_longest(*annotators)
    )


def value(found: Coefficient) -> float:
    assert found.value is not None
    return found.value


# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", part C (Hayes and Krippendorff 2007): four
# observers, twelve units, missing values: "nominal α = 0.743", "interval α = 0.849".
RELIABILITY_DATA = rows("123321412...", "1233224125.3", ".333234225 1.".replace(" ", ""), "12332441251.")


def squared(one: str, other: str) -> int:
    return (int(one) - int(other)) ** 2


def test_krippendorffs_reliability_data_with_missing_values() -> None:
    nominal = krippendorffs_alpha(RELIABILITY_DATA)
    assert (round(value(nominal), 3), nominal.items) == (0.743, 11)
    assert round(value(krippendorffs_alpha(RELIABILITY_DATA, Distance(squared))), 3) == 0.849


# Artstein and Poesio 2008, "Inter-coder agreement for computational linguistics", page 558: 100 utterances
# are tagged as statement or request; κ = (0.7 - 0.54) / (1 - 0.54) = "0.348", π = (0.7 - 0.545) / (1 - 0.545)
# = "0.341".
TWO_TAGS = {("stat", "stat"): 20, ("stat", "ireq"): 20, ("ireq", "stat"): 10, ("ireq", "ireq"): 50}

# Page 568: α = 1 - 0.09 / 0.4879 ≈ "0.8155" with the distances 1 of statement and request and 0.5 of either
# and check; unweighted κ = "0.801", π = "0.799".
THREE_TAGS = {
    ("stat", "stat"): 46,
    ("stat", "ireq"): 6,
    ("ireq", "ireq"): 32,
    ("chck", "ireq"): 6,
    ("chck", "chck"): 10,
}


def of_tags(one: str, other: str) -> Fraction | int:
    return int(one != other) if "chck" not in (one, other) else Fraction(1, 2)


def test_artstein_and_poesios_survey() -> None:
    assert round(value(cohens_kappa(TWO_TAGS)), 3) == 0.348
    assert round(value(fleiss_kappa(TWO_TAGS)), 3) == 0.341
    assert value(cohens_kappa(THREE_TAGS)) == pytest.approx(0.801, abs=0.0005)
    assert value(fleiss_kappa(THREE_TAGS)) == pytest.approx(0.7995, abs=0.0001)
    assert value(krippendorffs_alpha(THREE_TAGS, Distance(of_tags))) == pytest.approx(0.8155, abs=0.0001)


def test_expected_disagreement_of_the_survey() -> None:
    """De = 0.4879 over the 200 judgments of THREE_TAGS: 98 statements, 76 requests, 26 checks."""
    pairs = 2 * (98 * 76 + Fraction(98 * 26 + 76 * 26, 2))
    expected = Fraction(pairs, 200 * 199)
    assert round(float(expected), 4) == 0.4879
    assert value(krippendorffs_alpha(THREE_TAGS, Distance(of_tags))) == float(1 - Fraction(9, 100) / expected)


# Fleiss 1971, "Measuring nominal scale agreement among many raters", table 1: 30 patients, six psychiatrists,
# five diagnoses; P = ".5556", Pe = ".2201", κ = ".430".
PATIENTS = """
444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 224445
333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 222224 111155 224444 133333 555555
"""


def test_fleiss_psychiatrists() -> None:
    found = fleiss_kappa(Counter(tuple(patient) for patient in PATIENTS.split()))
    assert (round(value(found), 2), found.items) == (0.43, 30)
    assert value(found) == pytest.approx((0.5556 - 0.2201) / (1 - 0.2201), abs=0.0005)


def chains(*annotators: str) -> Rows:
    """A string of classes for each annotator: the value of a mention is the set of mentions of its class."""
    return Counter(
        zip(
            *(
                [frozenset(each for each, name in enumerate(classes) if name == own) for own in classes]
                for classes in annotators
            ),
            strict=True,
        )
    )


# The layout of Passonneau 2004, "Computing reliability for coreference annotation": eleven noun phrases,
# three coders who agree on two chains and differ on how the others are joined.
ELEVEN_PHRASES = chains("abcabbdcddb", "abcabbdefdb", "abcabbgcccb")


def test_passonneaus_distance_gives_credit_for_a_part() -> None:
    """Nominal: Do = 15 of 33 judgments; by sets 11 pairs of a part (1/3) and two that overlap (2/3)."""
    assert round(value(krippendorffs_alpha(ELEVEN_PHRASES)), 2) == 0.45
    assert round(value(krippendorffs_alpha(ELEVEN_PHRASES, PASSONNEAU)), 2) == 0.76


def test_passonneaus_distances() -> None:
    sets = [frozenset(each) for each in ("ab", "ab", "abc", "bd", "ef")]
    assert [PASSONNEAU.between(sets[0], each) for each in sets] == [0, 0, Fraction(1, 3), Fraction(2, 3), 1]


def test_sets_as_in_dkpro_statistics() -> None:
    """The example of DKPro Statistics (SetAnnotationsTest): Do = 0.333, De = 0.409, α = 0.186."""
    pairs = ["/", "A/", "A/A", "A/B", "AB/A", "AB/AC", "ABC/ABC", "C/AC", "C/AC"]
    data = Counter(tuple(frozenset(side) for side in pair.split("/")) for pair in pairs)
    assert value(krippendorffs_alpha(data, PASSONNEAU)) == pytest.approx(0.186, abs=0.0005)


def test_digitized_units_of_krippendorff_1995() -> None:
    """Krippendorff 1995, part A, 24 moments one by one: κ = 0.385, π = 0.314, α = 0.329."""
    data = rows("001111111100001111110000", "000011110000000110000000")
    assert value(cohens_kappa(data)) == pytest.approx(0.385, abs=0.0005)
    assert value(fleiss_kappa(data)) == pytest.approx(0.314, abs=0.0005)
    assert value(krippendorffs_alpha(data, NOMINAL)) == pytest.approx(0.329, abs=0.0005)
