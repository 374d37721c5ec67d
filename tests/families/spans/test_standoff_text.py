"""Offsets of standoff against a text that has changed, and the places to which annotations move."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.spans.standoff_text import (
    Anchoring,
    misplaced_entities,
    stated_entities,
    text_findings,
)
from keytally.findings.finding import apply_edits

WORDS = ("Ida", "Wren", "left", "Quill", "the", "Board")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=2, max_size=8)


def annotated(words: list[str]) -> str:
    """An annotation of each word, and of the first and the last as one."""
    lines, at, extents = [], 0, []
    for number, word in enumerate(words, 1):
        extents.append((at, at + len(word)))
        lines.append(f"T{number}\tX {at} {at + len(word)}\t{word}\n")
        at += len(word) + 1
    (start, end), (first, last) = extents[0], extents[-1]
    return "".join(lines) + f"T0\tY {start} {end};{first} {last}\t{words[0]} {words[-1]}\n"


@given(TEXTS)
def test_nothing_is_misplaced_in_its_own_text(words: list[str]) -> None:
    assert misplaced_entities(annotated(words), " ".join(words)) == []


@given(st.lists(st.sampled_from(WORDS), unique=True, min_size=2), st.text("xyz \n😀", max_size=9))
def test_words_that_occur_once_move_with_the_text(words: list[str], before: str) -> None:
    annotation, text = annotated(words), before + " ".join(words)
    moved = apply_edits(annotation, Anchoring(annotation, text).edits())
    assert misplaced_entities(moved, text) == []
    shifts = {
        there.extents[0][0] - here.extents[0][0]
        for here, there in zip(stated_entities(annotation), stated_entities(moved), strict=True)
    }
    assert shifts == {len(before)}


@given(TEXTS, TEXTS)
def test_every_place_that_is_offered_has_the_quotation(words: list[str], others: list[str]) -> None:
    annotation, text = annotated(words), " ".join(others)
    anchoring = Anchoring(annotation, text)
    for entity in anchoring.misplaced:
        for anchor in anchoring.anchors(entity):
            assert " ".join(text[start:end] for start, end in anchor.extents) == entity.quote
    moved = apply_edits(annotation, anchoring.edits())
    lost = [each for each in misplaced_entities(moved, text) if anchoring.anchors(each)]
    assert lost == []


def test_a_place_after_the_end_of_the_text_is_named() -> None:
    [finding] = text_findings("T1\tPER 4 8\tWren\n", "Ida", ())
    assert finding.message == "wrong offset: T1 ends at 8, but the text has 3 characters"
    assert (finding.start, finding.end) == (7, 10)


def test_windows_line_ends_are_counted_as_the_file_does() -> None:
    annotation = "T1\tPER 5 8\tIda\r\nT2\tPER 0 2\tNo\r\n"
    assert misplaced_entities(annotation, "No.\r\nIda") == []
    assert misplaced_entities(annotation.replace("5 8", "4 7"), "No.\r\nIda") == []
    assert [
        each.identifier for each in misplaced_entities(annotation.replace("5 8", "6 9"), "No.\r\nIda")
    ] == ["T1"]
