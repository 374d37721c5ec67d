"""What editors show of a document: its chains in hovers and in the outline, its brackets in colour."""

from keytally.families.conll.reading import DocumentUnit
from tests.families.conll.written import written

TEXT = written([(1, 0, 1), (2, 2, 2), (1, 4, 4)])


def test_a_hover_on_a_bracket_shows_its_chain() -> None:
    note = DocumentUnit(TEXT).note_at(TEXT.index("(1)") + 1)
    assert note is not None and TEXT[note.start : note.end] == "(1)"
    assert note.markdown == 'Chain 1: mention 2 of 2\n\n* "w0 w1"\n* **"w4"**'
    assert DocumentUnit(TEXT).note_at(TEXT.index("w3")) is None


def test_a_long_chain_is_shown_around_the_mention() -> None:
    text = written([(1, at, at) for at in range(20)], tokens=20)
    note = DocumentUnit(text).note_at(text.rindex("(1)"))
    assert note is not None
    lines = note.markdown.splitlines()
    assert (lines[2], lines[-2:]) == ('* "w8"', ['* **"w19"**', "* and 8 more"])


def test_the_outline_has_the_chains_of_a_document() -> None:
    [document] = DocumentUnit(TEXT).outline()
    assert (document.name, document.detail) == ("(a); part 000", "2 chains")
    assert [(each.name, each.detail) for each in document.children] == [
        ('1: "w0 w1"', "2 mentions"),
        ('2: "w2"', "1 mention"),
    ]


def test_brackets_and_the_first_line_are_coloured() -> None:
    pieces = [TEXT[piece.start : piece.end] for piece in DocumentUnit(TEXT).pieces()]
    assert pieces == ["#begin document (a); part 000", "(1", "1)", "(2)", "(1)"]
