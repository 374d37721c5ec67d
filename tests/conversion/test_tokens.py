"""Tokens of texts that have none depend on the text only."""

import re

import pytest
from hypothesis import given, settings

from keytally.conversion.converting import convert_documents, formats
from keytally.conversion.tokenisation import tokenise, tokeniser_named
from keytally.families.interchange import ConversionFormat, Document, Entity
from tests.conversion.documents import documents

IOB2 = formats()["iob2"]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("The York-based (U.S.) club...", "The|York-based|(|U.S|.|)|club|..."),
        ("Ann\nmet Bo's, Al\u2019s 's", "Ann/met|Bo|'s|,|Al|\u2019s|'|s"),
        ("\u5965\u6258\u67652\u6b21\u3002", "\u5965|\u6258|\u6765|2|\u6b21|\u3002"),
        ("\u30ca\u30fc\u306f", "\u30ca\u30fc|\u306f"),
        ("\u0e17\u0e35\u0e48\u0e19", "\u0e17\u0e35\u0e48|\u0e19"),
    ],
)
def test_text_is_cut_at_spaces_marks_and_letters_of_scripts_without_spaces(text: str, tokens: str) -> None:
    sentences = tokenise(Document("", text), with_text=False)
    assert "/".join("|".join(text[start:end] for start, end in each) for each in sentences) == tokens


@settings(max_examples=40, deadline=None)
@given(documents())
def test_entities_have_no_part_in_tokens(document: Document) -> None:
    bare = Document(document.name, document.text)
    assert tokenise(document, with_text=False) == tokenise(bare, with_text=False)


def test_entities_within_tokens_and_over_lines_are_reported() -> None:
    assert isinstance(IOB2, ConversionFormat)
    entities = (Entity(((0, 4),), "LOC"), Entity(((11, 17),), "PER"))
    found = convert_documents([Document("", "York-based Otto\nA left", entities)], IOB2)
    assert found.outputs[0].texts[0].split("\n")[:2] == ["York-based\tB-LOC", "Otto\tO"]
    assert [loss.what for loss in found.losses if "token" in loss.what or "sentence" in loss.what] == [
        'LOC "York" is adjusted to whole tokens',
        'PER "Otto A" extends into another sentence and is left out',
    ]


def test_lines_of_text_with_markup_are_joined_up_to_markup_and_blank_lines() -> None:
    text = "<p>\nAnn left\nParis.\n\nBo\nstayed. <p>\nCy"
    markup = tuple((found.start(), found.end()) for found in re.finditer("<p>", text))
    sentences = tokenise(Document("", text, markup=markup), with_text=False)
    assert [" ".join(text[start:end] for start, end in each) for each in sentences] == [
        "Ann left Paris .",
        "Bo stayed .",
        "Cy",
    ]


def test_entities_have_no_part_in_tokens_where_the_text_is_kept() -> None:
    entities = (Entity(((0, 4),), "LOC"), Entity(((11, 17),), "PER"))
    document = Document("", "York-based Otto\nA left", entities)
    assert tokenise(document, with_text=True) == (((0, 10), (11, 15)), ((16, 17), (18, 22)))


CHINESE = "\u5317\u4eac\u5927\u5b66\u7684\u5b66\u751f\u3002"
JAPANESE = "\u6771\u4eac\u90fd\u306b\u4f4f\u3093\u3067\u3044\u307e\u3059"
THAI = "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e04\u0e23\u0e31\u0e1a"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CHINESE, ["\u5317\u4eac", "\u5927\u5b66", "\u7684", "\u5b66\u751f", "\u3002"]),
        (JAPANESE[:4], ["\u6771\u4eac", "\u90fd", "\u306b"]),
        (THAI, ["\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35", "\u0e04\u0e23\u0e31\u0e1a"]),
        ("\U0001f600 York-based (U.S.)", ["\U0001f600", "York", "-", "based", "(", "U.S", ".", ")"]),
    ],
)
def test_words_of_unicode(text: str, words: list[str]) -> None:
    pytest.importorskip("icu4py", reason="icu4py is not installed")
    [sentence] = tokenise(Document("", text), with_text=False, tokeniser=tokeniser_named("unicode"))
    assert [text[start:end] for start, end in sentence] == words


def test_entities_within_tokens_are_parts_of_tokens_in_webanno() -> None:
    webanno = formats()["webanno"]
    assert isinstance(webanno, ConversionFormat)
    entities = (Entity(((0, 4),), "LOC"), Entity(((0, 15),), "PER"), Entity(((13, 17),), "ORG"))
    document = Document("a", "York-based Otto\nA left", entities, ((0, 2),))
    found = convert_documents([document], webanno)
    assert not found.losses
    rows = [line.split("\t") for line in found.outputs[0].texts[0].splitlines() if line[:1].isdigit()]
    assert [(row[0], row[2], row[3], row[5]) for row in rows] == [
        ("1-1", "York-based", "PER[1]", "_"),
        ("1-1.1", "York", "LOC[2]", "_"),
        ("1-2", "Otto", "PER[1]", "_"),
        ("1-2.1", "to", "ORG[3]", "1-1.1[2_3]"),
        ("2-1", "A", "ORG[3]", "_"),
        ("2-2", "left", "_", "_"),
    ]
