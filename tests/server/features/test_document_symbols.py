"""The outline of a file."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally_server.answers import Symbol
from keytally_server.requests import viewport
from keytally_server.requests.symbols import MOST_DOCUMENTS, document_symbols
from tests.server.desk import Desk, alone, config, response, unpaired


def outline(desk: Desk) -> str:
    return "\n".join(_rows(desk.text, document_symbols(desk.snapshot), 0))


def _rows(text: str, found: Iterable[Symbol], depth: int) -> list[str]:
    rows = []
    for symbol in found:
        name = text[symbol.name_start : symbol.name_end].replace("\n", "\\n")
        rows.append(f"{'  ' * depth}{symbol.name} ({symbol.detail}) at {name}")
        rows += _rows(text, symbol.children, depth + 1)
    return rows


def test_documents_hold_their_tags() -> None:
    assert outline(response("met <P Ann\nKory> in <L Vale>\n")) == (
        "1 (2 tags) at 1\n  Ann Kory (ENAMEX PERSON) at Ann\\nKory\n  Vale (ENAMEX LOCATION) at Vale"
    )


def test_an_element_may_be_empty_or_without_a_type() -> None:
    assert outline(alone("<ENAMEX></ENAMEX>\n")) == "1 (1 tag) at 1\n  (empty) (ENAMEX) at "


def test_a_document_without_a_number_is_told_by_its_tag() -> None:
    snapshot = unpaired(Path("/w/a.sgml"), "<DOC>\n<TXT>\n</TXT>\n</DOC>\n", "muc-sgml")
    assert [(each.name, each.name_start, each.name_end) for each in document_symbols(snapshot)] == [
        ("no number", 0, 4)
    ]


def test_options_show_their_values() -> None:
    classes = ':class_defs "enamex enamex scored 0"\n    "timex timex scored 0"\n'
    text = f":scoring_task named_entity\n; comment\n{classes}:\n"
    assert outline(config(text)) == (
        "scoring_task (named_entity) at scoring_task\n"
        "class_defs (enamex enamex scored 0 timex timex scored 0) at class_defs\n"
        "(no name) () at "
    )


def many(count: int) -> str:
    """Documents with a tag each."""
    return "".join(
        f"<DOC>\n<DOCNO> {number} </DOCNO>\n<ENAMEX>x{number}</ENAMEX>\n</DOC>\n" for number in range(count)
    )


def test_a_large_file_has_the_documents_near_the_cursor_and_the_tags_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(viewport, "WHOLE", 200)
    monkeypatch.setattr(viewport, "MEDIUM", 200)
    monkeypatch.setattr("keytally_server.requests.symbols.MOST_DOCUMENTS", 4)
    text = many(60)
    found = list(document_symbols(unpaired(Path("/w/a"), text, "muc-sgml"), text.index("x30")))
    assert [(each.name, len(each.children)) for each in found] == [
        ("… before 28", 0),
        ("28", 0),
        ("29", 0),
        ("30", 1),
        ("31", 0),
        ("32", 0),
        ("… after 32", 0),
    ]
    assert found[0].detail == "of 60 documents; the outline shows those near the cursor"
    assert [(each.start, each.end) for each in (found[0], found[-1])] == [
        (0, found[1].start),
        (found[-2].end, len(text)),
    ]
    assert all(each.start <= each.name_start <= each.name_end <= each.end for each in found)


def test_a_long_document_of_a_large_file_has_the_parts_near_the_cursor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(viewport, "WHOLE", 500)
    monkeypatch.setattr(viewport, "MEDIUM", 500)
    monkeypatch.setattr("keytally_server.requests.symbols.MOST_PARTS", 3)
    tags = "".join(f"<ENAMEX>x{number}</ENAMEX>\n" for number in range(12))
    text = f"<DOC>\n<DOCNO> 1 </DOCNO>\n{tags}</DOC>\n{many(9)}"
    found = list(document_symbols(unpaired(Path("/w/a"), text, "muc-sgml"), text.index("x7<")))
    assert [child.name for child in found[0].children] == ["x6", "x7", "x8"]


def test_a_heavy_outline_lists_the_documents_that_fit_and_the_tags_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Forty documents with a tag each, about two hundred bytes a symbol."""
    module = "keytally_server.requests.symbols"
    text = many(40)
    snapshot = unpaired(Path("/w/a"), text, "muc-sgml")
    whole = list(document_symbols(snapshot, text.index("x30")))
    assert [(each.name, len(each.children)) for each in whole] == [(str(n), 1) for n in range(40)]
    monkeypatch.setattr(f"{module}.WHOLE_OUTLINE", 10_000)
    listed = list(document_symbols(snapshot, text.index("x30")))
    assert [len(each.children) for each in listed] == [int(n == 30) for n in range(40)]
    monkeypatch.setattr(f"{module}.LISTED", 3_000)
    names = [each.name for each in document_symbols(snapshot, text.index("x30"))]
    assert names == ["… before 22", *map(str, range(22, 38)), "… after 37"]
    monkeypatch.setattr(f"{module}.LISTED", 1)
    assert len(list(document_symbols(snapshot, text.index("x30")))) == 2 + MOST_DOCUMENTS + 1


PIECES = [
    "<DOC>",
    "<DOCNO>",
    "</DOCNO>",
    " 12 ",
    "<TXT>",
    '<ENAMEX TYPE="PERSON">',
    "</ENAMEX>",
    "x",
    "\n",
    ":",
    '"',
]


@given(st.lists(st.sampled_from(PIECES)).map("".join), st.sampled_from(["muc-sgml", "muc-config"]))
def test_names_are_never_empty_and_stand_within_their_symbols(text: str, language: str) -> None:
    """VS Code shows no outline at all where one symbol breaks this."""
    for symbol in document_symbols(unpaired(Path("/w/a"), text, language)):
        for each in (symbol, *symbol.children):
            assert each.name
            assert 0 <= each.start <= each.name_start <= each.name_end <= each.end <= len(text)
        assert all(_within(child, symbol) for child in symbol.children)


def _within(child: Symbol, parent: Symbol) -> bool:
    return parent.start <= child.start and child.end <= parent.end
