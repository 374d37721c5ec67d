"""The BNFs that come with keytally are sound, and say what the built-in configurations say."""

import re
from pathlib import Path

import pytest

import keytally
from keytally.families.muc.bnf import read_bnf
from keytally.families.muc.builtin import builtin_bnf, builtin_bnf_names, builtin_names, builtin_text
from keytally.families.muc.configuration.resolution import load_configuration

STATUS = "obj_status"


def test_those_of_the_template_tasks_are_built_in() -> None:
    assert builtin_bnf_names() == ["muc6-st", "muc6-te", "muc7-te", "muc7-tr"]
    assert set(builtin_bnf_names()) <= set(builtin_names())
    with pytest.raises(KeyError):
        builtin_bnf("muc6-ne")


@pytest.mark.parametrize("name", builtin_bnf_names())
def test_each_is_understood_whole(name: str) -> None:
    unit = read_bnf(builtin_bnf(name))
    assert unit.findings == []
    assert all(slot.choices for each in unit.bnf.classes for slot in each.slots)


@pytest.mark.parametrize("name", builtin_bnf_names())
def test_each_has_the_classes_slots_and_kinds_of_the_configuration_of_its_name(name: str) -> None:
    configuration, bnf = load_configuration(name), read_bnf(builtin_bnf(name)).bnf
    declared = {(slot.class_name, slot.name, slot.kind) for slot in configuration.slots}
    defined = {
        (each.name.lower(), slot.name.lower(), slot.kind) for each in bnf.classes for slot in each.slots
    }
    assert {each.name.lower() for each in bnf.classes} == {each.name for each in configuration.classes}
    assert {each for each in declared ^ defined if each[1] != STATUS} == set()


@pytest.mark.parametrize("name", builtin_bnf_names())
def test_the_configuration_of_that_name_stands_in_an_order_that_the_bnf_allows(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "task.config").write_text(builtin_text(name), encoding="utf-8")
    assert keytally.check(tmp_path / "task.config", bnf=name) == []


@pytest.mark.parametrize("name", ["muc6-st", "muc7-te", "muc7-tr"])
def test_what_was_not_verified_is_marked_so_in_a_comment(name: str) -> None:
    """MUC-6's objects of version 1.5 are the definition's own; all else is from secondary sources."""
    text = builtin_bnf(name)
    slots = [line for line in text.splitlines() if re.match(r"\t\w+:", line)]
    plain = [line.split(":")[0].strip() for line in slots if "unverified" not in line]
    assert [slot for slot in plain if not re.match(r"(ORG|PER)_|DOC_NR$|CONTENT$|COMMENT$", slot)] == [
        slot for slot in plain if slot == "OBJ_STATUS"
    ]
    lists = text.split("\n/* unverified */\n")[1].split("/*")[0]
    assert lists.count("::") >= 4


def test_the_definition_of_muc6_names_and_locales(tmp_path: Path) -> None:
    """A locale is one fill of two tokens (`Chicago CITY`); PER_NAME is exactly one, ORG_NAME at most."""
    key = tmp_path / "key"
    key.write_text(
        "<ORGANIZATION-1-1> :=\n\tORG_TYPE: COMPANY\n\tORG_LOCALE: Chicago CITY\n<PERSON-1-1> :=\n"
    )
    assert [each.message for each in keytally.check(key, bnf="muc6-te")] == [
        "PER_NAME takes exactly one fill, but has none"
    ]
