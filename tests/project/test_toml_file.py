"""keytally.toml read into typed values, with a finding on everything that is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.findings.finding import Severity
from keytally.findings.selection import ALL_RULES
from keytally.project.toml_file import LARGEST, ProjectFile, read_project
from keytally.project.toml_values import too_deep

PAIR = '[[pair]]\ntask = "named_entity"\nkey = "key.sgml"\nresponses = ["response*.sgml"]\n'


def told(text: str) -> list[tuple[str, str, str]]:
    """The rule, the stretch and the message of each finding."""
    found = read_project(text).findings
    return [(f.rule.name, text[f.start : f.end], f.message) for f in found]


def test_the_pair_of_the_design_is_read() -> None:
    project = read_project(
        PAIR + 'texts = "texts.sgml"\nconfig = "ne.config"\nbnf = "task.bnf"\nencoding = "gb18030"\n'
        'options = { ne_allow_incorrect = "yes", force_pairing = true, premodifiers = ["a", "the"] }\n'
    )
    assert project.findings == ()
    [pair] = project.pairs
    assert (pair.task, pair.key.value, [r.value for r in pair.responses]) == (
        "named_entity",
        "key.sgml",
        ["response*.sgml"],
    )
    assert pair.settings.texts and pair.settings.texts.value == "texts.sgml"
    assert pair.settings.config and pair.settings.config.value == "ne.config"
    assert pair.settings.encoding == "gb18030"
    assert pair.settings.options == {
        "ne_allow_incorrect": ("yes",),
        "force_pairing": ("yes",),
        "premodifiers": ("a", "the"),
    }


def test_an_empty_file_says_nothing() -> None:
    assert read_project("") == ProjectFile()


def test_one_response_needs_no_list() -> None:
    [pair] = read_project(PAIR.replace('["response*.sgml"]', '"response.sgml"')).pairs
    assert [response.value for response in pair.responses] == ["response.sgml"]


def test_what_is_no_toml_is_one_finding_at_its_place() -> None:
    [(rule, piece, message)] = told('[[pair]\ntask = "x"')
    assert rule == "project-syntax" and "]" in message and len(piece) <= 1


def test_an_unknown_key_is_found_and_the_rest_is_read() -> None:
    text = PAIR + 'tekst = "texts.sgml"\n'
    assert told(text) == [
        ("unknown-project-key", "tekst", "unknown key tekst; did you mean texts?"),
    ]
    assert len(read_project(text).pairs) == 1


def test_an_unknown_key_can_be_changed_to_the_nearest() -> None:
    text = "[rule]\n"
    [finding] = read_project(text).findings
    assert finding.fix_title == "change it to rules"
    [edit] = finding.edits
    assert text[: edit.start] + edit.text + text[edit.end :] == "[rules]\n"


def test_no_fix_where_the_nearest_key_is_there_already() -> None:
    [finding] = read_project(PAIR + 'respones = "x"\n').findings
    assert finding.fix_title is None


def test_unknown_options_are_found() -> None:
    [(rule, piece, message)] = told(PAIR + 'options = { ne_alow_incorrect = "yes" }\n')
    assert (rule, piece) == ("unknown-project-key", "ne_alow_incorrect")
    assert message.endswith("did you mean ne_allow_incorrect?")


@pytest.mark.parametrize(
    ("task", "option", "value", "problem"),
    [
        (
            "lexsub-best",
            "compatible",
            '"fnal"',
            "compatible=fnal: it must be one of document, trial, final",
        ),
        (
            "named_entity",
            "ne_overlap",
            '"exakt"',
            "ne_overlap must be one of half_open, closed, exact, not exakt; did you mean exact?",
        ),
        ("coreference", "dump_map_history", "[]", "dump_map_history requires a value"),
        ("m2", "Beta", "-1", "beta=-1: it must be a non-negative number, such as 0.5"),
        ("m2", "compatible", "[]", "compatible takes one value; write it as compatible=VALUE"),
        (
            "cpa-slots",
            "hypernym",
            '"parents"',
            "hypernym=parents: it must be one of ancestor, parent",
        ),
    ],
)
def test_a_value_that_an_option_does_not_take_is_found_at_the_value(
    task: str, option: str, value: str, problem: str
) -> None:
    text = PAIR.replace("named_entity", task) + f"options = {{ {option} = {value} }}\n"
    assert told(text) == [("bad-project-value", value, problem)]
    [pair] = read_project(text).pairs
    assert pair.settings.options == {}


@pytest.mark.parametrize(
    ("task", "part", "problem"),
    [
        ("m2", "config", "m2 takes no MUC configuration; use options = { name = value }"),
        ("m2", "input", "m2 takes no input"),
        ("lexsub-best", "ontology", "lexsub-best takes no ontology"),
        ("named_entity", "ontology", "named_entity takes no ontology"),
        ("scenario_template", "input", "scenario_template takes no input"),
    ],
)
def test_a_part_that_the_task_does_not_take_is_found_and_left_out(task: str, part: str, problem: str) -> None:
    text = PAIR.replace("named_entity", task) + f'{part} = "muc6-ne"\n'
    assert told(text) == [("bad-project-value", '"muc6-ne"', problem)]
    [pair] = read_project(text).pairs
    assert pair.settings.config is None and not pair.settings.files


@pytest.mark.parametrize(
    ("task", "part"),
    [("coreference", "config"), ("lexsub-oot", "input"), ("cpa-slots", "input"), ("cpa-slots", "ontology")],
)
def test_a_part_that_the_task_takes_is_kept(task: str, part: str) -> None:
    [pair] = read_project(PAIR.replace("named_entity", task) + f'{part} = "muc6-ne"\n').pairs
    kept = pair.settings.config if part == "config" else pair.settings.files[part]
    assert kept is not None and kept.value == "muc6-ne"


def test_values_of_the_wrong_kind_are_found_at_the_value() -> None:
    text = PAIR.replace('"key.sgml"', "3") + "texts = []\noptions = 1\n"
    assert told(text) == [
        ("bad-project-value", "3", "key must be a non-empty string"),
        ("bad-project-value", "[]", "texts must be a non-empty string"),
        ("bad-project-value", "1", "options must be a table: options = { name = value }"),
    ]
    assert read_project(text).pairs == ()


def test_a_pair_must_say_its_task_key_and_responses() -> None:
    assert told("[[pair]]\n") == [
        ("bad-project-value", "pair", "this pair has no task"),
        ("bad-project-value", "pair", "this pair has no key"),
        ("bad-project-value", "pair", "this pair has no responses"),
    ]


def test_an_unknown_task_names_the_nearest() -> None:
    [(_, piece, message)] = told(PAIR.replace("named_entity", "named_entities"))
    assert piece == '"named_entities"'
    assert message == "unknown task 'named_entities'; did you mean named_entity?"


def test_an_encoding_must_be_one_that_python_knows() -> None:
    [(_, piece, _)] = told(PAIR + 'encoding = "gb18031"\n')
    assert piece == '"gb18031"'


def test_pair_must_be_a_list_of_tables() -> None:
    [(rule, _, message)] = told('[pair]\ntask = "named_entity"\n')
    assert rule == "bad-project-value" and "[[pair]]" in message


def test_rules_are_selected_ignored_and_graded() -> None:
    project = read_project(
        '[rules]\nselect = ["crossing-tags"]\nignore = ["missing-docno"]\n'
        'severity = { crossing-tags = "warning", unclosed-tag = "off" }\n'
    )
    assert project.findings == ()
    assert project.selection.select == {"crossing-tags"}
    assert project.selection.ignore == {"missing-docno"}
    assert project.selection.grades == {"crossing-tags": Severity.WARNING, "unclosed-tag": None}


def test_rules_and_severities_that_there_are_not_are_found() -> None:
    text = '[rules]\nselect = ["E501"]\n[rules.severity]\ncrossing-tag = "error"\nunclosed-tag = 3\n'
    assert told(text) == [
        ("bad-project-value", '"E501"', "unknown rule 'E501'"),
        ("bad-project-value", "crossing-tag", "unknown rule 'crossing-tag'; did you mean crossing-tags?"),
        (
            "bad-project-value",
            "3",
            "invalid severity '3' for unclosed-tag; expected one of: error, warning, information, hint, off",
        ),
    ]


def test_rules_must_be_a_table() -> None:
    project = read_project("rules = 1\n")
    assert [f.message for f in project.findings] == ["rules must be a table that starts with [rules]"]
    assert project.selection == ALL_RULES


NAMES = ["pair", "rules", "task", "key", "responses", "options", "severity", "select", "x", "encoding"]
VALUES = ['"named_entity"', '"a"', "1", "true", "[]", '["a", 1]', "{}", "{ a = 1 }", '""', "[[]]", '"off"']
LINES = st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)).map(" = ".join)
HEADERS = st.sampled_from(["[[pair]]", "[rules]", "[pair.settings.options]", "[rules.severity]", "[x]", "]"])


@given(st.lists(LINES | HEADERS, max_size=8).map("\n".join) | st.text(max_size=40))
def test_any_text_is_read_and_findings_stand_within_it(text: str) -> None:
    for finding in read_project(text).findings:
        assert 0 <= finding.start <= finding.end <= len(text)
        assert finding.message


DEEP = ".".join("a" * 17)


@pytest.mark.parametrize(
    "text",
    [
        f"{DEEP} = 1\n",
        f"[{DEEP}]\n",
        f"[[pair]]\n{DEEP} = 1\n",
        f"x = {{ {DEEP} = 1 }}\n",
        f"x = {'[' * 17}{']' * 17}\n",
    ],
)
def test_what_is_nested_too_deeply_is_a_finding_at_its_place(text: str) -> None:
    (finding,) = read_project(text).findings
    assert finding.message == "this value is nested more than 16 levels deep"
    assert text[finding.start] in ".["


@pytest.mark.parametrize("quote", ['"{}"', "'{}'", '"""\n{}\n"""', "'''\n{}\n'''"])
def test_what_stands_in_strings_and_comments_is_not_nested(quote: str) -> None:
    deep = DEEP + "[" * 17
    assert too_deep(f"a.b = {quote.format(deep)} # {deep}\n[c]\nd.e = 1\n") is None


def test_strings_that_are_not_closed_end_with_the_line_or_the_text() -> None:
    assert too_deep(f'a = "x\n{DEEP} = 1') is not None
    assert too_deep(f'a = """x\n{DEEP} = 1\\') is None


@given(st.text(alphabet="a.[]{}\"'\\\n# =", max_size=60))
def test_no_text_is_too_much_for_the_measure_of_depth(text: str) -> None:
    too_deep(text)


def test_a_file_that_is_too_large_is_one_finding() -> None:
    (finding,) = read_project("#" * (LARGEST.size + 1)).findings
    assert finding.message == (
        "the file cannot be read: it has more than 1,000,000 characters; split the project into several "
        "directories"
    )
