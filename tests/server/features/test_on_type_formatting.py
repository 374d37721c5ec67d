"""What is added while somebody types: the sign of a header, a lost quote, an indent."""

import pytest

from keytally_server.requests.formatting import on_type_formatting
from tests.server.desk import Desk, alone, applied
from tests.server.template_desk import in_no_pair


def typed(picture: str, language: str = "muc-template") -> str:
    """A file after the character before the cursor has had its effect."""
    desk = in_no_pair(picture, language)
    return _after(desk)


def _after(desk: Desk) -> str:
    character = desk.text[desk.offset - 1]
    return applied(desk.text, on_type_formatting(desk.snapshot, desk.offset, character, "\t"))


SIGNED = [
    "<PERSON-1-1>‸\n",
    "<PERSON-1-1>:‸\n",
    "<PERSON-1-1> :‸\n",
    "<PERSON-1-1>=‸\n",
    "<PERSON-1-1> :==‸\n",
    "<PERSON-1-1> ::=‸\n",
]


@pytest.mark.parametrize("picture", SIGNED)
def test_a_header_gets_its_sign(picture: str) -> None:
    assert typed(picture) == "<PERSON-1-1> :=\n"
    before = '<A-1-1> :=\n    B: "c"\n\n'
    assert typed(before + picture) == f"{before}<PERSON-1-1> :=\n"


UNCHANGED = [
    "<PERSON-1-1> :=‸\n",
    "<PERSON-1>‸\n",
    "<P>‸\n",
    "<PERSON 1-1>‸\n",
    "<A-1-1> :=\n  B: c\n  <PERSON-1-1>‸\n",
    "<PERSON-1-1>‸ :=\n",
    "A: <PERSON-1-1>‸\n",
    "A:‸\n",
    "# <PERSON-1-1>‸\n",
    "<A-1-1> :=\n  B: <PERSON-1-2>\n<PERSON-1-1>‸\n",
    "<A-1-1> :=\n  B:\n<PERSON-1-1>‸\n",
]


@pytest.mark.parametrize("picture", UNCHANGED)
def test_what_is_no_header_gets_none(picture: str) -> None:
    assert typed(picture) == picture.replace("‸", "")


def test_a_class_of_a_bnf_gets_its_sign() -> None:
    assert typed("<PERSON>‸\n", "muc-bnf") == "<PERSON> :=\n"
    assert typed("<PERSON> :=\n    A: <PERSON>‸\n", "muc-bnf") == "<PERSON> :=\n    A: <PERSON>\n"
    assert _after(alone("<P Ann>‸\n")) == alone("<P Ann>\n").text


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_quote_is_closed_when_its_line_is_left(line_end: str) -> None:
    before = f'<A-1-1> :={line_end}\tB: "Noor'
    after = f"{line_end}\t‸{line_end}"
    desk = in_no_pair(f"{before}{after}")
    edits = on_type_formatting(desk.snapshot, desk.offset, "\n", "\t")
    assert applied(desk.text, edits) == f'{before}"{after}'.replace("‸", "")
    assert (
        typed(f'<A-1-1> :=\n\tB: "Noor" ##1#2#x{line_end}‸') == f'<A-1-1> :=\n\tB: "Noor" ##1#2#x{line_end}'
    )


def test_only_the_line_that_is_left_gets_its_quote() -> None:
    text = '<A-1-1> :=\n\tB: "Noor\n\tC: d\n'
    assert typed(f"{text}‸") == text


def test_the_first_slot_of_an_object_is_indented() -> None:
    assert typed("<A-1-1> :=\n‸") == "<A-1-1> :=\n\t"
    assert typed("<A-1-1> :=\n  ‸") == "<A-1-1> :=\n  "
    assert typed("<A-1-1> :=\n‸  B: c\n") == "<A-1-1> :=\n  B: c\n"
    assert typed("<A-1-1> :=\n  B: c\n‸") == "<A-1-1> :=\n  B: c\n"


@pytest.mark.parametrize("text", ["\n‸", "‸\n", ">‸", "<DOC>\n‸"])
def test_odd_places_change_nothing(text: str) -> None:
    for language in ("muc-template", "muc-bnf", "muc-sgml"):
        desk = in_no_pair(text, language)
        for character in (">", ":", "=", "\n"):
            assert on_type_formatting(desk.snapshot, desk.offset, character, "\t") == []
