"""What holds of all formats: what is held comes back, what is not is told, and nothing fails."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.conversion.converting import Converted, chains_of, convert_documents, formats, read_documents
from keytally.conversion.reduction import reduce_document
from keytally.families.interchange import MENTION, ConversionFormat, Document, Entity, SourceText, arranged
from keytally.runs.convert import is_read_only
from tests.conversion.documents import documents

FORMATS = {
    name: form
    for name, form in formats().items()
    if isinstance(form, ConversionFormat) and not is_read_only(form)
}
OTHERS = [form for form in FORMATS.values() if form.name not in ("iob", "iobes")]
each_format = pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))


def written(found: Converted, form: ConversionFormat) -> list[list[SourceText]]:
    return [
        [SourceText(f"{each.name}{part}", text) for part, text in zip(form.parts, each.texts, strict=True)]
        for each in found.outputs
    ]


def read_again(found: Converted, form: ConversionFormat) -> list[Document]:
    return [document for texts in written(found, form) for document in read_documents(form, texts).documents]


@pytest.mark.long
@each_format
@settings(max_examples=60, deadline=None)
@given(documents())
def test_what_a_format_holds_comes_back(form: ConversionFormat, document: Document) -> None:
    """The only losses are those of what the format has no place for."""
    held, losses = reduce_document(document, form.holds)
    found = convert_documents([document], form)
    if "the document has no words and is left out" in [loss.what for loss in found.losses]:
        return
    further = [loss for loss in found.losses if loss not in losses]
    assert [loss.what for loss in further if "text would be read back differently" not in loss.what] == []
    if not further:
        (again,) = read_again(found, form)
        assert (again.entities, chains_of(again)) == (held.entities, chains_of(held))


@each_format
@pytest.mark.parametrize("other", OTHERS, ids=lambda other: other.name)
@settings(max_examples=10, deadline=None)
@given(documents(st.sampled_from(["7", ""])), st.sampled_from(["7", "8"]))
def test_there_and_back_again_is_the_same_where_nothing_is_lost(
    form: ConversionFormat, other: ConversionFormat, document: Document, file: str
) -> None:
    """What stands between may be a file of another name."""
    first = convert_documents([document], form, "7")
    there = convert_documents(read_again(first, form), other, "7", file)
    back = convert_documents(read_again(there, other), form, file, None if form.by_document else file)
    if not there.losses and not back.losses:
        assert written(back, form) == written(first, form)


def test_of_two_equal_mentions_either_may_stand_in_a_chain() -> None:
    """Their types have no place in CoNLL-2012, which makes them equal."""
    entities = tuple(
        Entity((extent,), kind) for extent, kind in (((0, 7), "A"), ((0, 7), "B"), ((0, 3), "B"))
    )
    found = convert_documents([Document("7", "Ann Ann", entities, ((1, 2),))], FORMATS["conll"])
    assert not any("chains" in loss.what for loss in found.losses)


@pytest.mark.parametrize("chains", [((0, 2),), ((1, 2),)])
def test_of_two_equal_mentions_the_chains_are_numbered_alike(chains: tuple[tuple[int, int]]) -> None:
    entities = [Entity(((0, 7),), MENTION), Entity(((0, 7),), MENTION), Entity(((4, 7),), MENTION)]
    found = arranged(entities, chains)
    document = Document("7", "Ann Ann", found.entities, found.chains)
    (text,) = convert_documents([document], FORMATS["conll"]).outputs[0].texts
    assert [line.split("\t")[-1] for line in text.splitlines()[1:3]] == ["(1|(2", "(2)|2)|1)"]


@each_format
@settings(max_examples=80, deadline=None)
@given(st.text(alphabet=st.sampled_from('abT1 2\t\n\r"[]{}:,;<>/=_*|-#É😀'), max_size=60))
def test_any_text_can_be_read(form: ConversionFormat, text: str) -> None:
    found = form.read([SourceText(f"a{part}", text) for part in form.parts])
    convert_documents(found.documents, form)


@pytest.mark.long
@each_format
@settings(max_examples=40, deadline=None)
@given(documents(), st.data())
def test_a_damaged_file_can_be_read(form: ConversionFormat, document: Document, data: st.DataObject) -> None:
    (texts,) = written(convert_documents([document], form), form)
    first = texts[0].text
    start = data.draw(st.integers(0, len(first)))
    end = data.draw(st.integers(start, min(len(first), start + 6)))
    piece = data.draw(st.sampled_from(["", "9", "\n", "\t", '"', "]", "[1]", "|", "-1", "{", "null", "<"]))
    damaged = SourceText(texts[0].shown, first[:start] + piece + first[end:])
    for read in form.read([damaged, *texts[1:]]).documents:
        for entity in read.entities:
            assert 0 <= entity.start <= entity.end <= len(read.text)
