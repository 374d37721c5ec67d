"""Files and options behind them come to one typed configuration, or to readable errors."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.builtin import builtin_text
from keytally.families.muc.configuration import resolution
from keytally.families.muc.configuration.document import LONGEST_TEXT, ConfigUnit, parsed_override
from keytally.families.muc.configuration.resolution import (
    configuration_warnings,
    load_configuration,
    read_config,
    resolve_configuration,
)
from keytally.families.muc.model import (
    ClassDefinition,
    Configuration,
    ConfigurationError,
    SectionGroup,
    SlotDefinition,
    Subtask,
)
from keytally.families.registry import read_option

SMALL = """\
:scoring_task named_entity
:class_defs "Enamex Names scored 0"
:slot_defs "ENAMEX Type Kind scored 4 SET"
           "enamex ref ref unscored 2.5 Enamex"
"""


def resolved(
    text: str = "", *overrides: tuple[str, tuple[str, ...]], task: str | None = None
) -> Configuration:
    return resolve_configuration(read_config(SMALL + text), overrides, task)


def problems(text: str, *overrides: tuple[str, tuple[str, ...]], task: str | None = None) -> tuple[str, ...]:
    with pytest.raises(ConfigurationError) as raised:
        resolve_configuration(read_config(text), overrides, task, "ne.config")
    assert all("\n" not in problem for problem in raised.value.problems)
    return raised.value.problems


class TestTypes:
    def test_definitions(self) -> None:
        configuration = resolved(
            ':ne_subtask_names "enamex TYPE Person"\n:doc_section_groups "Head Headline TEXT"\n'
            ":doc_sections Headline TEXT\n"
        )
        assert configuration.classes == (ClassDefinition("enamex", "Names", True, 0.0),)
        assert configuration.slots == (
            SlotDefinition("enamex", "type", "Kind", True, 4.0, "set"),
            SlotDefinition("enamex", "ref", "ref", False, 2.5, "pointer", "Enamex"),
        )
        assert configuration.subtasks == (Subtask("enamex", "type", "person"),)
        assert configuration.doc_section_groups == (SectionGroup("Head", ("Headline", "TEXT")),)

    def test_what_is_not_given_has_the_default(self) -> None:
        configuration = resolved()
        for name, default in Configuration._field_defaults.items():
            if name not in ("subtasks", "given"):
                assert getattr(configuration, name) == default, name
        assert len(configuration.subtasks) == 10

    @pytest.mark.parametrize(
        ("value", "expected"), [("no", False), ("NO", False), ("yes", True), ("off", True)]
    )
    def test_flags(self, value: str, expected: bool) -> None:
        """ "Default: "no". If anything else, the map history will be printed." """
        assert resolved(f":dump_map_history {value}").dump_map_history is expected
        assert resolved(f":use_IE_report_summary {value}").use_ie_report_summary is expected

    def test_choices_have_the_spelling_of_the_manual(self) -> None:
        """ "One of either "key2response" or "key2key". "Key2response" is the default." """
        assert resolved(":scoring_method Key2Key").scoring_method == "key2key"
        assert resolved(":stringfill_correct_comparison orig").stringfill_correct_comparison == "ORIG"
        assert resolved(":force_pairing Yes").force_pairing is True
        assert resolved(":key2key_symmetric no").key2key_symmetric is False

    def test_strings_stay_as_written(self) -> None:
        configuration = resolved(':postmodifiers " - " "\'s"\n:report_field_separator " | "\n')
        assert configuration.postmodifiers == (" - ", "'s")
        assert configuration.report_field_separator == " | "

    def test_the_status_slot_depends_on_the_task(self) -> None:
        assert resolved().optional_status_slot == "status"
        assert resolved(":scoring_task template_element").optional_status_slot == "obj_status"
        assert resolved(":scoring_task template_element\n:optional_status_slot X").optional_status_slot == "x"

    def test_given_holds_what_lines_gave(self) -> None:
        configuration = resolved(":KEY_FILE a\n:key_file b\n:premodifiers a\n:premodifiers the")
        assert configuration.given["key_file"] == ("b",)
        assert configuration.given["premodifiers"] == ("a", "the")
        assert "response_file" not in configuration.given


class TestSeveralLines:
    def test_the_last_single_value_counts(self) -> None:
        assert resolved(":key_file one\n:key_file two\n").key_file == "two"

    def test_lists_add_up_and_take_the_place_of_the_default(self) -> None:
        assert resolved(":doc_sections HL\n:doc_sections TXT DD").doc_sections == ("HL", "TXT", "DD")

    def test_a_list_of_nothing_is_empty(self) -> None:
        assert resolved(":doc_sections").doc_sections == ()

    def test_an_override_is_a_line_behind_the_files(self) -> None:
        assert resolved(":key_file one", ("KEY_file", ("my keys",))).key_file == "my keys"

    def test_the_first_override_of_a_list_replaces_it_and_further_ones_add_up(self) -> None:
        configuration = resolved(
            ":premodifiers a an", ("premodifiers", ("the",)), ("premodifiers", ("that", "o'"))
        )
        assert configuration.premodifiers == ("the", "that", "o'")
        assert resolved(":premodifiers a an", ("premodifiers", ())).premodifiers == ()

    def test_overrides_of_definitions(self) -> None:
        classes = ("class_defs", ("enamex e unscored 7", "timex t scored 0"))
        assert [each.threshold for each in resolved("", classes).classes] == [7.0, 0.0]

    def test_weights_and_thresholds_are_exact(self) -> None:
        classes = ("class_defs", ("enamex e scored 0.1", "timex t scored .5"))
        slots = ("slot_defs", ("enamex type type scored 0.3 set", "timex type type scored 5. set"))
        configuration = resolved("", classes, slots)
        assert [each.threshold for each in configuration.classes] == [Fraction(1, 10), Fraction(1, 2)]
        assert [each.weight for each in configuration.slots] == [Fraction(3, 10), 5]

    def test_displaced_values_are_not_judged(self) -> None:
        assert resolved(
            ":ne_subtask_names broken", ("ne_subtask_names", ("enamex type person",))
        ).subtasks == (Subtask("enamex", "type", "person"),)


class TestTask:
    def test_the_task_asked_for_stands_in_for_a_missing_one(self) -> None:
        text = SMALL.replace(":scoring_task named_entity\n", "")
        assert problems(text) == ("ne.config: missing required option scoring_task",)
        assert resolve_configuration(read_config(text), task="coreference").scoring_task == "coreference"
        assert (
            resolve_configuration(read_config(text), [("scoring_task", ("coreference",))]).scoring_task
            == "coreference"
        )

    def test_another_task_is_an_error(self) -> None:
        assert problems(SMALL, task="coreference") == (
            "ne.config: the configuration is for named_entity, not for coreference",
        )
        override = ("scoring_task", ("coreference",))
        assert resolved("", override, task="coreference").scoring_task == "coreference"


class TestErrors:
    def test_each_problem_is_a_line_with_its_place(self) -> None:
        text = "\r\n" + SMALL.replace("\n", "\r\n") + ":scoring_method best\r\n:key_file 'keys\r\n"
        assert problems(text) == (
            "ne.config:6: scoring_method must be one of key2response, key2key, not best",
            "ne.config:7: the value that starts with this ' has no closing quote",
        )

    def test_overrides_are_called_by_their_option_once(self) -> None:
        assert problems(SMALL, ("scoring_method", ("best",))) == (
            "scoring_method must be one of key2response, key2key, not best",
        )
        (line,) = problems(SMALL, ("class_defs", ("enamex",)))
        assert line.startswith("option class_defs: ")

    @pytest.mark.parametrize(
        "override", [("", ("x",)), ("key file", ("x",)), ("key_file", ("a\n:b",)), ("key_file", ("\"'",))]
    )
    def test_overrides_that_no_line_can_hold(self, override: tuple[str, tuple[str, ...]]) -> None:
        assert len(problems(SMALL, override)) == 1

    def test_warnings_do_not_keep_from_scoring(self) -> None:
        unit = read_config(SMALL + ":verbosity 3\n")
        assert resolve_configuration(unit).scoring_task == "named_entity"
        assert configuration_warnings(unit, [("key_fil", ("x",))], source="ne.config") == [
            "ne.config:5: unknown option verbosity",
            "unknown option key_fil; did you mean key_file?",
        ]

    def test_a_long_list_of_problems_is_cut(self) -> None:
        lines = problems(SMALL + ":scoring_method best\n" * 1000)
        assert len(lines) == 21
        assert lines[-1] == "ne.config: 980 more findings not shown"

    def test_a_file_too_long(self) -> None:
        (line,) = problems("x" * (LONGEST_TEXT + 1), ("key_file", ("x",)), task="named_entity")
        assert line.startswith("ne.config: not a configuration")


class TestFiles:
    def test_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "ne.config"
        path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
        assert load_configuration(path).classes == load_configuration(str(path)).classes

    def test_a_latin_1_file(self, tmp_path: Path) -> None:
        path = tmp_path / "ne.config"
        path.write_bytes(SMALL.encode() + ":premodifiers él\n".encode("latin-1"))
        assert load_configuration(path).premodifiers == ("él",)

    @pytest.mark.parametrize("name", ["", "missing.config", "with\0nul"])
    def test_what_cannot_be_read_is_one_line(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(ConfigurationError) as raised:
            load_configuration(tmp_path / name)
        assert len(raised.value.problems) == 1
        assert "cannot read the configuration" in raised.value.problems[0]

    def test_a_binary_file_is_errors(self, tmp_path: Path) -> None:
        path = tmp_path / "binary"
        path.write_bytes(bytes(range(256)) * 40)
        with pytest.raises(ConfigurationError):
            load_configuration(path)

    def test_a_task_has_a_default(self) -> None:
        assert load_configuration(None, task="named_entity").sgml_docnum_gid == "DOCNO"
        with pytest.raises(ConfigurationError, match="no task is specified"):
            load_configuration(None)

    def test_file_names_are_put_behind_the_base_directory_as_they_are(self) -> None:
        """ "A string that is prepended to the names of all filename options." """
        assert resolved(":muc_base_directory base-").based("keys") == "base-keys"

    def test_every_configuration_of_the_corpora_resolves(self, corpora: Path) -> None:
        for path in corpora.glob("*/config*"):
            assert load_configuration(path).key_file == "key"


class TestOverrideArguments:
    @pytest.mark.parametrize(
        ("argument", "expected"),
        [
            ("scoring_method=key2key", ("scoring_method", ("key2key",))),
            ("premodifiers=a 'an' the", ("premodifiers", ("a", "an", "the"))),
            ('class_defs="a a scored 0" "b b scored 0"', ("class_defs", ("a a scored 0", "b b scored 0"))),
            ("premodifiers=", ("premodifiers", ())),
            ("report_field_separator==", ("report_field_separator", ("=",))),
        ],
    )
    def test_a_value_reads_as_the_rest_of_a_line(
        self, argument: str, expected: tuple[str, tuple[str, ...]]
    ) -> None:
        assert read_option(argument) == parsed_override(argument) == expected

    @given(st.from_regex(r"[\w-]+", fullmatch=True), st.text(min_size=1))
    def test_a_plain_value_needs_no_parser(self, name: str, value: str) -> None:
        argument = f"{name}={value}"
        try:
            expected = parsed_override(argument)
        except ConfigurationError:
            with pytest.raises(ConfigurationError):
                read_option(argument)
        else:
            assert read_option(argument) == expected

    @pytest.mark.parametrize(
        "argument", ["", "=x", "key_file", "key file=x", "key_file='x", "a=b\n:c d", "\n=x"]
    )
    def test_what_is_none(self, argument: str) -> None:
        with pytest.raises(ConfigurationError) as raised:
            read_option(argument)
        assert len(raised.value.problems) == 1
        assert "\n" not in raised.value.problems[0]


@pytest.mark.parametrize("misspelt", ["scoring_tsk", "class_def", "slot_def"])
def test_a_misspelt_required_option_is_an_error_of_scoring(misspelt: str) -> None:
    right = {"scoring_tsk": "scoring_task", "class_def": "class_defs", "slot_def": "slot_defs"}[misspelt]
    text = builtin_text("muc6-ne").replace(f":{right}", f":{misspelt}")
    with pytest.raises(ConfigurationError, match=f"missing required option {right}"):
        resolve_configuration(read_config(text))


def test_a_binary_file_is_one_problem(tmp_path: Path) -> None:
    file = tmp_path / "ne.config"
    file.write_bytes(b":scoring_task named_entity\0\n" * 100)
    with pytest.raises(ConfigurationError) as raised:
        load_configuration(file)
    assert raised.value.problems == (f"{file}: cannot read the configuration: the file is binary, not text",)


def test_a_run_reads_a_configuration_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(text: str) -> ConfigUnit:
        read.append(text)
        return read_config(text)

    monkeypatch.setattr(resolution, "read_config", noted)
    resolution.configuration_unit.cache_clear()
    text, name = resolution.source_text("muc6-ne")
    resolution.load_configuration("muc6-ne", task="named_entity")
    assert (
        resolution.configuration_warnings(
            resolution.configuration_unit(text), task="named_entity", source=name
        )
        == []
    )
    assert read == [text]
