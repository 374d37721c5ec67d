"""Task 3, against the document (SemEval-2015 task 15, "Evaluation", Task 3)."""

import json
from pathlib import Path

import pytest

from keytally.families.cpa.reading import SLOTS
from tests.families.cpa.verb_files import item, patterns, score_of

TASK = "cpa-slots"
TREE = [{"term": "Anything", "sub": [{"term": "Entity", "sub": [{"term": "Human"}, {"term": "Thing"}]}]}]


@pytest.fixture
def ontology(tmp_path: Path) -> str:
    path = tmp_path / "ontology.json"
    path.write_text(json.dumps(TREE))
    return str(path)


def counts(key: str, response: str, **options: str) -> tuple[float, ...]:
    found = item(TASK, key, response, **options)
    return tuple(found[name] for name in ("correct", "substitution", "deletion", "insertion"))


def test_the_slots_are_those_of_the_document() -> None:
    """ "There are 9 slots ('subject','object','indirect_object','noun_adjective_complement',
    'verb_complement','preposition_1','adverbial_complement_1','preposition_2','adverbial_complement_2')"."""
    assert len(SLOTS) == 9
    assert (SLOTS[0], SLOTS[3], SLOTS[8]) == (
        "subject",
        "noun_adjective_complement",
        "adverbial_complement_2",
    )


def test_slots_are_matches_deletions_and_insertions() -> None:
    """ "If a slot is filled in the gold and is filled in the candidate run, this is a 'match'. If not,
    then it is counted as a deletion. Similarly, if a slot is filled in the run but not in the gold, it is
    counted as an insertion."  Of matches those of one type are correct, others substitutions."""
    key = patterns(["Human", "Thing", "Human", ""])
    response = patterns(["Human", "Event", "", "Thing"])
    assert counts(key, response) == (1, 1, 1, 1)


def test_precision_recall_and_error_rate() -> None:
    """ "Precision = Correct / (Correct + Substitution + Insertion)", "Recall = Correct / (Correct +
    Substitution + Deletion)"; the error rate's sum of errors stands over the slots of the reference (its
    line in the document lacks the parentheses)."""
    key = patterns(["Human", "Thing", "Human", "", "to"])
    response = patterns(["Human", "Event", "", "Thing"])
    found = item(TASK, key, response)
    assert counts(key, response) == (1, 1, 2, 1)
    assert found["precision"] == pytest.approx(100 * 1 / (1 + 1 + 1))
    assert found["recall"] == pytest.approx(100 * 1 / (1 + 1 + 2))
    assert found["error_rate"] == pytest.approx(100 * (1 + 2 + 1) / (1 + 1 + 2))
    assert found["score"] == pytest.approx(100 * 2 * (1 / 3) * (1 / 4) / (1 / 3 + 1 / 4))


def test_a_hypernym_in_the_key_gives_half_a_point(ontology: str) -> None:
    """ "When the gold slot contains a hypernym of the semantic type in the candidate run slot, it is
    given 0.5 points", and "their difference to 1 point (S=1-C) is added to substitution counts"."""
    assert counts(patterns(["Entity"]), patterns(["Human"]), ontology=ontology) == (0.5, 0.5, 0, 0)


def test_a_hypernym_in_the_response_gives_a_quarter(ontology: str) -> None:
    """ "When the candidate run slot contains a hypernym of the semantic type in the gold slot, it is
    given 0.25 points."."""
    assert counts(patterns(["Human"]), patterns(["Entity"]), ontology=ontology) == (0.25, 0.75, 0, 0)


def test_a_hypernym_is_any_ancestor_unless_parents_are_asked_for(ontology: str) -> None:
    pair = patterns(["Anything"]), patterns(["Human"])
    assert counts(*pair, ontology=ontology) == (0.5, 0.5, 0, 0)
    assert counts(*pair, ontology=ontology, hypernym="parent") == (0, 1, 0, 0)
    assert counts(patterns(["Human"]), patterns(["Thing"]), ontology=ontology) == (0, 1, 0, 0)


def test_without_an_ontology_there_is_no_partial_credit() -> None:
    assert counts(patterns(["Entity"]), patterns(["Human"])) == (0, 1, 0, 0)


def test_partial_credit_never_fires_in_the_official_program(ontology: str) -> None:
    pair = patterns(["Entity"]), patterns(["Human"])
    assert score_of(TASK, *pair, ontology=ontology, compatible="official") == 0


def test_a_cell_may_hold_several_types(ontology: str) -> None:
    assert counts(patterns(["Human | Thing"]), patterns(["Thing|Human"])) == (1, 0, 0, 0)
    assert counts(patterns(["Event | Entity"]), patterns(["Thing"]), ontology=ontology) == (0.5, 0.5, 0, 0)


FIRST, SECOND = ["Human", "Thing"], ["Human", "Event", "", "", "", "in", "Place"]


@pytest.mark.parametrize("response", [(FIRST, SECOND), (SECOND, FIRST)])
def test_patterns_are_aligned_whatever_their_order(response: tuple[list[str], list[str]]) -> None:
    assert score_of(TASK, patterns(FIRST, SECOND), patterns(*response)) == 1


def test_the_best_alignment_is_that_with_the_greatest_sum() -> None:
    """The first pattern's own best partner is worth more to the second: 2 + 3 is more than 3 + 0."""
    first, second = ["A", "B", "C", ""], ["A", "B", "C", "D"]
    key, response = patterns(first, second), patterns(second, ["A", "B", "X", "Y"])
    assert counts(key, response) == (6, 1, 0, 1)


def test_the_official_program_aligns_greedily_in_the_keys_order() -> None:
    """The first pattern takes its best partner (F 6/7), and leaves the second one with F 1/2."""
    first, second = ["A", "B", "C", ""], ["A", "B", "C", "D"]
    key, response = patterns(first, second), patterns(second, ["A", "B", "X", "Y"])
    official = score_of(TASK, key, response, compatible="official")
    assert official == pytest.approx((6 / 7 + 1 / 2) / 2)


def test_what_no_pattern_is_aligned_with_is_deleted_or_inserted() -> None:
    assert counts(patterns(FIRST, SECOND), patterns(FIRST)) == (2, 0, 4, 0)
    assert counts(patterns(FIRST), patterns(FIRST, SECOND)) == (2, 0, 0, 4)


def test_of_alignments_that_are_worth_the_same_the_one_with_fewest_errors_is_taken() -> None:
    assert counts(patterns(["A"], ["", "B"]), patterns(["", "C"], ["D"])) == (0, 2, 0, 0)


def test_the_official_program_reads_one_and_a_half_times_as_many_patterns() -> None:
    """With more it fails; half a pattern counts as a whole one."""
    key = patterns(["A"])
    assert score_of(TASK, key, patterns(["X"], ["A"], ["A"]), compatible="official") == 1
    assert score_of(TASK, key, patterns(["X"], ["Y"], ["A"]), compatible="official") == 0


def test_a_file_that_is_much_too_long_is_scored_all_the_same() -> None:
    """In file order, what both have apart: nobody waits for the best of thousands."""
    key = patterns(*([f"K{number}", "A"] for number in range(3000)))
    response = patterns(*([f"R{number}", "A"] for number in range(3000)))
    assert counts(key + patterns(["Z"]), patterns(["Z"]) + response) == (3001, 3000, 0, 0)


def test_the_task_is_the_average_of_the_verbs() -> None:
    """ "Score_Task3 = Sum(F1_verb) / n_verb"."""
    key = {"go": patterns(["A"]), "come": patterns(["A"])}
    assert score_of(TASK, key, {"go": patterns(["A"]), "come": patterns(["B"])}) == 0.5


def test_nothing_over_nothing_is_nothing() -> None:
    assert score_of(TASK, "", "") == 0
    assert score_of(TASK, patterns([]), patterns([])) == 0
    assert score_of(TASK, "", patterns(["A"]), compatible="official") == 0
