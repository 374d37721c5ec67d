"""The tallies above documents, and what is missing between the words."""

from collections.abc import Iterator

import pytest

from keytally.families.contract import Role
from keytally.text.positions import Span
from keytally_server.answers import InlayHint
from keytally_server.presenters.presenter import Presenter
from keytally_server.requests.code_lenses import code_lenses
from keytally_server.requests.inlay_hints import LONGEST_LABEL, MOST_LISTED, inlay_hints
from keytally_server.requests.symbols import document_symbols
from keytally_server.session.snapshot import Snapshot
from keytally_server.wording import outline_name, quoted, shortened
from tests.server.desk import (
    RESPONSE,
    Desk,
    alone,
    config,
    document,
    key,
    live_pair,
    response,
    snapshot_of,
    spelled,
)


def two_documents(first: str, second: str) -> str:
    return document(spelled(first)) + document(spelled(second)).replace(" 1 ", " 2 ")


def test_the_file_has_a_lens_and_each_document_has_one_where_it_starts() -> None:
    text = "A preamble.\n" + two_documents("met <P Ann>\n", "met <L Vale>\n")
    engine, live = live_pair(two_documents("met <P Ann>\n", "met <P Vale> on <D Monday>\n"), text)
    found = list(code_lenses(snapshot_of(engine, RESPONSE, Role.RESPONSE, live)))
    assert [(lens.start, lens.title) for lens in found] == [
        (0, "all documents: P&R 60.0  COR 3  INC 1  MIS 2"),
        (text.index("<DOC>"), "1: P&R 100.0  COR 2"),
        (text.rindex("<DOC>"), "2: P&R 33.3  COR 1  INC 1  MIS 2"),
    ]


def test_a_key_has_the_same_lenses() -> None:
    whole, found = "met <P Ann> in <L Vale>\n", "met <P Ann> in Vale\n"
    of_key, of_response = key(whole, found), response(found, whole)
    assert [lens.title for lens in code_lenses(of_key.snapshot)] == [
        lens.title for lens in code_lenses(of_response.snapshot)
    ]


def test_a_document_without_a_number_says_so() -> None:
    text = document(spelled("met <P Ann>\n")).replace(" 1 ", " ")
    engine, live = live_pair(text, text)
    titles = [lens.title for lens in code_lenses(snapshot_of(engine, RESPONSE, Role.RESPONSE, live))]
    assert titles[1:] == ["no number: P&R 100.0  COR 2"]


def test_a_document_is_named_as_its_number_is_written() -> None:
    text = document(spelled("met <P Ann>\n")).replace(" 1 ", " 950103-0038. ")
    engine, live = live_pair(text, text)
    snapshot = snapshot_of(engine, RESPONSE, Role.RESPONSE, live)
    assert [lens.title for lens in code_lenses(snapshot)][1:] == ["950103-0038: P&R 100.0  COR 2"]
    assert [symbol.name for symbol in document_symbols(snapshot)] == ["950103-0038"]


def test_a_shortened_text_ends_in_one_ellipsis() -> None:
    name = "x" * 38 + "… and more"
    desk = response("met Olga.\n", f"met <P {name}>.\n")
    [hint] = inlay_hints(desk.snapshot, 0, len(desk.text))
    assert "……" not in hint.label
    assert shortened("y" * 299 + "… and more").endswith("y…")
    assert outline_name("y" * 79 + "… and more").endswith("y…")
    assert quoted("y" * 38 + "… and more") == f'"{"y" * 38}…"'


def test_what_is_in_no_pair_has_no_lenses_and_no_hints() -> None:
    for desk in (alone("met <P Ann>\n"), config(":scoring_task named_entity\n")):
        assert list(code_lenses(desk.snapshot)) == []
        assert list(inlay_hints(desk.snapshot, 0, len(desk.text))) == []


def hinted(desk: Desk, start: int = 0, end: int | None = None) -> str:
    last = len(desk.text) if end is None else desk.shift + end
    found = inlay_hints(desk.snapshot, desk.shift + start, last)
    return desk.drawn((hint.place, hint.place, hint.label) for hint in found)


def test_missing_tags_are_hinted_at_where_they_would_stand() -> None:
    desk = response("met Ann in <L Vale>\non Monday.\n", "met <P Ann> in <L Vale>\non <D Monday>.\n")
    assert hinted(desk) == (
        'met Ann in <ENAMEX TYPE="LOCATION">Vale</ENAMEX>\n    | MIS PERSON\non Monday.\n   | MIS DATE\n'
    )


def test_a_hint_quotes_the_text_of_the_key_only_where_the_file_has_another() -> None:
    desk = response("met Olga.\n", "met <P Ann>.\n")
    assert hinted(desk) == 'met Olga.\n    | MIS PERSON "Ann"\n'


def test_hints_are_shorter_than_an_editor_cuts_them() -> None:
    name = "Ann Kory of the harbour office in the old town"
    desk = response("met Olga.\n", f"met <P {name}>.\n")
    [hint] = inlay_hints(desk.snapshot, 0, len(desk.text))
    assert hint.label == f'MIS PERSON "{name}'[:41] + "…"


class Several(Presenter):
    """A format with many hints of its own at one place."""

    def inlay_hints(self, snapshot: Snapshot, unit: object, offset: int, wanted: Span) -> Iterator[InlayHint]:
        return (InlayHint(offset + 3, f"hint {number} {'of many ' * 9}", "why") for number in range(30))


def test_a_place_has_one_hint_whose_tooltip_lists_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = response("met Ann\n")
    monkeypatch.setattr("keytally_server.requests.inlay_hints.presenter_of", lambda language: Several())
    hint, *_ = inlay_hints(desk.snapshot, 0, len(desk.text))
    assert (len(hint.label), hint.label[-5:], hint.label[:7]) == (LONGEST_LABEL, "… +29", "hint 0 ")
    first, *others, last = hint.tooltip.split("\n")
    assert (first, others[0][:7], len(others), last) == ("why", "hint 1 ", MOST_LISTED, "and 9 more")


def test_only_the_part_that_is_asked_for_has_hints() -> None:
    desk = response("met Ann\non Monday.\n", "met <P Ann>\non <D Monday>.\n")
    assert hinted(desk, end=len("met Ann")) == "met Ann\n    | MIS PERSON\non Monday.\n"


def test_a_hint_tells_the_tag_of_the_key_on_one_line() -> None:
    desk = response("met Ann\nKory\n", "met <P Ann\nKory>\n")
    tooltips = [hint.tooltip for hint in inlay_hints(desk.snapshot, 0, len(desk.text))]
    assert tooltips == ['the key has <ENAMEX TYPE="PERSON">Ann Kory</ENAMEX>']


def test_optional_tags_and_fills_of_tags_that_are_there_are_no_hints() -> None:
    optional = response("met Ann\n", 'met <ENAMEX TYPE="PERSON" STATUS="OPT">Ann</ENAMEX>\n')
    assert list(inlay_hints(optional.snapshot, 0, len(optional.text))) == []
    untyped = response("met <ENAMEX>Ann</ENAMEX>\n", "met <P Ann>\n")
    assert list(inlay_hints(untyped.snapshot, 0, len(untyped.text))) == []


def test_a_key_has_no_hints() -> None:
    desk = key("met <P Ann>\n", "met Ann\n")
    assert list(inlay_hints(desk.snapshot, 0, len(desk.text))) == []
