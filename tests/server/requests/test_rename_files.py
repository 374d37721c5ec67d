"""Project files follow renamed files, as a client gets it."""

from pathlib import Path
from typing import Any

from tests.server.wire import Wire, on


def renamed(wire: Wire, folder: Path, old: str, new: str) -> Any:
    files = [{"oldUri": (folder / old).as_uri(), "newUri": (folder / new).as_uri()}]
    return wire.request("workspace/willRenameFiles", {"files": files})


def test_keytally_toml_and_the_configuration_follow_a_renamed_key(workspace: Path) -> None:
    wire = on(workspace)
    changes = renamed(wire, workspace, "key.sgml", "gold/key.sgml")["changes"]
    files = [workspace / "keytally.toml", workspace / "ne.config"]
    assert list(changes) == [file.as_uri() for file in files]
    for file in files:
        uri, (edit,) = wire.open(file, language="toml"), changes[file.as_uri()]
        wire.change(uri, 2, {"range": edit["range"], "text": edit["newText"]})
        old = [line for line in file.read_text().splitlines() if line not in wire.text(file).splitlines()]
        (new,) = [line for line in wire.text(file).splitlines() if "gold/key.sgml" in line]
        assert [new.replace("gold/", "")] == old


def test_the_text_that_an_editor_has_open_counts(workspace: Path) -> None:
    wire = on(workspace)
    project = workspace / "keytally.toml"
    wire.open(project, "\n\n" + project.read_text(), language="toml")
    changes = renamed(wire, workspace, "texts.sgml", "t.sgml")["changes"]
    (edit,) = changes[project.as_uri()]
    assert wire.text_at(project, edit["range"]) == '"texts.sgml"'
    assert edit["newText"] == '"t.sgml"'


def test_files_that_nothing_names_need_no_edits(workspace: Path) -> None:
    wire = on(workspace)
    assert renamed(wire, workspace, "x", "y") is None
    assert wire.request("workspace/willRenameFiles", {"files": []}) is None
