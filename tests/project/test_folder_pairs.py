"""Pairs of folders: how they are found, and which of their files belong together."""

import os
from pathlib import Path

import pytest

from keytally.families.contract import Role
from keytally.project.conventions import language_of, role_of
from keytally.project.discovery import Discovery, discover, discover_around
from keytally.project.pair import Pair

TOML = '[[pair]]\ntask = "{task}"\nkey = "gold"\nresponses = ["runs/*"]\n'


def fill(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("1\t1\n")


@pytest.fixture
def stated(tmp_path: Path) -> Path:
    """Two runs against one key, as a keytally.toml states them."""
    fill(tmp_path, "gold/task1/go.parse", "gold/task1/sew.parse", "gold/task2/go.clust", "gold/README")
    fill(tmp_path, "runs/a/go.parse", "runs/a/walk.parse", "runs/b/go.parse", "runs/b/sew.parse")
    (tmp_path / "keytally.toml").write_text(TOML.format(task="cpa-parsing"))
    return tmp_path


def shown(paths: tuple[Path, ...], root: Path) -> list[str]:
    return [os.path.relpath(path, root).replace(os.sep, "/") for path in paths]


def test_each_run_is_a_pair_with_the_files_that_the_key_has(stated: Path) -> None:
    first, second = discover(stated).live
    assert shown(first.keys, stated) == ["gold/task1/go.parse", "gold/task1/sew.parse"]
    assert shown(first.responses, stated) == ["runs/a/go.parse"]
    assert first.absent == ("sew.parse",)
    assert shown(second.responses, stated) == ["runs/b/go.parse", "runs/b/sew.parse"]
    assert second.absent == ()


def test_files_of_one_name_belong_together(stated: Path) -> None:
    first, _ = discover(stated).live
    key, response = stated / "gold/task1/go.parse", stated / "runs/a/go.parse"
    assert first.other(key) == response and first.other(response) == key
    assert first.other(stated / "gold/task1/sew.parse") is None


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("runs/a/go.parse", 1),
        ("gold/task1/go.parse", 2),
        ("gold", 2),
        ("runs/a/walk.parse", 0),
        ("gold/task2/go.clust", 0),
    ],
)
def test_the_pairs_of_a_file_are_found_from_its_own_folder(stated: Path, name: str, pairs: int) -> None:
    assert len(around(stated / name, stated).pairs) == pairs


def test_role_and_language_are_the_pairs(stated: Path) -> None:
    pairs = discover(stated).pairs
    assert role_of(stated / "gold/task1/go.parse", pairs) is Role.KEY
    assert role_of(stated / "runs/b/go.parse", pairs) is Role.RESPONSE
    assert language_of(stated / "runs/b/go.parse", "", pairs) == "cpa"
    assert language_of(stated / "runs/a/walk.parse", "", ()) == "cpa"


def test_a_key_may_have_its_files_beside_each_other(tmp_path: Path) -> None:
    fill(tmp_path, "gold/go.clust", "gold/go.pat", "runs/a/go.clust")
    (tmp_path / "keytally.toml").write_text(TOML.format(task="cpa-clustering"))
    (pair,) = discover(tmp_path).live
    assert shown(pair.keys, tmp_path) == ["gold/go.clust"]


def test_the_input_may_be_a_folder_and_the_ontology_is_a_file(stated: Path) -> None:
    fill(stated, "in/go.txt")
    (stated / "o.json").write_text('[{"term": "Entity", "sub": []}]')
    text = TOML.format(task="cpa-parsing")
    (stated / "keytally.toml").write_text(f'{text}input = "in"\nontology = "o.json"\n')
    found = discover(stated)
    assert not any(found.findings.values())
    assert found.live[0].options == {"ontology": (str(stated / "o.json"),), "input": (str(stated / "in"),)}
    (stated / "keytally.toml").write_text(f'{text}ontology = "in"\n')
    ((finding,),) = discover(stated).findings.values()
    assert finding.message == "'in' is a directory, not a file"


def test_a_folder_and_a_file_are_no_pair(stated: Path) -> None:
    (stated / "runs" / "notes").write_text("of both runs\n")
    assert [pair.response.name for pair in discover(stated).live] == ["a", "b"]
    project = stated / "keytally.toml"
    project.write_text(TOML.format(task="cpa-parsing").replace("runs/*", "runs/a/go.parse"))
    found = discover(stated)
    ((finding,),) = found.findings.values()
    assert finding.message == "the key is a directory, but 'runs/a/go.parse' is a file"
    assert found.live == ()


def test_files_in_the_table_of_options_are_relative_to_the_project_file(stated: Path) -> None:
    fill(stated, "o.json")
    text = TOML.format(task="cpa-parsing")
    (stated / "keytally.toml").write_text(
        f'{text}options = {{ ontology = "o.json", compatible = "official" }}\n'
    )
    options = {"compatible": ("official",), "ontology": (str(stated / "o.json"),)}
    assert discover(stated).live[0].options == options


def test_a_file_in_the_table_of_options_that_is_not_there_is_a_finding(stated: Path) -> None:
    text = TOML.format(task="cpa-parsing") + 'options = { Input = "in", ontology = "o.json" }\n'
    (stated / "keytally.toml").write_text(text)
    found = discover(stated)
    (findings,) = found.findings.values()
    assert [(text[each.start : each.end], each.message) for each in findings] == [
        ('"in"', "the file 'in' does not exist"),
        ('"o.json"', "the file 'o.json' does not exist"),
    ]
    assert found.live[0].options == {}


def test_an_option_that_there_is_not_is_a_finding(stated: Path) -> None:
    text = TOML.format(task="cpa-parsing")
    (stated / "keytally.toml").write_text(f'{text}options = {{ compatibel = "official" }}\n')
    found = discover(stated)
    ((finding,),) = found.findings.values()
    assert finding.message == "unknown key compatibel; did you mean compatible?"
    assert found.live[0].options == {}


def told(found: Discovery) -> list[tuple[str, str, str]]:
    return [(pair.task, pair.response.name, pair.origin) for pair in found.live]


def around(path: Path, root: Path) -> Discovery:
    """What is found from a file's folder, with the pairs of the file alone."""
    found = discover_around(path.parent, root)
    return found._replace(pairs=found.of(path))


def test_folders_named_key_and_response_are_pairs_of_each_task_that_both_have(tmp_path: Path) -> None:
    fill(tmp_path, "key/task1/go.parse", "key/task2/go.clust", "key/task3/go.pat")
    fill(tmp_path, "response1/go.parse", "response1/go.pat", "response2/go.clust", "response3/go.txt")
    assert told(discover(tmp_path)) == [
        ("cpa-parsing", "response1", "directory names"),
        ("cpa-slots", "response1", "directory names"),
        ("cpa-clustering", "response2", "directory names"),
    ]
    assert told(around(tmp_path / "response1/go.pat", tmp_path)) == [
        ("cpa-slots", "response1", "directory names")
    ]
    assert told(around(tmp_path / "key/task2/go.clust", tmp_path)) == [
        ("cpa-clustering", "response2", "directory names")
    ]


def test_names_lead_to_nothing_outside_of_the_workspace(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    fill(outside, "task1/go.parse", "sew.parse")
    fill(root, "key/task1/walk.parse", "response/walk.parse", "other/key/go.parse", "other/response/go.parse")
    (root / "key" / "task1" / "sew.parse").symlink_to(outside / "sew.parse")
    (root / "response" / "sew.parse").symlink_to(outside / "sew.parse")
    (root / "other" / "key" / "task1").symlink_to(outside / "task1")
    found = discover(root)
    files = [path for pair in found.live for path in (*pair.keys, *pair.responses)]
    assert shown(tuple(files), root) == [
        "key/task1/walk.parse",
        "response/walk.parse",
        "other/key/go.parse",
        "other/response/go.parse",
    ]


def test_what_a_project_file_states_comes_before_names(tmp_path: Path) -> None:
    fill(tmp_path, "key/go.parse", "response/go.parse")
    (tmp_path / "keytally.toml").write_text(
        '[[pair]]\ntask = "cpa-parsing"\nkey = "key"\nresponses = ["response"]\n'
    )
    assert [origin for *_, origin in told(discover(tmp_path))] == ["keytally.toml, line 1"]


@pytest.mark.parametrize(
    ("extension", "task"), [("parse", "cpa-parsing"), ("clust", "cpa-clustering"), ("pat", "cpa-slots")]
)
def test_single_files_are_paired_by_name_and_their_task_by_extension(
    tmp_path: Path, extension: str, task: str
) -> None:
    fill(tmp_path, f"go.key.{extension}", f"go.response1.{extension}")
    assert told(discover(tmp_path)) == [(task, f"go.response1.{extension}", "file names")]


def test_a_pair_of_files_is_its_own_sides() -> None:
    pair = Pair("cpa-parsing", Path("/k"), Path("/r"))
    assert (pair.keys, pair.responses, pair.absent) == ((Path("/k"),), (Path("/r"),), ())
    assert pair.other(Path("/k")) == Path("/r") and pair.other(Path("/r")) == Path("/k")
