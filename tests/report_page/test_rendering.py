"""The page as HTML: whatever the files hold, it is text."""

import base64
import hashlib
import re

import pytest

from keytally.report_page.rendering import format_points, render_page
from keytally.report_page.values import (
    BEGINNING,
    Confusion,
    ConfusionRow,
    Document,
    ErrorClass,
    Figure,
    Grid,
    Opened,
    Page,
    Part,
    Piece,
    Row,
    Side,
    Standing,
    System,
    TallyRow,
    View,
)
from tests.report_page.opened_page import OpenedPage

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "</style><svg onload=alert(1)>",
    "' autofocus onfocus='alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "<!-- -->]]>",
]


def page(words: str) -> Page:
    """A page that has the same words wherever a file's words may stand."""
    figures = [Figure(words, words)]
    system = System(
        *(words, words, 50.0, 40.0, 60.0, 45.0, 55.0, figures),
        [Part(words, [TallyRow(words, figures, 50.0)])],
        [Confusion(words, [words], [ConfusionRow(words, [1], 0)])],
        7,
        [ErrorClass(words, 3, 1.25)],
    )
    side = Side(
        [
            Piece(words),
            Piece(opened=Opened("inc", words, words, "1:2")),
            Piece(closes=True),
            Piece(left_out=9),
        ],
        *(words, "", ""),
    )
    document = Document(words, [Standing(50.0, None, None, 2)] * 2, [View(0, [Row(side, None, 2)], 3)])
    grid = Grid(words, [words], [[words]], frozenset({0}))
    return Page(
        *(words, words, words, words, words, "document"),
        [system, system],
        [grid],
        [document],
        [words],
        [words],
    )


@pytest.mark.parametrize("words", HOSTILE)
def test_whatever_the_files_hold_is_text(words: str) -> None:
    plain, hostile = (OpenedPage(render_page(page(each))) for each in ("words", words))
    assert [name for name, _ in hostile.elements] == [name for name, _ in plain.elements]
    for (_, attributes), (_, expected) in zip(hostile.elements, plain.elements, strict=True):
        assert {name: (value or "").replace(words, "words") for name, value in attributes.items()} == {
            name: value or "" for name, value in expected.items()
        }
    assert hostile.text.replace(words, "words") == plain.text
    assert [address for address in hostile.addresses if not address.startswith("#")] == []


def test_only_the_pages_own_style_and_script_are_allowed() -> None:
    opened = OpenedPage(render_page(page("words")))
    (policy,) = (
        each["content"] or ""
        for each in opened.named("meta")
        if each.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; ")
    for name in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(opened.inline[name].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert not any("style" in attributes for _, attributes in opened.elements)
    assert not any(name.startswith("on") for _, attributes in opened.elements for name in attributes)


def test_control_characters_are_written_out() -> None:
    html = render_page(page("a\x00b\x1b[1m\u2028c"))
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028]", html)
    assert "a\\x00b\\x1b[1m\\u2028c" in html


def test_a_page_is_known_by_its_beginning() -> None:
    assert render_page(page("words")).startswith(BEGINNING)


def test_one_line_of_ten_megabytes() -> None:
    line = "<b>" * 3_500_000
    side = Side([Piece(line)], "key:1")
    document = Document("long", [Standing(50.0, 50.0, 50.0, 1)] * 2, [View(0, [Row(side, None)])])
    html = render_page(page("words")._replace(documents=[document]))
    assert html.count("&lt;b&gt;") == 3_500_000
    assert "<b>" not in html


def test_points() -> None:
    assert (format_points(None), format_points(66.666)) == ("–", "66.67")
