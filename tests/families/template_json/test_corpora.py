"""MUC-4's templates: figures against sums of our own, and the laws that hold for any file."""

import json
import re
import string
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from keytally.families.contract import Settings
from keytally.families.template_json.evaluation import evaluation
from keytally.families.template_json.fast_records import sound_record
from keytally.runs.check import check
from keytally.runs.score import score
from tests.error_analysis.laws import all_repaired, check_laws

pytestmark = pytest.mark.corpora

TASK = "template-filling"
MOST = 5
"""The templates of a response of which all maps are tried here."""

Document = tuple[Sequence[Any], Sequence[Any]]


@pytest.fixture
def folder(corpora: Path) -> Path:
    return corpora / "template-json"


def documents(folder: Path) -> dict[str, Document]:
    """The templates of each document, with plain mentions in their normal form."""
    found = json.loads((folder / "response1.json").read_text(encoding="utf-8"))
    read: dict[str, Document] = {}
    for line in (folder / "key.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        first, _, number = record["docid"].split("-")
        name = str(int(first[-1]) * 10_000 + int(number))
        gold = [each for at, each in enumerate(record["templates"]) if each not in record["templates"][:at]]
        mine = found.get(name, {}).get("pred_templates", [])
        read[name] = [*map(plain, gold)], [*map(plain, mine)]
    return read


def plain(template: Any) -> Any:
    return {
        role: value if isinstance(value, str) else [{*map(normal, entity)} for entity in value]
        for role, value in template.items()
    }


def normal(mention: Any) -> str:
    text = (mention if isinstance(mention, str) else mention[0]).lower()
    bare = "".join(each for each in text if each not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def size(templates: Sequence[Any]) -> int:
    return sum(1 if isinstance(value, str) else len(value) for each in templates for value in each.values())


def maps(rows: int, columns: int) -> Iterator[tuple[int | None, ...]]:
    """Each way to give rows a column or none."""
    if not rows:
        yield ()
        return
    for rest in maps(rows - 1, columns):
        yield from ((*rest, each) for each in range(columns) if each not in rest)
        yield (*rest, None)


def best_f(key: Sequence[Any], response: Sequence[Any]) -> Fraction:
    """The highest F of any map, with everything counted anew."""
    best = Fraction(0)
    for chosen in maps(len(response), len(key)):
        right = found = 0
        for mine, its in ((response[at], key[to]) for at, to in enumerate(chosen) if to is not None):
            if mine["incident_type"] in its["incident_type"]:
                roles = [role for role in mine if role != "incident_type"]
                right += 1 + sum(
                    any(each <= other for other in its[role]) for role in roles for each in mine[role]
                )
                found += 1 + sum(
                    any(each <= other for each in mine[role]) for role in roles for other in its[role]
                )
        if right:
            best = max(best, Fraction(2 * right * found, right * size(key) + found * size(response)))
    return best


def test_f_of_each_document_is_that_of_the_best_of_all_maps(folder: Path) -> None:
    items = score(folder / "key.jsonl", folder / "response1.json", task=TASK).values["items"]
    assert len(items) == 200
    tried = 0
    for name, (key, response) in documents(folder).items():
        counts = items[name]["gtt"]["counts"]
        assert (counts[1], counts[3]) == (size(response), size(key))
        if len(response) <= MOST and (key or response):
            tried += 1
            assert items[name]["gtt"]["f"] == pytest.approx(100 * float(best_f(key, response)))
    assert tried > 100


def test_every_map_is_proved_to_be_the_best(folder: Path) -> None:
    assert score(folder / "key.jsonl", folder / "response1.json", task=TASK).warnings == ()


def test_the_files_have_few_findings_and_are_read_at_little_cost(folder: Path) -> None:
    found = check(folder / "key.jsonl", task=TASK)
    assert {each.rule.name for each in found} <= {"json-duplicate-template"}
    lines = (folder / "key.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    assert all(sound_record(line) is not None for line in lines)


@pytest.mark.long
def test_differences_keep_their_laws(folder: Path) -> None:
    task = evaluation(TASK, Settings())
    key, response = ((folder / name).read_text(encoding="utf-8") for name in ("key.jsonl", "response1.json"))
    check_laws(task, key, response)
    assert all_repaired(task, key, response).headline() == 100
