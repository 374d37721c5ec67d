"""WebAnno TSV 3: stacked values, numbers, parts of tokens, relations and chains, with checked offsets."""

import pytest

from keytally.conversion.converting import convert
from keytally.conversion.formats import format_of, formats
from keytally.evaluations.converted import Document, Entity, ReadDocuments, SourceText, arranged

WEBANNO = formats()["webanno"]
ONE_LAYER = "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.B|value\n\n\n"
FILE = """#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue
#T_SP=webanno.custom.Referent|entity|infstat
#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent


#Text=Ann Reis met her  .
1-1\t0-3\tAnn\tNE\tperson[1]\tnew[1]\t_\t_\t
1-2\t4-8\tReis\tNE\tperson[1]|name[2]\tnew[1]|*[2]\t_\t_\t
1-3\t9-12\tmet\t_\t_\t_\t_\t_\t
1-4\t13-16\ther\t_\tperson\tgiv\tcoref\t1-1[1_0]\t
1-5\t18-19\t.\t_\t_\t_\t_\t_\t

#Text=a\\\\b c
2-1\t21-24\ta\\\\b\t_\t_\t_\t_\t_\t
2-1.1\t21-22\ta\t_\tpart[3]\t_\tbridge\t1-1[1_3]\t
2-2\t25-26\tc\t_\tx\\|y\t_\t_\t_\t
"""


def read(text: str) -> ReadDocuments:
    return WEBANNO.read([SourceText("a.tsv", text)])


def told(text: str) -> list[str]:
    return [f"{loss.place.line}: {loss.what}" for loss in read(text).losses]


def test_a_file() -> None:
    (document,) = read(FILE).documents
    assert document.text == "Ann Reis met her  .\n\na\\b c"
    assert [(document.covered(each), each.type, each.attributes) for each in document.entities] == [
        ("Ann Reis", "person", (("infstat", "new"),)),
        ("Reis", "name", ()),
        ("her", "person", (("infstat", "giv"),)),
        ("a", "part", ()),
        ("c", "x|y", ()),
    ]
    assert document.chains == ((0, 2),)
    assert document.sentences is not None
    assert [[document.text[start:end] for start, end in each] for each in document.sentences] == [
        ["Ann", "Reis", "met", "her", "."],
        ["a\\b", "c"],
    ]


def test_what_is_not_kept_is_told() -> None:
    assert told(FILE) == [
        "2: the layer de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS is left out",
        "16: the link bridge to 1-1 is left out",
    ]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("1-2\t4-8\tReis", "the line has 3 columns, and 4 are declared; the missing ones say nothing"),
        ("1-2\t4-8\tReis\t_\tx\t", "the line has 5 columns, and 4 are declared; the last ones are left out"),
        ("1-1\t4-8\tReis\t_\t", "there is a token 1-1 already; it counts as another one"),
    ],
)
def test_odd_rows_are_told_on_their_lines(row: str, problem: str) -> None:
    assert told(f"{ONE_LAYER}#Text=Ann Reis\n1-1\t0-3\tAnn\tPER\t\n{row}\n") == [f"7: {problem}"]


def test_a_layer_of_chains() -> None:
    text = (
        "#FORMAT=WebAnno TSV 3.2\n#T_CH=webanno.custom.Link|referenceType|referenceRelation\n\n\n"
        "#Text=Ann saw her\n"
        "1-1\t0-3\tAnn\tnam[1]\tcoref->1-1[1]\t\n"
        "1-2\t4-7\tsaw\t_\t_\t\n"
        "1-3\t8-11\ther\t*[2]\t*->1-2[2]\t\n"
    )
    (document,) = read(text).documents
    assert document.entities == (
        Entity(((0, 3),), "COREF", (("referencetype", "nam"),)),
        Entity(((8, 11),), "COREF"),
    )
    assert document.chains == ((0, 1),)


def test_offsets_in_code_units() -> None:
    """WebAnno counts as Java does: an emoji is two."""
    text = f"{ONE_LAYER}#Text=😀 Ann\n1-1\t0-2\t😀\t_\t\n1-2\t3-6\tAnn\tPER\t\n"
    (document,) = read(text).documents
    assert (document.text, document.entities[0].extents, told(text)) == ("😀 Ann", ((2, 5),), [])
    assert "1-2\t3-6\tAnn" in convert([document], WEBANNO).outputs[0].texts[0]


@pytest.mark.parametrize("offsets", ["4-7", "5-7", "999999999-999999999"])
def test_offsets_that_do_not_fit_are_told(offsets: str) -> None:
    text = f"{ONE_LAYER}#Text=Ann Bo\n1-1\t0-3\tAnn\t_\t\n1-2\t{offsets}\tBo\tPER\t\n"
    (document,) = read(text).documents
    assert document.covered(document.entities[0]) == "Bo"
    assert told(text) == [
        "7: the offsets of token 1-2 do not fit its text; the sentence is put behind the last"
    ]


@pytest.mark.parametrize("row", ["1-2\t5-8\tsaw", "1-2\t4-7\tsee"])
def test_a_token_that_is_not_in_the_text_is_told_on_its_line(row: str) -> None:
    text = f"{ONE_LAYER}#Text=Ann saw her\n1-1\t0-3\tAnn\tPER\t\n{row}\t_\t\n1-3\t8-11\ther\t_\t\n"
    assert told(text) == [
        "7: the offsets of token 1-2 do not fit its text; the sentence is put behind the last"
    ]


def test_kinds_of_links_in_chains_are_told_where_there_are_several() -> None:
    head = (
        "#FORMAT=WebAnno TSV 3.3\n#T_CH=a.CoreferenceLink|referenceType|referenceRelation\n\n\n"
        "#Text=Ann her she\n"
    )
    rows = "1-1\t0-3\tAnn\t_\tcoref->1-1\t\n1-2\t4-7\ther\t_\t{}->1-2\t\n1-3\t8-11\tshe\t_\t*->1-3\t\n"
    assert told(head + rows.format("coref")) == []
    assert told(head + rows.format("anaphoric")) == [
        "2: the kinds of links are left out: 1 anaphoric, 1 coref"
    ]


def test_features_with_capitals_are_told() -> None:
    text = "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.B|value|Status\n\n\n#Text=Ann\n1-1\t0-3\tAnn\tPER\t{}\t\n"
    assert told(text.format("OPT")) == ["2: the feature Status is written status"]
    assert told(text.format("*")) == []


def test_what_is_written() -> None:
    entities = (
        Entity(((0, 8),), "PER", (("status", "OPT"),)),
        Entity(((4, 8),), "N_1"),
        Entity(((14, 17),), ""),
    )
    document = Document("a", "Ann Reis [1].\nShe ran", entities, ((0, 2),))
    found = convert([document], WEBANNO)
    assert found.outputs[0].texts[0].split("\n") == [
        "#FORMAT=WebAnno TSV 3.3",
        "#T_SP=webanno.custom.Entity|value|status",
        "#T_RL=webanno.custom.Chain|type|BT_webanno.custom.Entity",
        *("", "", "#Text=Ann Reis [1]."),
        "1-1\t0-3\tAnn\tPER[1]\tOPT[1]\t_\t_\t",
        "1-2\t4-8\tReis\tPER[1]|N\\_1[2]\tOPT[1]|*[2]\t_\t_\t",
        "1-3\t9-10\t\\[\t_\t_\t_\t_\t",
        "1-4\t10-11\t1\t_\t_\t_\t_\t",
        "1-5\t11-12\t\\]\t_\t_\t_\t_\t",
        "1-6\t12-13\t.\t_\t_\t_\t_\t",
        *("", "#Text=She ran"),
        "2-1\t14-17\tShe\t*[3]\t*[3]\tcoref\t1-1[1_3]\t",
        "2-2\t18-21\tran\t_\t_\t_\t_\t",
        "",
    ]
    assert list(found.losses) == []


def test_it_is_recognised() -> None:
    assert format_of("a.tsv", FILE) is WEBANNO


def test_an_entity_within_a_token_is_fitted_to_it() -> None:
    entities = arranged([Entity(((1, 3),), "X")], []).entities
    document = Document("a", "Annas cat", entities, sentences=(((0, 5), (6, 9)),))
    found = convert([document], WEBANNO)
    assert [loss.what for loss in found.losses] == ['X "nn" is fitted to whole tokens']
