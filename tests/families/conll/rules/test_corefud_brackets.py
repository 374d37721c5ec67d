"""Rules of CorefUD's brackets: heads that are no words, and parts of mentions that are missing."""

import pytest

from keytally.families.conll.reading import document_of
from keytally.families.conll.rules import ChainsLanguage

FIELDS = "# global.Entity = eid-etype-head-other\n"


def corefud(*entities: str, fields: str = FIELDS) -> str:
    """A document with a word for each value of `Entity`."""
    cells = [f"Entity={each}" if each else "_" for each in entities]
    rows = (f"{at}\tw{at}" + "\t_" * 7 + f"\t{cell}\n" for at, cell in enumerate(cells, start=1))
    return f"# newdoc id = a\n{fields}{''.join(rows)}\n"


def told(text: str) -> list[tuple[str, str, str]]:
    """The rule, the place and the message of each finding."""
    found = ChainsLanguage().read(text).findings
    return [(each.rule.name, text[each.start : each.end], each.message) for each in found]


@pytest.mark.parametrize("head", ["9", "0", "4", "x", "999999", "1,9", "\u0663"])
def test_a_head_that_is_no_word_of_the_mention_is_told_on_its_bracket(head: str) -> None:
    text = corefud(f"(e1-place-{head}-", "", "e1)")
    stated = "9" if head == "1,9" else head
    message = f"the head of the mention is word {stated}, but the mention has 3 words, counted from 1"
    assert told(text) == [("conll-bracket", f"(e1-place-{head}-", message)]


@pytest.mark.parametrize(
    ("fields", "opening"),
    [
        (FIELDS, "(e1-place-1-"),
        (FIELDS, "(e1-place-3-"),
        (FIELDS, "(e1-place-1,3-"),
        (FIELDS, "(e1-place--"),
        (FIELDS, "(e1-place--1-"),
        (FIELDS, "(e1-place"),
        (FIELDS, "(e1"),
        ("# global.Entity = eid-etype-other\n", "(e1-place-9"),
        ("# global.Entity = head-eid\n", "(2-e1"),
        ("", "(e1-place-3-"),
    ],
)
def test_a_head_that_is_a_word_or_that_is_left_out_is_none(fields: str, opening: str) -> None:
    assert told(corefud(opening, "", "e1)", fields=fields)) == []


@pytest.mark.parametrize(("head", "count"), [("3", 0), ("4", 1)])
def test_the_words_of_all_parts_of_a_mention_count(head: str, count: int) -> None:
    text = corefud(f"(e1[1/2]-place-{head}-", "e1[1/2])", "", f"(e1[2/2]-place-{head}-)")
    assert [place for _, place, _ in told(text)] == [f"(e1[1/2]-place-{head}-"][:count]
    assert all("the mention has 3 words" in message for _, _, message in told(text))


def test_a_head_that_is_no_word_is_read_as_before() -> None:
    heads = [document_of(corefud(f"(e1-place-{head}-", "e1)")).chains[0].mentions[0].head for head in "1029x"]
    first, _, last = heads[:3]
    assert heads == [first, first, last, last, first]


@pytest.mark.parametrize(
    ("entities", "place", "part"),
    [
        (["(e2[1/2]-place-1-)", "", ""], "(e2[1/2]-place-1-)", "2 of 2"),
        (["", "", "(e2[2/2]-place-1-)"], "(e2[2/2]-place-1-)", "1 of 2"),
        (["(e2[1/3]-x-1-)", "", "(e2[3/3]-x-1-)"], "(e2[1/3]-x-1-)", "2 of 3"),
        (["", "(e2[2/3]-x-1-)", "(e2[3/3]-x-1-)"], "(e2[2/3]-x-1-)", "1 of 3"),
    ],
)
def test_a_part_that_is_missing_is_told_once(entities: list[str], place: str, part: str) -> None:
    message = f"part {part} of this mention of chain e2 is missing; no mention is read"
    assert told(corefud(*entities)) == [("conll-bracket", place, message)]


@pytest.mark.parametrize(
    ("entities", "place"),
    [
        (["(e2[1/2]-x-1-)", "(e2[2/2]-x-1-", ""], "(e2[2/2]-x-1-"),
        (["(e2[1/2]-x-1-)", "", "e2[2/2])"], "e2[2/2])"),
        (["(e2[1/2]-x-1-", "", "(e2[2/2]-x-1-)"], "(e2[1/2]-x-1-"),
    ],
)
def test_a_part_with_a_lone_bracket_is_told_there_alone(entities: list[str], place: str) -> None:
    assert [(rule, found) for rule, found, _ in told(corefud(*entities))] == [("conll-bracket", place)]


def test_parts_that_lack_each_other_are_told_each() -> None:
    text = corefud("(e2[1/3]-x-1-)", "(e2[3/3]-x-1-)", "(e2[2/3]-x-1-)", "(e2[3/3]-x-1-)", "(e2[2/2]-x-1-)")
    assert [place for _, place, _ in told(text)] == ["(e2[3/3]-x-1-)", "(e2[2/2]-x-1-)"]
    assert len(document_of(text).chains[0].mentions) == 1
