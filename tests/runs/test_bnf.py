"""Which BNF a check goes by, and what is judged by one."""

from pathlib import Path

import pytest

import keytally

BNF = """<PERSON> :=
	PER_NAME: {ANN, BEA}^
	PER_FRIEND: <PERSON> | <CLUB>*
<CLUB> :=
	CLUB_HEAD: <PERSON>-
"""
KEY = "<PERSON-1-1> :=\n\tPER_NAME: CAL\n"
CONFIG = """:scoring_task template_relation
:key_file key
:response_file response
:class_defs "club club scored 0" "person person scored 0"
:slot_defs "person per_name name scored 1 set" "club club_head head scored 1 pointer"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a key by itself."""
    (tmp_path / "key").write_text(KEY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rules(*paths: str, **choices: object) -> list[str]:
    return [finding.rule.name for finding in keytally.check(*paths, **choices)]  # type: ignore[arg-type]


def test_a_file_by_itself_is_judged_by_the_bnf_that_is_given(folder: Path) -> None:
    (folder / "other.bnf").write_text(BNF)
    assert rules("key") == []
    assert rules("key", bnf="other.bnf") == rules("key", bnf=folder / "other.bnf") == ["set-fill-value"]


def test_a_built_in_bnf_is_given_by_its_name(folder: Path) -> None:
    assert rules("key", bnf="muc6-te") == []
    assert rules("key", bnf="muc7-tr") == ["unknown-class"]
    (folder / "muc6-te").write_text(BNF)
    assert rules("key", bnf="muc6-te") == ["set-fill-value"], "a file of that name comes first"


def test_a_file_by_itself_is_judged_by_the_bnf_beside_it(folder: Path) -> None:
    (folder / "bnf").write_text(BNF)
    assert rules("key") == ["set-fill-value"]
    assert rules("key", bnf="muc6-te") == []


@pytest.mark.parametrize("more", ['bnf = "task.bnf"', 'bnf = "task.bnf"\nconfig = "muc6-te"'])
def test_a_pair_is_judged_by_its_bnf(folder: Path, more: str) -> None:
    (folder / "task.bnf").write_text(BNF)
    (folder / "response").write_text(KEY)
    (folder / "keytally.toml").write_text(
        f'[[pair]]\ntask = "template_element"\nkey = "key"\nresponses = ["response"]\n{more}\n'
    )
    assert rules("key", "response") == ["set-fill-value", "set-fill-value"]


def test_a_pair_is_judged_by_the_built_in_bnf_that_it_names(folder: Path) -> None:
    (folder / "response").write_text(KEY.replace("PER_NAME: CAL", "ORG_TYPE: GOVERNMNT"))
    (folder / "keytally.toml").write_text(
        '[[pair]]\ntask = "template_element"\nkey = "key"\nresponses = ["response"]\nbnf = "muc6-te"\n'
    )
    assert rules("response") == ["cardinality", "unknown-slot"]


def test_a_configuration_is_judged_by_a_bnf(folder: Path) -> None:
    """`class-order`: "targets from the slot's sixth token where it names a class, else from the BNF"."""
    (folder / "task.config").write_text(CONFIG)
    assert rules("task.config") == []
    (folder / "task.bnf").write_text(BNF)
    assert rules("task.config", bnf="task.bnf") == ["class-order"]
    (folder / "bnf").write_text(BNF)
    assert rules("task.config") == ["class-order"]


def test_a_bnf_is_checked_as_what_it_is_whatever_the_task(folder: Path) -> None:
    (folder / "task.bnf").write_text(BNF)
    assert set(rules("task.bnf", task="template_element")) == {"pointer-circle"}


def test_a_bnf_changes_no_score(folder: Path) -> None:
    (folder / "response").write_text(KEY + "\tPER_FRIEND: <CLUB-1-1>\n")
    without = keytally.score("key", "response", config="muc6-te").values
    (folder / "bnf").write_text(BNF)
    assert keytally.score("key", "response", config="muc6-te").values == without
