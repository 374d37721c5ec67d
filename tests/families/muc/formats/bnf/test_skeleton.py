"""The configuration that a BNF gives: one that scores, with every class and slot in a right order."""

import re

import pytest

from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.bnf_configurations import NoSkeletonError, configuration_skeleton, task_for
from keytally.families.muc.builtin import builtin_bnf, builtin_bnf_names
from keytally.families.muc.configuration.resolution import (
    load_configuration,
    read_config,
    resolve_configuration,
)

TASKS = {
    "muc6-te": "template_element",
    "muc7-te": "template_element",
    "muc7-tr": "template_relation",
    "muc6-st": "scenario_template",
}
CLUB = '<CLUB> :=\n\tHEAD: <PERSON>-\n\tROOM: {A, B}*\n<PERSON> :=\n\tNAME: "NAME"^\n\tCOMMENT: " "-\n'


def made(bnf: str, task: str | None = None, key: str = "key", response: str = "response") -> str:
    found = bnf_of(bnf)
    return configuration_skeleton(found, task or task_for(found), key, response)


@pytest.mark.parametrize("name", builtin_bnf_names())
def test_the_built_in_bnfs_give_the_classes_slots_and_kinds_of_the_built_in_configurations(name: str) -> None:
    unit = read_config(made(builtin_bnf(name)))
    assert list(unit.findings) == []
    configuration, built_in = resolve_configuration(unit), load_configuration(name)
    assert configuration.scoring_task == TASKS[name] == built_in.scoring_task
    assert {each.name for each in configuration.classes} == {each.name for each in built_in.classes}
    declared = {(slot.class_name, slot.name, slot.kind, slot.target) for slot in configuration.slots}
    assert declared >= {(slot.class_name, slot.name, slot.kind, slot.target) for slot in built_in.slots}
    unscored = {(slot.class_name, slot.name) for slot in built_in.slots if not slot.scored}
    assert {(slot.class_name, slot.name) for slot in configuration.slots if not slot.scored} >= unscored
    assert (configuration.key_file, configuration.response_file) == ("key", "response")


def test_what_is_pointed_to_stands_first() -> None:
    configuration = resolve_configuration(read_config(made(CLUB)))
    assert [each.name for each in configuration.classes] == ["person", "club"]
    assert [slot.name for slot in configuration.slots] == ["head", "room", "name", "comment"]


def test_a_template_makes_it_a_scenario() -> None:
    """Its content slot is CONTENT, else the first that points."""
    bnf = '<TEMPLATE> :=\n\tDOC_NR: "NUMBER"^\n\tEVENTS: <CLUB>*\n' + CLUB
    configuration = resolve_configuration(read_config(made(bnf)))
    assert (configuration.scoring_task, configuration.content_name) == ("scenario_template", "events")
    scored = {slot.name: slot.scored for slot in configuration.slots if slot.class_name == "template"}
    assert scored == {"doc_nr": False, "events": True}
    assert not next(each for each in configuration.classes if each.name == "template").scored


def test_a_slot_of_several_classes_or_any_is_a_pointer() -> None:
    """And one to a class that is called as a kind is."""
    bnf = CLUB + '<SET> :=\n\tX: "X"-\n<TIE> :=\n\tA: <CLUB> | <PERSON>*\n\tB: <anything>*\n\tC: <SET>*\n'
    configuration = resolve_configuration(read_config(made(bnf)))
    pointers = {slot.name: slot.target for slot in configuration.slots_of("tie")}
    assert pointers == {"a": "pointer", "b": "pointer", "c": "pointer"}


def test_a_circle_of_pointers_has_no_order() -> None:
    bnf = "<A> :=\n\tX: <B>-\n<B> :=\n\tY: <A>-\n<C> :=\n\tZ: {D}-\n"
    with pytest.raises(NoSkeletonError, match=r"the pointers of the BNF form a cycle.*: A, B$"):
        made(bnf)
    assert "template_element" in made(bnf, "template_element")


@pytest.mark.parametrize("bnf", ["", "<A> :=\n", "X: {A}^\n"])
def test_nothing_to_score(bnf: str) -> None:
    with pytest.raises(NoSkeletonError, match="does not define a class with a slot"):
        made(bnf)


@pytest.mark.parametrize("name", ["my key", "it's", 'a "b"', "x;y", ":x"])
def test_any_file_name_is_written_as_it_is(name: str) -> None:
    configuration = resolve_configuration(read_config(made(CLUB, key=name, response=name + "2")))
    assert (configuration.key_file, configuration.response_file) == (name, name + "2")


@pytest.mark.parametrize("name", ["a\nb", "a\"b'", "", " "])
def test_a_name_that_cannot_be_written(name: str) -> None:
    with pytest.raises(NoSkeletonError, match=re.escape(repr(name))):
        made(CLUB, key=name)


def test_class_names_with_quotes() -> None:
    configuration = resolve_configuration(read_config(made('<A"B> :=\n\tX: {C}^\n')))
    assert [each.name for each in configuration.classes] == ['a"b']
