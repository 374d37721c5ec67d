"""Each cell of the table of annotation tools is that of a sample that is read and converted."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from editors.generator.tools import ToolSample, is_written, tool_samples, tools_page
from keytally.conversion.converting import convert_documents, format_of, formats
from keytally.families.contract import Role
from keytally.families.interchange import ConversionFormat, Document, ReadDocuments, SourceText
from keytally.families.spans.reading import SpansLanguage

SAMPLES = tool_samples()
EACH = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.tool} {sample.export}")
TEXT, SPANS = "Ida Wren left Port Anselm.", [("Ida Wren", "PER"), ("Port Anselm", "LOC")]


def form_of(sample: ToolSample) -> ConversionFormat:
    form = formats()[sample.format]
    assert isinstance(form, ConversionFormat)
    return form


def read(sample: ToolSample) -> ReadDocuments:
    names = [sample.name, *form_of(sample).parts[1:]]
    return form_of(sample).read([SourceText(*each) for each in zip(names, sample.texts, strict=True)])


def spans(document: Document) -> list[tuple[str, str]]:
    return [(document.covered(entity), entity.type) for entity in document.entities]


def properties(sample: ToolSample, document: Document) -> Iterator[str]:
    """The properties that the table may name."""
    if document.name and not form_of(sample).by_document:
        yield "name"
    if any(entity.attributes for entity in document.entities):
        yield "attributes"
    if document.sentences is not None:
        yield "tokens"
    if document.chains:
        yield "chains"
    if SpansLanguage(Role.KEY).by_annotator.annotators(sample.texts[0]):
        yield "annotators"


@EACH
def test_the_format_is_recognised_and_read(sample: ToolSample) -> None:
    form = format_of(sample.name, sample.texts[0])
    assert form is not None and form.name == sample.format
    (document,) = read(sample).documents
    assert (" ".join(document.text.split(" .")).strip().rstrip("."), spans(document)) == (TEXT[:-1], SPANS)
    assert [*properties(sample, document)] == sample.read


@EACH
def test_what_is_lost_is_reported(sample: ToolSample) -> None:
    losses = [loss.what for loss in read(sample).losses]
    assert len(losses) == len(sample.lost), losses
    assert all(any(lost.message in loss for loss in losses) for lost in sample.lost), losses


@EACH
def test_a_format_that_is_written_gives_the_same_spans(sample: ToolSample) -> None:
    form, (document,) = form_of(sample), read(sample).documents
    if not is_written(sample):
        assert form.write is None
        return
    (output,) = convert_documents([replace(document, name=document.name or "a")], form).outputs
    names = [sample.name, *form.parts[1:]]
    again = form.read([SourceText(*each) for each in zip(names, output.texts, strict=True)])
    assert [spans(each) for each in again.documents] == [SPANS]


def test_the_page_has_a_row_for_each_sample() -> None:
    assert tools_page().count("\n| ") == len(SAMPLES) + 2
