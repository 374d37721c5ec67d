"""Columns: what the programs print of the corpora, and figures against sums of our own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from keytally.runs.check import check
from keytally.runs.score import score
from tests.corpora.folder import FOLDER
from tests.families.columns.programs import conlleval_report, nervaluate_reports, seqeval_report

pytestmark = pytest.mark.corpora

RESPONSES = sorted(FOLDER.glob("columns/*/*.response*.conll"))
STRICT = {"wikigold": "IOB2", "wnut17": "BILOU"}

Run = tuple[int, int, str]
responses = pytest.mark.parametrize("response", RESPONSES, ids=lambda path: path.stem)


def key_of(response: Path) -> Path:
    return response.with_name(f"{response.parent.name}.key.conll")


def sentences(path: Path, *, words_only: bool = False) -> list[list[str]]:
    """The labels of each sentence; to programs a line that begins a document is one too."""
    parts = path.read_text(encoding="utf-8").strip("\n").split("\n\n")
    kept = [part for part in parts if not (words_only and part.startswith("-DOCSTART-"))]
    return [[line.split("\t")[-1] for line in part.split("\n")] for part in kept]


def printed(response: Path, mode: str, **options: str) -> str:
    found = score(key_of(response), response, task="entities", options={"compatible": mode, **options})
    return found.text(verbose=1)


@responses
def test_conlleval(response: Path) -> None:
    assert printed(response, "conlleval") == conlleval_report(
        sentences(key_of(response)), sentences(response)
    )


@responses
def test_seqeval(response: Path) -> None:
    assert printed(response, "seqeval") == seqeval_report(sentences(key_of(response)), sentences(response))


@responses
def test_seqeval_strict(response: Path) -> None:
    scheme = STRICT[response.parent.name]
    wanted = seqeval_report(sentences(key_of(response)), sentences(response), scheme)
    assert printed(response, "seqeval-strict", scheme=scheme) == wanted


@pytest.mark.parametrize(
    "response", [path for path in RESPONSES if path.parent.name == "wikigold"], ids=lambda path: path.stem
)
def test_nervaluate(response: Path) -> None:
    """The program stops at the `U` of the other corpus."""
    assert printed(response, "nervaluate") == nervaluate_reports(
        sentences(key_of(response)), sentences(response)
    )


def runs(labels: Sequence[str]) -> Iterator[Run]:
    """The entities of a sentence: first token, last token, type."""
    padded = ["O", *labels, "O"]
    start = 0
    for at, (before, label) in enumerate(pairwise(padded)):
        ends = before[0] in "LU" or label[0] in "OBU" or before[2:] != label[2:]
        if before != "O" and ends:
            yield start, at - 1, before[2:]
        if label != "O" and (before == "O" or ends):
            start = at


def components(key: list[Run], response: list[Run]) -> Iterator[tuple[list[Run], list[Run]]]:
    """The entities of both sides in groups, no two of which overlap."""
    both = sorted([(*each, 0) for each in key] + [(*each, 1) for each in response])
    group: tuple[list[Run], list[Run]] = ([], [])
    reach = -1
    for start, end, name, side in both:
        if start > reach and any(group):
            yield group
            group = ([], [])
        group[side].append((start, end, name))
        reach = max(reach, end)
    if any(group):
        yield group


def ways(key: list[Run], response: list[Run]) -> Iterator[list[tuple[Run, Run]]]:
    """Each way to pair entities that overlap, one to one."""
    if not key:
        yield []
        return
    first, *others = key
    yield from ways(others, response)
    for each in response:
        if each[0] <= first[1] and first[0] <= each[1]:
            left = [other for other in response if other != each]
            yield from ([(first, each), *rest] for rest in ways(others, left))


CORRECT: Mapping[str, Callable[[Run, Run], bool]] = {
    "strict": lambda mine, its: mine == its,
    "exact": lambda mine, its: mine[:2] == its[:2],
    "partial": lambda mine, its: mine[:2] == its[:2],
    "type": lambda mine, its: mine[2] == its[2],
}


def counts(schema: str, key: list[Run], response: list[Run]) -> tuple[int, int, int, int]:
    """Correct, paired otherwise, missing and spurious entities of a sentence under its best pairs."""
    sums = [0, 0, 0, 0]
    for mine, its in components(key, response):
        right, paired = max(
            (sum(CORRECT[schema](*pair) for pair in way), len(way)) for way in ways(mine, its)
        )
        for at, count in enumerate((right, paired - right, len(mine) - paired, len(its) - paired)):
            sums[at] += count
    return sums[0], sums[1], sums[2], sums[3]


@responses
def test_the_four_schemas_are_those_of_all_ways_to_pair(response: Path) -> None:
    values: Any = score(key_of(response), response, task="entities").values
    sides = (sentences(path, words_only=True) for path in (key_of(response), response))
    pairs = list(zip(*sides, strict=True))
    for schema, found in values["schemas"].items():
        wanted = [counts(schema, [*runs(mine)], [*runs(its)]) for mine, its in pairs]
        other = found["par"] if schema == "partial" else found["inc"]
        got = (found["cor"], other, found["mis"], found["spu"])
        assert got == tuple(map(sum, zip(*wanted, strict=True)))


@responses
def test_the_corpora_have_the_findings_that_were_made(response: Path) -> None:
    """Only the third response of each corpus has labels that its scheme does not allow."""
    found = {each.rule.name for each in check(key_of(response), response)}
    is_disturbed = response.stem.endswith("3")
    assert found <= ({"columns-transition"} if is_disturbed else set())
    assert not is_disturbed or found
