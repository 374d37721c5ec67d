"""The table of options is whole, and the documentation page shows it as it is."""

import pytest

from keytally.families.family import Kind, Option
from keytally.families.muc.configuration.document import typed_configuration
from keytally.families.muc.configuration.options import OPTIONS, REQUIRED, find_option, render_documentation
from keytally.families.muc.configuration.resolution import read_config

MANUAL = [
    "class_defs",
    "content_name",
    "corporate_designators",
    "doc_section_groups",
    "doc_sections",
    "dump_map_history",
    "equatable_objects",
    "key_file",
    "map_history_file",
    "muc_base_directory",
    "ne_subtask_names",
    "optional_status_slot",
    "partition_file",
    "postmodifiers",
    "premodifiers",
    "report_field_separator",
    "report_summary_file",
    "response_file",
    "score_report_file",
    "scoring_method",
    "scoring_task",
    "sgml_ALT_slot",
    "sgml_DOCNUM_gid",
    "sgml_DOC_gid",
    "sgml_ID_slot",
    "sgml_MIN_slot",
    "sgml_REF_slot",
    "sgml_TEXT_slot",
    "sgml_TYPE_slot",
    "sgml_alternative_separator",
    "sgml_attribute_quote_char",
    "slot_defs",
    "stringfill_correct_comparison",
    "stringfill_partial_comparison",
    "template_name",
    "use_IE_report_summary",
]

OWN = [
    "force_pairing",
    "ne_allow_incorrect",
    "ne_overlap",
    "ignore_case",
    "designators",
    "rem_tally",
    "st_transitive",
    "key2key_symmetric",
    "subtask_other",
    "dd_last_only",
    "co_exact",
    "co_metrics",
    "also",
    "compatible",
]


def test_the_table_has_every_option_of_the_manual_and_keytallys_own() -> None:
    assert {name for name, option in OPTIONS.items() if option.source == "manual"} == set(MANUAL)
    assert {name for name, option in OPTIONS.items() if option.source == "keytally"} == set(OWN)


def test_the_required_options_are_those_that_the_manual_names() -> None:
    """ "There is no default for this option", "This is a required entry in the configuration file"."""
    assert sorted(REQUIRED) == ["class_defs", "scoring_task", "slot_defs"]


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("content_name", ("content",)),
        ("corporate_designators", ()),
        ("doc_section_groups", ()),
        ("doc_sections", ("DOC", "DATELINE", "DD", "HEADLINE", "TEXT")),
        ("dump_map_history", ("no",)),
        ("equatable_objects", ()),
        ("key_file", ("keys",)),
        ("map_history_file", ("map_history",)),
        ("muc_base_directory", ("",)),
        ("postmodifiers", ()),
        ("report_field_separator", ("|",)),
        ("report_summary_file", ("report_summary",)),
        ("response_file", ("responses",)),
        ("score_report_file", ("scores",)),
        ("scoring_method", ("key2response",)),
        ("sgml_DOCNUM_gid", ("DOCNO",)),
        ("sgml_DOC_gid", ("DOC",)),
        ("sgml_ID_slot", ("ID",)),
        ("sgml_MIN_slot", ("MIN",)),
        ("sgml_REF_slot", ("REF",)),
        ("sgml_TEXT_slot", ("TEXT",)),
        ("sgml_TYPE_slot", ("TYPE",)),
        ("sgml_alternative_separator", ("|",)),
        ("sgml_attribute_quote_char", ("*",)),
        ("stringfill_correct_comparison", ("CLEAN",)),
        ("stringfill_partial_comparison", ("NONE",)),
        ("template_name", ("TEMPLATE",)),
        ("use_IE_report_summary", ("no",)),
    ],
)
def test_defaults_are_the_manuals(name: str, default: tuple[str, ...]) -> None:
    assert OPTIONS[name].default == default


def test_the_default_subtasks_are_the_manuals_ten() -> None:
    assert OPTIONS["ne_subtask_names"].default == (
        "enamex type organization",
        "enamex type person",
        "enamex type location",
        "enamex type other",
        "timex type date",
        "timex type time",
        "timex type other",
        "numex type money",
        "numex type percent",
        "numex type other",
    )


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_every_option_is_documented_and_sound(option: Option) -> None:
    assert option.documentation[-1] in ".`"
    assert option.choices or option.kind is not Kind.CHOICE
    assert not option.choices or option.kind in (Kind.CHOICE, Kind.LIST)
    if option.choices and option.default:
        assert option.default[0] in option.choices


def test_names_ignore_case() -> None:
    assert find_option("SGML_doc_GID") is OPTIONS["sgml_DOC_gid"]
    assert find_option("sgml_DOCS_gid") is None


def test_documentation_tells_the_values_and_the_default() -> None:
    text = render_documentation(OPTIONS["scoring_method"])
    assert text.startswith(
        "`:scoring_method` takes one of `key2response`, `key2key`. Default: `key2response`.\n\n"
    )
    assert "Required." in render_documentation(OPTIONS["scoring_task"])
    assert "Default: none." in render_documentation(OPTIONS["premodifiers"])
    assert 'Default: `""`.' in render_documentation(OPTIONS["muc_base_directory"])


@pytest.mark.parametrize(
    "values", ["muc,b3 lea", '"muc" "b3" "lea"', "MUC, B3 ,lea,", "muc\n:co_metrics b3,lea"]
)
def test_a_list_of_choices_may_be_parted_by_commas(values: str) -> None:
    unit = read_config(
        ':scoring_task coreference\n:class_defs "coref coref scored 0"\n'
        f':slot_defs "coref id id unscored 4 string"\n:co_metrics {values}\n'
    )
    assert not unit.findings
    assert typed_configuration(unit).co_metrics == ("muc", "b3", "lea")


def test_a_choice_that_there_is_not_is_found_where_it_stands() -> None:
    text = ":co_metrics muc,blank,lea\n"
    [finding] = [each for each in read_config(text).findings if each.rule.name == "bad-option-value"]
    assert text[finding.start : finding.end] == "blank"
    assert "muc, b3, ceafm, ceafe, blanc, lea, not blank; did you mean blanc?" in finding.message
    assert [edit.text for edit in finding.edits] == ["blanc"]
