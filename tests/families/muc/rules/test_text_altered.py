"""`text-altered`: each differing stretch is found at its place, and the fix restores the text."""

import difflib
import random
import time
from difflib import get_close_matches

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.sgml import rules
from keytally.families.muc.sgml.rules import compare_texts
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.text.difference import text_differences
from tests.families.muc.sgml_files import document, language
from tests.pictures import drawn, mended, normal, text_of


def read(text: str, role: Role = Role.RESPONSE) -> SgmlUnit:
    return language(role).read(text)


def tagged(text: str) -> str:
    """Tag `Bank of Japan` wherever it stands."""
    return text.replace("Bank of Japan", '<ENAMEX TYPE="ORGANIZATION">Bank of Japan</ENAMEX>')


TEXT = "The Bank of Japan (BOJ) said\n it would raise rates, and soon.\n"


@pytest.mark.parametrize(
    "picture",
    [
        """
        The <ENAMEX TYPE="ORGANIZATION">Bank of Japan</ENAMEX> (BOK) sayed
                                                                  ^ text-altered
                                                                       ^^ text-altered
         it would raise rates, and soon.
        """,
        """
        The <ENAMEX TYPE="ORGANIZATION">Bank  of Japan</ENAMEX> (BOJ) said
                                             ^ text-altered
         it would raise rates soon.
                             | text-altered
        """,
        """
        The<ENAMEX TYPE="ORGANIZATION">Bank of Japan</ENAMEX> (BOJ) said
           | text-altered
         it would never raise rates, and soon.
                 ^^^^^^ text-altered
        """,
    ],
)
def test_each_stretch_is_found_at_its_place_and_restored(picture: str) -> None:
    response, original = read(text_of(picture)), read(TEXT)
    found = compare_texts(response, original)
    assert drawn(response.text, found) == normal(picture)
    assert read(mended(response.text, found)).stripped() == TEXT


def test_the_message_says_what_happened() -> None:
    found = compare_texts(read("Teh Bank  of Japan said\n"), read("The Bank of Japan\n"))
    assert [finding.message for finding in found] == [
        '"he" was changed to "eh"',
        '" " was inserted',
        '" said" was inserted',
    ]
    assert compare_texts(read("ab\n"), read("a\nb\n"))[0].message == '"\\n" was deleted here'


def test_the_same_text_under_other_tags_is_clean() -> None:
    assert compare_texts(read(tagged(TEXT)), read(TEXT)) == []
    assert (
        compare_texts(read(tagged(TEXT)), read('<TIMEX TYPE="DATE">' + TEXT[:5] + "</TIMEX>" + TEXT[5:]))
        == []
    )


def test_a_stretch_with_a_tag_inside_has_no_fix() -> None:
    response = 'at <ENAMEX TYPE="ORGANIZATION">XX</ENAMEX>YY now\n'
    (found,) = compare_texts(read(response), read("at Acme now\n"))
    assert response[found.start : found.end] == "XX</ENAMEX>YY"
    assert found.edits == ()


def test_words_lost_at_a_tag_are_not_put_back_on_a_guess() -> None:
    response = 'at <ENAMEX TYPE="ORGANIZATION">Acme</ENAMEX> now\n'
    (found,) = compare_texts(read(response), read("at Acme Corp now\n"))
    assert found.start == found.end
    (blank,) = compare_texts(read(response.replace("> now", ">now")), read("at Acme now\n"))
    assert mended(response.replace("> now", ">now"), [blank]) == response


def test_a_document_that_the_original_lacks_has_one_finding_at_its_number() -> None:
    unit = read(document("text", "930119-0009"))
    (found,) = compare_texts(unit, None)
    assert unit.text[found.start : found.end] == "930119-0009"
    assert found.message == "the original text has no document 930119-0009"


def test_other_line_ends_are_one_finding() -> None:
    text = document(tagged(TEXT * 3))
    for mine, original in ((text.replace("\n", "\r\n"), text), (text, text.replace("\n", "\r"))):
        (found,) = compare_texts(read(mine), read(original))
        assert "lines end in" in found.message


def test_a_change_beside_other_line_ends_is_found_at_its_place() -> None:
    response = tagged(TEXT * 3).replace("\n", "\r\n").replace("soon", "later", 1)
    ends, changed = compare_texts(read(response), read(TEXT * 3))
    assert response[ends.start : ends.end] == "\r\n"
    assert response[changed.start : changed.end] == "later"


LETTERS = st.text(alphabet="ab \n<>é", max_size=40)


@given(LETTERS, LETTERS)
def test_the_stretches_turn_one_text_into_the_other(text: str, original: str) -> None:
    restored = text
    stretches = list(text_differences(text, original))
    for stretch in reversed(stretches):
        restored = restored[: stretch.start] + stretch.original + restored[stretch.end :]
    assert restored == original
    assert bool(stretches) == (text != original)


@given(LETTERS, LETTERS)
def test_findings_are_places_of_the_unit(text: str, original: str) -> None:
    response = read('<ENAMEX TYPE="PERSON">' + text[:5] + "</ENAMEX>" + text[5:])
    for found in compare_texts(response, read(original)):
        assert 0 <= found.start <= found.end <= len(response.text)
        assert found.message


def test_texts_that_have_nothing_in_common_are_compared_in_bounded_time() -> None:
    chance = random.Random(1)
    words = ["the", "a", "of", "Bank", "Japan", ",", "rates", "1993"]
    mine, original = (" ".join(chance.choices(words, k=40_000)) for _ in range(2))
    start = time.perf_counter()
    assert len(list(text_differences(mine, original))) == 1
    assert list(text_differences(mine[:5000], original[:5000]))
    lines = [" ".join(chance.choices(words, k=3)) + "\n" for _ in range(800)]
    list(text_differences("".join(lines)[:19000], "".join(lines[::-1])[:19000]))
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize(
    "response",
    [
        'The <ENAMEX TYPE="ORGANIZATION">Bank of Japan</ENAMX> (BOJ) said\n',
        'The <ENAMEX TYPE="ORGANIZATION">Bank of Japan</ ENAMEX> (BOJ) said\n',
        'The <ENAMEX TYPE="ORGANIZATION">Bank of Japan<\\ENAMEX> (BOJ) said\n',
        'The <ENAMEX TYPE="ORGANIZATION">Bank of Japan/ENAMEX> (BOJ) said\n',
        'The <ENMEX TYPE="ORGANIZATION">Bank of Japan</ENAMEX> (BOJ) said\n',
        'The < ENAMEX TYPE="ORGANIZATION">Bank of Japan</ENAMEX> (BOJ) said\n',
        'The ENAMEX TYPE="ORGANIZATION">Bank of Japan</ENAMEX> (BOJ) said\n',
    ],
)
def test_a_misspelt_tag_is_told_of_once_at_its_partner(response: str) -> None:
    unit, original = read(document(response)), read(document("The Bank of Japan (BOJ) said\n"))
    assert [finding.rule.name for finding in unit.findings] in (["unclosed-tag"], ["unmatched-close-tag"])
    assert compare_texts(unit, original) == []


@pytest.mark.parametrize(
    "response",
    [
        'The Bank of Japan</ENAMX> (BOJ) <TIMEX TYPE="DATE">said\n',
        'The Bank of Japan</ENAMX> (BOJ) <ENAMEX TYPE="PERSON">said\n',
        'The <ENAMEX TYPE="PERSON">Bank of Japan> (BOJ) said\n',
        'The <ENAMEX TYPE="PERSON">Bank of Japan</ENAMX></ENAMEX> (BOJ) said\n',
    ],
)
def test_other_inserted_text_is_found_beside_what_does_not_pair(response: str) -> None:
    unit, original = read(document(response)), read(document("The Bank of Japan (BOJ) said\n"))
    (found,) = compare_texts(unit, original)
    assert found.message.endswith("was inserted")


def test_many_inserted_tags_are_not_held_against_each_tag_that_lost_its_partner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Names are compared once for each two of them, however many tags bear them."""
    compared: list[str] = []

    def counting(word: str, possibilities: list[str], **options: float) -> list[str]:
        compared.append(word)
        return get_close_matches(word, possibilities, **options)

    monkeypatch.setattr(difflib, "get_close_matches", counting)
    rules.is_misspelling.cache_clear()
    original = "".join(f"line {number}\nhe saw {number}\n" for number in range(300))
    changed = original.replace("he saw", "he <q>saw") + "</ENAMEX>" * 300
    found = compare_texts(read(changed), read(original))
    assert len(found) == 300
    assert compared == ["q"]
