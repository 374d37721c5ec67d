"""Equal settings give equal signatures, however their values are spelled."""

import pytest

from keytally.families.contract import Settings
from keytally.families.registry import evaluation

ROWS = ("coref coref scored 0", "x x unscored 0.5")


def signature(task: str, option: str, *values: str) -> str:
    return evaluation(task, Settings(options=((option, values),))).signature


@pytest.mark.parametrize(
    ("task", "option", "value", "others"),
    [
        ("m2", "beta", "0.5", ["0.50", ".5", "5e-1", " 0.5 "]),
        ("m2", "beta", "2", ["2.0", "02", "+2", "2e0"]),
        ("m2", "beta", "0", ["0.0", "-0"]),
        ("m2", "beta", "0.25", ["0.250", ".25"]),
        ("m2", "max_unchanged_words", "2", ["02", " 2"]),
        ("m2", "max_unchanged_words", "3", ["03", "003"]),
        ("m2", "ignore_whitespace_casing", "yes", ["Yes", "YES "]),
        ("m2", "compatible", "head", ["HEAD", " Head"]),
        ("lexsub-best", "compatible", "final", ["Final", "FINAL "]),
        ("cpa-slots", "hypernym", "parent", ["Parent", " PARENT"]),
        ("named_entity", "scoring_method", "key2key", ["KEY2KEY", " Key2Key "]),
        ("named_entity", "ne_allow_incorrect", "yes", ["Yes", "YES"]),
        ("named_entity", "dump_map_history", "yes", ["Yes", "1", "on"]),
        ("named_entity", "dump_map_history", "no", ["No", " NO "]),
        ("named_entity", "stringfill_partial_comparison", "CLEAN", ["clean", "Clean"]),
    ],
)
def test_spellings_of_one_value_give_one_signature(
    task: str, option: str, value: str, others: list[str]
) -> None:
    for other in others:
        assert signature(task, option, other) == signature(task, option, value), other


@pytest.mark.parametrize(
    ("task", "option", "value"),
    [
        ("m2", "beta", "1"),
        ("m2", "beta", "0.25"),
        ("m2", "max_unchanged_words", "3"),
        ("m2", "ignore_whitespace_casing", "yes"),
        ("lexsub-oot", "compatible", "trial"),
        ("cpa-slots", "compatible", "official"),
        ("coreference", "scoring_method", "key2key"),
        ("coreference", "co_exact", "yes"),
        ("coreference", "report_field_separator", " "),
        ("coreference", "sgml_ALT_slot", "Other"),
        ("coreference", "class_defs", "coref coref scored 0.25"),
    ],
)
def test_a_value_in_its_ordinary_spelling_stays_as_it_is(task: str, option: str, value: str) -> None:
    given = signature(task, option, value)
    assert f"|{option.lower()}:{value}" in given


@pytest.mark.parametrize(
    "rows",
    [
        ("coref  coref SCORED 00", " x x Unscored .50 "),
        ("coref coref Scored 0.0", "x x unscored +0.50"),
        ("coref coref scored -0", "x\tx unscored 0.500"),
    ],
)
def test_spellings_of_one_definition_give_one_signature(rows: tuple[str, str]) -> None:
    assert signature("coreference", "class_defs", *rows) == signature("coreference", "class_defs", *ROWS)


def test_different_numbers_give_different_signatures() -> None:
    thirds = ["0.33333333333333333333", "0.3333333333333333", "0.333"]
    given = {signature("coreference", "class_defs", f"coref coref scored {number}") for number in thirds}
    assert len(given) == len(thirds)
