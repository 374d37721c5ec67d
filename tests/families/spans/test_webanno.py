"""WebAnno TSV 3: stacked values, numbers, parts of tokens, relations and chains, with checked offsets."""

import pytest

from keytally.conversion.converting import convert_documents, format_of, formats
from keytally.families.contract import SettingsError
from keytally.families.interchange import Document, Entity, ReadDocuments, SourceText, arranged
from keytally.families.spans.reading import read_document
from keytally.families.spans.webanno import read_webanno

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
        (
            "1-2\t4-8\tReis",
            "the line has 3 columns, but 4 are declared; the missing columns are read as empty",
        ),
        (
            "1-2\t4-8\tReis\t_\tx\t",
            "the line has 5 columns, but 4 are declared; anything beyond the declared columns is left out",
        ),
        ("1-1\t4-8\tReis\t_\t", "duplicate token 1-1; it is read as a separate token"),
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
    assert "1-2\t3-6\tAnn" in convert_documents([document], WEBANNO).outputs[0].texts[0]


@pytest.mark.parametrize("offsets", ["4-7", "5-7", "999999999-999999999"])
def test_offsets_that_do_not_fit_are_told(offsets: str) -> None:
    text = f"{ONE_LAYER}#Text=Ann Bo\n1-1\t0-3\tAnn\t_\t\n1-2\t{offsets}\tBo\tPER\t\n"
    (document,) = read(text).documents
    assert document.covered(document.entities[0]) == "Bo"
    assert told(text) == [
        "7: the offsets of token 1-2 do not match its text; the sentence is placed after the preceding text"
    ]


@pytest.mark.parametrize("row", ["1-2\t5-8\tsaw", "1-2\t4-7\tsee"])
def test_a_token_that_is_not_in_the_text_is_told_on_its_line(row: str) -> None:
    text = f"{ONE_LAYER}#Text=Ann saw her\n1-1\t0-3\tAnn\tPER\t\n{row}\t_\t\n1-3\t8-11\ther\t_\t\n"
    assert told(text) == [
        "7: the offsets of token 1-2 do not match its text; the sentence is placed after the preceding text"
    ]


def test_kinds_of_links_in_chains_are_told_where_there_are_several() -> None:
    head = (
        "#FORMAT=WebAnno TSV 3.3\n#T_CH=a.CoreferenceLink|referenceType|referenceRelation\n\n\n"
        "#Text=Ann her she\n"
    )
    rows = "1-1\t0-3\tAnn\t_\tcoref->1-1\t\n1-2\t4-7\ther\t_\t{}->1-2\t\n1-3\t8-11\tshe\t_\t*->1-3\t\n"
    assert told(head + rows.format("coref")) == []
    assert told(head + rows.format("anaphoric")) == [
        "2: the types of links are left out: 1 anaphoric, 1 coref"
    ]


def test_features_with_capitals_are_told() -> None:
    text = "#FORMAT=WebAnno TSV 3.3\n#T_SP=a.B|value|Status\n\n\n#Text=Ann\n1-1\t0-3\tAnn\tPER\t{}\t\n"
    assert told(text.format("OPT")) == ["2: the feature Status is written as status"]
    assert told(text.format("*")) == []


def test_what_is_written() -> None:
    entities = (
        Entity(((0, 8),), "PER", (("status", "OPT"),)),
        Entity(((4, 8),), "N_1"),
        Entity(((14, 17),), ""),
    )
    document = Document("a", "Ann Reis [1].\nShe ran", entities, ((0, 2),))
    found = convert_documents([document], WEBANNO)
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


def test_an_entity_within_a_token_is_a_part_of_it() -> None:
    entities = arranged([Entity(((1, 3),), "X")], []).entities
    document = Document("a", "Annas cat", entities, sentences=(((0, 5), (6, 9)),))
    found = convert_documents([document], WEBANNO)
    assert not found.losses
    assert "\n1-1.1\t1-3\tnn\tX[1]\t\n" in found.outputs[0].texts[0]


NER, COREF = "a.ner.NamedEntity", "a.coref.CoreferenceLink"
WORDS = "Ida told Bo that she left ."


def file(layers: str, *columns: list[str], words: str = WORDS) -> str:
    """One sentence; each column has the cells of the tokens."""
    rows, start = [], 0
    for number, word in enumerate(words.split(" ")):
        cells = "".join(f"{column[number]}\t" for column in columns)
        rows.append(f"1-{number + 1}\t{start}-{start + len(word)}\t{word}\t{cells}\n")
        start += len(word) + 1
    return f"#FORMAT=WebAnno TSV 3.3\n{layers}\n\n#Text={words}\n" + "".join(rows)


def cells(**given: str) -> list[str]:
    """The cells of a column by `t` and the number of the token."""
    return [given.get(f"t{number}", "_") for number in range(1, 8)]


KINDS, LINKS = (
    cells(t1="name[1]", t2="name[1]", t3="name[2]", t5="pron[1]"),
    cells(t1="coref->1-1", t2="coref->1-1", t3="*->2-1", t5="*->1-2"),
)
CHAINS = f"#T_CH={COREF}|referenceType|referenceRelation\n"


def covered(found: ReadDocuments) -> list[tuple[str, str]]:
    (document,) = found.documents
    return [(document.covered(entity), entity.type) for entity in document.entities]


def test_the_number_of_a_chain_is_not_that_of_a_mention() -> None:
    found = read(file(CHAINS, KINDS, LINKS))
    assert covered(found) == [("Ida told", "COREF"), ("Bo", "COREF"), ("she", "COREF")]
    assert (found.documents[0].chains, found.losses) == (((0, 2),), [])


BESIDE = file(f"#T_SP={NER}|value\n{CHAINS}", cells(t1="PER[3]", t2="PER[3]", t7="DOT"), KINDS, LINKS)


def test_chains_beside_entities() -> None:
    found = read(BESIDE)
    assert covered(found) == [("Ida told", "PER"), ("Bo", "COREF"), ("she", "COREF"), (".", "DOT")]
    (document,) = found.documents
    assert (document.chains, document.entities[0].attributes) == (((0, 2),), (("referencetype", "name"),))
    (text,) = convert_documents([document], formats()["conll"]).outputs[0].texts  # type: ignore[arg-type]
    assert [row.split("\t")[-1] for row in text.splitlines()[1:8]] == [
        "(1",
        "1)",
        "(2)",
        "-",
        "(1)",
        "-",
        "-",
    ]


def test_formats_without_chains_get_the_entities_only() -> None:
    document = read(BESIDE).documents[0]
    found = convert_documents([document], formats()["doccano"])  # type: ignore[arg-type]
    assert '"label": [[0, 8, "PER"], [26, 27, "DOT"]]' in found.outputs[0].texts[0]
    assert "2 mentions that are not entities are left out" in [loss.what for loss in found.losses]


def test_the_task_spans_reads_the_entities_only() -> None:
    content = read_document(BESIDE, "a").content
    assert content is not None
    assert [entity.type for entity in content.entities] == ["PER", "DOT"]


@pytest.mark.parametrize(
    ("layer", "kind", "is_chain"),
    [
        ("webanno.custom.Coref", "appos", True),
        ("webanno.custom.Chain", "*", True),
        ("webanno.custom.Link", "coref", True),
        ("webanno.custom.Link", "anaphoric", True),
        ("webanno.custom.Link", "analysed_by", False),
        ("webanno.custom.Link", "lives_in", False),
        ("webanno.custom.Link", "*", False),
        ("webanno.custom.Coref", "bridging", False),
    ],
)
def test_only_links_of_identity_make_chains(layer: str, kind: str, is_chain: bool) -> None:
    layers = f"#T_SP={NER}|value\n#T_RL={layer}|label|BT_{NER}\n"
    text = file(layers, cells(t1="PER", t5="PER"), cells(t5=kind), cells(t5="1-1"))
    assert read(text).documents[0].chains == (((0, 1),) if is_chain else ())
    left_out = "the link to 1-1 is left out" if kind == "*" else f"the link {kind} to 1-1 is left out"
    assert told(text) == ([] if is_chain else [f"11: {left_out}"])


@pytest.mark.parametrize("gap", [0, 1, 3])
def test_characters_between_sentences(gap: int) -> None:
    first = 5 + gap
    text = (
        f"{ONE_LAYER}#Text=奥托来了。\n1-1\t0-2\t奥托\tPER\t\n1-2\t2-5\t来了。\t_\t\n\n"
        f"#Text=安娜。\n2-1\t{first}-{first + 2}\t安娜\tPER\t\n2-2\t{first + 2}-{first + 3}\t。\t_\t\n"
    )
    (document,) = read(text).documents
    assert document.text == "奥托来了。" + "\n" * gap + "安娜。"
    assert [document.covered(each) for each in document.entities] == ["奥托", "安娜"]
    assert told(text) == []
    assert convert_documents([document], WEBANNO).losses == []


def test_overlapping_sentences_are_reported() -> None:
    text = (
        f"{ONE_LAYER}#Text=Ida ran\n1-1\t0-3\tIda\t_\t\n1-2\t4-7\tran\t_\t\n\n#Text=Bo\n2-1\t5-7\tBo\t_\t\n"
    )
    assert len(told(text)) == 1


@pytest.mark.parametrize(
    ("parts", "extents"),
    [
        ("1-2.1\t4-8\tPort\tLOC[1]\t\n", ((0, 8),)),
        ("1-2.1\t4-6\tPo\tLOC[1]\t\n1-2.2\t6-8\trt\tLOC[1]\t\n", ((0, 8),)),
        ("1-2.1\t4-8\tPort\tLOC[2]\t\n", ((0, 3),)),
    ],
)
def test_an_annotation_that_ends_within_a_token_has_no_gap(parts: str, extents: object) -> None:
    rows = f"1-1\t0-3\tOld\tLOC[1]\t\n1-2\t4-14\tPort-based\t_\t\n{parts}"
    (document,) = read(f"{ONE_LAYER}#Text=Old Port-based\n{rows}").documents
    assert document.entities[0].extents == extents


def test_the_first_layer_of_entities_that_is_used() -> None:
    layers = (
        f"#T_SP={NER}|identifier|value\n#T_SP=webanno.custom.Skill|kind\n#T_SP=webanno.custom.Tool|kind\n"
    )
    empty = cells()
    text = file(layers, empty, empty, cells(t3="LANG"), cells(t5="PEN"))
    assert covered(read(text)) == [("Bo", "LANG")]
    assert told(text) == ["4: the layer webanno.custom.Tool is left out"]
    assert covered(read(file(layers, *[empty] * 4))) == []


def test_the_type_is_the_first_feature_with_values() -> None:
    layers = "#T_SP=webanno.custom.Material|extra|mat_tag|note\n"
    text = file(layers, cells(t1="*", t3="*[1]"), cells(t1="shape", t3="matter[1]"), cells(t1="x", t3="*[1]"))
    assert covered(read(text)) == [("Ida", "shape"), ("Bo", "matter")]
    assert read(text).documents[0].entities[0].attributes == (("note", "x"),)


def test_options_name_the_layer_and_the_feature() -> None:
    layers = f"#T_SP={NER}|identifier|value\n#T_SP=webanno.custom.Skill|kind\n{CHAINS}"
    text = file(layers, cells(t1="Q1"), cells(t1="PER"), cells(t3="LANG"), KINDS, LINKS)

    def read_with(**options: str) -> ReadDocuments:
        return read_webanno([SourceText("a.tsv", text)], options)

    assert covered(read_with(layer="skill")) == [("Bo", "LANG")]
    assert [kind for _, kind in covered(read_with(layer=COREF))] == ["COREF"] * 3
    assert ("Ida", "Q1") in covered(read_with(feature="Identifier"))
    with pytest.raises(SettingsError, match=r"a\.tsv: no layer 'Name'; layers: a\.ner\.NamedEntity, webanno"):
        read_with(layer="Name")
    with pytest.raises(
        SettingsError, match=r"no feature 'type' in a\.ner\.NamedEntity; features: identifier, value"
    ):
        read_with(feature="type")
