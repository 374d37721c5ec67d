"""Text of files in Markdown is shown as it is, whatever it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from keytally.text.rendering import markdown_code, markdown_prose

PIECES = [
    "`",
    "``",
    "\\",
    "[x](command:evil)",
    "![](http://x.y/z)",
    "<img src=x>",
    "&lt;",
    "*",
    "_",
    "\n",
    "\r\r",
    " ",
]
HOSTILE = st.lists(
    st.sampled_from([*PIECES, "~~~", "# ", "> ", "a", "[x]: http://e.f\n", "<http://a.b>"])
).map("".join)


def shown(markdown: str) -> list[tuple[str, str]]:
    """The pieces of the one paragraph that a reader is shown, with their types."""
    opening, inline, closing = MarkdownIt("commonmark").parse(f"a {markdown} z")
    assert (opening.type, closing.type) == ("paragraph_open", "paragraph_close")
    return [(each.type, each.content) for each in inline.children or []]


@given(HOSTILE)
def test_code_is_one_piece_of_code(text: str) -> None:
    before, piece, after = shown(markdown_code(text))
    assert (before, after) == (("text", "a "), ("text", " z"))
    assert piece[0] == "code_inline"
    assert piece[1].split() == text.split()


@given(HOSTILE)
def test_prose_is_plain_text(text: str) -> None:
    pieces = shown(markdown_prose(text))
    assert {kind for kind, _ in pieces} == {"text"}
    assert "".join(content for _, content in pieces).split() == ["a", *text.split(), "z"]


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("see http://x.y and www.x.y", "see http\\://x.y and www\\.x.y"),
        ("a@b.c", "a\\@b.c"),
        ("- R:VERB:FORM, one_two", "- R:VERB:FORM, one_two"),
    ],
)
def test_addresses_become_no_links_either(text: str, markdown: str) -> None:
    assert markdown_prose(text) == markdown
