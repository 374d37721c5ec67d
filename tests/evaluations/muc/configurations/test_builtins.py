"""The built-in configurations are found by name and score their task."""

from pathlib import Path

import pytest

from keytally.evaluations.muc.configurations import builtin_names, builtin_text
from keytally.evaluations.muc.formats.config.resolution import load_configuration


def test_the_named_entity_tasks_are_built_in() -> None:
    assert {"muc6-ne", "muc7-ne"} <= set(builtin_names())


@pytest.mark.parametrize("name", builtin_names())
def test_every_built_in_configuration_resolves(name: str) -> None:
    configuration = load_configuration(name)
    assert configuration.classes
    assert configuration.key_file == "keys"


def test_an_unknown_name_has_no_text() -> None:
    with pytest.raises(KeyError):
        builtin_text("../muc6-ne")


@pytest.mark.parametrize(
    ("name", "number", "sections"),
    [
        ("muc6-ne", "DOCNO", {"TXT", "HL", "DATELINE", "DD", "SLUG"}),
        ("muc7-ne", "DOCID", {"SLUG", "DATE", "NWORDS", "PREAMBLE", "TEXT", "TRAILER"}),
    ],
)
def test_the_layouts_of_the_conferences(name: str, number: str, sections: set[str]) -> None:
    configuration = load_configuration(name)
    assert configuration.sgml_docnum_gid == number
    assert set(configuration.doc_sections) == sections
    grouped = [section for group in configuration.doc_section_groups for section in group.sections]
    assert [group.name for group in configuration.doc_section_groups] == ["Header", "Body"]
    assert sorted(grouped) == sorted(sections)


@pytest.mark.parametrize(("name", "folder"), [("muc6-ne", "ne"), ("muc7-ne", "ne7")])
def test_they_agree_with_the_corpora_in_all_that_decides_a_score(
    name: str, folder: str, corpora: Path
) -> None:
    built_in, other = load_configuration(name), load_configuration(corpora / folder / "config1")
    assert set(built_in.slots) == set(other.slots)
    assert built_in.classes == other.classes
    for field in ("premodifiers", "postmodifiers", "corporate_designators", "subtasks", "sgml_docnum_gid"):
        assert getattr(built_in, field) == getattr(other, field)
