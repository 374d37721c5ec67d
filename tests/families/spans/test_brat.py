"""Standoff of brat: offsets are checked, and each line that is not kept is told."""

import pytest

from keytally.conversion.converting import convert_documents, formats
from keytally.families.interchange import Document, Entity, ReadDocuments, SourceText

BRAT = formats()["brat"]
TEXT = "Ann Reis met\nher brother 😀 in Orrin.\n"


def read(annotation: str, text: str = TEXT) -> ReadDocuments:
    return BRAT.read([SourceText("a.ann", annotation), SourceText("a.txt", text)])


def told(annotation: str, text: str = TEXT) -> list[str]:
    return [f"{loss.place.line}: {loss.what}" for loss in read(annotation, text).losses]


def test_entities_attributes_notes_and_chains() -> None:
    annotation = (
        "T1\tPerson 0 8\tAnn Reis\n"
        "T2\tPerson 13 16\ther\n"
        "A1\tStatus T1 OPT\n"
        "A2\tNegated T2\n"
        "#1\tAnnotatorNotes T1\twho is she?\n"
        "*\tEquiv T1 T2\n"
    )
    (document,) = read(annotation).documents
    assert (document.name, document.text) == ("a", TEXT)
    assert document.entities == (
        Entity(((0, 8),), "Person", (("note", "who is she?"), ("status", "OPT"))),
        Entity(((13, 16),), "Person", (("negated", "yes"),)),
    )
    assert document.chains == ((0, 1),)
    assert told(annotation.replace("Status", "status").replace("Negated", "negated")) == []


def test_names_that_are_written_in_another_way_are_told_once() -> None:
    entities = "T1\tPerson 0 8\tAnn Reis\nT2\tPerson 13 16\ther\n"
    assert told(f"{entities}A1\tStatus T1 OPT\nA2\tStatus T2 OPT\n*\tCoref T1 T2\n") == [
        "5: the link Coref is written as Equiv",
        "3: the attribute Status is written as status",
    ]


def test_an_entity_with_a_gap() -> None:
    (document,) = read("T1\tPerson 0 3;13 16\tAnn her\n").documents
    assert document.entities[0].extents == ((0, 3), (13, 16))
    assert convert_documents([document], BRAT).outputs[0].texts[0] == "T1\tPerson 0 3;13 16\tAnn her\n"


def test_a_line_end_in_an_entity_is_a_blank_in_its_line() -> None:
    annotation = "T1\tX 9 16\tmet her\n"
    (document,) = read(annotation).documents
    assert document.covered(document.entities[0]) == "met\nher"
    assert convert_documents([document], BRAT).outputs[0].texts == (annotation, TEXT)


def test_offsets_in_code_units_are_understood_where_the_text_tells_them() -> None:
    """Behind the emoji JavaScript counts one more."""
    (document,) = read("T1\tPlace 31 36\tOrrin\n").documents
    assert document.covered(document.entities[0]) == "Orrin"
    assert document.entities[0].extents == ((30, 35),)


WINDOWS = "Ann met\r\nher brother.\r\nBo left.\r\n"


@pytest.mark.parametrize(
    ("annotation", "extents"),
    [
        ("T1\tX 4 12\tmet\r her\nT2\tX 23 25\tBo\n", [((4, 12),), ((23, 25),)]),
        ("T1\tX 4 8;9 12\tmet\r her\nT2\tX 23 25\tBo\n", [((4, 8), (9, 12)), ((23, 25),)]),
        ("T1\tX 4 12\tmet  her\r\nT2\tX 23 25\tBo\r\n", [((4, 12),), ((23, 25),)]),
    ],
)
def test_carriage_returns_in_quotations(annotation: str, extents: list[object]) -> None:
    (document,) = read(annotation, WINDOWS).documents
    assert [entity.extents for entity in document.entities] == extents
    assert told(annotation, WINDOWS) == []


def test_lines_after_a_carriage_return_in_a_quotation_have_the_number_that_editors_show() -> None:
    assert told("T1\tX 4 12\tmet\r her\nT2\tX 0 3\tBo\n", WINDOWS) == [
        "3: T2 (X 0 3) is left out: its text does not match its offsets"
    ]


def test_lines_that_end_with_a_carriage_return_only() -> None:
    assert len(read("T1\tX 0 3\tAnn\rT2\tX 4 7\tmet\r", WINDOWS).documents[0].entities) == 2


def test_offsets_that_count_windows_line_ends_as_one_character() -> None:
    annotation = "T1\tX 0 3\tAnn\nT2\tX 4 11\tmet her\nT3\tX 8 19\ther brother\nT4\tX 21 23\tBo\n"
    (document,) = read(annotation, WINDOWS).documents
    covered = [document.covered(entity) for entity in document.entities]
    assert covered == ["Ann", "met\r\nher", "her brother", "Bo"]
    assert told(annotation, WINDOWS) == []


def test_offsets_of_most_entities_decide_how_windows_line_ends_count() -> None:
    annotation = "T1\tX 9 12\ther\nT2\tX 23 25\tBo\nT3\tX 21 23\tBo\n"
    assert told(annotation, WINDOWS) == ["3: T3 (X 21 23) is left out: its text does not match its offsets"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("T1\tPerson 1 9\tAnn Reis", "T1 (Person 1 9) is left out: its text does not match its offsets"),
        ("T1\tPerson 0 999\tAnn", "T1 (Person 0 999) is left out: its text does not match its offsets"),
        ("T1\tPerson 0 9999999999999999999\tA", "T1 (Person 0 9999999999999999999) is left out: its text"),
        ("R1\tLives Arg1:T1 Arg2:T2", "the line R1 Lives Arg1:T1 Arg2:T2 is left out"),
        ("E1\tAttack:T1", "the line E1 Attack:T1 is left out"),
        ("A1\tStatus T7 OPT", "Status=OPT of T7 is left out"),
        ("*\tEquiv T1 T2", "T1 and T2 are not both in the file; their link is left out"),
        ("nothing of brat", "the line nothing of brat is left out"),
    ],
)
def test_what_is_not_kept_is_told(line: str, what: str) -> None:
    (first,) = told(line)
    assert first.startswith(f"1: {what}")


def test_what_bears_an_identifier_that_stands_before_is_left_out() -> None:
    annotation = (
        "T1\tPerson 0 3\tAnn\nA1\told T1\nA1\tSure T1\nT1\tPerson 4 8\tReis\n"
        "T2\tX 0 1\tB\nT2\tX 0 1\tA\n#1\tAnnotatorNotes T1\twho?\n#1\tAnnotatorNotes T1\tshe\n"
    )
    (document,) = read(annotation).documents
    assert document.entities == (Entity(((0, 3),), "Person", (("note", "who?"), ("old", "yes"))),)
    assert told(annotation) == [
        "3: the line A1 Sure T1 is left out: its identifier is already used",
        "4: T1 (Person 4 8) is left out: its identifier is already used",
        "5: T2 (X 0 1) is left out: its text does not match its offsets",
        "6: T2 (X 0 1) is left out: its identifier is already used",
        "8: the line #1 AnnotatorNotes T1 she is left out: its identifier is already used",
    ]


def test_a_document_is_a_pair_of_files() -> None:
    entity = Entity(((0, 3),), "my type", (("status", "OPT"),))
    found = convert_documents([Document("b 2/7", "Ann", (entity,))], BRAT)
    assert [(each.name, each.texts) for each in found.outputs] == [
        ("b 2_7", ("T1\tmy_type 0 3\tAnn\nA1\tstatus T1 OPT\n", "Ann"))
    ]
    assert [loss.what for loss in found.losses] == [
        "the type 'my type' is written as my_type",
        "the name b 2/7 becomes b 2_7",
    ]


def test_documents_of_one_name_have_files_of_their_own() -> None:
    found = convert_documents(
        [Document("a", "one"), Document("A", "two"), Document("", "three")], BRAT, "stem"
    )
    assert [each.name for each in found.outputs] == ["a", "A-2", "stem-3"]
