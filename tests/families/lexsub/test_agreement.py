"""Pairwise agreement of annotators (document, section 6), both readings of the union."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.lexsub.reading import LexsubMeasure
from keytally.families.lexsub.reports import Answers, agreement, answers_of, multiword_f
from tests.families.lexsub.files import scoring
from tests.families.lexsub.strategies import PATIENT

# The five annotators of the document's example, item 9999.
FIVE = ("glad;merry", "glad", "cheerful;glad", "merry", "jovial")


def annotators(*lists: str) -> list[Answers]:
    """Annotators who answered one item."""
    return [read(f"happy.a 9999 :: {words}\n") for words in lists]


def read(*lines: str) -> Answers:
    language = scoring("lexsub-best").language(Role.RESPONSE)
    return answers_of(language.read(line) for line in lines)


def test_five_annotators_by_hand() -> None:
    """ "The multiset intersection divided by the multiset union", summed and divided by the ten pairs."""
    found = agreement(annotators(*FIVE))
    assert (found.items, found.pairs) == (1, 10)
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert found.maximum == (half + third + half + half) / 10
    assert found.additive == (third + Fraction(1, 4) + third + third) / 10
    assert found.with_mode == (1, 1, 1, 0, 0)


def test_nil_answers_make_no_pair() -> None:
    """ "The sum of all non nil paired annotator sets"."""
    found = agreement(annotators("glad", "NIL", "", "pn", "glad"))
    assert (found.pairs, found.maximum, found.additive) == (1, 1, Fraction(1, 2))


def test_the_first_line_of_an_item_counts_and_lines_of_another_form_do_not() -> None:
    assert read("a.n 1 :: x;x\n", "a.n 1 :: y\n", "junk\n", "a.n 2 ::: z\n") == {"1": Counter(x=2)}


def test_the_first_ten_words_of_oot_count_as_in_a_score() -> None:
    """Twelve words with one twice: the first ten others; two words are left as they are."""
    language = scoring("lexsub-oot").language(Role.RESPONSE)
    line = "a.n 1 ::: a;b;c;d;e;f;g;h;i;a;k;l\n"
    assert answers_of([language.read(line)], LexsubMeasure.OOT) == {"1": Counter("abcdefghik")}
    short = answers_of([language.read("a.n 1 ::: a;a\n")], LexsubMeasure.OOT)
    assert short == {"1": Counter(a=2)}


def test_f_of_nobody_is_undefined() -> None:
    assert multiword_f([{}, {}]) is None


def test_nobody_agrees_on_nothing() -> None:
    found = agreement([read("a.n 1 :: x\n"), read("a.n 2 :: x\n")])
    assert (found.items, found.pairs, found.maximum, found.additive) == (0, 0, 0, 0)


WORDS = st.lists(st.sampled_from(["red", "blue", "green"]), min_size=1, max_size=4).map(";".join)


@PATIENT
@given(st.lists(WORDS, min_size=2, max_size=5), st.randoms())
def test_the_order_of_annotators_does_not_matter_and_the_maximum_is_the_milder_reading(
    lists: list[str], order: object
) -> None:
    found = agreement(annotators(*lists))
    shuffled = list(lists)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    again = agreement(annotators(*shuffled))
    assert (found.maximum, found.additive) == (again.maximum, again.additive)
    assert 0 <= found.additive <= found.maximum <= 1
    assert found.additive <= Fraction(1, 2)
