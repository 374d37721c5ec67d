"""What a template task is scored by where no configuration is named."""

import pytest

from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.bnf_configurations import TASKS, configuration_skeleton, default_configuration
from keytally.families.muc.builtin import DEFAULT_NAMES, builtin_bnf, builtin_text
from keytally.families.muc.model import ConfigurationError

OWN = '<CLUB> :=\n\tHEAD: <PERSON>-\n<PERSON> :=\n\tNAME: "NAME"^\n'
CIRCLE = "<CLUB> :=\n\tHEAD: <PERSON>-\n<PERSON> :=\n\tCLUB: <CLUB>-\n"


@pytest.mark.parametrize("task", DEFAULT_NAMES)
def test_without_a_bnf_it_is_the_built_in_one_of_the_task(task: str) -> None:
    name = DEFAULT_NAMES[task]
    assert default_configuration(task) == (builtin_text(name), name, False)


@pytest.mark.parametrize("task", TASKS)
def test_a_bnf_of_ones_own_gives_what_init_prints(task: str) -> None:
    found = default_configuration(task, OWN)
    assert found.made
    assert found.text == configuration_skeleton(bnf_of(OWN), task, "keys", "responses")


@pytest.mark.parametrize(
    ("bnf", "task"),
    [
        ("muc6-st", "scenario_template"),
        ("muc6-te", "template_element"),
        ("muc7-te", "template_element"),
        ("muc7-tr", "template_relation"),
    ],
)
def test_a_shipped_bnf_goes_with_the_configuration_of_its_name(bnf: str, task: str) -> None:
    assert default_configuration(task, builtin_bnf(bnf)) == (builtin_text(bnf), bnf, False)


@pytest.mark.parametrize(
    "bnf", ["", "nonsense", '<PERSON> :=\n\tPER_NAME: "NAME"*\n\tOBJ_STATUS: {OPTIONAL}-\n']
)
def test_a_bnf_with_nothing_but_what_the_built_in_one_has_changes_nothing(bnf: str) -> None:
    assert default_configuration("template_element", bnf).name == "muc6-te"


def test_one_slot_more_than_the_built_in_one_has_makes_a_bnf_ones_own() -> None:
    own = '<PERSON> :=\n\tPER_NAME: "NAME"*\n\tPER_SHOE: "SIZE"-\n'
    assert default_configuration("template_element", own).made


def test_a_task_without_templates_has_no_use_for_a_bnf() -> None:
    assert default_configuration("named_entity", OWN).name == "muc6-ne"


def test_a_bnf_that_gives_none_says_so() -> None:
    with pytest.raises(ConfigurationError) as raised:
        default_configuration("template_relation", CIRCLE)
    assert raised.value.problems == (
        "cannot generate a configuration from the BNF: the pointers of the BNF form a cycle, so no order of "
        "classes is valid: CLUB, PERSON; specify a configuration",
    )
