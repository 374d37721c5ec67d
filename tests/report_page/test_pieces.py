"""The pieces of a text: they nest, lose nothing, and leave out what agrees."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from keytally.report_page.marked_text import AROUND, ShownMark, around_differences, pieces
from keytally.report_page.values import Piece


@st.composite
def marked_texts(draw: st.DrawFn) -> tuple[str, list[ShownMark]]:
    text = draw(st.text(st.sampled_from("ab <&\n"), max_size=40))
    places = st.integers(0, len(text))
    spans = draw(st.lists(st.tuples(places, places), max_size=8))
    marks = [
        ShownMark(min(span), max(span), "inc", "INC", differs=bool(at % 2)) for at, span in enumerate(spans)
    ]
    return text, sorted(marks, key=lambda mark: (mark.start, -mark.end))


def place_of(offset: int) -> str:
    return f"1:{offset + 1}"


def drawn(cut: list[Piece]) -> str:
    """The pieces as text: marked stretches in brackets, gaps in braces."""
    parts = []
    for piece in cut:
        if piece.opened:
            parts.append(f"[{piece.opened.words}|" if piece.opened.words else "[")
        else:
            parts.append("]" if piece.closes else piece.text or f"{{{piece.left_out}}}")
    return "".join(parts)


@given(marked_texts())
def test_pieces_nest_and_lose_nothing(drawing: tuple[str, list[ShownMark]]) -> None:
    text, marks = drawing
    depth, told = 0, ""
    for piece in pieces(text, marks, place_of):
        depth += (piece.opened is not None) - piece.closes
        assert depth >= 0
        told += piece.text
    assert depth == 0
    assert told == text


@given(marked_texts())
def test_every_difference_has_its_words_once_and_all_its_text(
    drawing: tuple[str, list[ShownMark]],
) -> None:
    text, marks = drawing
    cut = pieces(text, marks, place_of)
    words = [piece.opened.at for piece in cut if piece.opened and piece.opened.words]
    assert sorted(words) == sorted(place_of(mark.start) for mark in marks if mark.differs)


@given(marked_texts())
def test_what_is_kept_and_what_is_left_out_make_the_whole(drawing: tuple[str, list[ShownMark]]) -> None:
    text, marks = drawing
    kept = around_differences(text, marks)
    cut = pieces(text, marks, place_of, kept)
    assert sum(len(piece.text) + piece.left_out for piece in cut) == len(text)
    assert all(end < start for (_, end), (start, _) in pairwise(kept))
    for mark in marks:
        if mark.differs:
            assert any(start <= mark.start and mark.end <= end for start, end in kept)


def test_crossing_marks_are_cut() -> None:
    marks = [ShownMark(0, 3, "cor", "", differs=False), ShownMark(2, 5, "inc", "INC x", differs=True)]
    assert drawn(pieces("abcdef", marks, place_of)) == "[ab[INC|c]][de]f"


def test_what_is_missing_says_what() -> None:
    marks = [ShownMark(1, 1, "mis", 'MIS "x"', differs=True)]
    assert drawn(pieces("ab", marks, place_of)) == 'a[MIS "x"|]b'


def test_a_block_is_a_stretch_with_lines_of_its_own() -> None:
    text = "a\nb\nc\n"
    marks = [ShownMark(2, 5, "spu", "SPU", differs=True), ShownMark(2, 3, "cor", "", differs=False)]
    opened = [piece.opened for piece in pieces(text, marks, place_of) if piece.opened]
    assert [each.block for each in opened] == [True, False]


def test_one_long_line_keeps_only_what_is_near() -> None:
    text = "x" * 10_000_000
    marks = [ShownMark(5_000_000, 5_000_001, "spu", "SPU", differs=True)]
    kept = around_differences(text, marks)
    assert kept == [(0, AROUND), (5_000_000 - AROUND, 5_000_001 + AROUND)]
    cut = pieces(text, marks, place_of, kept)
    assert sum(len(piece.text) for piece in cut) == 3 * AROUND + 1


def test_the_first_line_names_the_record() -> None:
    text = "<PERSON-1> :=\n" + "NAME: a long name\n" * 4 + "TITLE: c\n"
    start = text.index("c\n")
    marks = [ShownMark(start, start + 1, "inc", "INC", differs=True)]
    cut = pieces(text, marks, place_of, around_differences(text, marks))
    assert drawn(cut) == "<PERSON-1> :={73}TITLE: [INC|c]\n"


def test_little_is_not_left_out() -> None:
    text = "<PERSON-1> :=\n" + "NAME: a name\n" + "TITLE: c\n"
    start = text.index("c\n")
    marks = [ShownMark(start, start + 1, "inc", "INC", differs=True)]
    assert around_differences(text, marks) == [(0, len(text))]
