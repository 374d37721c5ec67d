"""From difference to difference, as pictures: each stop by its text, and what it says."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair, UnitMarks, differences
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from keytally_server.answers import FileProgress, NavigationTarget, Unscored
from keytally_server.requests.navigation import (
    LARGEST_COUNTED,
    differences_ahead,
    differences_behind,
    differences_in,
    progress,
)
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile, Snapshot
from tests.server.desk import RESPONSE as RESPONSE_PATH
from tests.server.desk import alone, document, key, live_pair, response, snapshot_of, spelled

KEY = "<P Ann> met <P Bo> in <L Vale>\non <D Monday>.\n"
RESPONSE = "Ann met <L Bo> in <L Vale>\non Monday. <P She>\n"


def next_difference(
    snapshot: Snapshot, offset: int, *, forwards: bool = True, inclusive: bool = False
) -> NavigationTarget | None:
    """The next difference of a pair that is scored."""
    parts = (
        part(snapshot, offset, forwards=forwards, inclusive=inclusive)
        for part in (differences_ahead, differences_behind)
    )
    found = next(chain.from_iterable(parts), None)
    assert not isinstance(found, Unscored)
    return found


def stops(snapshot: Snapshot, *, forwards: bool = True, most: int = 9) -> list[str]:
    """What each stop says, from the start of the file on until the first one comes again."""
    offset, found, seen = -1 if forwards else len(snapshot.buffer), [], set[int]()
    for _ in range(most):
        stop = next_difference(snapshot, offset, forwards=forwards)
        if stop is None or stop.start in seen:
            break
        seen.add(stop.start)
        found.append(stop.message)
        offset = stop.start
    return found


def test_every_difference_is_visited_once_and_what_is_correct_is_not() -> None:
    desk = response(RESPONSE, KEY)
    assert len(stops(desk.snapshot)) == 4
    assert stops(desk.snapshot)[::-1] == stops(desk.snapshot, forwards=False)
    assert [message.split(":")[0] for message in stops(desk.snapshot)] == [
        "missing",
        "incorrect",
        "missing",
        "spurious",
    ]


def test_a_key_is_gone_through_by_what_its_response_made_of_it() -> None:
    found = stops(key(KEY, RESPONSE).snapshot)
    assert [message.split(":")[0] for message in found] == ["missing", "incorrect", "missing"]


def test_what_differs_is_the_place() -> None:
    desk = response(RESPONSE, KEY)
    stop = next_difference(desk.snapshot, desk.text.index("met"))
    assert stop is not None
    assert desk.text[stop.start : stop.end] in spelled("<L Bo>")
    assert (stop.path, stop.status) == (RESPONSE_PATH, "inc")


@pytest.mark.parametrize(("inclusive", "text"), [(True, "<P She>"), (False, "<P He>")])
def test_a_difference_at_the_place_itself_counts_if_that_is_wanted(inclusive: bool, text: str) -> None:
    desk = response("<P She> met <P He>\n", "She met He\n")
    stop = next_difference(desk.snapshot, desk.text.index("<ENAMEX"), inclusive=inclusive)
    assert stop is not None
    assert desk.text[stop.start : stop.end] == spelled(text)


def test_after_the_last_difference_comes_the_first() -> None:
    desk = response("met <P She> there\n", "met She there\n")
    for forwards in (True, False):
        stop = next_difference(desk.snapshot, desk.text.index("<ENAMEX"), forwards=forwards)
        assert stop is not None
        assert desk.text[stop.start :].startswith("<ENAMEX")


def test_where_all_is_correct_or_there_is_no_pair_there_is_no_stop() -> None:
    assert next_difference(response("met <P Ann>\n").snapshot, 0) is None
    assert next_difference(alone("met <P Ann>\n").snapshot, 0) is None


def documents(*bodies: str) -> str:
    texts = (document(spelled(body)) for body in bodies)
    return "".join(text.replace(" 1 ", f" {number} ") for number, text in enumerate(texts, 1))


def several() -> Snapshot:
    engine, live = live_pair(
        documents("<P Ann>\n", "<P Bo>\n", "<P Cy>\n"), documents("<P Ann>\n", "Bo\n", "<P Cy> sat <P Di>\n")
    )
    return snapshot_of(engine, RESPONSE_PATH, Role.RESPONSE, live)


def test_documents_that_are_all_correct_are_passed_over() -> None:
    assert [each.split(":")[0] for each in stops(several())] == ["missing", "spurious"]


def folders() -> tuple[Engine, LivePair, Path]:
    """A pair of folders with three files each, the second of which agree, and the response."""
    engine, folder = Engine(), {"key": Path("/w/key"), "response": Path("/w/response")}
    names = ["a.sgml", "b.sgml", "c.sgml"]
    texts = {"a.sgml": "<P Ann> sat\n", "b.sgml": "<P Bo> sat\n", "c.sgml": "<P Cy> sat\n"}
    for number, name in enumerate(names, 1):
        whole = document(spelled(texts[name])).replace(" 1 ", f" {number} ")
        engine.open(folder["key"] / name, whole)
        engine.open(folder["response"] / name, whole if number == 2 else whole.replace("PERSON", "LOCATION"))
    pair = Pair(
        "named_entity",
        *folder.values(),
        key_files=tuple(folder["key"] / name for name in names),
        response_files=tuple(folder["response"] / name for name in names),
    )
    live = engine.add_pair(pair, registry.evaluation("named_entity", Settings()))
    live.work()
    return engine, live, folder["response"]


def test_the_way_leads_through_all_files_of_a_folder() -> None:
    engine, live, response = folders()
    first, last = response / "a.sgml", response / "c.sgml"
    at_end = next_difference(snapshot_of(engine, first, Role.RESPONSE, live), 60)
    assert at_end is not None and at_end.path == last
    round_again = next_difference(snapshot_of(engine, last, Role.RESPONSE, live), 60)
    assert round_again is not None and round_again.path == first
    back = next_difference(snapshot_of(engine, first, Role.RESPONSE, live), 5, forwards=False)
    assert back is not None and back.path == last


def places(found: Iterable[NavigationTarget | Unscored]) -> list[str]:
    stops = [each for each in found if isinstance(each, NavigationTarget)]
    return [f"{each.path.name} {each.message.split(':')[0]}" for each in stops]


def test_the_way_is_cut_where_the_files_behind_end() -> None:
    engine, live, response = folders()
    snapshot = snapshot_of(engine, response / "b.sgml", Role.RESPONSE, live)
    first, last = ["a.sgml incorrect"], ["c.sgml incorrect"]
    assert places(differences_ahead(snapshot, 5)) == last
    assert places(differences_behind(snapshot, 5)) == first
    assert places(differences_ahead(snapshot, 5, forwards=False)) == first
    assert places(differences_behind(snapshot, 5, forwards=False)) == last


def test_all_differences_of_a_side_come_in_the_order_of_the_way() -> None:
    engine, live, response = folders()
    snapshot = snapshot_of(engine, response / "b.sgml", Role.RESPONSE, live)
    found = places(differences_in(snapshot))
    assert found == ["a.sgml incorrect", "c.sgml incorrect"]
    assert places(differences_in(snapshot, forwards=False)) == found[::-1]
    assert places(differences_in(alone("met <P Ann>\n").snapshot)) == []


def test_a_document_on_the_way_is_named_until_it_is_scored() -> None:
    bodies = "<P Ann>\n", "<P Bo>\n", "<P Cy>\n"
    engine, live = live_pair(documents(*bodies), documents("<P Ann>\n", "<P Bo>\n", "Cy\n"))
    engine.edit(RESPONSE_PATH, [(0, 0, " ")])
    live.mark_stale(["3", "2", "1"])
    found = differences_ahead(snapshot_of(engine, RESPONSE_PATH, Role.RESPONSE, live), 0)
    assert [next(found), next(found)] == [Unscored("1"), Unscored("1")]
    assert live.work(wanted=["1"]) == ["1"]
    assert next(found) == Unscored("2")
    assert live.work(wanted=["2", "1"]) == ["2"]
    assert next(found) == Unscored("3")
    live.work()
    assert isinstance(next(found), NavigationTarget)


PROGRESS = [
    ("1 </DOCNO>", "document 1 of 3, no differences left"),
    ("2 </DOCNO>", "document 2 of 3, 1 difference left"),
    ("Di", "document 3 of 3, 1 difference left"),
]


@pytest.mark.parametrize(("needle", "text"), PROGRESS)
def test_progress_is_that_of_the_document_at_the_cursor(needle: str, text: str) -> None:
    snapshot = several()
    found = progress(snapshot, str(snapshot.buffer).index(needle))
    assert found is not None
    assert found.text == text


def test_differences_are_counted_by_their_places() -> None:
    desk = response(RESPONSE, KEY)
    assert progress(desk.snapshot, desk.start) == FileProgress("1", 1, 1, 4)


def test_a_file_without_a_key_has_documents_and_no_differences() -> None:
    desk = alone("met <P Ann>\n")
    found = progress(desk.snapshot, desk.shift)
    assert found is not None
    assert found.text == "document 1 of 1"


def test_progress_follows_the_edits() -> None:
    engine, live = live_pair(document("met Ann\n"), document(spelled("met <P Ann>\n")))
    snapshot = snapshot_of(engine, RESPONSE_PATH, Role.RESPONSE, live)
    assert progress(snapshot, 30) == FileProgress("1", 1, 1, 1)
    text = str(snapshot.buffer)
    start, end = text.index("<ENAMEX"), text.index("</ENAMEX>") + len("</ENAMEX>")
    engine.edit(RESPONSE_PATH, [(start, end, "Ann")])
    stale = progress(snapshot_of(engine, RESPONSE_PATH, Role.RESPONSE, live), 30)
    assert stale == FileProgress("1", 1, 1, None), "what is not scored has no count, least of all 0"
    live.work()
    assert progress(snapshot_of(engine, RESPONSE_PATH, Role.RESPONSE, live), 30) == FileProgress("1", 1, 1, 0)


def test_a_document_that_agrees_is_passed_over_without_its_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot, asked = several(), list[str]()
    marks_of = UnitMarks.of

    def counted(self: UnitMarks, document: str, role: Role, unit: object) -> object:
        asked.append(document)
        return marks_of(self, document, role, unit)

    monkeypatch.setattr(UnitMarks, "of", counted)
    assert len(stops(snapshot)) == 2
    assert set(asked) == {"2", "3"}


def test_progress_of_a_document_that_is_too_large_has_no_count() -> None:
    long = "nothing here\n" * (LARGEST_COUNTED // 13 + 1)
    found = progress(response(f"{long}met ‸Ann\n", f"{long}met <P Ann>\n").snapshot, 40)
    assert found is not None
    assert found.text == "document 1 of 1"


EXAMPLES = sorted(path.parent for path in Path(__file__).parents[3].glob("examples/*/keytally.toml"))


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_where_the_counts_agree_no_mark_differs(folder: Path) -> None:
    session = Session(lambda line: None)
    session.set_roots([folder])
    pairs = session.workspace.search()(lambda files: None)
    for pair in pairs:
        for path in (*pair.keys, *pair.responses):
            session.opened(path, path.read_text("utf-8"), OpenFile(1, ""))
    session.read_on()
    assert bool(session.live_pairs) == bool(pairs), "only annotators without a gold make no pair"
    for live in session.live_pairs:
        live.work()
        agreement = live.evaluation
        if agreement.agrees is not None:
            for role in (Role.KEY, Role.RESPONSE):
                for document in live.documents:
                    marks = [
                        mark
                        for unit in live.side(role).documents.units_of(document)
                        for mark in live.marks_of(role, unit)
                    ]
                    if agreement.agrees(live.scores_of(document)):
                        assert list(differences(marks)) == []
