"""Columns as formats of conversions."""

import pytest

from keytally.conversion.converting import convert_documents
from keytally.families.columns.conversion import FORMATS
from keytally.families.interchange import Document, Entity, ReadDocuments, SourceText

BY_NAME = {form.name: form for form in FORMATS}
TEXT = "Ann Reis met\nMay Orr in Rome"
ENTITIES = (
    Entity(((0, 8),), "PER"),
    Entity(((13, 16),), "PER"),
    Entity(((17, 20),), "PER"),
    Entity(((24, 28),), "LOC"),
)
LABELS = {
    "iob2": ("B-PER I-PER O", "B-PER B-PER O B-LOC"),
    "iob": ("I-PER I-PER O", "I-PER B-PER O I-LOC"),
    "iobes": ("B-PER E-PER O", "S-PER S-PER O S-LOC"),
    "bilou": ("B-PER L-PER O", "U-PER U-PER O U-LOC"),
}


def read(text: str) -> ReadDocuments:
    return BY_NAME["iob2"].read([SourceText("a", text)])


def columns(scheme: str) -> str:
    sentences = []
    for line, labels in zip(TEXT.split("\n"), LABELS[scheme], strict=True):
        rows = zip(line.split(), labels.split(), strict=True)
        sentences.append("".join(f"{token}\t{label}\n" for token, label in rows))
    return "\n".join(sentences)


@pytest.mark.parametrize("scheme", LABELS)
def test_each_scheme(scheme: str) -> None:
    (document,) = BY_NAME[scheme].read([SourceText("a", columns(scheme))]).documents
    assert (document.text, document.entities) == (TEXT, ENTITIES)
    assert [each.place.line for each in document.entities] == [1, 5, 6, 8]
    found = convert_documents([document], BY_NAME[scheme])
    assert (found.outputs[0].texts, list(found.losses)) == ((columns(scheme),), [])


def test_a_text_is_cut_into_tokens() -> None:
    document = Document("a", "(Ann's U.S. trip...)\n\nEnd", (Entity(((1, 4),), "PER"),))
    found = convert_documents([document], BY_NAME["iob2"])
    tokens = [line.split("\t")[0] for line in found.outputs[0].texts[0].split("\n")]
    assert tokens == ["(", "Ann", "'s", "U.S", ".", "trip", "...", ")", "", "End", ""]
    assert [loss.what for loss in found.losses] == [
        "the document's name a is left out",
        "the text between the tokens is left out",
    ]


def test_a_line_is_a_sentence_whatever_the_entities() -> None:
    document = Document("", "the Orrin\nMuseum", (Entity(((4, 16),), "ORG"),))
    found = convert_documents([document], BY_NAME["iob2"])
    assert found.outputs[0].texts == ("the\tO\nOrrin\tO\n\nMuseum\tO\n",)
    assert 'ORG "Orrin Museum" extends into another sentence and is left out' in [
        loss.what for loss in found.losses
    ]


def test_markup_is_no_token() -> None:
    document = Document(
        "", "<p>Ann</p> <b>ran</b>", (Entity(((3, 6),), "PER"),), markup=((0, 3), (6, 10), (11, 14), (17, 21))
    )
    (text,) = convert_documents([document], BY_NAME["iob2"]).outputs[0].texts
    assert text == "Ann\tB-PER\nran\tO\n"


def test_documents_are_parted() -> None:
    text = convert_documents([Document("", "a b"), Document("", ""), Document("", "c")], BY_NAME["iob2"])
    assert text.outputs[0].texts == ("-DOCSTART-\tO\n\na\tO\nb\tO\n\n-DOCSTART-\tO\n\nc\tO\n",)
    assert [loss.what for loss in text.losses] == ["the document has no words and is left out"]
    assert [each.text for each in read(text.outputs[0].texts[0]).documents] == ["a b", "c"]


def test_what_is_not_kept_is_told() -> None:
    found = read("# a comment\nAnn NNP B-PER\nran VBD X\n")
    assert [(loss.place.line, loss.what) for loss in found.losses] == [
        (1, "the comment # a comment is left out"),
        (2, "the cells between the token and the label are left out"),
        (3, "X is not a label and is read as O"),
    ]


def test_nested_entities_are_told() -> None:
    entities = (Entity(((0, 8),), "PER"), Entity(((4, 8),), "NAME", (("a", "b"),)))
    found = convert_documents([Document("", "Ann Reis", entities, ((0, 1),))], BY_NAME["iob2"])
    assert [loss.what for loss in found.losses] == [
        'the chain of 2 mentions that begins with PER "Ann Reis" is left out',
        'a=b of NAME "Reis" is left out',
        'NAME "Reis" overlaps another entity and is left out',
    ]
