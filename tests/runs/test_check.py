"""`keytally.check`: which rules apply to which file, in which role, against which text."""

from pathlib import Path

import pytest

import keytally
from keytally.engine.engine import Engine
from keytally.families.contract import Role, Settings
from keytally.families.registry import evaluation
from keytally.project.discovery import discover
from keytally.runs.check import Checker
from keytally.runs.check_plans import CheckOptions, Planner
from keytally.runs.files import Target
from tests.house.tracked import CHECKOUT

OPTIONAL = ' STATUS="OPT"'


def rules(*paths: str, **choices: object) -> list[str]:
    return [finding.rule.name for finding in keytally.check(*paths, **choices)]  # type: ignore[arg-type]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


def test_clean_files_have_no_findings(workspace: Path) -> None:
    assert keytally.check(workspace) == []


def test_a_configuration_that_names_a_file_outside_keeps_the_other_places_of_its_findings(
    workspace: Path,
) -> None:
    text = (
        ":scoring_task named_entity\n"
        ":class_defs\n"
        '    "enamex enamex scored 0"\n'
        '    "enamex enamex scored 0"\n'
        ":key_file {key}\n"
    )
    (workspace / "c").write_text(text.format(key="key"))
    alone = [found.related for found in keytally.check("c") if found.related]
    assert len(alone) == 1
    (workspace / "c").write_text(text.format(key="../../../key"))
    assert "outside-workspace" in rules("c")
    assert [found.related for found in keytally.check("c") if found.related] == alone


def test_a_finding_has_its_place_rule_and_message(workspace: Path) -> None:
    edit(workspace / "response", '"PERSON"', "PERSON")
    [finding] = keytally.check("response")
    assert (finding.path, finding.rule.name) == ("response", "unquoted-attribute")
    assert finding.severity is keytally.Severity.ERROR
    assert (finding.start, finding.end) == (keytally.FilePosition(4, 14), keytally.FilePosition(4, 20))
    assert finding.fix is not None and [edit.text for edit in finding.fix.replacements] == ['"', '"']


def test_columns_count_code_points(workspace: Path) -> None:
    edit(workspace / "response", "\n<ENAMEX", "\n\U0001f600é<ENAMEX")
    edit(workspace / "response", '"PERSON"', "PERSON")
    unquoted = [f for f in keytally.check("response") if f.rule.name == "unquoted-attribute"]
    assert unquoted[0].start.column == 16


def test_the_role_is_the_pairs(workspace: Path) -> None:
    for name in ("key", "response"):
        edit(workspace / name, "<ENAMEX", f"<ENAMEX{OPTIONAL}")
    assert rules("key") == []
    assert rules("response") == ["key-only-attribute"]


def test_a_stated_role_takes_the_place_of_the_pairs(workspace: Path) -> None:
    edit(workspace / "key", "<ENAMEX", f"<ENAMEX{OPTIONAL}")
    assert rules("key", role="response") == ["key-only-attribute"]


def test_without_a_pair_the_name_tells_the_role_or_nothing_does(workspace: Path) -> None:
    edit(workspace / "key", "<ENAMEX", f"<ENAMEX{OPTIONAL}")
    text = (workspace / "key").read_bytes()
    (workspace / "alone").mkdir()
    for name in ("my-response.sgml", "anything.sgml"):
        (workspace / "alone" / name).write_bytes(text)
    assert rules("alone/my-response.sgml") == ["key-only-attribute"]
    assert rules("alone/anything.sgml") == []


def test_key_and_response_are_compared_with_the_texts(workspace: Path) -> None:
    edit(workspace / "key", "met", "meet")
    assert rules("key") == ["text-altered"]
    assert rules("response") == []


def test_without_texts_the_response_is_compared_with_the_key(workspace: Path) -> None:
    (workspace / "texts").unlink()
    edit(workspace / "key", "met", "meet")
    assert rules("key") == []
    assert rules("response") == ["text-altered"]


def test_texts_can_be_stated(workspace: Path) -> None:
    edit(workspace / "texts", "met", "saw")
    (workspace / "alone").mkdir()
    (workspace / "key").rename(workspace / "alone" / "gold.sgml")
    assert rules("alone/gold.sgml") == []
    assert rules("alone/gold.sgml", texts="texts") == ["text-altered"]


def test_rules_are_selected_and_ignored(workspace: Path) -> None:
    edit(workspace / "response", '"PERSON"', "PERSON")
    assert rules("response", select=["crossing-tags"]) == []
    assert rules("response", ignore=["unquoted-attribute"]) == []
    with pytest.raises(keytally.KeytallyError, match="did you mean unquoted-attribute"):
        keytally.check("response", ignore=["unquoted-attributes"])


def test_keytally_toml_selects_and_grades_rules(workspace: Path) -> None:
    edit(workspace / "response", '"PERSON"', "PERSON")
    (workspace / "keytally.toml").write_text('[rules.severity]\nunquoted-attribute = "hint"\n')
    [finding] = keytally.check("response")
    assert finding.severity is keytally.Severity.HINT
    (workspace / "keytally.toml").write_text('[rules]\nignore = ["unquoted-attribute"]\n')
    assert keytally.check("response") == []


def test_keytally_toml_is_checked_itself(workspace: Path) -> None:
    (workspace / "keytally.toml").write_text(
        '[[pair]]\ntask = "named_entity"\nkey = "gone"\nresponses = "response"\nx = 1\n'
    )
    assert rules("keytally.toml") == ["bad-project-value", "unknown-project-key"]


def test_configurations_are_checked(workspace: Path) -> None:
    (workspace / "c").write_text(":scoring_task named_entity\n:key_fil key\n")
    assert "unknown-option" in rules("c")
    assert "unknown-option" in rules(".")


def test_a_pair_whose_configuration_has_errors_is_checked_by_defaults_with_a_note(workspace: Path) -> None:
    (workspace / "c").write_text(":scoring_task named_entity\n:key_file key\n:response_file response\n")
    checker = Checker(CheckOptions())
    checked = checker.check(Target(workspace / "response", "response"))
    assert checked is not None and checked.findings == []
    assert any("class_defs" in note for note in checker.notes)


def test_a_stated_configuration_with_errors_is_an_error(workspace: Path) -> None:
    (workspace / "c").write_text(":scoring_task named_entity\n")
    with pytest.raises(keytally.KeytallyError, match="class_defs"):
        keytally.check("response", config="c")


def test_a_text_can_be_checked(workspace: Path) -> None:
    text = (workspace / "key").read_text().replace('"PERSON"', "PERSON")
    [finding] = keytally.check(text=text, task="named_entity", role="key")
    assert (finding.path, finding.start.line) == ("<text>", 4)


def test_a_text_belongs_to_no_folder(workspace: Path) -> None:
    """What stands in the current folder says nothing about it."""
    (workspace / "keytally.toml").write_text('[rules]\nignore = ["unquoted-attribute"]\n')
    text = (workspace / "key").read_text().replace('"PERSON"', "PERSON")
    [finding] = keytally.check(text=text, task="named_entity", role="key")
    assert finding.rule.name == "unquoted-attribute"


def test_one_rule_can_be_named_by_a_string(workspace: Path) -> None:
    edit(workspace / "response", '"PERSON"', "PERSON")
    assert rules("response", select="unquoted-attribute") == ["unquoted-attribute"]
    assert rules("response", ignore="unquoted-attribute") == []


def test_related_places_in_the_other_file_are_named(workspace: Path) -> None:
    edit(workspace / "response", "met", "meet")
    [finding] = keytally.check("response")
    assert all(place.path in ("texts", "response") for place in finding.related)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("gone", "gone: no such file"),
        ("binary.sgml", "binary.sgml: the file is binary"),
        ("prose", "prose: cannot determine the type of this file; specify task="),
    ],
)
def test_what_cannot_be_checked_is_one_line(workspace: Path, path: str, problem: str) -> None:
    (workspace / "binary.sgml").write_bytes(bytes(range(256)))
    (workspace / "prose").write_bytes(b"no documents here")
    with pytest.raises(keytally.KeytallyError) as raised:
        keytally.check(path)
    [line] = raised.value.problems
    assert line.startswith(problem)


def test_a_text_of_no_known_kind_is_one_line() -> None:
    with pytest.raises(
        keytally.KeytallyError, match=r"^<text>: cannot determine the type of this text; specify task=$"
    ):
        keytally.check(text="no documents here")


def test_a_folder_is_searched_for_recognised_files_only(workspace: Path) -> None:
    (workspace / "prose").write_bytes(b"no documents here")
    (workspace / "picture").write_bytes(bytes(range(256)))
    (workspace / "edits.m2").write_bytes(b"S One line .\n")
    assert rules(".") == []


def test_a_folder_may_hold_files_of_others_that_are_no_text(workspace: Path) -> None:
    (workspace / "other.json").write_bytes('{"a": 1}'.encode("utf-16"))
    assert rules(".") == []
    with pytest.raises(keytally.KeytallyError, match=r"UTF-16"):
        rules("other.json")


def test_an_empty_sgml_file_is_clean(workspace: Path) -> None:
    (workspace / "empty.sgml").write_bytes(b"")
    assert rules("empty.sgml") == []


@pytest.mark.parametrize("folder", ["named_entity", "named_entity_defects"])
def test_findings_are_those_of_the_engine(examples: Path, folder: str) -> None:
    """`keytally check` and the editor say the same."""
    [pair, *_] = discover(examples / folder).live
    engine = Engine()
    for path in (pair.key, pair.response, pair.texts):
        if path is not None:
            engine.open(path, path.read_text(encoding="utf-8"))
    engine.add_pair(pair, evaluation(pair.task, Settings(pair.configuration)))
    for path in (pair.key, pair.response):
        expected = [(found.finding.rule.name, found.finding.message) for found in engine.findings(path)]
        assert [(f.rule.name, f.message) for f in keytally.check(path)] == expected


def test_the_texts_of_a_pair_are_read_as_texts(workspace: Path) -> None:
    checker = Checker(CheckOptions(role=Role.TEXTS))
    checked = checker.check(Target(workspace / "texts", "texts"))
    assert checked is not None and checked.findings == []


def test_corpora_are_clean(corpora: Path) -> None:
    assert keytally.check(corpora / "ne", corpora / "ne7") == []


@pytest.mark.parametrize("name", ["mend.clust", "mend.parse", "mend.pat"])
def test_a_file_is_of_the_task_that_its_name_tells(tmp_path: Path, name: str) -> None:
    """Texts that the person names make each file one of a task, in a folder without pairs as well."""
    response = CHECKOUT / "examples" / "cpa" / "response" / name
    (tmp_path / name).write_bytes(response.read_bytes())
    (tmp_path / "texts").write_text("The captain mended the nets .\n", encoding="utf-8")
    assert rules(str(tmp_path / name)) == rules(str(tmp_path / name), texts=tmp_path / "texts") == []


def test_a_template_response_without_texts_is_checked_without_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A template file holds no copy of the text, so that there is nothing to compare with the key."""
    monkeypatch.chdir(tmp_path)
    for name in ("te.key.tmpl", "te.response.tmpl"):
        Path(name).write_text("<PERSON-1-1> :=\n\tPER_NAME: x\n", encoding="utf-8")
    response = Path("te.response.tmpl").absolute()
    planner = Planner(CheckOptions(task="template_element"))
    plan = planner.plan(Target(response, response.name), "<PERSON-1-1> :=\n")
    assert plan is not None
    assert plan.reference is None
