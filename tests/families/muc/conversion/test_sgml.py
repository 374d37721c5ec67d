"""SGML as a format of conversions."""

from itertools import pairwise

import pytest

from keytally.conversion.converting import convert_documents
from keytally.families.contract import Role
from keytally.families.interchange import ConversionFormat, Document, Entity, ReadDocuments, SourceText
from keytally.families.muc.conversion import FORMATS
from keytally.families.muc.sgml.language import sgml_language

SGML = next(each for each in FORMATS if isinstance(each, ConversionFormat))
TWO = """<DOC>
<DOCNO> 950101-0001. </DOCNO>
<TXT>
<p>
<ENAMEX TYPE="PERSON" STATUS="OPT">Ann</ENAMEX> left on <TIMEX TYPE="DATE">May 3</TIMEX>.
</p>
</TXT>
</DOC>
<DOC>
<DOCNO> 2 </DOCNO>
<TXT>
<COREF ID="7" MIN="dog">The <COREF ID="8">big</COREF> dog</COREF> ran.
<COREF ID="9" TYPE="IDENT" REF="7">It</COREF> hid.
</TXT>
</DOC>
"""


def read(text: str) -> ReadDocuments:
    return SGML.read([SourceText("a.sgml", text)])


def written(*documents: Document) -> str:
    return convert_documents(documents, SGML).outputs[0].texts[0]


def test_names_entities_and_chains() -> None:
    first, second = read(TWO).documents
    assert (first.name, second.name) == ("950101-0001", "2")
    assert [(first.covered(each), each.type, each.attributes) for each in first.entities] == [
        ("Ann", "PERSON", (("status", "OPT"),)),
        ("May 3", "DATE", ()),
    ]
    assert second.text == "The big dog ran.\nIt hid."
    assert [(second.covered(each), each.attributes) for each in second.entities] == [
        ("The big dog", (("min", "dog"),)),
        ("big", ()),
        ("It", ()),
    ]
    assert second.chains == ((0, 2),)
    assert [each.place.line for each in (*first.entities, *second.entities)] == [5, 5, 12, 12, 13]


def test_given_markup_is_no_text_of_tokens() -> None:
    first, _ = read(TWO).documents
    assert [first.text[start:end] for start, end in first.markup] == [
        *("<DOC>", "<DOCNO>", "950101-0001.", "</DOCNO>", "<TXT>", "<p>", "</p>", "</TXT>", "</DOC>"),
    ]


def test_mentions_are_numbered_anew() -> None:
    text = written(*read(TWO).documents)
    assert text == TWO.replace("7", "0").replace("8", "1").replace("9", "2").replace("250101", "950101")


def test_a_text_without_markup_gets_what_a_document_needs() -> None:
    document = Document("5", "Ann\nran", (Entity(((0, 3),), "PERSON"),))
    text = written(document)
    assert text == (
        '<DOC>\n<DOCNO> 5 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\nran\n</TXT>\n</DOC>\n'
    )
    assert read(text).documents == [document]


@pytest.mark.parametrize(
    "names", [("train1", "test1"), ("a-1", "a_1"), ("12", "1-2", "1.2", "012"), ("a", "b"), ("1", "¹", "x1")]
)
def test_documents_of_different_names_have_different_numbers(names: tuple[str, ...]) -> None:
    text = written(*(Document(name, "Ann ran") for name in names))
    reader = sgml_language(Role.KEY)
    units = [
        reader.read(text[start:end]) for start, end in pairwise([0, *reader.boundaries(text), len(text)])
    ]
    assert len({unit.document for unit in units}) == len(names)
    again = read(text).documents
    assert [each.name for each in again] == [*names]
    assert written(*again) == text


@pytest.mark.parametrize("name", ["7", "950101-0001", "950101-0001."])
def test_a_name_that_is_a_number_is_written_as_it_is(name: str) -> None:
    assert f"<DOCNO> {name} </DOCNO>" in written(Document(name, "Ann ran"))


def test_the_tag_is_told_by_the_type_or_kept_beside_it() -> None:
    line = '<NUMEX TYPE="LENGTH">3 m</NUMEX> <TIMEX TYPE="DATE">May</TIMEX> <ENAMEX TYPE="SHIP">Ada</ENAMEX>'
    text = f"<DOC>\n<TXT>\n{line}\n</TXT>\n</DOC>\n"
    (document,) = read(text).documents
    assert [each.attributes for each in document.entities] == [(("tag", "numex"),), (), ()]
    assert written(document) == text


def test_a_tag_without_a_type_comes_back_without_one() -> None:
    text = "<DOC>\n<TXT>\n<ENAMEX>Ann</ENAMEX>\n</TXT>\n</DOC>\n"
    assert read(text).losses == []
    assert written(*read(text).documents) == text


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('<ENAMEX TYPE="PERSON">Ann', 'the unmatched tag <ENAMEX TYPE="PERSON"> is left out'),
        ("Ann</ENAMEX>", "the unmatched tag </ENAMEX> is left out"),
        ('<ENAMEX TYPE="X" SIZE="3">Ann</ENAMEX>', 'SIZE of <ENAMEX TYPE="X" SIZE="3"> is left out'),
        ('<COREF ID="1" REF="9">it</COREF>', "the REF 9 refers to no mention and is left out"),
        ('<COREF ID="1" TYPE="PART">it</COREF>', 'TYPE=PART of <COREF ID="1" TYPE="PART"> is left out'),
        ('<ENAMEX TYPE="">Ann</ENAMEX>', 'TYPE= of <ENAMEX TYPE=""> is left out'),
    ],
)
def test_what_is_not_kept_is_told(line: str, what: str) -> None:
    found = read(f"<DOC>\n<TXT>\n{line}\n</TXT>\n</DOC>\n")
    assert [(loss.place.line, loss.what) for loss in found.losses] == [(3, what)]


def test_the_text_before_the_first_document_is_told() -> None:
    found = read(f"words\n{TWO}")
    assert [loss.what for loss in found.losses] == ["the text before the first document is left out"]
    assert len(found.documents) == 2


def test_entities_that_cross_are_told() -> None:
    entities = (Entity(((0, 7),), "A"), Entity(((4, 10),), "B"))
    found = convert_documents([Document("", "Ann met Bo", entities)], SGML)
    assert [loss.what for loss in found.losses] == ['B "met Bo" overlaps another entity and is left out']


def test_a_text_that_looks_like_tags_is_told() -> None:
    found = convert_documents([Document("", "see </DOC> and <DOC>")], SGML)
    assert [loss.what for loss in found.losses] != []


def test_a_long_document_is_read_at_once() -> None:
    """The lines of entities are found without counting from the start each time."""
    line = '<ENAMEX TYPE="PERSON">Ann</ENAMEX> ran.\n'
    (document,) = read(f"<DOC>\n<TXT>\n{line * 5000}</TXT>\n</DOC>\n").documents
    assert document.entities[-1].place.line == 5002
