"""A project file is data of whoever wrote it: what it names outside its workspace is not read."""

import os
from pathlib import Path

import pytest

from keytally.project.discovery import Discovery, discover
from keytally.project.folders import Workspace
from tests.faulty_files import swap_at_open

KEY = '<DOC>\n<DOCNO> 1 </DOCNO>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</DOC>\n'
TOML = '[[pair]]\ntask = "{task}"\nkey = "{key}"\nresponses = ["{response}"]\n{more}\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace `work` beside files that it may not name."""
    for name in ("key", "response1", "response2", "work/key", "work/response"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(KEY)
    return tmp_path


def toml(
    root: Path, key: str = "key", response: str = "response", more: str = "", task: str = "named_entity"
) -> Discovery:
    (root / "work" / "keytally.toml").write_text(
        TOML.format(task=task, key=key, response=response, more=more)
    )
    return discover(root / "work")


def messages(found: Discovery) -> list[str]:
    return [finding.message for findings in found.findings.values() for finding in findings]


@pytest.mark.parametrize(
    "named",
    [
        {"key": "../key"},
        {"response": "../response1"},
        {"response": "../response*"},
        {"response": "/*/*"},
        {"more": 'texts = "../key"'},
        {"more": 'texts = "/no/such/file"'},
        {"more": 'config = "../key"'},
        {"more": 'bnf = "../key"', "task": "template_element"},
        {"more": 'ontology = "../key"', "task": "cpa-slots"},
        {"more": 'options = { Ontology = "../key" }', "task": "cpa-slots"},
        {"more": 'input = "../key"', "task": "lexsub-best"},
        {"key": "link"},
        {"key": "folder/key"},
    ],
    ids=lambda named: " ".join(named.values()),
)
def test_no_part_of_a_pair_is_read_outside_the_workspace(root: Path, named: dict[str, str]) -> None:
    (root / "work" / "link").symlink_to(root / "key")
    (root / "work" / "folder").symlink_to(root)
    found = toml(root, **named)
    assert [finding.rule.name for each in found.findings.values() for finding in each] == [
        "outside-workspace"
    ]
    parts = {part for pair in found.pairs for part in (*pair.parts, *pair.option_files) if part is not None}
    assert all(os.path.realpath(part).startswith(str(root / "work")) for part in parts)


def test_a_folder_of_a_pair_holds_no_links_out(root: Path) -> None:
    for side in ("gold", "run"):
        (root / "work" / side).mkdir()
        (root / "work" / side / "go.parse").write_text("1\tgo\tsubj\n")
    (root / "work" / "run" / "sew.parse").symlink_to(root / "key")
    found = toml(root, "gold", "run", task="cpa-parsing")
    assert messages(found) == ["the file 'run/sew.parse' cannot be read: it is outside the workspace"]
    (pair,) = (pair for pair in found.pairs if pair.task == "cpa-parsing")
    assert [path.name for path in pair.responses] == ["go.parse"]


def test_keytally_toml_may_name_files_outside_the_workspace_that_the_person_allows(root: Path) -> None:
    found = toml(root, "../key", (root / "response*").as_posix())
    allowed = discover(root / "work", [root])
    assert [pair.response.name for pair in allowed.pairs if pair.key == root / "key"] == [
        "response1",
        "response2",
    ]
    assert [message.split(" and ")[0] for message in messages(found)] == ["'../key' is outside the workspace"]


def test_a_configuration_names_nothing_outside_the_workspace(root: Path) -> None:
    config = root / "work" / "ne.config"
    config.write_text(":scoring_task named_entity\n:key_file ../key\n:response_file response\n")
    found = discover(root / "work")
    assert [pair.configuration for pair in found.pairs] == [None], "names make a pair of what lies inside"
    (note,) = found.notes
    assert note.path == config and "is outside the workspace" in note.message
    assert discover(root / "work", [root]).pairs[0].key == root / "key"


def test_names_that_are_not_utf_8_are_passed_over_with_a_note(root: Path) -> None:
    odd = os.fsdecode(b"response\xff")
    try:
        (root / "work" / odd).write_text(KEY)
    except OSError:
        pytest.skip("this system has no such names")
    found = discover(root / "work")
    assert [pair.response.name for pair in found.pairs] == ["response"]
    (note,) = found.notes
    assert note.message == "names that are not UTF-8 are skipped, such as 'response\\xff'"
    (root / "work" / "keytally.toml").write_text(
        TOML.format(task="named_entity", key="key", response="response*", more="")
    )
    assert [pair.response.name for pair in discover(root / "work").pairs] == ["response"]


def test_a_beginning_is_asked_for_its_place_after_it_was_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "secret").write_text("<DOC> Secret")
    (tmp_path / "work" / "inside").write_text("<DOC> inside")
    link = tmp_path / "work" / "link"
    link.symlink_to(tmp_path / "work" / "inside")
    workspace = Workspace(tmp_path / "work")
    assert workspace.head(link) == "<DOC> inside"
    swap_at_open(monkeypatch, link, tmp_path / "secret", tmp_path / "work" / "inside")
    again = Workspace(tmp_path / "work")
    assert again.head(link) == ""
    (note,) = again.notes
    assert (note.path, note.message) == (link, "cannot be read: it is outside the workspace")
