"""Defects planted into real template files: each is found at its place, by its rule, and nothing else is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from keytally.findings.all_rules import RULES
from tests.corpora.conftest import Find
from tests.corpora.planting import Plant, Planted, plant, template_documents
from tests.corpora.template_plants import EVERYWHERE, IN_KEYS, IN_RESPONSES

pytestmark = pytest.mark.corpora

FILES = [
    *("te/key", "te/response1", "te/response2", "tr/key", "tr/response1", "tr/response2"),
    *("st/key", "st/response1", "st/response2"),
]
TASKS = {"te": "template_element", "tr": "template_relation", "st": "scenario_template"}
ALL = [*EVERYWHERE, *IN_KEYS, *IN_RESPONSES]
AT_ONCE = 6


def plants_for(name: str) -> list[Plant]:
    return [*EVERYWHERE, *(IN_KEYS if name == "key" else IN_RESPONSES)]


def planted_file(file: Path, plants: list[Plant], seed: int) -> Planted:
    planted = plant(file.read_bytes().decode(), plants, Random(seed), template_documents)
    file.write_bytes(planted.text.encode())
    return planted


def test_each_rule_has_two_plants_at_least() -> None:
    rules = {rule.name for rule in RULES.values() if rule.family == "templates"}
    counts = {rule: sum(each.rule == rule for each in ALL) for rule in rules}
    assert {rule: count for rule, count in counts.items() if count < 2} == {}
    assert {each.rule for each in ALL} <= rules


def fitting(corpora: Path, planted: Plant) -> Iterator[str]:
    """The files that have a place for a plant."""
    for each in FILES:
        documents = template_documents((corpora / each).read_text(encoding="utf-8"))[1:]
        if planted in plants_for(each[3:]) and any(map(planted.fits, documents)):
            yield each


@pytest.mark.parametrize("file", FILES)
def test_each_defect_is_found_at_its_place_in_its_pair(
    file: str, copied: Callable[..., Path], find: Find
) -> None:
    """Several in each run of the command, each in a document of its own."""
    corpus, name = file.split("/")
    number = "1" if name == "key" else name.removeprefix("response")
    folder = copied(corpus, "key", f"response{number}", "bnf", "texts", f"config{number}")
    whole = (folder / name).read_bytes()
    documents = template_documents(whole.decode())[1:]
    fits = [each for each in plants_for(name) if sum(map(each.fits, documents)) >= AT_ONCE]
    assert len(fits) > 30
    for first in range(0, len(fits), AT_ONCE):
        (folder / name).write_bytes(whole)
        planted = planted_file(folder / name, fits[first : first + AT_ONCE], first)
        assert find(folder / name) == planted.expected


@pytest.mark.parametrize("place", range(len(ALL)), ids=[str(each) for each in ALL])
def test_one_defect_is_one_finding_in_a_single_file(
    place: int, corpora: Path, tmp_path: Path, find: Find
) -> None:
    """Whatever the file's name says: task, role, configuration and BNF are given."""
    places = list(fitting(corpora, ALL[place]))
    corpus, name = places[place % len(places)].split("/")
    file = tmp_path / "annotated"
    file.write_bytes((corpora / corpus / name).read_bytes())
    expected = planted_file(file, [ALL[place]], seed=place).expected
    role, folder = "key" if name == "key" else "response", corpora / corpus
    chosen = ["--config", folder / "config1", "--role", role, "--bnf", folder / "bnf"]
    if corpus != "st":
        chosen += ["--texts", folder / "texts"]
    assert find(file, "--task", TASKS[corpus], *chosen) == expected
