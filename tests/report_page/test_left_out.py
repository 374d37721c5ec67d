"""What is left out of a page without agreeing texts."""

from keytally.report_page.documents import differing_documents
from keytally.report_page.values import Document, Piece, Row, Side, Standing, View


def document(title: str, differences: int, length: int = 10) -> Document:
    row = Row(Side([Piece("x" * length)], "key:1"), None)
    return Document(title, [Standing(50.0, 50.0, 50.0, differences)], [View(0, [row])])


def test_documents_that_agree_are_counted() -> None:
    shown = differing_documents([document("a", 0), document("b", 1), document("c", 0)], "document")
    assert [each.title for each in shown.documents] == ["b"]
    assert shown.notes == ["2 documents: omitted because no response differs from the key."]


def test_texts_that_have_no_room_are_left_out_but_not_their_entries() -> None:
    documents = [document("a", 1), document("b", 1, 10_000), document("c", 1)]
    shown = differing_documents(documents, "sentence", most=3000)
    assert [bool(each.views) for each in shown.documents] == [True, False, True]
    assert shown.notes == ["1 sentence: shown without texts to keep the page short."]


def test_the_table_stops_at_half_of_the_room() -> None:
    shown = differing_documents(
        [document(f"{number:04}", 1) for number in range(100)], "document", most=10_000
    )
    assert 0 < len(shown.documents) < 20
    assert (
        shown.notes[0]
        == f"{100 - len(shown.documents)} documents: omitted from the table to keep the page short."
    )
