"""Files that change on disk, vanish, or are not what they should be."""

import shutil
from pathlib import Path

import pytest
from lsprotocol import types

from tests.server.conftest import Start
from tests.server.editor import Editor
from tests.server.wire import PUBLISH, Wire, on


def changed_on_disk(wire: Wire, *paths: Path) -> None:
    """The client has watched these files change."""
    changes = [{"uri": path.as_uri(), "type": 2} for path in paths]
    wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    wire.settle()


def rewrite(path: Path, old: str, new: str) -> None:
    """Save as careful editors do: another file takes the place of the old one."""
    fresh = path.with_name("saving.tmp")
    fresh.write_bytes(path.read_bytes().replace(old.encode(), new.encode(), 1))
    fresh.replace(path)


def positions(wire: Wire) -> list[int]:
    """The `pos` of each score that was told."""
    return [each["totals"].get("pos", 0) for each in wire.of("keytally/scored")]


def warnings(wire: Wire) -> list[str]:
    return [each["message"] for each in wire.of("window/showMessage")]


@pytest.fixture
def wire(workspace: Path) -> Wire:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    return wire


TAG = '<ENAMEX TYPE="LOCATION">PORT ANSELM</ENAMEX>'


def test_a_key_that_changes_on_disk_is_scored_anew(wire: Wire, workspace: Path) -> None:
    rewrite(workspace / "key.sgml", TAG, "PORT ANSELM")
    changed_on_disk(wire, workspace / "key.sgml")
    before, after = positions(wire)
    assert after < before
    assert list(wire.of("keytally/scored")[-1]["documents"]) == ["2601120001"]


def test_texts_that_change_on_disk_change_findings(wire: Wire, workspace: Path) -> None:
    rewrite(workspace / "texts.sgml", "largest order", "smallest order")
    changed_on_disk(wire, workspace / "texts.sgml")
    assert wire.rules(workspace / "response.sgml") == ["text-altered"]


def test_what_is_open_counts_and_not_what_is_on_disk(wire: Wire, workspace: Path) -> None:
    rewrite(workspace / "response.sgml", "</ENAMEX>", "")
    changed_on_disk(wire, workspace / "response.sgml")
    assert wire.rules(workspace / "response.sgml") == []


def test_closing_gives_back_the_text_on_disk(wire: Wire, workspace: Path) -> None:
    key = workspace / "key.sgml"
    wire.open(key)
    wire.replace(key, TAG, "PORT ANSELM")
    wire.settle()
    wire.close_file(key.as_uri())
    wire.settle()
    assert wire.text(key) == key.read_text()
    response = [each for each in wire.of("keytally/scored") if each["uri"].endswith("response.sgml")]
    assert [each["totals"]["pos"] for each in response] == [68, 66, 68]


def test_closing_a_file_that_was_never_saved_is_no_trouble(wire: Wire, workspace: Path) -> None:
    uri = wire.open(workspace / "new.sgml", "<DOC>")
    wire.close_file(uri)
    wire.settle()
    assert warnings(wire) == []
    assert workspace / "new.sgml" not in wire.server.session.engine


def test_the_texts_are_forgotten_with_the_last_file_that_needs_them(wire: Wire, workspace: Path) -> None:
    wire.close_file((workspace / "response.sgml").as_uri())
    assert wire.server.session.engine.paths == []


def test_a_key_that_vanishes_is_told_and_comes_back(wire: Wire, workspace: Path) -> None:
    key, kept = workspace / "key.sgml", workspace.parent / "kept"
    shutil.move(key, kept)
    changed_on_disk(wire, key)
    assert warnings(wire) == [f"keytally: {workspace / 'keytally.toml'}: the file 'key.sgml' does not exist"]
    assert wire.of("keytally/scored")[-1]["pair"] is None
    shutil.move(kept, key)
    changed_on_disk(wire, key)
    assert wire.of("keytally/scored")[-1]["totals"]["pos"] == 68


def test_a_key_that_becomes_a_folder_is_told(wire: Wire, workspace: Path) -> None:
    key = workspace / "key.sgml"
    key.unlink()
    key.mkdir()
    changed_on_disk(wire, key)
    assert warnings(wire) == [
        f"keytally: {workspace / 'keytally.toml'}: 'key.sgml' is a directory, not a file"
    ]
    assert wire.rules(workspace / "response.sgml") == []
    wire.replace(workspace / "response.sgml", "</ENAMEX>", "")
    assert wire.rules(workspace / "response.sgml") == ["unclosed-tag"]


def test_a_missing_key_is_told_when_the_response_is_opened(workspace: Path) -> None:
    (workspace / "key.sgml").unlink()
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    assert warnings(wire) == [f"keytally: {workspace / 'keytally.toml'}: the file 'key.sgml' does not exist"]
    wire.open(workspace / "keytally.toml", language="toml")
    assert wire.rules(workspace / "keytally.toml") == ["bad-project-value"]


def test_an_open_file_that_vanishes_goes_on(wire: Wire, workspace: Path) -> None:
    response = workspace / "response.sgml"
    response.unlink()
    changed_on_disk(wire, response)
    wire.replace(response, "</ENAMEX>", "")
    assert wire.rules(response) == ["unclosed-tag"]
    assert wire.about("textDocument/documentSymbol", response)


def test_an_open_file_whose_folder_vanishes_goes_on(wire: Wire, workspace: Path) -> None:
    shutil.rmtree(workspace)
    changed_on_disk(wire, workspace / "response.sgml", workspace / "key.sgml")
    wire.replace(workspace / "response.sgml", "</ENAMEX>", "")
    assert wire.rules(workspace / "response.sgml") == ["unclosed-tag"]
    wire.close_file((workspace / "response.sgml").as_uri())
    assert wire.of(PUBLISH)[-1]["diagnostics"] == []


def test_a_key_that_cannot_be_read_is_one_line(wire: Wire, workspace: Path) -> None:
    """A file may vanish between the look into its folder and the reading."""
    session = wire.server.session
    wire.close_file((workspace / "response.sgml").as_uri())
    assert session.workspace.pairs_of(workspace / "response.sgml")
    (workspace / "key.sgml").unlink()
    wire.open(workspace / "response.sgml")
    assert warnings(wire) == [f"keytally: {workspace / 'key.sgml'}: no such file"]
    assert wire.about("keytally/marks", workspace / "response.sgml") is None


@pytest.mark.parametrize("data", [b"", b"\0\1\2\xff\xfe", b"\xef\xbb\xbf", b"<" * 5000, b"\r" * 50])
def test_a_key_of_any_bytes_is_scored(wire: Wire, workspace: Path, data: bytes) -> None:
    (workspace / "key.sgml").write_bytes(data)
    changed_on_disk(wire, workspace / "key.sgml")
    assert wire.of("keytally/scored")[-1]["totals"]["pos"] == 0


def test_saving_is_a_change_on_disk_for_clients_that_watch_nothing(wire: Wire, workspace: Path) -> None:
    toml = workspace / "keytally.toml"
    wire.open(toml, language="toml")
    toml.write_text(toml.read_text() + '\n[rules]\nignore = ["unclosed-tag"]\n')
    wire.notify("textDocument/didSave", {"textDocument": {"uri": toml.as_uri()}})
    wire.replace(workspace / "response.sgml", "</ENAMEX>", "")
    assert wire.rules(workspace / "response.sgml") == []


# Real watching


@pytest.mark.asyncio
async def test_the_client_is_asked_to_watch(start: Start, workspace: Path) -> None:
    editor: Editor = await start(workspace, watch=True)
    uri = editor.open(workspace / "response.sgml")
    before = await editor.scored(uri)
    registered = await editor.until(lambda: editor.all(types.CLIENT_REGISTER_CAPABILITY))
    assert registered[0].registrations[0].method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    rewrite(workspace / "key.sgml", TAG, "PORT ANSELM")
    editor.forget()
    editor.changed_on_disk(workspace / "key.sgml")
    assert (await editor.scored(uri))["totals"]["pos"] == before["totals"]["pos"] - 2


@pytest.mark.asyncio
async def test_without_such_a_client_the_server_watches(start: Start, workspace: Path) -> None:
    editor: Editor = await start(workspace, watch=False)
    uri = editor.open(workspace / "response.sgml")
    before = await editor.scored(uri)
    editor.forget()
    rewrite(workspace / "key.sgml", TAG, "PORT ANSELM")
    assert (await editor.scored(uri))["totals"]["pos"] == before["totals"]["pos"] - 2
    editor.forget()
    rewrite(workspace / "ne.config", "corporate_designators", "; corporate_designators")
    assert (await editor.scored(uri))["totals"]


@pytest.mark.asyncio
async def test_a_key_and_a_project_file_in_other_folders_are_watched(start: Start, workspace: Path) -> None:
    inner = workspace / "runs" / "one"
    inner.mkdir(parents=True)
    shutil.move(workspace / "response.sgml", inner / "response.sgml")
    toml = workspace / "keytally.toml"
    toml.write_text(toml.read_text().replace("response*.sgml", "runs/*/response*.sgml"))
    editor: Editor = await start(workspace, watch=False)
    uri = editor.open(inner / "response.sgml")
    before = await editor.scored(uri)
    editor.forget()
    rewrite(workspace / "key.sgml", TAG, "PORT ANSELM")
    assert (await editor.scored(uri))["totals"]["pos"] == before["totals"]["pos"] - 2
    editor.forget()
    rewrite(toml, "[[pair]]", "[[pairs]]")
    assert (await editor.scored(uri))["pair"] is None
