"""The built-in configurations are found by name and score their task."""

from pathlib import Path

import pytest

from keytally.families.muc.builtin import builtin_names, builtin_text
from keytally.families.muc.configuration.resolution import load_configuration


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


@pytest.mark.parametrize(("name", "folder"), [("muc6-te", "te"), ("muc7-tr", "tr")])
def test_the_template_tasks_agree_with_the_corpora_in_all_that_decides_a_score(
    name: str, folder: str, corpora: Path
) -> None:
    built_in, other = load_configuration(name), load_configuration(corpora / folder / "config1")
    assert {each._replace(target="") for each in built_in.slots} >= {
        each._replace(target="") for each in other.slots
    }
    assert set(built_in.classes) >= set(other.classes)
    for field in ("premodifiers", "postmodifiers", "corporate_designators", "optional_status_slot"):
        assert getattr(built_in, field) == getattr(other, field)


@pytest.mark.parametrize("name", ["muc6-te", "muc7-te", "muc7-tr", "muc6-st"])
def test_classes_are_aligned_before_those_that_point_to_them(name: str) -> None:
    """ "the aligning should always start with objects that contain no pointer fills, and proceed to
    objects whose only pointer fills reference objects without pointer fills, etc."
    """
    configuration = load_configuration(name)
    order = [each.name for each in configuration.classes]
    pointers = [slot for slot in configuration.slots if slot.kind == "pointer"]
    assert bool(pointers) == (configuration.scoring_task != "template_element")
    assert all(order.index(slot.target) < order.index(slot.class_name) for slot in pointers)


def test_the_scenario_template_has_the_rows_of_the_manuals_page() -> None:
    configuration = load_configuration("muc6-st")
    rows = {name: [slot.report_name for slot in configuration.slots_of(name)] for name in SCENARIO}
    assert rows == SCENARIO
    assert list(dict.fromkeys(slot.class_name for slot in configuration.slots)) == list(SCENARIO)
    assert [each.name for each in configuration.classes if not each.scored] == ["template"]
    assert configuration.equatable_objects == ("in_and_out",)
    assert (configuration.template_name, configuration.content_name) == ("template", "content")


SCENARIO = {
    "template": ["doc-nr", "content", "comment"],
    "succession_event": ["success_org", "post", "in_and_out", "vac_reason", "comment"],
    "in_and_out": ["io_person", "new_status", "on_the_job", "other_org", "rel_oth_org", "comment"],
    "organization": ["name", "alias", "descriptor", "type", "locale", "country", "comment"],
    "person": ["name", "alias", "title", "comment"],
}
