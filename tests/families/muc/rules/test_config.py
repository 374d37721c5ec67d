"""The configuration rules: each planted defect is found where it stands, and nothing else is."""

from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.builtin import builtin_names, builtin_text
from keytally.families.muc.configuration.document import ConfigUnit
from keytally.families.muc.configuration.resolution import read_config
from keytally.findings.finding import Finding, Severity

NAMED_ENTITY = """\
; a configuration
:scoring_task named_entity
:scoring_method key2response
:key_file keys
:response_file "responses"
:doc_sections HL DD TXT
:doc_section_groups "Header HL DD" "Body TXT"
:class_defs
    "enamex enamex scored 0"
    "timex timex scored 0"
:slot_defs
    "enamex text text scored 4 string"
    "enamex type type scored 4 set "
    "timex text text scored 4 string"
    "timex type type scored 4 set"
:ne_subtask_names "enamex type person" "timex type date"
:postmodifiers "," "." "'s"
"""

SCENARIO = """\
:scoring_task scenario_template
:class_defs
    "person person scored 0"
    "post post scored 0"
    "event event scored 0"
    "template template scored 0"
:slot_defs
    "person name name scored 10 string"
    "post holder holder scored 10 person"
    "event post post scored 10 pointer"
    "event person person scored 10 person"
    "template content content scored 10 event"
:equatable_objects post
"""


class Found(NamedTuple):
    """A finding as the tests compare it: rule, line from 1, and the text that it covers."""

    rule: str
    line: int
    text: str


def found(text: str, targets: dict[tuple[str, str], set[str]] | None = None) -> list[Found]:
    findings = read_config(text, targets=targets).findings
    return [
        Found(each.rule.name, 1 + text.count("\n", 0, each.start), text[each.start : each.end])
        for each in findings
    ]


def planted(old: str, new: str, text: str = NAMED_ENTITY) -> list[Found]:
    """What is found once `old` has become `new`."""
    assert text.count(old) == 1
    return found(text.replace(old, new))


def fixed(text: str) -> str:
    """The text with the fixes of all its findings."""
    edits = {edit for finding in read_config(text).findings for edit in finding.edits}
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


@pytest.mark.parametrize("text", [NAMED_ENTITY, SCENARIO])
def test_clean_files_are_clean(text: str) -> None:
    assert found(text) == []
    assert found(text.replace("\n", "\r\n")) == []


@pytest.mark.parametrize("name", builtin_names())
def test_built_in_configurations_are_clean(name: str) -> None:
    assert found(builtin_text(name)) == []


def test_configurations_of_the_corpora_are_clean(corpora: Path) -> None:
    paths = sorted(corpora.glob("*/config*"))
    assert paths
    assert {path.name: found(path.read_text(encoding="utf-8")) for path in paths} == {
        path.name: [] for path in paths
    }


@pytest.mark.parametrize(
    "line",
    [
        ":KEY_FILE Keys",
        ":scoring_method Key2Key",
        ":dump_map_history maybe",
        ":premodifiers",
        ":postmodifiers ; : \"'\" '\"' o'clock 'tis' --",
        ':postmodifiers a\n  ; no comment: it is indented\n:premodifiers "a\n  b"',
        ":key_file keys ; this is not a comment but it is quoted".replace(" ;", "\n;", 1).replace(
            "\n;", "\n; "
        ),
        ':muc_base_directory ""',
        ':report_field_separator " | "',
        ":key_file one\n:key_file two",
        ":sgml_alternative_separator :",
        ":stringfill_partial_comparison none",
        ":ne_overlap EXACT",
        ':doc_sections "BYLINE" byline',
        ":corporate_designators 's.a.' \"s a de c v\"",
        ":template_name INCIDENT",
        ":slot_defs 'enamex ref ref unscored 0.5 anything-else'",
        ":class_defs 'numex numex Unscored -1.5'",
    ],
)
def test_lines_that_look_wrong_and_are_not(line: str) -> None:
    assert found(f"{NAMED_ENTITY}{line}\n") == []


class TestUnknownOption:
    def test_a_misspelt_option(self) -> None:
        assert planted(":key_file", ":keyfile") == [Found("unknown-option", 4, "keyfile")]

    def test_an_option_of_another_program(self) -> None:
        assert found(NAMED_ENTITY + ":verbosity 3 4") == [Found("unknown-option", 18, "verbosity")]

    def test_a_blank_behind_the_colon(self) -> None:
        """ "followed immediately (no spaces) by the name of the option"."""
        assert planted(":key_file", ": key_file") == [Found("unknown-option", 4, ":")]
        assert fixed(NAMED_ENTITY.replace(":key_file", ": key_file")) == NAMED_ENTITY

    def test_it_is_a_warning_with_the_nearest_name_as_its_fix(self) -> None:
        text = NAMED_ENTITY.replace(":key_file", ":key_fil")
        (finding,) = read_config(text).findings
        assert finding.rule.severity is Severity.WARNING
        assert finding.message == "unknown option key_fil; did you mean key_file?"
        assert finding.fix_title == "change it to key_file"
        assert fixed(text) == NAMED_ENTITY

    def test_what_lacks_by_a_misspelt_list_is_not_found_too(self) -> None:
        assert planted(":doc_sections", ":doc_section") == [Found("unknown-option", 6, "doc_section")]

    def test_a_misspelt_required_option_is_not_also_missing(self) -> None:
        assert planted(":scoring_task", ":scoring_tsk") == [Found("unknown-option", 2, "scoring_tsk")]


class TestMissingOption:
    """ "There is no default for this option. It must specified." """

    def test_scoring_task(self) -> None:
        assert planted(":scoring_task named_entity\n", "") == [Found("missing-option", 1, "")]

    def test_slot_defs(self) -> None:
        text = NAMED_ENTITY[: NAMED_ENTITY.index(":slot_defs")]
        assert found(text) == [Found("missing-option", 1, "")]
        assert read_config(text).findings[0].message == "missing required option slot_defs"

    def test_nothing_is_missing_from_what_is_no_configuration(self) -> None:
        assert found("<DOC>\n<DOCNO> 1 </DOCNO>\n") == [
            Found("bad-option-value", 1, "<DOC>\n<DOCNO> 1 </DOCNO>")
        ]
        assert [finding.rule for finding in found("; nothing yet\n")] == ["missing-option"] * 3

    def test_class_defs_is_missed_once_and_not_by_every_slot(self) -> None:
        start, end = NAMED_ENTITY.index(":class_defs"), NAMED_ENTITY.index(":slot_defs")
        assert found(NAMED_ENTITY[:start] + NAMED_ENTITY[end:]) == [Found("missing-option", 1, "")]

    def test_an_empty_file_lacks_all_three(self) -> None:
        assert found("") == [Found("missing-option", 1, "")] * 3


class TestQuotes:
    def test_an_unclosed_definition(self) -> None:
        defect = planted('"enamex enamex scored 0"', '"enamex enamex scored 0')
        assert defect == [Found("bad-option-value", 9, '"')]
        assert (
            fixed(NAMED_ENTITY.replace('"enamex enamex scored 0"', '"enamex enamex scored 0')) == NAMED_ENTITY
        )

    def test_an_unclosed_file_name(self) -> None:
        assert planted('"responses"', '"responses') == [Found("bad-option-value", 5, '"')]
        assert planted('"responses"', "'responses") == [Found("bad-option-value", 5, "'")]

    def test_an_apostrophe_that_opens_a_value(self) -> None:
        text = NAMED_ENTITY.replace('"\'s"', "'s")
        assert found(text) == [Found("bad-option-value", 17, "'")]
        assert fixed(text) == NAMED_ENTITY

    def test_a_quote_that_was_never_opened(self) -> None:
        assert planted('"responses"', 'responses"') == [Found("bad-option-value", 5, '"')]
        assert planted("key2response", 'key2response"') == [Found("bad-option-value", 3, '"')]
        assert planted("HL DD TXT\n", 'HL DD TXT"\n') == [Found("bad-option-value", 6, '"')]

    def test_a_definition_without_its_opening_quote(self) -> None:
        text = NAMED_ENTITY.replace('"timex timex scored 0"', 'timex timex scored 0"')
        assert found(text) == [Found("bad-option-value", 10, 'timex timex scored 0"')]
        assert fixed(text) == NAMED_ENTITY

    def test_a_definition_without_quotes(self) -> None:
        text = NAMED_ENTITY.replace('"timex timex scored 0"', "timex timex scored 0")
        assert found(text) == [Found("bad-option-value", 10, "timex timex scored 0")]
        assert fixed(text) == NAMED_ENTITY

    def test_a_missing_blank_behind_a_quote(self) -> None:
        assert planted('"," "."', '","x "."') == [Found("bad-option-value", 17, "x")]

    def test_one_unclosed_quote_hides_no_other_defect(self) -> None:
        text = NAMED_ENTITY.replace("enamex scored 0", "enamex scord 0").replace('"responses"', '"responses')
        assert found(text) == [Found("bad-option-value", 5, '"'), Found("bad-option-value", 9, "scord")]


class TestPlaceOfOptions:
    def test_an_option_behind_blanks(self) -> None:
        text = NAMED_ENTITY.replace(":key_file", "  :key_file")
        assert found(text) == [Found("bad-option-value", 4, ":key_file")]
        assert fixed(text) == NAMED_ENTITY

    def test_text_before_the_first_option(self) -> None:
        assert found("key_file keys\nand more\n" + SCENARIO) == [
            Found("bad-option-value", 1, "key_file keys\nand more")
        ]


class TestSingleValues:
    def test_a_choice_that_is_none(self) -> None:
        text = NAMED_ENTITY.replace("key2response", "key2respons")
        assert found(text) == [Found("bad-option-value", 3, "key2respons")]
        assert fixed(text) == NAMED_ENTITY

    def test_the_task(self) -> None:
        assert planted("named_entity", '"named entity"') == [Found("bad-option-value", 2, "named entity")]

    def test_no_value(self) -> None:
        assert planted(":key_file keys", ":key_file") == [Found("bad-option-value", 4, "key_file")]

    def test_too_many_values(self) -> None:
        text = NAMED_ENTITY.replace(":key_file keys", ":key_file my own keys")
        assert found(text) == [Found("bad-option-value", 4, "own keys")]
        assert fixed(text) == NAMED_ENTITY.replace(":key_file keys", ':key_file "my own keys"')

    def test_a_character_is_one(self) -> None:
        assert found(NAMED_ENTITY + ":sgml_alternative_separator ||") == [Found("bad-option-value", 18, "||")]
        assert found(NAMED_ENTITY + ':sgml_attribute_quote_char ""') == [Found("bad-option-value", 18, '""')]

    def test_a_tag_name_has_no_brackets(self) -> None:
        text = NAMED_ENTITY + ":sgml_DOCNUM_gid <DOCID>"
        assert found(text) == [Found("bad-option-value", 18, "<DOCID>")]
        assert fixed(text) == NAMED_ENTITY + ":sgml_DOCNUM_gid DOCID"

    def test_an_option_of_keytallys_own(self) -> None:
        assert found(NAMED_ENTITY + ":force_pairing true") == [Found("bad-option-value", 18, "true")]

    def test_a_file_needs_a_name(self) -> None:
        assert planted(":key_file keys", ':key_file ""') == [Found("bad-option-value", 4, '""')]


class TestLists:
    def test_an_empty_string(self) -> None:
        assert planted('","', '""') == [Found("bad-option-value", 17, '""')]

    def test_sections_are_names(self) -> None:
        assert found(NAMED_ENTITY + ":doc_sections 'A B'") == [Found("bad-option-value", 18, "'A B'")]

    def test_a_group_of_sections_that_are_not_parsed(self) -> None:
        """ "You must also specify the rest of the tokens in the "doc_sections" option"."""
        text = NAMED_ENTITY.replace("Body TXT", "Body TXXT")
        assert found(text) == [Found("bad-option-value", 7, "TXXT")]
        assert fixed(text) == NAMED_ENTITY

    def test_a_section_whose_name_holds_a_quote_replaces_none_in_a_group(self) -> None:
        text = NAMED_ENTITY.replace("HL DD TXT", 'HL DATELINE"S TXT').replace("HL DD", "HL DATELINE")
        assert found(text) == [
            Found("bad-option-value", 6, '"'),
            Found("bad-option-value", 7, "DATELINE"),
        ]
        assert fixed(text) == text

    def test_a_group_without_sections(self) -> None:
        assert planted('"Body TXT"', '"Body"') == [Found("bad-option-value", 7, '"Body"')]

    def test_a_subtask_of_two_words(self) -> None:
        """ "A list of strings, each with three tokens." """
        assert planted('"enamex type person"', '"enamex person"') == [
            Found("bad-option-value", 16, '"enamex person"')
        ]

    def test_a_subtask_of_a_slot_that_the_class_lacks(self) -> None:
        assert planted('"enamex type person"', '"enamex tpye person"') == [
            Found("bad-option-value", 16, "tpye")
        ]


class TestDefinitions:
    def test_a_class_definition_is_a_quadruple(self) -> None:
        """ "Each class_def string is a quadruple of tokens"."""
        assert planted("enamex enamex scored 0", "enamex scored 0") == [
            Found("bad-option-value", 9, '"enamex scored 0"')
        ]
        assert planted("enamex enamex scored 0", "enamex enamex scored 0 1") == [
            Found("bad-option-value", 9, "1")
        ]

    def test_a_class_is_scored_or_unscored(self) -> None:
        """ "either "scored" or "unscored" "."""
        text = NAMED_ENTITY.replace("enamex enamex scored", "enamex enamex scred")
        assert found(text) == [Found("bad-option-value", 9, "scred")]
        assert fixed(text) == NAMED_ENTITY

    @pytest.mark.parametrize("threshold", ["none", "nan", "inf", "0x1", "1e5", "1_0", "٣", "--1"])
    def test_a_threshold_is_a_number(self, threshold: str) -> None:
        assert planted("enamex enamex scored 0", f"enamex enamex scored {threshold}") == [
            Found("bad-option-value", 9, threshold)
        ]

    def test_a_class_is_declared_once(self) -> None:
        assert found(NAMED_ENTITY + ":class_defs 'ENAMEX x scored 0'") == [
            Found("bad-option-value", 18, "ENAMEX")
        ]

    def test_a_slot_definition_has_six_words(self) -> None:
        """ "Each slot definition consists of six tokens"."""
        assert planted("enamex text text scored 4 string", "enamex text scored 4 string") == [
            Found("bad-option-value", 12, '"enamex text scored 4 string"')
        ]
        assert planted("timex type type scored 4 set", "timex type type scored 4 set x y") == [
            Found("bad-option-value", 15, "x y")
        ]

    def test_a_slot_is_scored_or_unscored_and_has_a_weight(self) -> None:
        assert planted("enamex text text scored 4", "enamex text text Yes 4") == [
            Found("bad-option-value", 12, "Yes")
        ]
        assert planted("enamex text text scored 4", "enamex text text scored four") == [
            Found("bad-option-value", 12, "four")
        ]

    def test_a_slot_is_defined_once(self) -> None:
        assert found(NAMED_ENTITY + ":slot_defs 'TIMEX Text text scored 4 set'") == [
            Found("bad-option-value", 18, "Text")
        ]


class TestUndefinedClass:
    def test_a_slot_of_no_class(self) -> None:
        text = NAMED_ENTITY.replace("enamex text text", "enamx text text")
        assert found(text) == [Found("undefined-class", 12, "enamx")]
        assert (
            read_config(text).findings[0].message
            == "class_defs does not declare the class enamx; did you mean enamex?"
        )
        assert fixed(text) == NAMED_ENTITY

    def test_a_class_is_told_of_once(self) -> None:
        """Whether its declaration lacks or the class is misspelt wherever it is named."""
        text = NAMED_ENTITY.replace('"timex timex scored 0"', "")
        assert text != NAMED_ENTITY
        assert {finding.rule for finding in found(text)} == {"undefined-class"}
        assert len(found(text)) == 1
        misspelt = NAMED_ENTITY.replace("enamex text", "Enamx text").replace(
            "enamex type type", "enamx type type"
        )
        assert found(misspelt) == [Found("undefined-class", 12, "Enamx")]
        assert fixed(misspelt) == NAMED_ENTITY

    def test_a_definition_short_of_its_class_is_one_finding(self) -> None:
        assert planted("enamex text text scored", "text text scored") == [
            Found("bad-option-value", 12, '"text text scored 4 string"')
        ]

    def test_a_subtask_of_no_class(self) -> None:
        assert planted("timex type date", "numex type date") == [Found("undefined-class", 16, "numex")]

    def test_the_classes_of_a_scenario(self) -> None:
        assert planted("equatable_objects post", "equatable_objects pots", SCENARIO) == [
            Found("undefined-class", 13, "pots")
        ]
        assert found(SCENARIO + ":template_name TEMPLAT") == [Found("undefined-class", 14, "TEMPLAT")]

    def test_case_does_not_count(self) -> None:
        assert planted("enamex text text", "ENAMEX TEXT text") == []


class TestClassOrder:
    """ "any pointed-to objects must already have been aligned" (the scoring of TR and ST)."""

    def test_a_class_before_the_one_it_points_to(self) -> None:
        text = moved(SCENARIO, '    "person person scored 0"\n', after='    "post post scored 0"\n')
        assert found(text) == [Found("class-order", 3, "post")]
        assert read_config(text).findings[0].message == (
            "post points to person, which must be declared before it"
        )
        assert fixed(text) == SCENARIO

    def test_a_class_first_that_points(self) -> None:
        text = moved(SCENARIO, '    "template template scored 0"\n', after=":class_defs\n")
        assert found(text) == [Found("class-order", 3, "template")]
        assert found(fixed(text)) == []

    def test_one_class_in_the_wrong_place_is_one_finding(self) -> None:
        text = moved(SCENARIO, '    "person person scored 0"\n', after='    "event event scored 0"\n')
        assert found(text) == [Found("class-order", 5, "person")]
        message = read_config(text).findings[0].message
        assert message == "post and event point to person, which must be declared before them"
        assert found(fixed(text)) == []

    def test_pointers_that_only_a_bnf_tells(self) -> None:
        text = moved(SCENARIO, '    "post post scored 0"\n', after='    "event event scored 0"\n')
        assert found(text) == []
        assert found(text, {("event", "post"): {"post", "elsewhere"}}) == [Found("class-order", 4, "event")]

    def test_no_cycles(self) -> None:
        """ "the directed graph cannot have any directed cycles in it"."""
        text = SCENARIO.replace("person name name scored 10 string", "person boss boss scored 10 person")
        assert found(text) == [Found("class-order", 3, "person")]
        assert fixed(text) == text
        text = SCENARIO.replace("person name name scored 10 string", "person post post scored 10 post")
        assert found(text) == [Found("class-order", 3, "person")]

    def test_in_template_relation_too(self) -> None:
        text = moved(SCENARIO, '    "person person scored 0"\n', after='    "post post scored 0"\n')
        assert found(text.replace("scenario_template", "template_relation")) == [
            Found("class-order", 3, "post")
        ]

    def test_other_tasks_have_no_order(self) -> None:
        """ "For the named entity, template element and coreference tasks, this order is unimportant." """
        text = moved(SCENARIO, '    "person person scored 0"\n', after='    "post post scored 0"\n')
        assert found(text.replace("scenario_template", "template_element")) == []


def moved(text: str, line: str, after: str) -> str:
    assert text.count(line) == text.count(after) == 1
    return text.replace(line, "").replace(after, after + line)


def test_a_text_too_long_is_one_finding() -> None:
    (finding,) = read_config("\0\xff" * 5_000_000).findings
    assert finding.rule.name == "bad-option-value"
    assert "10000000 characters" in finding.message


WORDS = st.sampled_from(
    [
        ":class_defs",
        ":slot_defs",
        ":scoring_task",
        ":x",
        "scenario_template",
        '"a b scored 0"',
        '"b a scored x"',
        '"a s t scored 1 b"',
        '"b s t scored 1 a"',
        '"',
        "'",
        "\n",
        "\n",
        " ",
        ":doc_sections",
        "<A>",
        "9" * 400,
        ";",
    ]
)


@given(st.lists(WORDS, max_size=30).map("".join))
def test_any_text_is_judged_and_findings_lie_in_it(text: str) -> None:
    unit: ConfigUnit = read_config(text)
    for finding in unit.findings:
        assert 0 <= finding.start <= finding.end <= len(text)
        assert "\n" not in finding.message
        assert finding.fix_title is None or "{" not in finding.fix_title
        assert no_overlap(finding)


def no_overlap(finding: Finding) -> bool:
    edits = sorted(finding.edits, key=lambda edit: (edit.start, edit.end))
    return all(one.end <= other.start for one, other in pairwise(edits))
