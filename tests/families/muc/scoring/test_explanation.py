"""Why objects are aligned: F, weighted sum and threshold of a pair, and which object came nearest."""

from fractions import Fraction

from keytally.families.muc.model import ClassDefinition, MucObject
from keytally.families.muc.scoring.templates import Explanation, TemplateScoring
from tests.families.muc.scoring.templates import CLASSES, configured, record

KEY = [
    record("PERSON-1", name="Roth", kind="IN"),
    record("PERSON-2", name="Murdoch", kind="IN"),
    record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-2>"),
]
RESPONSE = [
    record("PERSON-7", name="Roth", kind="OUT"),
    record("PERSON-8", name="Roth", kind="IN"),
    record("PERSON-9", alias="Joe"),
    record("ORGANIZATION-4", name="Thorn", leader="<PERSON-1-9>"),
]


def why(single: MucObject, threshold: int = 0) -> Explanation:
    classes = tuple(ClassDefinition(name, name, True, Fraction(threshold)) for name in CLASSES)
    scoring = TemplateScoring(configured(classes=classes))
    found = scoring.explain(scoring.score("1", KEY, RESPONSE), KEY, RESPONSE, single)
    assert found is not None
    return found


def test_a_pair_has_f_the_weighted_sum_and_the_threshold() -> None:
    """Name and kind agree: F is 1, and 100 times the weights 10 and 1 is 1100."""
    found = why(KEY[0], 100)
    assert found.partner == (RESPONSE[1], 1, 1100, True)
    assert found.threshold == 100


def test_the_runner_up_is_the_next_best_whoever_it_is_aligned_with() -> None:
    assert why(KEY[0]).runner_up == (RESPONSE[0], Fraction(1, 2), 1000, True)
    assert why(RESPONSE[1]).runner_up == (KEY[1], Fraction(1, 2), 100, True)


def test_an_object_that_is_left_over_has_a_runner_up_only() -> None:
    """All that agrees is the kind: 100 does not exceed the threshold."""
    assert why(KEY[1], 100) == (KEY[1], None, (RESPONSE[1], Fraction(1, 2), 100, False), 100)


def test_what_agrees_in_nothing_is_no_runner_up() -> None:
    assert why(RESPONSE[2])[1:3] == (None, None)
    assert why(KEY[2])[1:3] == (None, None)


def test_objects_of_other_classes_are_not_explained() -> None:
    scoring = TemplateScoring(configured())
    score = scoring.score("1", KEY, RESPONSE)
    assert scoring.explain(score, KEY, RESPONSE, record("FERRY-1", name="EMI")) is None


def test_objects_that_were_paired_by_force_have_no_partner() -> None:
    key, response = [record("PERSON-1", name="Roth")], [record("PERSON-2", name="Murdoch")]
    scoring = TemplateScoring(configured(force_pairing=True))
    score = scoring.score("1", key, response)
    assert score.classes["person"][0].response is response[0]
    found = scoring.explain(score, key, response, key[0])
    assert found is not None
    assert found.partner is None


def test_pointers_are_seen_as_the_score_settled_them() -> None:
    """A leader that is aligned makes half of an organization's fills right."""
    key = [KEY[0], record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>")]
    response = [RESPONSE[1], record("ORGANIZATION-4", name="Thorn", leader="<PERSON-1-8>")]
    scoring = TemplateScoring(configured())
    found = scoring.explain(scoring.score("1", key, response), key, response, key[1])
    assert found is not None
    assert found.partner is not None
    assert found.partner.f == Fraction(1, 2)
