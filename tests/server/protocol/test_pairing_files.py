"""`keytally.pairFiles` over the wire: an edit of keytally.toml for the person; no file is written."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.server.protocol.test_disk import changed_on_disk, warnings
from tests.server.wire import Wire, on

WHOLE = {
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
    }
}
ENTRY = '[[pair]]\ntask = "named_entity"\nkey = "gold.sgml"\nresponses = ["system.sgml"]\n'


@pytest.fixture
def folder(workspace: Path, tmp_path: Path) -> Path:
    """Two files whose names tell nothing."""
    made = tmp_path / "other"
    made.mkdir()
    for name, source in (("gold.sgml", "key.sgml"), ("system.sgml", "response.sgml")):
        shutil.copy(workspace / source, made / name)
    return made


def paired(wire: Wire, *files: Path) -> Any:
    arguments = [file.as_uri() for file in files]
    return wire.request("workspace/executeCommand", {"command": "keytally.pairFiles", "arguments": arguments})


def test_a_new_project_file_is_made_by_an_edit(folder: Path) -> None:
    wire = on(folder, capabilities=WHOLE)
    wire.open(folder / "system.sgml")
    edit = paired(wire, folder / "system.sgml", folder / "gold.sgml")
    uri = (folder / "keytally.toml").as_uri()
    made, changes = edit["documentChanges"]
    assert (made["kind"], made["uri"], made["options"]) == ("create", uri, {"ignoreIfExists": True})
    assert changes["textDocument"] == {"uri": uri, "version": None}
    assert changes["edits"] == [{"range": nothing_at(0, 0), "newText": ENTRY}]
    assert sorted(path.name for path in folder.iterdir()) == ["gold.sgml", "system.sgml"]


def nothing_at(line: int, character: int) -> dict[str, Any]:
    place = {"line": line, "character": character}
    return {"start": place, "end": place}


def test_the_entry_goes_behind_what_is_there(folder: Path) -> None:
    (folder / "keytally.toml").write_text("# ours\n[rules]", newline="")
    edit = paired(on(folder), folder / "system.sgml", folder / "gold.sgml")
    (change,) = edit["changes"][(folder / "keytally.toml").as_uri()]
    assert change == {"range": nothing_at(1, 7), "newText": "\n\n" + ENTRY}


def test_an_open_project_file_counts_as_the_editor_has_it(folder: Path) -> None:
    toml = folder / "keytally.toml"
    toml.write_text("")
    wire = on(folder, capabilities=WHOLE)
    wire.open(toml, "# ä\n", language="toml")
    (changes,) = paired(wire, folder / "system.sgml", folder / "gold.sgml")["documentChanges"]
    assert changes["textDocument"] == {"uri": toml.as_uri(), "version": 1}
    assert changes["edits"] == [{"range": nothing_at(0, 3), "newText": "\n\n" + ENTRY.removesuffix("\n")}]


def test_the_accepted_edit_makes_the_pair(folder: Path) -> None:
    wire = on(folder)
    wire.open(folder / "system.sgml")
    edit = paired(wire, folder / "system.sgml", folder / "gold.sgml")
    ((change,),) = edit["changes"].values()
    (folder / "keytally.toml").write_text(change["newText"])
    changed_on_disk(wire, folder / "keytally.toml")
    wire.settle()
    assert wire.of("keytally/scored")[-1]["pair"]["key"] == (folder / "gold.sgml").as_uri()
    assert paired(wire, folder / "gold.sgml", folder / "system.sgml") is None
    assert "are already a pair: keytally.toml, line 1" in warnings(wire)[-1]


def test_what_makes_no_pair_is_a_warning(folder: Path) -> None:
    wire = on(folder)
    (folder / "notes").write_text("nothing\n")
    assert paired(wire, folder / "notes", folder / "notes") is None
    assert paired(wire, folder / "system.sgml", folder / "notes") is None
    assert paired(wire, folder / "system.sgml", folder / "gone.sgml") is None
    told = [line.removeprefix("keytally: ") for line in warnings(wire)]
    assert told == [
        f"{folder / 'notes'}: a file cannot be paired with itself",
        "cannot infer the task of system.sgml and notes, so no pair is written",
        f"{folder / 'gone.sgml'}: no such file",
    ]
