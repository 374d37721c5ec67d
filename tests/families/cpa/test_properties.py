"""What holds of the three tasks whatever is in the files."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.contract import Mark, Role
from keytally.families.cpa.reading import FORMATS
from keytally.families.cpa.scoring import VerbFold
from keytally.findings.finding import Edit, apply_edits
from keytally.tallies.status import Status
from tests.families.cpa.verb_files import Texts, item, opened, score_of, scored

TASKS = list(FORMATS)
MODES = ["document", "official"]
CELLS = {
    "cpa-parsing": ["1", "2", "3", "subj", "obj", "v", "Human"],
    "cpa-clustering": ["1", "2", "3", "x", "2.0"],
    "cpa-slots": ["Human", "Thing", "to"],
}
VERBS = ["come", "go"]


def texts(task: str, size: int = 16) -> st.SearchStrategy[str]:
    """Any text made of the cells, tabs and line ends of a task's files."""
    pieces = [*CELLS[task], "\t", "\t", "\n", "\r\n", "\r", " "]
    return st.lists(st.sampled_from(pieces), max_size=size).map("".join)


@st.composite
def files(draw: st.DrawFn, task: str) -> str:
    """A file that could be meant: as many columns as there are to be."""
    cells = CELLS[task][3:] if task == "cpa-parsing" else CELLS[task]
    width = len(FORMATS[task].columns)
    lines = []
    for number in range(draw(st.integers(1, 6))):
        if task == "cpa-slots":
            lines.append([draw(st.sampled_from(["", *cells])) for _ in range(width)])
        elif task == "cpa-clustering":
            lines.append([str(number), draw(st.sampled_from("123x"))])
        else:
            tag, kind = (
                draw(st.sampled_from(["", "subj", "obj"])),
                draw(st.sampled_from(["", "Human", "Thing"])),
            )
            lines.append([str(number), "w", tag, kind])
    return "".join("\t".join(line) + "\n" for line in lines)


def everything(engine: Engine) -> dict[str, Any]:
    (live,) = engine.pairs
    live.work()
    paths = (*live.pair.keys, *live.pair.responses)
    sides = [Role.KEY] * len(live.pair.keys) + [Role.RESPONSE] * len(live.pair.responses)
    return {
        "totals": live.totals(),
        "verbs": {verb: live.document_totals(verb) for verb in live.documents},
        "findings": {
            path: [(found.finding.rule.name, found.start, found.end) for found in engine.findings(path)]
            for path in paths
        },
        "marks": {
            path: [(each.start, each.end, each.mark.label) for each in live.marks(role, 0, 1000, path)]
            for path, role in zip(paths, sides, strict=True)
        },
    }


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("task", TASKS)
@given(data=st.data())
def test_edits_equal_a_fresh_run(task: str, mode: str, data: st.DataObject) -> None:
    text = texts(task)
    sides: list[Texts] = [{verb: data.draw(text) for verb in VERBS} for _ in range(2)]
    engine, live = opened(task, *sides, compatible=mode)
    paths: list[Path] = [*live.pair.keys, *live.pair.responses]
    for _ in range(data.draw(st.integers(0, 4))):
        path, new = data.draw(st.sampled_from(paths)), data.draw(texts(task, 4))
        length = len(engine.source(path).buffer)
        start = data.draw(st.integers(0, length))
        engine.edit(path, [(start, data.draw(st.integers(start, min(start + 6, length))), new)])
        live.work(lambda: True)
    now = [
        {path.stem: engine.source(path).text for path in of} for of in (live.pair.keys, live.pair.responses)
    ]
    fresh, _ = opened(task, *now, compatible=mode)
    assert everything(engine) == everything(fresh)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("task", TASKS)
@given(data=st.data())
def test_scores_lie_between_0_and_1(task: str, mode: str, data: st.DataObject) -> None:
    key, response = data.draw(texts(task)), data.draw(texts(task))
    assert 0 <= score_of(task, key, response, compatible=mode) <= 1 + 1e-12


@pytest.mark.parametrize("task", TASKS)
@given(data=st.data())
def test_a_response_that_is_the_key_is_perfect_or_there_is_nothing(task: str, data: st.DataObject) -> None:
    key = data.draw(files(task))
    assert score_of(task, key, key) in (0, pytest.approx(1))
    labels = {each.mark.label[:3] for each in scored(task, key, key).marks(Role.RESPONSE, 0, 1000)}
    assert labels <= {"COR"}


@pytest.mark.parametrize("task", TASKS)
@given(data=st.data())
def test_the_order_of_lines_does_not_matter(task: str, data: st.DataObject) -> None:
    key, response = data.draw(files(task)), data.draw(files(task))
    turned = ["".join(reversed(text.splitlines(keepends=True))) for text in (key, response)]
    before, after = item(task, key, response), item(task, *turned)
    assert before == after or before["score"] == pytest.approx(after["score"], abs=1e-12)
    if task == "cpa-slots":
        assert before == after


@pytest.mark.parametrize("task", TASKS)
@given(data=st.data())
def test_the_order_of_verbs_does_not_matter(task: str, data: st.DataObject) -> None:
    texts_of = {name: (data.draw(files(task)), data.draw(files(task))) for name in "abc"}
    scores = [
        score
        for name, (key, response) in texts_of.items()
        for score in scored(task, {name: key}, {name: response}).scores()
    ]
    totals = []
    for order in (scores, scores[::-1]):
        fold = VerbFold()
        for score in order:
            fold.put(score)
        totals.append(fold.totals())
    assert totals[0] == totals[1]


@pytest.mark.parametrize("task", ["cpa-clustering", "cpa-slots"])
@given(data=st.data())
def test_swapped_sides_swap_precision_and_recall(task: str, data: st.DataObject) -> None:
    """Not so in parsing, where the key says which categories there are."""
    key, response = data.draw(files(task)), data.draw(files(task))
    forth, back = item(task, key, response), item(task, response, key)
    assert (forth["precision"], forth["recall"]) == (back["recall"], back["precision"])
    assert forth["score"] == back["score"]
    if task == "cpa-slots":
        assert (forth["deletion"], forth["insertion"]) == (back["insertion"], back["deletion"])


@given(data=st.data())
def test_in_parsing_a_category_swaps_precision_and_recall(data: st.DataObject) -> None:
    key, response = data.draw(files("cpa-parsing")), data.draw(files("cpa-parsing"))
    forth, back = item("cpa-parsing", key, response), item("cpa-parsing", response, key)
    for layer in ("syntax", "semantics"):
        mine, theirs = forth[layer]["categories"], back[layer]["categories"]
        for name in mine.keys() & theirs.keys():
            assert (mine[name]["precision"], mine[name]["recall"]) == (
                theirs[name]["recall"],
                theirs[name]["precision"],
            )


@given(data=st.data())
def test_alignment_gains_at_least_what_file_order_gains(data: st.DataObject) -> None:
    """Every slot of the response that stands in the key's pattern of the same number can be had."""
    key, response = data.draw(files("cpa-slots")), data.draw(files("cpa-slots"))
    lines = zip(key.splitlines(), response.splitlines(), strict=False)
    cells = [pair for line in lines for pair in zip(*(each.split("\t") for each in line), strict=True)]
    assert item("cpa-slots", key, response)["correct"] >= sum(bool(a) and a == b for a, b in cells)


CLUSTERING = "cpa-clustering"


@given(files(CLUSTERING), files(CLUSTERING), st.sampled_from(MODES), st.randoms(use_true_random=False))
def test_accepting_the_keys_clusters_ends_at_all_points_in_as_many_steps_as_there_were_differences(
    key: str, response: str, mode: str, chance: Random
) -> None:
    assume(any(line.split("\t")[1] != "x" for line in key.splitlines()))
    most, steps = len(proposals(key, response, mode)[1]), 0
    while found := proposals(key, response, mode)[0]:
        response = apply_edits(response, [chance.choice(found)])
        steps += 1
        assert steps <= most
    assert score_of(CLUSTERING, key, response, compatible=mode) == pytest.approx(1)


def proposals(key: str, response: str, mode: str) -> tuple[list[Edit], list[Mark]]:
    """The edits that are proposed in a response, and all marks that are not correct."""
    live = scored(CLUSTERING, key, response, compatible=mode)
    offset, edits, marks = 0, list[Edit](), list[Mark]()
    for unit in live.response.units:
        for mark in live.marks_of(Role.RESPONSE, unit):
            if mark.status not in (Status.CORRECT, Status.UNSCORED):
                marks.append(mark)
                proposal = unit.proposal(mark)
                edit = None if proposal is None else proposal.edit
                edits += [] if edit is None else [Edit(offset + edit.start, offset + edit.end, edit.text)]
        offset += len(unit.text)
    return edits, marks
