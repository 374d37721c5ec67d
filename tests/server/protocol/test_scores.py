"""`keytally/scored`: who hears of a score, when, and what it says."""

import shutil
from pathlib import Path

import pytest

import keytally
from tests.server.conftest import Start
from tests.server.editor import SCORED, Editor

pytestmark = pytest.mark.asyncio


def shown_by(editor: Editor, key: str) -> str:
    """The response whose verdicts a key shows, by the last score that it was told."""
    return str([scored["pair"]["response"] for scored in editor.all(SCORED) if scored["uri"] == key][-1])


async def test_the_first_score_tells_everything(editor: Editor, workspace: Path) -> None:
    uri = editor.open(workspace / "response.sgml")
    scored = await editor.scored(uri)
    fields = {"uri", "version", "pair", "documents", "totals", "delta", "headline", "figures"}
    assert set(scored) == fields
    assert scored["headline"] == {"name": "P&R", "value": scored["totals"]["f"]["p&r"]}
    assert [name for name, _ in scored["figures"]][-5:] == ["REC", "PRE", "P&R", "MIS tags", "SPU tags"]
    assert scored["pair"] == {"key": (workspace / "key.sgml").as_uri(), "response": uri}
    assert (scored["uri"], scored["version"], scored["delta"]) == (uri, 1, 0.0)
    by_command = keytally.score_configuration(workspace / "ne.config")
    assert scored["totals"] == by_command.totals
    assert scored["documents"] == by_command.documents


async def test_an_edit_tells_its_document_and_the_change(editor: Editor, workspace: Path) -> None:
    uri = editor.open(workspace / "response.sgml")
    before = await editor.scored(uri)
    editor.replace(uri, 'TYPE="LOCATION">PORT ANSELM', 'TYPE="PERSON">PORT ANSELM')
    after = await editor.scored(uri)
    assert list(after["documents"]) == ["2601120001"]
    assert after["version"] == 2
    assert after["delta"] == pytest.approx(after["totals"]["f"]["p&r"] - before["totals"]["f"]["p&r"])
    assert after["delta"] < 0


async def test_a_change_on_disk_is_no_change_of_an_edit(editor: Editor, workspace: Path) -> None:
    uri, key = editor.open(workspace / "response.sgml"), workspace / "key.sgml"
    before = await editor.scored(uri)
    key.write_text(key.read_text().replace('TYPE="ORGANIZATION"', 'TYPE="PERSON"'))
    editor.forget()
    editor.changed_on_disk(key)
    after = await editor.scored(uri)
    assert after["headline"]["value"] < before["headline"]["value"]
    assert after["delta"] is None
    editor.replace(uri, 'TYPE="LOCATION">PORT ANSELM', 'TYPE="PERSON">PORT ANSELM')
    last = await editor.scored(uri)
    assert last["delta"] == pytest.approx(last["headline"]["value"] - after["headline"]["value"])


async def test_both_open_files_hear_of_it_each_with_its_own_version(editor: Editor, workspace: Path) -> None:
    response, key = (editor.open(workspace / f"{name}.sgml") for name in ("response", "key"))
    await editor.scored(key)
    editor.replace(response, "PORT ANSELM</ENAMEX>", "PORT ANSELM </ENAMEX>")
    told = await editor.scored(response)
    assert (await editor.scored(key))["totals"] == told["totals"]
    assert (await editor.scored(key))["version"] == 1


async def test_a_key_opened_later_is_told_all_documents(editor: Editor, workspace: Path) -> None:
    first = await editor.scored(editor.open(workspace / "response.sgml"))
    late = await editor.scored(editor.open(workspace / "key.sgml"))
    assert late["documents"] == first["documents"]
    assert late["pair"] == first["pair"]


async def test_an_edit_of_the_key_scores_the_response_anew(editor: Editor, workspace: Path) -> None:
    response, key = (editor.open(workspace / f"{name}.sgml") for name in ("response", "key"))
    before = (await editor.scored(key))["totals"]
    editor.replace(key, '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>', "PORT ANSELM")
    after = await editor.scored(key)
    assert after["totals"]["pos"] < before["pos"]
    assert (await editor.until(lambda: [s for s in editor.all(SCORED) if s["uri"] == response]))[-1][
        "totals"
    ] == after["totals"]


async def test_a_key_shows_the_response_opened_last(editor: Editor, workspace: Path) -> None:
    second = Path(shutil.copy(workspace / "response.sgml", workspace / "response2.sgml"))
    editor.changed_on_disk(second)
    key = editor.open(workspace / "key.sgml")
    assert (await editor.scored(key))["pair"]["response"].endswith("/response.sgml")
    editor.open(second)
    await editor.until(lambda: shown_by(editor, key) == second.as_uri())
    first = (workspace / "response.sgml").as_uri()
    for response in (first, second.as_uri()):
        assert await editor.command("selectResponse", key, response) is True
        await editor.until(lambda: shown_by(editor, key) == response)  # noqa: B023 - awaited at once


async def test_the_active_response_is_scored_first(editor: Editor, workspace: Path) -> None:
    second = Path(shutil.copy(workspace / "response.sgml", workspace / "response2.sgml"))
    editor.changed_on_disk(second)
    key, one, two = (editor.open(workspace / f"{n}.sgml") for n in ("key", "response", "response2"))
    await editor.scored(key)
    await editor.until(lambda: shown_by(editor, key) == two)
    for active, other in ((one, two), (two, one)):
        await editor.command("selectResponse", key, active)
        await editor.until(lambda: shown_by(editor, key) == active)  # noqa: B023 - awaited at once
        editor.forget()
        editor.replace(key, "ANSELM", "ANSELM ")
        await editor.until(lambda: len(editor.all(SCORED)) >= 3)
        order = [scored["uri"] for scored in editor.all(SCORED)]
        assert order.index(active) < order.index(other)


async def test_who_does_not_opt_in_hears_nothing(start: Start, workspace: Path) -> None:
    editor = await start(workspace, marks=False)
    uri = editor.open(workspace / "response.sgml")
    assert "F" in (await editor.command("renderReports", uri))[0]["text"]
    await editor.published(uri)
    assert editor.all(SCORED) == []


async def test_a_file_that_loses_its_pair_is_told_so(editor: Editor, workspace: Path) -> None:
    uri = editor.open(workspace / "response.sgml")
    await editor.scored(uri)
    (workspace / "key.sgml").unlink()
    editor.forget()
    editor.changed_on_disk(workspace / "key.sgml")
    told = await editor.scored(uri)
    assert told == {
        "uri": uri,
        "version": 1,
        "pair": None,
        "documents": {},
        "totals": {},
        "delta": 0.0,
        "headline": None,
        "figures": [],
    }
