"""MUC configuration files are told by their first line, and name a pair (design, rule 2)."""

from pathlib import Path

import pytest

from keytally.families.muc.family import FAMILY

assert FAMILY.configurations is not None
CONFIGURATIONS = FAMILY.configurations()


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (":scoring_task named_entity\n", True),
        ("; a comment\n\n  \n:key_file key\n", True),
        ("; a comment\r:KEY_FILE key\r", True),
        (":scorin_task named_entity\n:key_file key\n", True),
        ("text\n:scoring_task named_entity\n", False),
        (":orphan:\n\nTitle\n", False),
        (":name value\n", False),
        (": scoring_task\n", False),
        ("", False),
        (";", False),
    ],
)
def test_the_first_line_begins_with_a_colon_and_an_option(head: str, expected: bool) -> None:
    assert CONFIGURATIONS.is_configuration(head) is expected


def test_the_files_are_relative_to_the_configuration() -> None:
    folder = Path.cwd()
    text = ":scoring_task Named_Entity\n:key_file ../key\n:response_file 'my response'\n"
    pair = CONFIGURATIONS.pair(folder / "c", text)
    assert pair is not None
    assert (pair.task, pair.key, pair.response) == (
        "named_entity",
        folder.parent / "key",
        folder / "my response",
    )
    assert not pair.both_keys


def test_files_that_are_not_named_have_the_names_of_the_manual() -> None:
    pair = CONFIGURATIONS.pair(Path.cwd() / "c", ":scoring_task coreference")
    assert pair is not None and (pair.key.name, pair.response.name) == ("keys", "responses")


def test_a_configuration_without_a_task_that_there_is_pairs_nothing() -> None:
    assert CONFIGURATIONS.pair(Path("c"), ":scoring_task nonsense\n") is None
    assert CONFIGURATIONS.pair(Path("c"), ":key_file key\n") is None
