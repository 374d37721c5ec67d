"""Large pairs that two processes score: the same scores as by one, whatever is edited, dies or is refused."""

import pickle
import subprocess
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from benchmarks.corpora.coreference import chains
from benchmarks.corpora.templates import BNF, elements, faulty, repeated, scenarios
from benchmarks.corpora.texts import Texts
from keytally.engine.elsewhere import SentDocument, ToScore, serve
from keytally.engine.engine import Engine
from keytally.engine.findings import Located
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.apart import ScoresElsewhere
from keytally.evaluations.muc.evaluation import template_tasks
from keytally.evaluations.settings import Settings
from keytally.project.pair import Pair
from keytally_server.session import second_process, shared_work
from keytally_server.session.second_process import SecondProcess
from keytally_server.session.shared_work import SharedWork

KEY, RESPONSE = Path("/w/key"), Path("/w/response")
SECONDS = 60
SIZE = 30_000


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of a few documents are large, and there is a second processor."""
    monkeypatch.setattr(shared_work, "LARGE", SIZE)
    monkeypatch.setattr(shared_work, "MANY", 2)
    monkeypatch.setattr(shared_work, "PARCEL", 2_000)
    monkeypatch.setattr(shared_work, "has_second_processor", lambda: True)


def engine_on(texts: Texts, task: str, bnf: str | None = None) -> tuple[Engine, LivePair]:
    companions = {} if bnf is None else {"bnf": bnf}
    engine = Engine()
    engine.open(KEY, texts.key)
    engine.open(RESPONSE, texts.response)
    evaluation = registry.evaluation(task, Settings(companions=companions))
    return engine, engine.add_pair(Pair(task, KEY, RESPONSE), evaluation)


def scored_alone(engine: Engine, live: LivePair) -> LivePair:
    texts = Texts(engine.source(KEY).text, engine.source(RESPONSE).text)
    _, alone = engine_on(texts, live.evaluation.task)
    alone.work()
    return alone


def score_elsewhere(shared: SharedWork, live: LivePair) -> list[str]:
    """Have the other process score all that it may; this one scores nothing."""
    end, done = monotonic() + SECONDS, list[str]()
    while live.stale:
        assert monotonic() < end, live.waiting
        done += shared.score(live)
    shared.end()
    return done


def judge_elsewhere(shared: SharedWork, live: LivePair) -> int:
    """Have the other process judge all that it may; returns of how many documents it finds nothing in."""
    shared.score(live)
    share, end = shared._shares[live], monotonic() + SECONDS
    while True:
        shared.judge(live)
        if not share.process.waiting:
            break
        assert monotonic() < end and not share.process.has_failed
    return sum(len(reading._sound) for reading in live.readings)


def unjudged(texts: Texts, task: str = "template_element") -> tuple[Engine, LivePair]:
    engine = Engine()
    engine.open(KEY, texts.key, judged=False)
    engine.open(RESPONSE, texts.response, judged=False)
    return engine, engine.add_pair(Pair(task, KEY, RESPONSE), registry.evaluation(task, Settings()))


def judge_here(engine: Engine) -> dict[Path, list[tuple[str, str, int, int]]]:
    """Judge what is left to be judged; returns all findings."""
    for path in (KEY, RESPONSE):
        for _ in engine.judging(path):
            pass
    return {path: [_plain(found) for found in engine.findings(path)] for path in (KEY, RESPONSE)}


def _plain(found: Located) -> tuple[str, str, int, int]:
    return found.finding.rule.name, found.finding.message, found.start, found.end


def are_alike(live: LivePair, alone: LivePair) -> bool:
    documents = list(alone.documents)
    return live.totals() == alone.totals() and all(
        live.document_totals(each) == alone.document_totals(each) for each in documents
    )


def verdicts(live: LivePair, engine: Engine, path: Path) -> list[tuple[int, int, str]]:
    marks = live.marks(live.role_of(path), 0, len(engine.source(path).text))
    return [(mark.start, mark.end, mark.mark.status) for mark in marks]


@pytest.mark.parametrize(
    ("task", "texts", "bnf"),
    [
        ("scenario_template", scenarios(SIZE), None),
        ("scenario_template", scenarios(SIZE), BNF),
        ("template_element", elements(SIZE), None),
    ],
)
def test_another_process_gives_the_same_scores(task: str, texts: Texts, bnf: str | None) -> None:
    engine, live = engine_on(texts, task, bnf)
    documents = live.documents
    assert sorted(score_elsewhere(SharedWork(), live)) == sorted(documents)
    alone = scored_alone(engine, live)
    assert are_alike(live, alone)
    for path in (KEY, RESPONSE):
        assert verdicts(live, engine, path) == verdicts(alone, engine, path)
    assert live.report_files() == alone.report_files()


def test_the_first_documents_are_scored_here_meanwhile() -> None:
    engine, live = engine_on(scenarios(SIZE), "scenario_template")
    first, shared = next(iter(live.waiting)), SharedWork()
    shared.score(live)
    assert live.work(wanted=[first]) == [first]
    elsewhere = score_elsewhere(shared, live)
    assert first not in elsewhere and elsewhere[0] in live.documents[-3:]
    assert are_alike(live, scored_alone(engine, live))


def test_a_document_that_was_edited_meanwhile_is_scored_as_it_is_now() -> None:
    engine, live = engine_on(scenarios(SIZE), "scenario_template")
    shared = SharedWork()
    shared.score(live)
    text = engine.source(RESPONSE).text
    place = text.rindex("NEW_STATUS: ") + len("NEW_STATUS: ")
    engine.edit(RESPONSE, [(place, place, "OUT_")])
    changed = next(live.waiting_last)
    end = monotonic() + SECONDS
    while list(live.waiting) != [changed] and monotonic() < end:
        shared.score(live)
    assert list(live.waiting) == [changed]
    live.work()
    assert are_alike(live, scored_alone(engine, live))


def test_what_a_process_that_dies_has_not_scored_is_scored_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_process, "_PROGRAM", "import sys; sys.stdin.buffer.read(1)")
    engine, live = engine_on(scenarios(SIZE), "scenario_template")
    shared = SharedWork()
    shared.score(live)
    process = shared._shares[live].process
    end = monotonic() + SECONDS
    while not process.has_failed and monotonic() < end:
        assert shared.score(live) == []
    assert process.has_failed and shared.score(live) == [] and live.stale
    live.work()
    shared.end()
    assert are_alike(live, scored_alone(engine, live))
    _, other = engine_on(scenarios(SIZE), "scenario_template")
    assert shared.score(other) == [] and not shared._shares


def test_where_no_process_can_be_started_none_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def refused(*arguments: object, **_: object) -> None:
        tried.append(arguments)
        raise PermissionError

    monkeypatch.setattr(subprocess, "Popen", refused)
    _, live = engine_on(scenarios(SIZE), "scenario_template")
    shared = SharedWork()
    assert shared.score(live) == shared.score(live) == []
    assert len(tried) == 1
    assert len(live.work()) == len(live.documents)


def test_a_thread_that_is_refused_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[bytes]] = []
    begin = subprocess.Popen

    class Noted(begin):  # type: ignore[type-arg, misc, valid-type]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            begun.append(self)

    def refused(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(second_process.Thread, "start", refused)
    _, live = engine_on(scenarios(SIZE), "scenario_template")
    shared = SharedWork()
    assert shared.score(live) == shared.score(live) == []
    assert len(begun) == 1 and begun[0].returncode is not None


def test_one_process_is_begun_however_little_there_is_to_send(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[SecondProcess] = []
    monkeypatch.setattr(
        shared_work, "SecondProcess", lambda *given: begun.append(SecondProcess(*given)) or begun[-1]
    )
    monkeypatch.setattr(template_tasks, "LARGE", 2)
    _, live = engine_on(scenarios(SIZE), "scenario_template")
    shared = SharedWork()
    assert not any(shared.score(live) for _ in live.documents) and not begun
    monkeypatch.setattr(template_tasks, "LARGE", 1 << 30)
    score_elsewhere(shared, live)
    assert len(begun) == 1


def test_a_document_that_is_half_scored_is_not_finished_as_it_was() -> None:
    engine, live = engine_on(scenarios(SIZE), "scenario_template")
    first = next(iter(live.waiting))
    while not live.is_stale(first) or first in live.waiting:
        live.work(lambda: True, [first])
    text = engine.source(RESPONSE).text
    place = text.index("NEW_STATUS: ") + len("NEW_STATUS: ")
    engine.edit(RESPONSE, [(place, place, "OUT_")])
    assert first in live.waiting and live.is_stale(first)
    assert first in score_elsewhere(SharedWork(), live)
    live.work()
    assert are_alike(live, scored_alone(engine, live))


def test_a_document_that_is_gone_has_no_score() -> None:
    engine, live = engine_on(scenarios(SIZE), "scenario_template")
    last = next(live.waiting_last)
    for path in (KEY, RESPONSE):
        text = engine.source(path).text
        engine.edit(path, [(text.index(f"<TEMPLATE-{last}-"), len(text), "")])
    assert last in live.waiting
    shared, end = SharedWork(), monotonic() + SECONDS
    while list(live.waiting) != [last] and monotonic() < end:
        shared.score(live)
    live.work()
    shared.end()
    assert live.scores_of(last) == () and live.document_totals(last) == {}
    assert are_alike(live, scored_alone(engine, live))


def test_a_process_ends_with_its_pair() -> None:
    _, live = engine_on(scenarios(SIZE), "scenario_template")
    shared = SharedWork()
    shared.score(live)
    process = shared._shares[live].process._process
    shared.keep([live])
    assert process.poll() is None
    shared.keep([])
    assert process.wait(SECONDS) != 0


@pytest.mark.parametrize("processors", [1, 2])
def test_only_a_second_processor_takes_part(monkeypatch: pytest.MonkeyPatch, processors: int) -> None:
    monkeypatch.setattr(second_process.os, "sched_getaffinity", lambda _: {*range(processors)}, raising=False)
    assert second_process.has_second_processor() is (processors > 1)


def test_small_pairs_and_tasks_that_cannot_are_scored_here(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = SharedWork()
    _, chained = engine_on(chains(SIZE), "coreference")
    _, small = engine_on(scenarios(SIZE // 10), "scenario_template")
    monkeypatch.setattr(shared_work, "has_second_processor", lambda: False)
    _, large = engine_on(scenarios(SIZE), "scenario_template")
    assert shared.score(chained) == shared.score(small) == SharedWork().score(large) == []
    assert not shared._shares


def test_parcels_are_answered_in_turn() -> None:
    _, live = engine_on(elements(5_000), "template_element")
    evaluation = live.evaluation
    assert isinstance(evaluation, ScoresElsewhere)
    parcels = [
        ToScore([SentDocument(each, *([unit.text for unit in side] for side in live.units_of(each)))])
        for each in live.documents
    ]
    asked, answers = BytesIO(), BytesIO()
    for said in (evaluation.twin, *parcels):
        pickle.dump(said, asked)
    asked.seek(0)
    serve(asked, answers)
    answers.seek(0)
    found = [pickle.load(answers)[0] for _ in parcels]
    live.work()
    assert [score.tabulation for each in found for score in each.scores] == [
        scored.tabulation for each in live.documents for scored in live.scores_of(each)
    ]


def test_findings_are_those_of_one_process() -> None:
    key, response = elements(SIZE)
    texts = Texts(key, faulty(response))
    engine, live = unjudged(texts)
    sound = judge_elsewhere(SharedWork(), live)
    assert len(live.key.documents) <= sound < 2 * len(live.key.documents)
    alone, _ = unjudged(texts)
    found = judge_here(engine)
    assert found == judge_here(alone) and found[RESPONSE] and not found[KEY]


def test_what_units_have_in_common_is_found() -> None:
    key, response = elements(SIZE)
    texts = Texts(key, repeated(response))
    engine, live = unjudged(texts)
    judge_elsewhere(SharedWork(), live)
    alone, _ = unjudged(texts)
    found = judge_here(engine)
    assert found == judge_here(alone) and found[RESPONSE] and not found[KEY]


@pytest.mark.parametrize("change", ["\n\tORG_NAME: ", "", "\n<ORGANIZATION-95000002-1> :=\n"])
def test_edits_after_another_process_has_judged_are_judged_here(change: str) -> None:
    texts = elements(SIZE)
    engine, live = unjudged(texts)
    assert judge_elsewhere(SharedWork(), live) == 2 * len(live.key.documents)
    name = "\n\tORG_NAME: "
    places = [at for at in range(len(texts.response)) if texts.response.startswith(name, at)]
    engine.edit(RESPONSE, [(at, at + len(name), change) for at in reversed(places[::7])])
    edited = Texts(texts.key, engine.source(RESPONSE).text)
    alone, _ = unjudged(edited)
    found = judge_here(engine)
    assert found == judge_here(alone)
    assert bool(found[RESPONSE]) is (change != name)


def test_documents_are_scored_elsewhere_while_files_are_read() -> None:
    texts = elements(SIZE)
    engine, live = unjudged(Texts(texts.key, ""))
    shared, end = SharedWork(), monotonic() + SECONDS
    whole = texts.response.index("<", SIZE * 3 // 4)
    for start in range(0, whole, 1000):
        engine.edit(RESPONSE, [(start, start, texts.response[start : min(start + 1000, whole)])])
        shared.read(live)
    before = len(live.waiting)
    while len(live.waiting) == before:
        shared.read(live)
        assert monotonic() < end
    engine.edit(RESPONSE, [(whole, whole, texts.response[whole:])])
    score_elsewhere(shared, live)
    assert are_alike(live, scored_alone(engine, live))


def test_no_process_is_begun_to_judge_alone() -> None:
    _, live = unjudged(elements(SIZE))
    shared = SharedWork()
    shared.judge(live)
    assert not shared._shares
