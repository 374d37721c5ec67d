"""The measures of the document: its figures, its examples, and what keytally says where it is silent."""

import pytest

from tests.families.lexsub.files import report, scores

HAPPY = "happy.a 9999 :: glad 3;merry 2;cheerful 1;jovial 1;\n"
BRIGHT = "bright.a 1 :: intelligent 3;clever 2;smart 1;  \nbright.a 2 :: light 2;luminous 2;clear 1;\n"


def credit(task: str, gold: str, answers: str) -> float:
    """The credit of the first item, in percent."""
    value: float = next(iter(report(task, gold, answers)["items"].values()))["credit"]
    return value


def test_best_of_the_worked_example() -> None:
    """Section 4.1: "the credit for a_9999 in the numerator of precision and recall would be (3+1)/7 = .286".

    (3+1)/7 is .571; .286 is (3+1)/2 divided by 7, as "the credit for each correct guess will be divided
    by the number of guesses". Formulas (1) and (2) leave out |H_i|, which (5) and (6) have.
    """
    answers = "happy.a 9999 :: glad; cheerful\n"
    assert credit("lexsub-best", HAPPY, answers) == pytest.approx(28.6, abs=0.05)
    assert credit("lexsub-best", HAPPY, answers) == pytest.approx(100 * (3 + 1) / 2 / 7)


def test_oot_of_the_worked_example() -> None:
    """Section 4.2: "the credit for each correct guess will not be divided by the number of guesses"."""
    assert credit("lexsub-oot", HAPPY, "happy.a 9999 ::: glad; cheerful\n") == pytest.approx(100 * 4 / 7)


def test_the_gold_standard_s_example_has_a_mode_in_one_of_two_items() -> None:
    """Section 4: the mode is "the most frequent response, provided that there is a response more
    frequent than the others"."""
    assert scores("lexsub-best", BRIGHT, "bright.a 1 :: intelligent\nbright.a 2 :: light\n") == {
        "precision": pytest.approx(100 * (3 / 6 + 2 / 5) / 2),
        "recall": pytest.approx(100 * (3 / 6 + 2 / 5) / 2),
        "mode_precision": 100.0,
        "mode_recall": 100.0,
        "total": 2,
        "attempted": 2,
        "total_with_mode": 1,
        "attempted_with_mode": 1,
    }


def test_precision_is_over_the_items_attempted_and_recall_over_all() -> None:
    """Formulas (1) to (4)."""
    result = scores("lexsub-best", BRIGHT, "bright.a 2 :: light;dim\n")
    assert result["precision"] == pytest.approx(100 * 2 / 5 / 2)
    assert result["recall"] == pytest.approx(100 * 2 / 5 / 2 / 2)
    assert (result["attempted"], result["attempted_with_mode"]) == (1, 0)
    assert (result["mode_precision"], result["mode_recall"]) == (0.0, 0.0)


def test_items_with_fewer_than_two_responses_are_not_in_t() -> None:
    """Section 4: "T be the set of test items with 2 or more responses (non NIL or proper name)"."""
    gold = "a.n 1 :: red 1;\nb.n 2 :: red 1;blue 1;\nc.n 3 :: NIL 3;red 1;\nd.n 4 :: pn 2;red 1;\ne.n 5 :: \n"
    assert scores("lexsub-best", gold, "b.n 2 :: red\n")["total"] == 1


def test_nil_and_proper_names_are_no_responses_but_words_with_pn_are() -> None:
    assert credit("lexsub-best", "a.n 1 :: hypnotic 3;pn 4;NIL 5;\n", "a.n 1 :: hypnotic\n") == 100.0


@pytest.mark.parametrize("stray", ["1", "1;1", " 1", "NIL 1", "\u00a01"])
def test_a_frequency_without_a_word_is_no_response(stray: str) -> None:
    assert scores("lexsub-best", f"side.n 1 :: edge 1;{stray};\n", "side.n 1 :: edge\n")["total"] == 0


def test_the_first_guess_is_the_best_one() -> None:
    """Section 4.1: "The first guess in the list will be taken as the best"."""
    assert scores("lexsub-best", HAPPY, "happy.a 9999 :: cheerful;glad\n")["mode_recall"] == 0.0
    assert scores("lexsub-oot", HAPPY, "happy.a 9999 ::: cheerful;glad\n")["mode_recall"] == 100.0


def test_a_blank_is_right_for_a_hyphen_and_a_hyphen_is_wrong_for_a_blank() -> None:
    """Section 2.2: "if the humans have used a hyphen (-) in a response then we will accept a space
    instead [...]. If a system uses a hyphen, but not the annotators then the system will be marked wrong"."""
    gold = "a.n 1 :: self-aware 3;out of control 1;\n"
    assert credit("lexsub-best", gold, "a.n 1 :: self aware\n") == 75.0
    assert credit("lexsub-best", gold, "a.n 1 :: self-aware\n") == 75.0
    assert credit("lexsub-best", gold, "a.n 1 :: out-of-control\n") == 0.0
    assert scores("lexsub-best", gold, "a.n 1 :: self aware\n")["mode_recall"] == 100.0


@pytest.mark.parametrize("colons", ["::", ":: "])
def test_best_is_read_with_and_without_a_blank_behind_the_colons(colons: str) -> None:
    """Section 2.2.2: the form has none, the examples do."""
    gold = "severely.r 127 :: seriously 4;\ntight.r 32 :: fast 2;\nwild.a.n 160 :: state of nature 2;mad 2;\n"
    answers = (
        f"severely.r 127 {colons}seriously\ntight.r 32 {colons}fast\n"
        f"wild.a.n 160 {colons}natural state;state of nature\n"
    )
    assert scores("lexsub-best", gold, answers)["recall"] == pytest.approx(100 * (1 + 1 + 0.25) / 3)


def test_the_first_line_of_an_id_counts_and_order_does_not_matter() -> None:
    """Section 2.2.2: "the first such line will be counted as the system's answer"."""
    answers = "bright.a 2 :: light\nbright.a 1 :: dim\nbright.a 1 :: intelligent\n"
    assert scores("lexsub-best", BRIGHT, answers)["recall"] == pytest.approx(100 * 2 / 5 / 2)


def test_two_colons_are_no_answer_of_oot_and_three_none_of_best() -> None:
    """Section 2.2.3: "N.B. three colons to differentiate from the best output file!"."""
    assert scores("lexsub-oot", HAPPY, "happy.a 9999 :: glad\n")["attempted"] == 0
    assert scores("lexsub-best", HAPPY, "happy.a 9999 ::: glad\n")["attempted"] == 0


def test_ten_guesses_of_oot_count() -> None:
    """Section 4.2: "a system [can] make up to 10 guesses"."""
    others = ";".join(f"word{number}" for number in range(9))
    gold = "happy.a 1 :: glad 3;merry 1;\n"
    assert credit("lexsub-oot", gold, f"happy.a 1 ::: {others};merry;glad\n") == 25.0


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("glad;glad", 3 / 7),
        ("glad ; cheerful; ", 2 / 7),
        (";glad;;", 3 / 7),
        ("Glad", 0),
        ("glad\r", 3 / 7),
        ("", 0),
    ],
)
def test_guesses_are_a_set_and_blanks_do_not_count_but_case_does(answers: str, expected: float) -> None:
    gold = HAPPY
    assert credit("lexsub-best", gold, f"happy.a 9999 :: {answers}\n") == pytest.approx(100 * expected)


def test_spellings_that_differ_in_blanks_are_one_word_of_the_gold_standard() -> None:
    gold = "yard.n 1 :: garden 2;lot 2;garden  1;\n"
    assert credit("lexsub-best", gold, "yard.n 1 :: garden\n") == 60.0
    assert scores("lexsub-best", gold, "yard.n 1 :: garden\n")["mode_recall"] == 100.0


def test_the_mode_is_the_most_frequent_word_wherever_it_stands() -> None:
    assert scores("lexsub-best", "a.n 1 :: red 1;blue 3;\n", "a.n 1 :: blue\n")["mode_recall"] == 100.0


def test_words_of_one_letter_and_with_accents_are_words() -> None:
    gold = "a.n 1 :: e 1;caffé 2;e.g. 1;\n"
    assert credit("lexsub-oot", gold, "a.n 1 ::: e;e.g.;caffé\n") == 100.0


MULTIWORDS = "take.v 29 :: take place 5;\ncross.n 59 :: cross section 4;\nrun.v 60 :: run out 1;\n"


def test_multiwords_are_detected_and_identified() -> None:
    """Section 4.3, formulas (9) to (12); MW needs "a multiword response which more than one annotator
    has provided"."""
    answers = "take.v 29 :: take part\ncross.n 59 :: cross section\nrun.v 60 :: run out\nrun.v 61 :: run on\n"
    assert scores("lexsub-mw", MULTIWORDS, answers) == {
        "detection_precision": 50.0,
        "detection_recall": 100.0,
        "identification_precision": 25.0,
        "identification_recall": 50.0,
        "total": 2,
        "found": 4,
        "genuine": 2,
        "identified": 1,
    }


def test_a_blank_answer_detects_no_multiword_and_stray_characters_do_not_count() -> None:
    answers = "take.v 29 :: \ncross.n 59 :: cross section;\r\n"
    result = scores("lexsub-mw", MULTIWORDS, answers)
    assert (result["found"], result["genuine"], result["identified"]) == (1, 1, 1)


def test_of_multiwords_that_share_the_highest_frequency_any_is_right() -> None:
    gold = "get.v 1 :: get up 2;get on 2;get off 1;\n"
    for multiword, identified in (("get up", 1), ("get on", 1), ("get off", 0)):
        assert scores("lexsub-mw", gold, f"get.v 1 :: {multiword}\n")["identified"] == identified


def test_an_item_s_entry() -> None:
    answers = "bright.a 1 :: clever\n"
    assert report("lexsub-best", BRIGHT, answers)["items"] == {
        "1": {
            "lexelt": "bright.a",
            "scored": True,
            "attempted": True,
            "credit": pytest.approx(100 / 3),
            "mode": "intelligent",
            "mode_found": False,
        },
        "2": {
            "lexelt": "bright.a",
            "scored": True,
            "attempted": False,
            "credit": 0.0,
            "mode": None,
            "mode_found": None,
        },
    }


@pytest.mark.parametrize("task", ["lexsub-best", "lexsub-oot"])
def test_a_lexelt_ends_at_its_last_blank(task: str) -> None:
    gold = "e commerce.n 1 :: trade 2;sale 1;\nbig bad wolf.n 2 :: beast 2;\nbright.a 3 :: clever 2;\n"
    colons = ":::" if task == "lexsub-oot" else "::"
    answers = f"e commerce.n 1 {colons} trade\nbig bad wolf.n 2 {colons} beast\nbright.a 3 {colons} clever\n"
    found = scores(task, gold, answers)
    assert (found["total"], found["attempted"]) == (3, 3)
    assert found["recall"] == pytest.approx(100 * (2 / 3 + 1 + 1) / 3)


def test_two_blanks_before_an_id_are_no_blank_of_the_lexelt() -> None:
    assert scores("lexsub-best", "e commerce.n  1 :: trade 2;\n", "e commerce.n 1 :: trade\n")["total"] == 0
