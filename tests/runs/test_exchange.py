"""A key and a response in the wrong order are told of, with the likely order, in every evaluation."""

import shutil
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from tests.runs.test_losses import CHAIN, CLUST, GOLD, M2, NAMES, PARSE, PAT, TEMPLATES

OOT = "bright.a 1 ::: clear;sunny\n"
BEST = "bright.a 1 :: clear;sunny\n"
CASES = {
    "m2": ("gold.m2", "out", M2, "a b c\n"),
    "lexsub-best": ("a", "b", GOLD, BEST),
    "lexsub-oot": ("a", "b", GOLD, OOT),
    "lexsub-mw": ("a", "b", "take.v 1 :: take place 3;\n", "take.v 1 :: take place\n"),
    "named_entity": ("a", "b", NAMES.replace('TYPE="PERSON">Bo', 'TYPE="PERSON" STATUS="OPT">Bo'), NAMES),
    "coreference": ("a", "b", CHAIN.replace('ID="1"', 'ID="1" MIN="Ann"'), CHAIN),
    "template_element": ("a", "b", TEMPLATES.replace('"Bo"\n', '"Bo"\n\t\t/ "Bob"\n'), TEMPLATES),
    "template_relation": ("a", "b", TEMPLATES + "\tOBJ_STATUS: OPT\n", TEMPLATES),
    "scenario_template": ("a", "b", TEMPLATES.replace("PER_ALIAS:", "PER_ALIAS: /"), TEMPLATES),
    "cpa-clustering": ("v.key.clust", "v.out.clust", CLUST + "4\tx\n", CLUST),
    "cpa-slots": ("v.key.pat", "v.response.pat", PAT, PAT),
    "cpa-parsing": ("v.key.parse", "v.response.parse", PARSE, PARSE),
}


def told(task: str, key: str, response: str) -> list[str]:
    """The lines about the order, whether the two can be scored or not."""
    try:
        lines = keytally.score(key, response, task=task).warnings
    except keytally.KeytallyError as error:
        lines = tuple(error.problems)
    return [line for line in lines if "seem to be swapped" in line]


@pytest.mark.parametrize("task", CASES)
def test_the_wrong_order_is_told_and_the_right_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    monkeypatch.chdir(tmp_path)
    key, response, gold, answers = CASES[task]
    Path(key).write_text(gold, encoding="utf-8")
    Path(response).write_text(answers, encoding="utf-8")
    assert told(task, key, response) == []
    assert told(task, response, key) == [
        f"the files seem to be swapped: {key} looks like the key and {response} like the response; "
        "specify the key first"
    ]


def test_what_is_lost_from_a_response_given_as_the_key_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one line that says what to do is not followed by a line for each answer."""
    monkeypatch.chdir(tmp_path)
    Path("gold").write_text(GOLD, encoding="utf-8")
    Path("answers").write_text(BEST * 3, encoding="utf-8")
    warnings = keytally.score("answers", "gold", task="lexsub-best").warnings
    assert len([line for line in warnings if "seem to be swapped" in line]) == 1
    assert not [line for line in warnings if "left out" in line]


def test_names_tell_where_the_contents_do_not(workspace: Path) -> None:
    assert told("named_entity", "key", "response") == []
    assert len(told("named_entity", "response", "key")) == 1


def test_contents_come_before_names(workspace: Path) -> None:
    key = (workspace / "key").read_text()
    (workspace / "response").write_text(key.replace('"PERSON">', '"PERSON" STATUS="OPT">'))
    assert told("named_entity", "response", "key") == []
    assert len(told("named_entity", "key", "response")) == 1


def test_names_that_a_project_states_are_meant(workspace: Path) -> None:
    stated = '[[pair]]\ntask = "named_entity"\nkey = "response"\nresponses = ["key"]\n'
    (workspace / "keytally.toml").write_text(stated)
    assert told("named_entity", "response", "key") == []


def test_a_project_that_names_key_and_response_means_their_order(workspace: Path) -> None:
    """Marks of keys in the response alone are faults of the response, not of the order."""
    key = (workspace / "key").read_text()
    (workspace / "response").write_text(key.replace('"PERSON">', '"PERSON" STATUS="OPT">'))
    stated = '[[pair]]\ntask = "named_entity"\nkey = "key"\nresponses = ["response"]\n'
    (workspace / "keytally.toml").write_text(stated)
    assert told("named_entity", "key", "response") == []


def test_two_keys_have_no_wrong_order(workspace: Path) -> None:
    result = keytally.score("response", "key", options={"scoring_method": "key2key"})
    assert result.warnings == ()


def test_folders_are_told_by_how_they_are_made(
    tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(examples / "cpa" / "key", "one")
    shutil.copytree(examples / "cpa" / "response", "two")
    for task in ("cpa-parsing", "cpa-clustering", "cpa-slots"):
        assert told(task, "one", "two") == []
        assert len(told(task, "two", "one")) == 1


def test_a_key_that_tells_no_task_may_be_the_response(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.m2").write_text(M2, encoding="utf-8")
    Path("out").write_text("a b c\n", encoding="utf-8")
    assert main(["score", "out", "gold.m2"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "keytally: out: cannot infer the task from the key; use --task TASK"
    assert second.startswith("keytally: the files seem to be swapped: gold.m2 looks like the key")


@pytest.mark.parametrize("task", ["named_entity", "coreference", "m2", "template_element"])
def test_the_examples_are_in_the_right_order(examples: Path, task: str) -> None:
    [key] = [path for path in (examples / task).iterdir() if path.name.startswith(("key.", "gold."))]
    [response] = [path for path in (examples / task).iterdir() if path.name.startswith("response")]
    assert told(task, str(key), str(response)) == []
    assert len(told(task, str(response), str(key))) == 1
