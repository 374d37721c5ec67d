"""What holds of lexical substitution whatever is in the files."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.findings import Located
from keytally.families.contract import Role
from keytally.families.lexsub.evaluation import LexsubLanguage
from keytally.families.lexsub.reading import LexsubMeasure, ScoringMode
from keytally.project.pair import Pair
from keytally.runs.check import apply_fixes
from tests.families.lexsub.files import KEY, RESPONSE, TASKS, live_pair, scores, scoring
from tests.families.lexsub.strategies import PATIENT, answer_lines, gold_lines, texts

MODES = ["document", "trial", "final"]
FRAGMENTS = [
    "side.n 1 :: glad",
    "side.n 2 ::: glad",
    ";",
    " ",
    "\n",
    "\r",
    "\r\n",
    "::",
    ": ",
    "glad 2;",
    "é",
    "pn",
]
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.sampled_from(["", *FRAGMENTS])), max_size=6)


def item_of(line: str) -> str:
    """The second word of a line."""
    return " ".join(line.split(" ")[1:2])


def everything(engine: Engine) -> dict[str, Any]:
    """Findings, scores, totals and marks of both files."""
    (live,) = engine.pairs
    live.work()
    sides = ((Role.KEY, KEY), (Role.RESPONSE, RESPONSE))
    return {
        "totals": live.totals(),
        "headline": live.headline(),
        "items": {item: live.document_totals(item) for item in live.documents},
        "json": live.evaluation.report_json(live.scores()),
        "findings": {
            path: [(f.finding.rule.name, f.start, f.end, f.finding.message) for f in engine.findings(path)]
            for _, path in sides
        },
        "marks": {
            role: [
                (placed.start, placed.end, placed.mark.status, placed.mark.label)
                for placed in live.marks(role, 0, len(engine.source(path).text))
            ]
            for role, path in sides
        },
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("task", TASKS)
@PATIENT
@given(data=st.data())
def test_edits_come_to_what_a_fresh_run_finds(task: str, mode: str, data: st.DataObject) -> None:
    gold, answers = data.draw(texts(gold_lines())), data.draw(texts(answer_lines(task)))
    engine, live = live_pair(task, gold, answers, mode)
    for path in (KEY, RESPONSE):
        for start, length, text in data.draw(CHANGES):
            size = len(engine.source(path).text)
            first = int(start * size)
            engine.edit(path, [(first, first + int(length * min(size - first, 12)), text)])
            if data.draw(st.booleans()):
                live.work()
    fresh, _ = live_pair(task, engine.source(KEY).text, engine.source(RESPONSE).text, mode)
    assert everything(engine) == everything(fresh)


@pytest.mark.parametrize("task", TASKS)
@PATIENT
@given(data=st.data())
def test_the_order_of_items_does_not_matter_to_the_document(task: str, data: st.DataObject) -> None:
    lines = data.draw(st.lists(gold_lines(), max_size=8, unique_by=item_of))
    answers = data.draw(st.lists(answer_lines(task), max_size=8, unique_by=item_of))
    shuffled, others = data.draw(st.permutations(lines)), data.draw(st.permutations(answers))
    before = scores(task, "\n".join(lines), "\n".join(answers))
    assert scores(task, "\n".join(shuffled), "\n".join(others)) == before


@pytest.mark.parametrize("task", TASKS)
@PATIENT
@given(data=st.data())
def test_the_sums_are_those_of_the_items(task: str, data: st.DataObject) -> None:
    gold, answers = data.draw(texts(gold_lines())), data.draw(texts(answer_lines(task)))
    _, live = live_pair(task, gold, answers)
    values = live.evaluation.report_json(live.scores())
    items = values["items"].values()
    if task == "lexsub-mw":
        assert values["scores"]["identified"] == sum(item["identified"] for item in items)
        return
    credits = sum(item["credit"] for item in items)
    assert values["scores"]["total"] == sum(item["scored"] for item in items)
    assert values["scores"]["recall"] * values["scores"]["total"] == pytest.approx(credits)
    assert values["scores"]["precision"] * values["scores"]["attempted"] == pytest.approx(credits)
    assert all(0 <= item["credit"] <= 100 + 1e-9 for item in items)


@pytest.mark.parametrize("mode", ScoringMode)
@PATIENT
@given(text=st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join))
def test_units_cover_the_text_and_any_line_can_be_read_and_shown(mode: ScoringMode, text: str) -> None:
    for role in (Role.KEY, Role.RESPONSE, Role.UNKNOWN):
        for measure in (None, *LexsubMeasure):
            if measure is None and mode is not ScoringMode.DOCUMENT:
                continue
            language = LexsubLanguage(role, measure, mode)
            starts = [0, *(start for start in language.boundaries(text) if start < len(text)), len(text)]
            pieces = [text[start:end] for start, end in pairwise(starts)]
            assert "".join(pieces) == text
            for piece in pieces:
                unit = language.read(piece)
                assert all(0 <= found.start <= found.end <= len(piece) for found in unit.findings)
                colours = [(each.start, each.end) for each in unit.pieces()]
                assert colours == sorted(colours)
                assert all(a[1] <= b[0] for a, b in pairwise(colours))
                assert all(0 <= each.start <= each.end <= len(piece) for each in unit.outline())
                assert unit.note_at(0) is None


@pytest.mark.parametrize("task", TASKS)
@PATIENT
@given(data=st.data())
def test_fixes_come_to_an_end_and_never_cost_points(task: str, data: st.DataObject) -> None:
    gold, answers = data.draw(texts(gold_lines())), data.draw(texts(answer_lines(task)))

    def found(text: str) -> list[Located]:
        engine = Engine()
        engine.open(KEY, gold)
        engine.open(RESPONSE, text)
        engine.add_pair(Pair(task, KEY, RESPONSE), scoring(task))
        return list(engine.findings(RESPONSE))

    mended = apply_fixes(answers, found).text
    assert "\r" not in mended
    left = [each.finding for each in found(mended) if each.finding.fix_title is not None]
    assert all(finding.rule.fix_takes_answers for finding in left)
    name = "identification_recall" if task == "lexsub-mw" else "mode_recall"
    assert scores(task, gold, mended)[name] >= scores(task, gold, answers)[name]


@pytest.mark.parametrize("task", TASKS)
def test_a_line_of_absurd_length_is_judged_scored_and_marked_all_the_same(task: str) -> None:
    """Each piece costs what it holds: no look at all pieces for each of them."""
    size = 1_000
    colon = ":::" if task == "lexsub-oot" else "::"
    gold = f"a.n 1 :: {';'.join(f'x-{number} y 2' for number in range(size))};\n"
    answers = f"a.n 1 {colon} {';'.join(f'X {number} y' for number in range(size))}\n"
    engine, live = live_pair(task, gold, answers)
    assert live.totals()["total"] == 1
    assert len(list(live.marks(Role.RESPONSE, 0, len(answers)))) > 1
    assert len(list(live.marks(Role.KEY, 0, len(gold)))) == size + 1
    assert len(list(engine.findings(RESPONSE))) >= (1 if task == "lexsub-mw" else size)
