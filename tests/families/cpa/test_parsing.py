"""Task 1, against the document (SemEval-2015 task 15, "Evaluation", Task 1)."""

import pytest

from tests.families.cpa.verb_files import item, rows, score_of, scored

TASK = "cpa-parsing"
KEY = rows(
    "1 | Old | | ",
    "2 | sailors | subj | Human",
    "3 | mend | v | ",
    "4 | nets | obj | Artifact",
    "",
    "5 | She | subj | Human",
    "6 | mends | v | ",
    "7 | quarrels | obj | Event",
)


def test_the_key_against_itself_is_perfect() -> None:
    assert score_of(TASK, KEY, KEY) == 1


def test_a_category_has_the_harmonic_mean_of_precision_and_recall() -> None:
    """ "F_C = (2*Prec_C*Rec_C)/(Prec_C+Rec_C) where Prec_C = Correct_C / Retrieved_C and
    Rec_C = Correct_C / Reference_C"."""
    response = KEY.replace("4\tnets\tobj", "4\tnets\tsubj")
    subj = item(TASK, KEY, response)["syntax"]["categories"]["subj"]
    assert (subj["correct"], subj["retrieved"], subj["reference"]) == (2, 3, 2)
    assert (subj["precision"], subj["recall"], subj["f"]) == pytest.approx((200 / 3, 100, 80))


def test_a_layer_is_the_average_of_its_categories_and_a_verb_that_of_its_layers() -> None:
    """ "S_layer_l = Sum(F_C_l) / n_C_l", "S_verb = Sum(S_layer) / n_layer"."""
    response = KEY.replace("4\tnets\tobj", "4\tnets\tsubj")
    found = item(TASK, KEY, response)
    obj = 2 * 1 * 0.5 / 1.5
    assert found["syntax"]["score"] == pytest.approx(100 * (0.8 + obj) / 2)
    assert found["semantics"]["score"] == 100
    assert found["score"] == pytest.approx((found["syntax"]["score"] + 100) / 2)


def test_the_task_is_the_average_of_the_verbs() -> None:
    """ "Score_Task1 = Sum(S_verb) / n_verb"."""
    key = {"mend": KEY, "sew": KEY}
    half = KEY.replace("subj", "").replace("obj", "")
    assert score_of(TASK, key, {"mend": KEY, "sew": half}) == pytest.approx((1 + 0.5) / 2)


def test_a_verb_that_the_response_lacks_is_0_and_one_that_the_key_lacks_is_ignored() -> None:
    key = {"mend": KEY, "sew": KEY}
    assert score_of(TASK, key, {"mend": KEY}) == 0.5
    live = scored(TASK, {"mend": KEY}, {"mend": KEY, "sew": ""})
    assert live.totals() == {"score": 100.0, "verbs": {"mend": 100.0}}


def test_categories_are_those_of_the_key() -> None:
    response = KEY.replace("1\tOld\t\t", "1\tOld\tadvprep\tTime")
    assert score_of(TASK, KEY, response) == 1
    assert "advprep" not in item(TASK, KEY, response)["syntax"]["categories"]


def test_the_official_program_counts_categories_that_the_key_lacks() -> None:
    """Each enlarges the number that the layer is divided by."""
    response = KEY.replace("1\tOld\t\t", "1\tOld\tadvprep\tTime")
    assert score_of(TASK, KEY, response, compatible="official") == pytest.approx((2 / 3 + 3 / 4) / 2)


def test_the_official_program_files_what_was_marked_wrongly_under_the_keys_category() -> None:
    response = KEY.replace("4\tnets\tobj", "4\tnets\tsubj")
    categories = item(TASK, KEY, response, compatible="official")["syntax"]["categories"]
    assert [categories[name]["retrieved"] for name in ("obj", "subj")] == [2, 2]
    categories = item(TASK, KEY, response)["syntax"]["categories"]
    assert [categories[name]["retrieved"] for name in ("obj", "subj")] == [1, 3]


def test_a_layer_that_the_key_leaves_empty_is_no_part_of_the_average() -> None:
    key = rows("1 | She | subj | ", "2 | mends | v | ")
    assert score_of(TASK, key, key) == 1
    assert score_of(TASK, key, key, compatible="official") == 0.5


def test_nothing_over_nothing_is_nothing() -> None:
    assert score_of(TASK, "", "") == 0
    assert score_of(TASK, rows("1 | mends | v | "), "") == 0
    assert score_of(TASK, {}, {}) == 0


def test_the_row_of_the_verb_is_not_scored() -> None:
    assert score_of(TASK, KEY, KEY.replace("3\tmend\tv\t", "3\tmend\tv\tHuman")) == 1


def test_of_rows_with_one_id_the_first_counts() -> None:
    twice = KEY + rows("4 | nets | subj | Human")
    assert score_of(TASK, KEY, twice) == 1
    assert score_of(TASK, KEY, twice, compatible="official") < 1


def test_columns_that_lack_are_empty() -> None:
    assert score_of(TASK, KEY, KEY.replace("\t\n", "\n")) == 1


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_do_not_matter(end: str) -> None:
    assert score_of(TASK, KEY, KEY.replace("\n", end)) == 1


def test_blanks_around_cells_matter_to_the_official_program_only() -> None:
    response = KEY.replace("\tArtifact\n", "\tArtifact \n")
    assert score_of(TASK, KEY, response) == 1
    assert score_of(TASK, KEY, response, compatible="official") < 1
    assert score_of(TASK, KEY, KEY.replace("\n", "\r\n"), compatible="official") < 1
