"""What holds of templates in all formats: what is not told comes back, and nothing fails."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.conversion.converting import formats
from keytally.conversion.template_mapping import TemplateMapping
from keytally.conversion.templates import convert_templates
from keytally.families.interchange import SourceText, TemplateDocument, TemplateFormat
from tests.conversion.templates.documents import MAPPING, object_documents, read_in, role_documents, said

FORMATS = {name: form for name, form in formats().items() if isinstance(form, TemplateFormat)}
WRITTEN = [name for name, form in FORMATS.items() if form.writing is not None]
MAPPINGS = (TemplateMapping(), MAPPING)
OF_OBJECTS, OF_ROLES = "muc-templates", "template-json"

several_roles = st.lists(role_documents, min_size=1, max_size=3, unique_by=lambda each: each.name)
several_objects = st.lists(object_documents(), min_size=1, max_size=3, unique_by=lambda each: each.name)
either = st.one_of(several_roles, several_objects)


def told(documents: Sequence[TemplateDocument], name: str, mapping: TemplateMapping) -> tuple[str, list[str]]:
    """The text of documents in a format, and what is told."""
    found = convert_templates(documents, FORMATS[name], mapping)
    return found.outputs[0].texts[0], [loss.what for loss in found.losses]


@pytest.mark.long
@pytest.mark.parametrize("mapping", MAPPINGS, ids=["told by the files", "stated"])
@pytest.mark.parametrize(("first", "other"), [(OF_OBJECTS, OF_ROLES), (OF_ROLES, OF_OBJECTS)])
@settings(max_examples=200, deadline=None)
@given(documents=either)
def test_there_and_back_again_is_the_same_where_nothing_is_told(
    first: str, other: str, mapping: TemplateMapping, documents: Sequence[TemplateDocument]
) -> None:
    text, _ = told(documents, first, mapping)
    there, lost = told(read_in(FORMATS[first], text), other, mapping)
    back, lost_again = told(read_in(FORMATS[other], there), first, mapping)
    if not lost and not lost_again:
        assert said(read_in(FORMATS[first], back)) == said(read_in(FORMATS[first], text))


@pytest.mark.long
@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=100, deadline=None)
@given(documents=either)
def test_what_is_written_is_read_as_it_was_meant(name: str, documents: Sequence[TemplateDocument]) -> None:
    """What a reading changes is found before anything is written: a second writing changes nothing."""
    text, _ = told(documents, name, TemplateMapping())
    again, lost = told(read_in(FORMATS[name], text), name, TemplateMapping())
    assert (again, lost) == (text, [])


def test_documents_that_both_can_hold_lose_nothing() -> None:
    """The property above is not empty: most roles go there and back without a line."""
    template = {"incident_type": "attack / arson", "PerpInd": [["Ann", "she"], ["Bo"]]}
    text = f"{json.dumps({'docid': 'a1-7', 'templates': [template]})}\n"
    for mapping in MAPPINGS:
        there, lost = told(read_in(FORMATS[OF_ROLES], text), OF_OBJECTS, mapping)
        assert lost == []
        back, lost = told(read_in(FORMATS[OF_OBJECTS], there), OF_ROLES, mapping)
        assert lost == []
        assert read_in(FORMATS[OF_ROLES], back) == read_in(FORMATS[OF_ROLES], text)


PIECES = (
    '{"docid": "a"',
    '"templates": [',
    "<A-1-1> :=\n",
    "\tCONTENT: <A-1-2>\n",
    "\tX: ",
    '"a"',
    "/",
    "0.  MESSAGE: ID  ",
)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
@settings(max_examples=150, deadline=None)
@given(
    text=st.lists(
        st.one_of(st.sampled_from(PIECES), st.text(alphabet="ab1 \t\n\r\"[]{}:,;<>/-#'=?*", max_size=5))
    ).map("".join)
)
def test_any_text_can_be_read_and_converted(form: TemplateFormat, text: str) -> None:
    found = form.read([SourceText("a", text)])
    for name in WRITTEN:
        convert_templates(found.documents, FORMATS[name])


@pytest.mark.long
@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=100, deadline=None)
@given(documents=either, data=st.data())
def test_a_damaged_file_can_be_read_and_converted(
    name: str, documents: Sequence[TemplateDocument], data: st.DataObject
) -> None:
    text, _ = told(documents, name, TemplateMapping())
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    piece = data.draw(
        st.sampled_from(["", "9", "\n", "\t", '"', "]", "[1]", "-1", "{", "null", "<", "> :=", "/"])
    )
    for mapping in MAPPINGS:
        for target in WRITTEN:
            told(read_in(FORMATS[name], text[:start] + piece + text[end:]), target, mapping)
