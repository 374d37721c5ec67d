"""Tokens of texts that have none depend on the text only."""

import re

import pytest
from hypothesis import given, settings

from keytally.conversion.converting import convert_documents, formats
from keytally.conversion.reduction import tokenise
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


def test_where_the_text_is_kept_entities_begin_and_end_with_tokens() -> None:
    document = Document("", "York-based Otto\nA left", (Entity(((0, 4),), "LOC"), Entity(((11, 17),), "PER")))
    sentences = tokenise(document, with_text=True)
    assert [[document.text[start:end] for start, end in each] for each in sentences] == [
        ["York", "-based", "Otto", "A", "left"]
    ]
