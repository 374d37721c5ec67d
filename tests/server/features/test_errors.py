"""What a response gets wrong by gain, and its repairs, as pictures."""

from pathlib import Path

import pytest

from keytally.error_analysis.analysis import GainCache
from keytally.findings.finding import apply_edits
from keytally_server.answers import Error
from keytally_server.requests import errors as features_errors
from keytally_server.requests.errors import by_gain, error_of, repairs_at
from keytally_server.session.session import Gains, Session
from keytally_server.session.snapshot import OpenFile
from tests.server.desk import KEY, RESPONSE, Desk, document, key, live_pair, response, snapshot_of, spelled

GOLD = "<P Ann> met <P Bo> in <L Vale>.\n"
ANSWER = "<L Ann> met Bo in <L Vale>. <P She>\n"


def kept(desk: Desk) -> GainCache:
    assert desk.snapshot.pair is not None
    return GainCache(desk.snapshot.pair)


def listed(desk: Desk) -> list[Error]:
    found = kept(desk)
    for _ in found.steps():
        pass
    assert desk.snapshot.pair is not None
    return [error_of(desk.snapshot.pair, each) for each in by_gain(found.valued())]


def repairs(desk: Desk) -> list[tuple[str, str]]:
    """The title of each repair at the cursor, and the body of the file after it."""
    found = repairs_at(desk.snapshot, kept(desk), desk.start, desk.end)
    texts = [(each.title, apply_edits(desk.text, each.edits)) for each in found]
    return [(title, text[desk.shift : text.index("</TXT>")]) for title, text in texts]


def test_errors_stand_by_gain_with_what_both_sides_say() -> None:
    found = listed(response(ANSWER, GOLD))
    assert [(each.name, each.said, round(each.gain or 0, 2)) for each in found] == [
        ("missed", 'PERSON "Bo"', 21.43),
        ("type", 'LOCATION "Ann" for PERSON "Ann"', 16.67),
        ("spurious", 'PERSON "She"', 10.0),
    ]
    assert [each.key_place is None for each in found] == [False, False, True]


def test_a_place_is_in_the_response_and_that_of_the_key_beside() -> None:
    desk = response(ANSWER, GOLD)
    missed, _, spurious = listed(desk)
    assert missed.key_place is not None and missed.key_place.path == KEY
    assert (missed.place.path, desk.text[missed.place.start :][:5]) == (RESPONSE, "Bo in")
    assert desk.text[spurious.place.start : spurious.place.end] == spelled("<P She>")


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (
            "<L A‸nn> met Bo in <L Vale>. <P She>\n",
            [('type: LOCATION "Ann" for PERSON "Ann" (+16.67)', "<P Ann> met Bo in <L Vale>. <P She>\n")],
        ),
        (
            "<L Ann> met ‸Bo in <L Vale>. <P She>\n",
            [('missed: PERSON "Bo" (+21.43)', "<L Ann> met <P Bo> in <L Vale>. <P She>\n")],
        ),
        (
            "<L Ann> met Bo in <L Vale>. <P Sh‸e>\n",
            [('spurious: PERSON "She" (+10.00)', "<L Ann> met Bo in <L Vale>. She\n")],
        ),
        ("<L Ann> met Bo in <L Va‸le>. <P She>\n", []),
    ],
)
def test_a_repair_has_its_exact_gain_in_its_title(picture: str, expected: list[tuple[str, str]]) -> None:
    found = repairs(response(picture, GOLD))
    assert found == [(f"Fix {title}", spelled(body)) for title, body in expected]


def test_several_repairs_of_a_selection_come_the_best_first() -> None:
    found = repairs(response("«<L Ann> met Bo in <L Vale>. <P She>»\n", GOLD))
    assert [title.split(":")[0] for title, _ in found] == ["Fix missed", "Fix type", "Fix spurious"]


def test_in_the_key_there_is_the_repair_of_a_document_that_the_response_lacks() -> None:
    both = document(spelled(GOLD)) + document("Cleo").replace(" 1 ", " 2 ").replace(
        "Cleo", spelled("<P Cleo>")
    )
    engine, live = live_pair(both, document(spelled(GOLD)))
    snapshot = snapshot_of(engine, KEY, live.role_of(KEY), live)
    place = both.index("Cleo")
    (repair,) = repairs_at(snapshot, GainCache(live), place, place)
    assert (repair.title.startswith('Fix missed: PERSON "Cleo" (+'), repair.path) == (True, RESPONSE)
    assert spelled("<P Cleo>") in apply_edits(document(spelled(GOLD)), repair.edits)
    assert list(repairs_at(snapshot, GainCache(live), 0, both.index("met"))) == []


def test_of_a_long_selection_few_differences_are_repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = response("«<L Ann> met Bo in <L Vale>. <P She>»\n", GOLD)
    monkeypatch.setattr(features_errors, "MOST_REPAIRS", 2)
    assert [title.split(":")[0] for title, _ in repairs(desk)] == ["Fix missed", "Fix type"]


def test_in_the_key_of_a_document_that_both_have_there_is_none() -> None:
    desk = key("<P A‸nn> met", "Ann met")
    assert list(repairs_at(desk.snapshot, kept(desk), desk.start, desk.end)) == []


def test_a_stale_pair_has_no_repair_since_its_gain_is_not_known() -> None:
    desk = response("<L A‸nn> met Bo.\n", "<P Ann> met <P Bo>.\n")
    assert desk.snapshot.pair is not None
    desk.snapshot.pair.mark_stale(["1"])
    assert repairs(desk) == []


def test_gains_are_kept_for_a_live_pair_and_forgotten_with_it() -> None:
    engine, live = live_pair(document(spelled(GOLD)), document(spelled(ANSWER)))
    gains = Gains(engine, lambda pair: None)
    assert gains.of(live) is gains.of(live)
    engine.remove_pair(live)
    gains.forget_ended()
    assert gains._kept == {}


FOLDERS = sorted(path.parent for path in (Path(__file__).parents[3] / "examples").glob("*/keytally.toml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_error_of_every_example_has_its_repair_at_its_place(folder: Path) -> None:
    """Or the reason why not; whatever the format is. JSON records of spans are not edited."""
    session = Session(lambda line: None)
    session.set_roots([folder])
    for pair in session.known_pairs():
        for path in pair.responses:
            session.opened(path, path.read_bytes().decode(), OpenFile(1, ""))
    for live in session.live_pairs:
        live.work()
        found = session.gains.of(live)
        for each in [] if found is None else list(found.wanted(live.documents, lambda difference: True)):
            error = error_of(live, each)
            snapshot = session.snapshot(error.place.path)
            assert found is not None and snapshot is not None
            if snapshot.pair is not live:
                continue  # A key shows one of its pairs.
            repaired = repairs_at(snapshot, found, error.place.start, error.place.end)
            title = f"Fix {error.name}: {error.said} ({error.gain or 0:+.2f})"
            is_written = error.gain is not None and bool(found.repair(each.document, each.difference).edits)
            assert (title in [repair.title for repair in repaired]) is is_written, error
