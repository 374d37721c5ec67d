"""The rules of lexical substitution, as pictures; clean files; the fixes."""

from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.engine.findings import Located
from keytally.families.contract import Role
from keytally.families.lexsub.evaluation import LexsubLanguage
from keytally.families.lexsub.reading import LexsubMeasure
from keytally.project.pair import Pair
from keytally.runs.check import apply_fixes
from tests.families.lexsub.files import KEY, RESPONSE, live_pair, scores, scoring
from tests.pictures import drawn_spans, normal, text_of

GOLD = (
    "bright.a 5 :: clever 3;smart 1;\n"
    "wild.a 6 :: out of control 3;mad 1;self-willed 1;\n"
    "state.n 7 :: don't know 2;land 1;\n"
)


def located(task: str, gold: str, answers: str, path: Path = RESPONSE) -> list[Located]:
    engine, _ = live_pair(task, gold, answers)
    return list(engine.findings(path))


def picture(text: str, found: list[Located]) -> str:
    spans = ((each.start, each.end, each.finding.rule.name) for each in found)
    return drawn_spans(text, spans)


def assert_found(drawing: str, task: str = "lexsub-best", gold: str = GOLD) -> None:
    """The findings in a response are those of a picture."""
    answers = text_of(drawing)
    assert picture(answers, located(task, gold, answers)) == normal(drawing)


def assert_found_in_gold(drawing: str, task: str = "lexsub-best") -> None:
    """The findings in a gold standard are those of a picture."""
    gold = text_of(drawing)
    assert picture(gold, located(task, gold, "", KEY)) == normal(drawing)


def test_blanks_part_the_parts_and_colons_are_two() -> None:
    assert_found(
        """
        bright.a  5 :: clever
                ^^ lexsub-line
        wild.a 6:: mad
                | lexsub-line
        state.n 7 ::land
                    | lexsub-line
        """
    )


def test_a_line_without_the_parts_of_one_is_no_line() -> None:
    assert_found(
        """
        bright.a 5 clever
        ^^^^^^^^^^^^^^^^^ lexsub-line
        wild.a 6 : mad
                 ^ lexsub-colons

        state.n 7 ::: land
                  ^^^ lexsub-colons
        """
    )


def test_three_colons_in_oot() -> None:
    assert_found(
        """
        bright.a 5 :: clever
                   ^^ lexsub-colons
        wild.a 6 ::: mad
        """,
        "lexsub-oot",
    )


def test_lexelts_that_score_pl_cannot_read() -> None:
    assert_found("bright.ä 5 :: clever\n^^^^^^^^ lexsub-line\n", gold="bright.ä 5 :: clever 3;smart 1;\n")


def test_blanks_in_lists() -> None:
    assert_found(
        """
        bright.a 5 ::  clever; smart
                      ^ lexsub-blank-in-list
                              ^ lexsub-blank-in-list
        wild.a 6 :: out  of control ;mad
                       ^^ lexsub-blank-in-list
                                   ^ lexsub-blank-in-list
        """
    )


def test_blanks_at_the_end() -> None:
    answers = "bright.a 5 :: clever \nwild.a 6 :: mad; \n"
    found = located("lexsub-best", GOLD, answers)
    assert [(each.start, each.end, each.finding.rule.name) for each in found] == [
        (20, 21, "lexsub-blank-in-list"),
        (38, 39, "lexsub-empty-guess"),
    ]


def test_empty_places_and_no_guess_at_all() -> None:
    assert_found(
        """
        bright.a 5 :: ;clever;;smart;
                      ^ lexsub-empty-guess
                              ^ lexsub-empty-guess
        wild.a 6 ::
                 ^^ lexsub-empty-guess
        """
    )


def test_empty_places_side_by_side_are_one_defect() -> None:
    answers = "bright.a 5 :: ;; ;clever;;;smart; \nwild.a 6 :: " + ";" * 10_000 + "mad\n"
    found = located("lexsub-best", GOLD, answers)
    assert [(each.start, each.end, each.finding.message.partition(";")[0]) for each in found] == [
        (14, 18, "3 consecutive items of the list have no guess, but score.pl counts each of them"),
        (25, 27, "2 consecutive items of the list have no guess, but score.pl counts each of them"),
        (33, 34, "there is no guess after the last semicolon, but score.pl counts one"),
        (47, 10_047, "10000 consecutive items of the list have no guess, but score.pl counts each of them"),
    ]
    text = answers
    for each in reversed(found):
        (edit,) = each.finding.edits
        text = text[: each.offset + edit.start] + edit.text + text[each.offset + edit.end :]
    assert text == "bright.a 5 :: clever;smart;\nwild.a 6 :: mad\n"


def test_duplicates_and_too_many() -> None:
    assert_found(
        """
        bright.a 5 ::: clever;smart;clever
                                    ^^^^^^ lexsub-duplicate-guess
        wild.a 6 ::: a;b;c;d;e;f;g;h;i;j;k;l;
                                         ^^^ lexsub-too-many-guesses
        """,
        "lexsub-oot",
    )


def test_what_the_key_tells() -> None:
    assert_found(
        """
        dark.a 5 :: clever
        ^^^^^^ lexsub-lexelt
        bright.a 8 :: clever
                 ^ lexsub-unknown-id
        wild.a 6 :: mad
        wild.a 6 :: mad
               ^ lexsub-duplicate-id
        """
    )


def test_near_misses() -> None:
    """A blank for the key's hyphen is right by the document, and no near miss."""
    assert_found(
        """
        bright.a 5 :: Clever;smarts
                      ^^^^^^ lexsub-near-miss
        wild.a 6 :: out-of-control;self willed;selfwilled
                    ^^^^^^^^^^^^^^ lexsub-near-miss
        state.n 7 :: dont know;don't know
        """
    )


def test_a_hyphen_for_a_blank_is_right_in_the_final_release() -> None:
    engine, _ = live_pair("lexsub-best", GOLD, "wild.a 6 :: out-of-control\n", "final")
    assert list(engine.findings(RESPONSE)) == []


def test_carriage_returns_are_found_on_every_line_in_keys_too() -> None:
    answers = "bright.a 5 :: clever\r\nwild.a 6 :: mad\rstate.n 7 :: land\r\n"
    found = located("lexsub-best", GOLD, answers)
    assert [each.finding.rule.name for each in found] == ["lexsub-carriage-return"] * 3
    assert [each.start for each in found] == [20, 37, 55]
    in_gold = located("lexsub-best", GOLD.replace("\n", "\r\n"), "", KEY)
    assert [each.finding.rule.name for each in in_gold] == ["lexsub-carriage-return"] * 3


def test_multiwords() -> None:
    assert_found(
        """
        take.v 29 :: take place;
                               ^ lexsub-line
        take.v x :: take on
               ^ lexsub-line
        take.v 31 :: take  off
                         ^^ lexsub-blank-in-list
        cross.n 32 :: Cross section
                      ^^^^^^^^^^^^^ lexsub-near-miss
        """,
        "lexsub-mw",
        "take.v 29 :: take place 5;\ncross.n 32 :: cross section 4;\n",
    )


def test_gold_standards() -> None:
    assert_found_in_gold(
        """
        a.n 1 :: red 3;blue;green 0;
                       ^^^^ lexsub-line
                                  ^ lexsub-line
        b.n 2 :: red 2;red 1;
                       ^^^ lexsub-duplicate-guess
        c.n 3 :: red  2;blue 1;
                    ^^ lexsub-blank-in-list
        c.n 3 :: red 2;
            ^ lexsub-duplicate-id
        d.n 4 ::: red 2;
              ^^^ lexsub-colons
        """
    )


def test_words_that_score_pl_loses() -> None:
    assert_found_in_gold(
        """
        a.n 1 :: a 3;caffé nero 1;e.g. 1;
                 ^ lexsub-lost-gold
                     ^^^^^^^^^^ lexsub-lost-gold
                                  ^^^^ lexsub-lost-gold
        b.n 2 :: pn 2;hypnotic 3;don't know 1;
                      ^^^^^^^^ lexsub-lost-gold
        """
    )


def test_an_apostrophe_is_lost_in_multiwords_and_cut_by_the_trial() -> None:
    gold = "let.v 1 :: don't let on 2;\n"
    assert [each.finding.rule.name for each in located("lexsub-mw", gold, "", KEY)] == ["lexsub-lost-gold"]
    assert located("lexsub-best", gold, "", KEY) == []
    engine, _ = live_pair("lexsub-best", gold, "", "trial")
    assert [found.finding.message for found in engine.findings(KEY)] == [
        "score.pl reads don't let on as t let on"
    ]


@pytest.mark.parametrize(
    "answers",
    [
        "bright.a 5 :: clever;smart\nwild.a 6 :: mad\n",
        "wild.a 6 :: mad;self-willed;\n\nbright.a 5 :: clever",
        "wild.a 6 :: ünderdog;état de choses\n",
        "",
        "\n\n",
    ],
)
def test_clean_answers_are_clean(answers: str) -> None:
    assert located("lexsub-best", GOLD, answers) == []


@pytest.mark.parametrize("gold", [GOLD, "a.n 1 :: \n", "a.n 1 :: x-ray 2;o'clock 1;A4 paper 1;pn 2;NIL 1\n"])
def test_clean_gold_standards_are_clean(gold: str) -> None:
    assert located("lexsub-best", gold, "", KEY) == []


def test_the_corpora_have_the_defects_that_were_seen_in_them_and_no_others(corpora: Path) -> None:
    folder = corpora / "lexsub"
    gold = (folder / "gold").read_text(encoding="utf-8")
    in_gold = [each.finding.rule.name for each in located("lexsub-best", gold, "", KEY)]
    assert {name: in_gold.count(name) for name in set(in_gold)} == {
        "lexsub-blank-in-list": 22,
        "lexsub-duplicate-guess": 13,
        "lexsub-lost-gold": 1,
    }
    answers = (folder / "response.best").read_text(encoding="utf-8")
    found = located("lexsub-best", gold, answers)
    rules = {each.finding.rule.name for each in found}
    assert rules == {"lexsub-unknown-id"}
    assert len(found) == 7


FIXABLE = "bright.a\t5 ::  Clever; smart;;smart \r\ndark.a 6 ::: mad;mad; \r\nstate.n  7 ::don't  know;;\r\n"


def mended(task: str, gold: str, answers: str) -> str:
    """The answers after `keytally check --fix`."""

    def found(text: str) -> list[Located]:
        engine = Engine()
        engine.open(KEY, gold)
        engine.open(RESPONSE, text)
        engine.add_pair(Pair(task, KEY, RESPONSE), scoring(task))
        return list(engine.findings(RESPONSE))

    return apply_fixes(answers, found).text


def test_all_that_is_safe_is_fixed_at_once() -> None:
    """The key's spelling of a guess is no safe fix, but one that raises the score."""
    assert mended("lexsub-best", GOLD, FIXABLE) == (
        "bright.a 5 :: Clever;smart\nwild.a 6 :: mad;\nstate.n 7 :: don't know;;\n"
    )


def test_a_file_of_windows_is_right_for_score_pl_once_it_is_fixed() -> None:
    answers = "bright.a 5 :: clever\r\nwild.a 6 :: mad\r\nstate.n 7 :: land\r\n"
    assert scores("lexsub-best", GOLD, answers, "final")["recall"] == 0.0
    fixed_answers = mended("lexsub-best", GOLD, answers)
    assert "\r" not in fixed_answers
    final = scores("lexsub-best", GOLD, fixed_answers, "final")
    assert final["recall"] == pytest.approx(scores("lexsub-best", GOLD, answers)["recall"])


def test_a_word_given_twice_in_a_gold_standard_keeps_its_blanks() -> None:
    """Without them score.pl would take the last frequency for the whole word's."""
    found = located("lexsub-best", "yard.n 1 :: garden 2;lot 2;garden  1;\n", "", KEY)
    assert [each.finding.rule.name for each in found] == ["lexsub-duplicate-guess", "lexsub-blank-in-list"]
    assert [each.finding.edits for each in found] == [(), ()]


def test_without_a_role_rules_that_need_one_are_off() -> None:
    language = LexsubLanguage(Role.UNKNOWN)
    for text in ("a.n 1 :: red 2;red 1;\n", "a.n 1 ::: red;blue\n", "a.n 1 :: \n"):
        assert list(language.read(text).findings) == []
    assert [found.rule.name for found in language.read("a.n 1 :: red; blue\n").findings] == [
        "lexsub-blank-in-list"
    ]


def test_the_quick_look_at_clean_lines_overlooks_nothing() -> None:
    language = LexsubLanguage(Role.RESPONSE, LexsubMeasure.BEST)
    for text in ("a.n 1 :: x;x\n", "a.n 1 :: x;\r\n", "a.n 1 :: x y;z;x y\n", "a.n 1 :: x ;y\n"):
        assert language.read(text).findings


def test_a_lexelt_may_have_blanks_in_it() -> None:
    gold = "e commerce.n 1 :: trade 2;sale 1;\nbright.a 5 :: clever 3;smart 1;\n"
    assert located("lexsub-best", gold, "", KEY) == []
    assert_found(
        "e commerce.n 1 :: trade\ncommerce.n 1 :: sale\n           ^ lexsub-duplicate-id\n", gold=gold
    )
    assert_found("commerce.n 1 :: trade\n^^^^^^^^^^ lexsub-lexelt\n", gold=gold)


def test_an_id_before_its_lexelt_is_one_defect() -> None:
    drawing = """
        5 bright.a :: Clever
        ^^^^^^^^^^ lexsub-exchanged
        6 bright.a :: mad;mad
        ^^^^^^^^^^ lexsub-exchanged
                          ^^^ lexsub-duplicate-guess
        7 e state.n :: land
        ^^^^^^^^^^^ lexsub-exchanged
        """
    assert_found(drawing)
    assert mended("lexsub-best", GOLD, "5 bright.a :: clever\n7 e state.n :: land\n") == (
        "bright.a 5 :: clever\nstate.n 7 :: land\n"
    )
    assert_found(
        "95 manage.v :: take on\n^^^^^^^^^^^ lexsub-exchanged\n", "lexsub-mw", "take.v 29 :: a b 5;\n"
    )
    assert_found_in_gold("95 manage.v :: run 3;\n^^^^^^^^^^^ lexsub-exchanged\n")


def test_commas_part_no_guesses() -> None:
    assert_found(
        """
        bright.a 5 :: clever,smart
                            ^ lexsub-comma
        wild.a 6 :: mad, odd ,a b;1,000;c,
                       ^^^^^^^ lexsub-comma
                                         ^ lexsub-comma
        """
    )
    assert mended("lexsub-best", GOLD, "bright.a 5 :: clever, smart,;1,000\n") == (
        "bright.a 5 :: clever;smart;1,000\n"
    )


def test_commas_between_counted_words_of_a_gold_standard() -> None:
    assert_found_in_gold(
        """
        a.n 1 :: red 3,blue 2, green 1;
                      ^^^^^^^^ lexsub-comma
        b.n 2 :: yes, sir 1;
                 ^^^^^^^^ lexsub-lost-gold
        """
    )


def test_the_most_frequent_word_stands_first() -> None:
    """Both score.pl take the first word for the mode, unless another one has its frequency."""
    assert_found_in_gold(
        """
        a.n 1 :: red 1;blue 3;green 2;
                       ^^^^^^ lexsub-unsorted
        b.n 2 :: red 3;blue 1;green 2;
        c.n 3 :: pn 1;red 3;
        d.n 4 :: red 1;rose 1;dark  blue 3
                              ^^^^^^^^^^^^ lexsub-unsorted
                                  ^^ lexsub-blank-in-list
        """
    )


def test_a_list_is_sorted_by_a_fix() -> None:
    gold = "a.n 1 :: red 1;blue 3;green 3;pink 1;\nb.n 2 :: xi 1;eta 2;pi;\n"
    text = apply_fixes(gold, lambda text: located("lexsub-best", text, "", KEY)).text
    assert text == "a.n 1 :: blue 3;green 3;red 1;pink 1;\nb.n 2 :: xi 1;eta 2;pi;\n"
    assert scores("lexsub-best", gold, "a.n 1 :: red\n") == scores("lexsub-best", text, "a.n 1 :: red\n")


def test_a_multiword_that_one_annotator_gave_is_no_mode() -> None:
    assert_found_in_gold(
        """
        a.n 1 :: red tape 1;blue tape 3;
        b.n 2 :: red tape 2;blue tape 3;
                            ^^^^^^^^^^^ lexsub-unsorted
        """,
        "lexsub-mw",
    )
