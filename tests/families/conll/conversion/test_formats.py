"""CoNLL-2012 as a format of conversions, and CorefUD read as one."""

from keytally.conversion.converting import convert_documents, format_of, formats
from keytally.families.conll.conversion import FORMATS
from keytally.families.interchange import Document, Entity, ReadDocuments, SourceText, arranged

(CONLL,) = FORMATS

FILE = """\
#begin document (dock/a); part 000
dock/a\t0\t0\tMara\t(1
dock/a\t0\t1\tQuill\t1)
dock/a\t0\t2\tleft\t-
dock/a\t0\t3\t.\t-

dock/a\t0\t0\tHer\t(2|(1)
dock/a\t0\t1\tboat\t2)

#end document
"""


def read(text: str) -> ReadDocuments:
    return CONLL.read([SourceText("a.conll", text)])


def lost(found: ReadDocuments) -> list[str]:
    return [f"{loss.place.line}: {loss.what}" for loss in found.losses]


def test_tokens_and_chains_are_read_and_written() -> None:
    found = read(FILE)
    (document,) = found.documents
    assert (document.name, document.text, lost(found)) == ("dock/a", "Mara Quill left .\nHer boat", [])
    assert [document.covered(each) for each in document.entities] == ["Mara Quill", "Her boat", "Her"]
    assert (document.chains, [each.place.line for each in document.entities]) == (((0, 2),), [2, 7, 7])
    written = convert_documents(found.documents, CONLL)
    assert (written.outputs[0].texts, list(written.losses)) == ((FILE,), [])


def test_a_name_breaks_no_line_and_no_cell() -> None:
    named = [Document(name, "w", sentences=(((0, 1),),)) for name in ("a b", "#end document", "a\tb\nc")]
    written = convert_documents(named, CONLL)
    (text,) = written.outputs[0].texts
    assert [line.split("\t")[0] for line in text.split("\n")[1::4]] == ["a_b", "#end_document", "a_b_c"]
    assert [document.name for document in read(text).documents] == ["a b", "#end document", "a b c"]
    assert [document.text for document in read(text).documents] == ["w", "w", "w"]
    assert [loss.what for loss in written.losses] == ["the name a\tb\nc becomes a b c"]


def test_documents_without_a_name_are_told_from_each_other() -> None:
    documents = [Document("", "Ann", sentences=(((0, 3),),))] * 2
    (output,) = convert_documents(documents, CONLL).outputs
    heads = [line for line in output.texts[0].split("\n") if line.startswith("#begin")]
    assert heads == ["#begin document (); part 000", "#begin document (); part 001"]
    assert [document.name for document in read(output.texts[0]).documents] == ["", ""]


def test_the_format_is_told_by_the_first_lines() -> None:
    assert format_of("x.txt", FILE) is CONLL
    assert format_of("x.txt", "# newdoc id = a\n# global.Entity = eid-etype-head-other\n") is CONLL


def test_what_is_not_read_is_told() -> None:
    text = "a 0 0 w -\n#begin document (a); part 001\na 0 0 w (1\na 0 1 x 2)\na 0 2 y ?\n\n#end document\n"
    found = read(text)
    assert [document.name for document in found.documents] == ["(a); part 001"]
    assert lost(found) == [
        "1: the text before the first document is left out",
        "3: the opening bracket of 1 without a closing bracket is left out",
        "4: the closing bracket of 2 without an opening bracket is left out",
        "5: ? is not a bracket and is left out",
    ]
    wide = read("#begin document (a); part 000\na 0 0 w NN * (1)\n#end document\n")
    assert lost(wide) == ["2: the cells between the token and the brackets are left out"]


def test_corefud_has_types_gaps_and_empty_nodes() -> None:
    rows = [
        "1\tShe\t_\t_\t_\t_\t0\t_\t_\tEntity=(e1-person-1-)",
        "1.1\t_\t_\t_\t_\t_\t_\t_\t1:x\tEntity=(e1-person-1-)",
        "2\tpicks\t_\t_\t_\t_\t1\t_\t_\tEntity=(e2[1/2]-act-1-)",
        "3\tit\t_\t_\t_\t_\t1\t_\t_\t_",
        "4\tup\t_\t_\t_\t_\t1\t_\t_\tEntity=(e2[2/2]-act-1-)",
    ]
    head = "# newdoc id = a\n# global.Entity = eid-etype-head-other\n"
    found = read(head + "".join(f"{row}\n" for row in rows) + "\n")
    (document,) = found.documents
    assert (document.name, document.text) == ("a", "She picks it up")
    assert [(each.type, document.covered(each)) for each in document.entities] == [
        ("person", "She"),
        ("act", "picks up"),
    ]
    assert lost(found) == [
        "3: the cells other than the token and the entities are left out",
        "4: a mention of e1 without words, on empty nodes only, is left out",
    ]


def test_what_is_no_mention_and_what_crosses_in_a_chain_is_left_out() -> None:
    text = "Ann met May in Rome"
    entities = [
        Entity(((0, 7),), "COREF"),
        Entity(((4, 14),), "COREF"),
        Entity(((8, 11),), "PERSON"),
        Entity(((15, 19),), "LOCATION"),
    ]
    found = arranged(entities, [(0, 1), (1, 2)])
    written = convert_documents([Document("a", text, found.entities, found.chains)], CONLL)
    cells = [line.split("\t")[-1] for line in written.outputs[0].texts[0].splitlines()[1:6]]
    assert cells == ["-", "(1", "(1)", "1)", "-"]
    assert [loss.what for loss in written.losses] == [
        'the type of the mention PERSON "May" is left out',
        'LOCATION "Rome" is not a mention and is left out',
        'COREF "Ann met" crosses another mention of its chain and is left out',
    ]


def test_sgml_becomes_conll_and_comes_back() -> None:
    sgml = formats()["muc-sgml"]
    text = (
        "<DOC>\n<DOCNO> 7 </DOCNO>\n<TXT>\n"
        '<COREF ID="0">Ann</COREF> met <COREF ID="1" TYPE="IDENT" REF="0">herself</COREF>\n</TXT>\n</DOC>\n'
    )
    there = convert_documents(sgml.read([SourceText("a.sgml", text)]).documents, CONLL)
    back = convert_documents(read(there.outputs[0].texts[0]).documents, sgml)
    assert (list(there.losses), list(back.losses)) == ([], [])
    assert back.outputs[0].texts == (text,)


def test_a_mention_without_a_type_is_reported_since_it_comes_back_with_one() -> None:
    found = arranged([Entity(((0, 3),), ""), Entity(((8, 11),), "COREF")], [(0, 1)])
    written = convert_documents([Document("a", "Ann met May", found.entities, found.chains)], CONLL)
    assert [loss.what for loss in written.losses] == ['entity "Ann" has no type; it is written as COREF']
