"""The reports of the template tasks: over whole corpora, and of twins."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keytally.families.muc.configuration.resolution import load_configuration
from keytally.families.muc.report_files import extraction_summary, map_history
from keytally.families.muc.reports import score_report
from keytally.families.muc.scoring.templates import TemplateScoring
from keytally.runs.score import score_configuration
from tests.families.muc.scoring.templates import configured, record


@pytest.mark.corpora
@pytest.mark.parametrize("name", ["te/config1", "te/config_key2key", "tr/config2", "st/config1"])
def test_tcl_reads_the_map_history_and_its_tallies_add_up(
    name: str, corpora: Path, read_map_history: Callable[[str], list[dict[str, Any]]]
) -> None:
    result = score_configuration(corpora / name, options={"dump_map_history": "yes"})
    file = load_configuration(corpora / name).map_history_file
    documents = read_map_history(result.reports[file])
    assert [each["-docnum"] for each in documents] == list(result.documents)
    for each in documents:
        total = result.documents[each["-docnum"]]
        names = ("pos", "act", "cor", "par", "inc", "mis", "spu", "non")
        assert numbers(each["-doctallies"]) == [total[count] for count in names]
        pairs = [pair for found in each["-class_pairs"] for pair in found["-obj_pairs"]]
        slots = [slot for pair in pairs for slot in pair["-slot_pairs"]]
        fills = [
            fill
            for slot in slots
            for multi_fill in slot["-multi-fill_pairs"]
            for fill in multi_fill["-single_fill_pairs"]
        ]
        for level, tallies in ((pairs, "obj_pair"), (slots, "slot"), (fills, "single_fill_pair")):
            held = [numbers(one[f"-{tallies}_tallies"]) for one in level]
            assert [*map(sum, zip(*held, [0] * 8, strict=True))] == numbers(each["-doctallies"])


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def test_the_representative_of_a_twin_is_the_first_of_them(
    read_map_history: Callable[[str], list[dict[str, Any]]],
) -> None:
    """ "Almost always the same as the key_obj_id ... there have been objects in the key that are
    "identical"."
    """
    configuration = configured(scoring_task="scenario_template", equatable_objects=("person",))
    key = [record(f"PERSON-{number}", name="Roth" if number != 2 else "EMI") for number in (1, 2, 3)]
    response = [record("PERSON-5", name="Roth"), record("PERSON-6", name="Roth")]
    score = TemplateScoring(configuration).score("1", key, response)
    [document] = read_map_history(map_history([score], configuration))
    told = [
        {
            name: pair.get(name)
            for name in ("-key_obj_id", "-key_obj_rep_id", "-rsp_obj_id", "-rsp_obj_rep_id")
        }
        for pair in document["-class_pairs"][0]["-obj_pairs"]
    ]
    assert [tuple(pair.values()) for pair in told] == [
        ("PERSON-1-1", "PERSON-1-1", "PERSON-1-5", "PERSON-1-5"),
        ("PERSON-1-2", "PERSON-1-2", None, None),
        ("PERSON-1-3", "PERSON-1-1", "PERSON-1-6", "PERSON-1-5"),
    ]


def test_the_summary_tells_of_removed_pointers_and_optional_objects() -> None:
    key = [
        record("PERSON-1", optional=True, name="Roth"),
        record("ORGANIZATION-1", name="EMI", leader="<PERSON-1-1>"),
    ]
    configuration = configured(scoring_task="scenario_template")
    score = TemplateScoring(configuration).score("1", key, [record("ORGANIZATION-4", name="EMI")])
    lines = extraction_summary([score], configuration).splitlines()
    assert [line.split("|")[0].strip() for line in lines] == ["OPT", "opt", "", "COR", "cor", "rem"]


def test_only_the_scenario_template_has_a_row_of_text_filtering() -> None:
    """ "The template element and template relation score reports are identical to the scenario template
    score reports, except that they have no text filtering section."
    """
    key = [record("TEMPLATE-1", content="<EVENT-1-1>")]
    for task, count in (("scenario_template", 2), ("template_element", 0), ("template_relation", 0)):
        configuration = configured(scoring_task=task)
        report = score_report([TemplateScoring(configuration).score("1", key, [])], configuration)
        assert report.count("TEXT FILTERI     1     1|   0   0    1|") == count
