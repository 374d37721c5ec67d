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
from keytally.findings.table.lexsub import LEXSUB_DUPLICATE_ID
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
    left = found(mended)
    repeating = [each.unit for each in left if each.finding.rule is LEXSUB_DUPLICATE_ID]
    assert all(
        each.finding.fix_title is None
        or each.finding.rule.fix_takes_answers
        or (each.finding.leaves_out and each.unit in repeating)
        for each in left
    )
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


ODD_HEADS = st.sampled_from(
    ("side.n 1", "side.n  1", "side.n 2", "1 side.n", "2  side.n", "x.a.n 1", "side.n\t1")
)
ODD_COLONS = st.sampled_from((" :: ", " ::: ", "  :: ", "::", " :::", " :::: ", " : "))
ODD_LISTS = st.sampled_from(
    ("glad", "merry", "glad ; merry", "glad;;merry;", ",glad", "glad,merry", "", " ;")
)
ODD_ANSWERS = st.lists(st.builds("{}{}{}".format, ODD_HEADS, ODD_COLONS, ODD_LISTS), max_size=5)


@pytest.mark.parametrize("task", TASKS)
@PATIENT
@given(gold=texts(gold_lines()), lines=ODD_ANSWERS, end=st.sampled_from(["\n", "\r\n"]))
def test_safe_fixes_never_lower_the_score(task: str, gold: str, lines: list[str], end: str) -> None:
    gold = f"side.n 1 :: glad 3;\nside.n 2 :: merry 2;glad 1;\n{gold}"
    answers = "".join(f"{line}{end}" for line in lines)

    def found(text: str) -> list[Located]:
        engine, _ = live_pair(task, gold, text)
        return list(engine.findings(RESPONSE))

    fixed = apply_fixes(answers, found).text
    before, after = (live_pair(task, gold, text)[1].headline() for text in (answers, fixed))
    assert after >= before
