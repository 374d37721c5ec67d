"""Pairs of responses as annotators: the matrix, held against scores of each pair and an independent sum."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from keytally.families.registry import task_named
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


@pytest.mark.long
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


@pytest.mark.long
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


def test_templates_as_json_by_an_independent_sum(corpora: Path, run: Run) -> None:
    """F of each direction from the counts of each document, as `keytally score` tells them."""
    files = [corpora / "template-json" / name for name in ("key.jsonl", "response1.json")]
    [pair] = agreement_of(run, "template-filling", files)["pairs"]
    by_document = []
    for sides, f in zip(permutations(files), (pair["f_a_as_key"], pair["f_b_as_key"]), strict=True):
        score = json.loads(run("score", "--task", "template-filling", *sides, "--format", "json").out)
        counts = {name: each["gtt"]["counts"] for name, each in score["items"].items()}
        assert f == pytest.approx(f_of_counts([sum(column) for column in zip(*counts.values(), strict=True)]))
        by_document.append({name: f_of_counts(each) for name, each in counts.items() if any(each)})
    document_of = task_named("template-filling").document_of
    assert {document_of(name): f for name, f in pair["documents"].items()} == {
        name: pytest.approx((f + by_document[1][name]) / 2) for name, f in by_document[0].items()
    }


def f_of_counts(counts: Sequence[float]) -> float:
    """F in percent of what is right, proposed, found and in the key."""
    right, proposed, found, gold = counts
    precision, recall = (part / whole if whole else 0 for part, whole in ((right, proposed), (found, gold)))
    return 200 * precision * recall / (precision + recall) if precision + recall else 0
