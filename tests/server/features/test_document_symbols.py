"""The outline of a file."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally_server.answers.symbol import Symbol
from keytally_server.features import document_symbols as feature
from keytally_server.features.document_symbols import document_symbols
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


def test_a_very_large_file_has_documents_without_their_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feature, "LARGEST_WITH_PARTS", 10)
    assert outline(response("met <P Ann>\n")) == "1 (1 tag) at 1"


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
