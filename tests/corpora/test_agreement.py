"""Pairs of responses as annotators: the matrix, held against scores of each pair and an independent sum."""

import json
import re
from collections.abc import Mapping
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from keytally.evaluations.registry import task_named
from tests.corpora.conftest import Run

pytestmark = pytest.mark.corpora

RESPONSES = ("response1", "response2", "response3")


def agreement_of(run: Run, task: str, files: list[Path], *arguments: str) -> Any:
    done = run("agreement", "--task", task, *files, "--format", "json", *arguments)
    assert done.status == 0, done.errors
    return json.loads(done.out)


def matrix(values: Mapping[str, Any]) -> dict[tuple[str, str], float]:
    """F by key and response."""
    pairs = values["pairs"]
    there = {(pair["a"], pair["b"]): pair["f_a_as_key"] for pair in pairs}
    return there | {(pair["b"], pair["a"]): pair["f_b_as_key"] for pair in pairs}


TASKS = [
    ("named_entity", "ne", RESPONSES),
    ("named_entity", "ne7", RESPONSES),
    ("coreference", "co", RESPONSES),
    ("template_element", "te", RESPONSES[:2]),
    ("template_relation", "tr", RESPONSES[:2]),
    ("scenario_template", "st", RESPONSES),
]


@pytest.mark.parametrize(("task", "corpus", "responses"), TASKS)
def test_the_matrix_equals_scores_of_each_pair(
    corpora: Path, run: Run, task: str, corpus: str, responses: tuple[str, ...]
) -> None:
    """F of each direction, and of each document, is what `keytally score` gives for the two files."""
    files = [corpora / corpus / name for name in responses]
    values = agreement_of(run, task, files)
    found = matrix(values)
    documents = {(pair["a"], pair["b"]): pair.get("documents", {}) for pair in values["pairs"]}
    scores = {}
    for key, response in permutations(files, 2):
        done = run("score", "--task", task, key, response, "--format", "json")
        scores[str(key), str(response)] = json.loads(done.out)
    assert found == {pair: f_of(score["totals"]) for pair, score in scores.items()}
    document_of = task_named(task).document_of
    for one, other in combinations(map(str, files), 2):
        for title, f in documents[one, other].items():
            name = document_of(title)
            both = [f_of(scores[pair]["documents"][name]) for pair in ((one, other), (other, one))]
            assert f == sum(both) / 2


def f_of(tally: Mapping[str, Any]) -> float:
    """F from the stored counts, or the F of coreference."""
    f = tally["f"]
    if isinstance(f, float):
        return f
    correct = tally["cor"] + tally["par"] / 2
    assert f["p&r"] == pytest.approx(200 * correct / (tally["pos"] + tally["act"]) if correct else 0)
    return float(f["p&r"])


@pytest.mark.parametrize("corpus", ["ne", "ne7"])
def test_cohens_kappa_by_an_independent_reading(corpora: Path, run: Run, corpus: str) -> None:
    """Each file is read by regular expressions, and kappa is summed from the types of words."""
    files = [corpora / corpus / name for name in RESPONSES]
    values = agreement_of(run, "named_entity", files)
    kappas = {
        tuple(each["annotators"]): each for each in values["coefficients"] if each["name"] == "Cohen's kappa"
    }
    types = {str(file): types_of(file.read_text(encoding="utf-8")) for file in files}
    for pair in combinations(map(str, files), 2):
        one, other = (types[file] for file in pair)
        assert len(one) == len(other) == kappas[pair]["items"]
        assert kappas[pair]["value"] == pytest.approx(kappa(one, other))


def kappa(one: list[str], other: list[str]) -> float:
    equal = sum(left == right for left, right in zip(one, other, strict=True)) / len(one)
    chance = sum(one.count(each) * other.count(each) for each in {*one, *other}) / len(one) ** 2
    return (equal - chance) / (1 - chance)


NUMBER = re.compile(r"<(DOCNO|DOCID)>.*?</\1>", re.DOTALL | re.IGNORECASE)
GIVEN = re.compile(r"(?:</?[A-Za-z][^<>]*>|<![^<>]*>)|(\w+|[^\w\s])")
TAG = re.compile(r"<(/?)(?:ENAMEX|TIMEX|NUMEX)\b(?:[^<>]*?\bTYPE=\"([^\"]*)\")?[^<>]*>", re.IGNORECASE)


def types_of(text: str) -> list[str]:
    """The type of each word and punctuation mark, "" for none; numbers of documents are left out."""
    found: list[str] = []
    for document in re.findall(r"<DOC>.*?</DOC>", text, re.DOTALL | re.IGNORECASE):
        bare, types = untagged(NUMBER.sub("", document))
        words = (match.span(1) for match in GIVEN.finditer(bare) if match[1])
        found += (next(filter(None, reversed(types[start:end])), "") for start, end in words)
    return found


def untagged(text: str) -> tuple[str, list[str]]:
    """A text without the tags of the task, and the type of each of its characters."""
    kept, types, stack, cursor = "", list[str](), list[str](), 0
    for tag in [*TAG.finditer(text), None]:
        piece = text[cursor : tag.start() if tag else len(text)]
        kept += piece
        types += [stack[-1] if stack else ""] * len(piece)
        if tag and tag[1]:
            stack.pop()
        elif tag:
            stack.append(tag[2].upper())
        cursor = tag.end() if tag else cursor
    return kept, types
