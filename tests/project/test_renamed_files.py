"""Project files follow the files that they name."""

from pathlib import Path

import pytest

from keytally.findings.finding import apply_edits
from keytally.project.toml_edits import rename_edits

TOML = """\
[[pair]]
task = "template_relation"
key = "gold/key.tmpl" # the key
responses = ["runs/one.tmpl", 'runs/two.tmpl', "runs/*.out"]
texts = "/elsewhere/texts.sgml"
bnf = "task.bnf"
config = "muc7-tr"
"""
CONFIG = """\
:scoring_task named_entity
:key_file "gold/key.sgml"
:response_file response.sgml
"""


def followed(name: str, text: str, **renames: str) -> str:
    """The file after renames of paths, whose names have `__` for a slash and `_` for a point."""

    def path(written: str) -> Path:
        return Path("/w") / written.replace("__", "/").replace("_", ".")

    moves = {path(old): Path("/w") / new for old, new in renames.items()}
    return apply_edits(text, rename_edits(Path("/w") / name, text, moves))


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("gold__key_tmpl", "gold/master.tmpl", '"gold/key.tmpl"', '"gold/master.tmpl"'),
        ("gold__key_tmpl", "key.tmpl", '"gold/key.tmpl"', '"key.tmpl"'),
        ("gold__key_tmpl", "../up/key.tmpl", '"gold/key.tmpl"', '"../up/key.tmpl"'),
        ("gold", "new gold", '"gold/key.tmpl"', '"new gold/key.tmpl"'),
        ("runs__two_tmpl", "runs/2.tmpl", "'runs/two.tmpl'", "'runs/2.tmpl'"),
        ("runs__two_tmpl", "runs/d'or", "'runs/two.tmpl'", '"runs/d\'or"'),
        ("task_bnf", "a\\b.bnf", '"task.bnf"', '"a\\\\b.bnf"'),
    ],
)
def test_a_name_in_keytally_toml_follows(old: str, new: str, before: str, after: str) -> None:
    assert followed("keytally.toml", TOML, **{old: new}) == TOML.replace(before, after)


def test_an_absolute_name_stays_absolute() -> None:
    edits = rename_edits(Path("/w/keytally.toml"), TOML, {Path("/elsewhere"): Path("/w/there")})
    assert apply_edits(TOML, edits) == TOML.replace("/elsewhere/", "/w/there/")


def test_a_renamed_folder_changes_all_names_in_it_and_the_folders_of_patterns() -> None:
    after = TOML.replace("runs/one", "out/one").replace("runs/two", "out/two")
    assert followed("keytally.toml", TOML, runs="out") == after.replace("runs/*", "out/*")


@pytest.mark.parametrize("old", ["key_tmpl", "gold__key", "muc7-tr2"])
def test_other_names_stay(old: str) -> None:
    assert followed("keytally.toml", TOML, **{old: "x"}) == TOML


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("gold__key_sgml", "gold/master.sgml", '"gold/key.sgml"', '"gold/master.sgml"'),
        ("response_sgml", "runs/1.sgml", "response.sgml", "runs/1.sgml"),
        ("response_sgml", "run 1.sgml", "response.sgml", '"run 1.sgml"'),
    ],
)
def test_a_name_in_a_configuration_follows(old: str, new: str, before: str, after: str) -> None:
    assert followed("ne.config", CONFIG, **{old: new}) == CONFIG.replace(before, after)


def test_a_name_below_a_base_folder_stays_relative_to_it() -> None:
    text = ':scoring_task named_entity\n:muc_base_directory "/w/base/"\n:key_file k.sgml\n'
    assert followed("ne.config", text, base__k_sgml="base/new/k.sgml") == text.replace("k.sgml", "new/k.sgml")


@pytest.mark.parametrize("text", ["", "[[pair", "key = 1", ":", "\x00"])
def test_a_file_that_is_no_project_names_nothing(text: str) -> None:
    for name in ("keytally.toml", "x.config"):
        assert followed(name, text, key="other") == text
