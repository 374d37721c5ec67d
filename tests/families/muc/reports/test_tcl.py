"""Tcl lists: whatever the text, Tcl reads the same text back."""

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc import report_files

HARD = [
    "",
    "plain",
    "two words",
    " blanks  around ",
    "{", "}", "}{", "{{}", "{ok}", "a{b}c", "{a b} {c}", "{a}b", "\\{",
    "\\", "trailing\\", "a\\b", "\\n", "\\x41", "\\\n",
    '"', '"quoted"', "it's \"so\"",
    "$name", "${x}", "[exit]", "[", "]", ";", "#", "# no comment", "a#b",
    "line\nend", "\r\n", "\r", "\ttab", "\f\v", "\x00", "\x01\x1a\x7f", "\x1bf",
    "naïve café", "北京", "東京 [株]", "𝒳 😀", "\u00a0", "\u2028", "\x85", "\ufeff",
    "-docnum", "*", "~", "%s", "&amp;", "<ENAMEX-1-2>",
]  # fmt: skip


def test_plain_words_stay_bare() -> None:
    assert report_files.tcl_list(["-docnum", "940224-0133", "R&D", "café"]) == "-docnum 940224-0133 R&D café"


def test_what_is_not_plain_stands_in_braces_while_it_can() -> None:
    assert (
        report_files.tcl_list(["", "two words", "$x [y]", 'a "b" {c}'])
        == '{} {two words} {$x [y]} {a "b" {c}}'
    )


def test_unbalanced_braces_backslashes_and_line_ends_are_escaped() -> None:
    assert report_files.tcl_element("a {b") == "a\\ \\{b"
    assert report_files.tcl_element("}{") == "\\}\\{"
    assert report_files.tcl_element("c:\\dir") == "c:\\\\dir"
    assert report_files.tcl_element("one\r\ntwo\x00") == "one\\r\\ntwo\\u0000"


def test_an_element_is_one_line() -> None:
    assert all(
        "\n" not in report_files.tcl_element(text) and "\r" not in report_files.tcl_element(text)
        for text in HARD
    )


def test_python_reads_back_every_text(read_tcl: Callable[[str], list[str]]) -> None:
    assert read_tcl(report_files.tcl_list(HARD)) == HARD


def test_lists_nest(read_tcl: Callable[[str], list[str]]) -> None:
    inner = report_files.tcl_list(HARD)
    outer = report_files.tcl_nested_list([inner, inner, ""], "\n ")
    lists = [read_tcl(text) for text in read_tcl(outer)]
    assert lists == [HARD, HARD, []]


@given(st.lists(st.text(alphabet=st.sampled_from('{}\\"$[] \n\r\t;#ab\x00é😀'))))
def test_any_texts_read_back(read_tcl: Callable[[str], list[str]], texts: list[str]) -> None:
    assert read_tcl(report_files.tcl_list(texts)) == texts
    assert read_tcl(read_tcl(f"{{{report_files.tcl_list(texts)}}}")[0]) == texts


def test_tclsh_reads_back_every_text(run_tcl: Callable[[str, Path], list[str]], tmp_path: Path) -> None:
    """Tcl itself reads lists within a list."""
    file = tmp_path / "lists"
    file.write_text(
        report_files.tcl_nested_list(
            [report_files.tcl_list(HARD), report_files.tcl_list(reversed(HARD))], "\n"
        ),
        "utf-8",
        newline="\n",
    )
    read = [bytes.fromhex(line[1:]).decode("utf-8") for line in run_tcl("read_lists.tcl", file)]
    assert read == HARD + HARD[::-1]
