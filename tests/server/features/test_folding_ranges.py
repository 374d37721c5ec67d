"""What can be folded."""

import pytest

from keytally_server.requests.ranges import folding_ranges
from tests.server.desk import Desk, alone, config, unpaired


def folded(desk: Desk) -> list[str]:
    return [desk.text[fold.start : fold.end] for fold in folding_ranges(desk.snapshot)]


def test_documents_and_sections_fold_up_to_their_close_tags() -> None:
    desk = alone("met Ann\n\n")
    assert folded(desk) == [
        "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nmet Ann\n\n</TXT>\n</DOC>",
        "<TXT>\nmet Ann\n\n</TXT>",
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_whatever_ends_lines_a_section_folds_and_one_on_a_single_line_does_not(line_end: str) -> None:
    text = line_end.join(["<DOC>", "<HL> one line </HL>", "<TXT>", "two", "</TXT>", "</DOC>", ""])
    desk = Desk(unpaired(alone("").snapshot.path, text, "muc-sgml"), text, 0, 0, 0)
    assert [fold.split(line_end)[0] for fold in folded(desk)] == ["<DOC>", "<TXT>"]


def test_what_stands_before_the_first_document_does_not_fold() -> None:
    text = "one\ntwo\n<DOC>\n</DOC>\n"
    desk = Desk(unpaired(alone("").snapshot.path, text, "muc-sgml"), text, 0, 0, 0)
    assert folded(desk) == ["<DOC>\n</DOC>"]


def test_options_over_several_lines_fold() -> None:
    text = ':key_file a\n:class_defs "enamex enamex scored 0"\n  "timex timex scored 0"\n; end\n'
    assert folded(config(text)) == [':class_defs "enamex enamex scored 0"\n  "timex timex scored 0"']


def test_an_empty_file_folds_nothing() -> None:
    assert list(folding_ranges(unpaired(alone("").snapshot.path, "", "muc-sgml"))) == []
