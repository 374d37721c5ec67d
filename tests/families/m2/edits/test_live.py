"""Marks of the edits of two M2 files, and live scores while either file is edited."""

from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families.contract import Role, Settings
from keytally.families.m2.edits.evaluation import edit_comparison
from keytally.project.pair import Pair
from tests.families.m2.edits.recording import Generator
from tests.families.m2.files import block

KEY, RESPONSE = Path("/key.m2"), Path("/response.m2")


def engine_on(key: str, response: str, **options: str) -> tuple[Engine, LivePair]:
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    given_options = [(name, (value,)) for name, value in options.items()]
    live = engine.add_pair(Pair("m2-edits", KEY, RESPONSE), edit_comparison(Settings(options=given_options)))
    live.work()
    return engine, live


def marks(live: LivePair, role: Role) -> list[tuple[int, int, str]]:
    return [(each.start, each.end, each.mark.label) for each in live.marks(role, 0, 10**6)]


def marked(live: LivePair, role: Role, text: str) -> set[tuple[str, str]]:
    """Return the label of each mark with the text that it covers."""
    return {(text[start:end], label) for start, end, label in marks(live, role)}


def line(edit: str, annotator: int = 0) -> str:
    start, end, correction = edit.split(" ")
    return f"A {start} {end}|||T|||{correction}|||REQUIRED|||-NONE-|||{annotator}"


def test_each_edit_is_marked_on_its_line() -> None:
    key = block("a b c d", "0 1 x", "1 2 y", "3 4 w", "2 3 v #1")
    response = block("a b c d", "0 1 x", "1 2 z", "2 2 u")
    _, live = engine_on(key, response)
    assert marked(live, Role.RESPONSE, response) == {
        (line("0 1 x"), "COR a → x (T)"),
        (line("1 2 z"), "INC b → z (T)"),
        (line("2 2 u"), "SPU ε → u (T)"),
        ("d", "MIS d → w (T)"),
    }
    unscored = "not scored: annotator 0 gives this sentence a better F"
    assert marked(live, Role.KEY, key) == {
        (line("0 1 x"), "COR a → x (T)"),
        ("a", "COR a → x (T)"),
        (line("1 2 y"), "INC b → y (T)"),
        ("b", "INC b → y (T)"),
        (line("3 4 w"), "MIS d → w (T)"),
        ("d", "MIS d → w (T)"),
        (line("2 3 v", 1), unscored),
    }


def test_an_edit_with_some_correct_tokens_is_partially_correct() -> None:
    key, response = block("a b c", "0 2 x"), block("a b c", "1 3 y")
    _, live = engine_on(key, response, level="dt")
    assert marked(live, Role.RESPONSE, response) == {(line("1 3 y"), "PAR b c → y (T)")}
    assert marked(live, Role.KEY, key) == {(line("0 2 x"), "PAR a b → x (T)"), ("a b", "PAR a b → x (T)")}


def test_the_marks_agree_with_the_counts() -> None:
    for seed in range(20):
        _, live = engine_on(*Generator(seed).pair(1))
        counted = [label[:3] for _, _, label in marks(live, Role.RESPONSE)]
        totals = live.totals()
        assert counted.count("COR") == totals["correct"]
        assert len(counted) - counted.count("MIS") == totals["proposed"]
        assert len(counted) - counted.count("SPU") == totals["gold"]


PIECES = ["", "x", " ", "\n", "S a b\n", "A 0 1|||T|||the|||R|||-|||0\n", "|||", "0", "\r\n"]
EDITS = st.lists(
    st.tuples(
        st.sampled_from([KEY, RESPONSE]), st.integers(0, 300), st.integers(0, 8), st.sampled_from(PIECES)
    ),
    max_size=5,
)


def everything(engine: Engine, live: LivePair) -> object:
    """Return totals, items, marks, findings and the report."""
    found = [
        (each.finding.rule.name, each.start, each.end, each.finding.message)
        for path in (KEY, RESPONSE)
        for each in engine.findings(path)
    ]
    items = {document: live.document_totals(document) for document in live.documents}
    shown = [marks(live, role) for role in (Role.KEY, Role.RESPONSE)]
    return live.totals(), items, shown, found, live.evaluation.report_text(live.scores(), 1)


@settings(max_examples=60)
@given(EDITS, st.integers(0, 20), st.sampled_from(["document", "errant"]), st.sampled_from(["cs", "dt"]))
def test_after_any_edits_all_is_as_in_a_fresh_run(
    edits: list[tuple[Path, int, int, str]], seed: int, mode: str, level: str
) -> None:
    texts = dict(zip((KEY, RESPONSE), Generator(seed).pair(3), strict=True))
    options = {"compatible": mode, "level": level}
    engine, live = engine_on(texts[KEY], texts[RESPONSE], **options)
    for path, start, length, new in edits:
        start = min(start, len(texts[path]))
        end = min(start + length, len(texts[path]))
        texts[path] = texts[path][:start] + new + texts[path][end:]
        engine.edit(path, [(start, end, new)])
        live.work()
    assert everything(engine, live) == everything(*engine_on(texts[KEY], texts[RESPONSE], **options))


@given(st.integers(0, 10**6), st.sampled_from(["cs", "cse", "ds", "dt"]), st.sampled_from(["0", "0.5", "2"]))
def test_ratios_keep_their_bounds(seed: int, level: str, beta: str) -> None:
    _, live = engine_on(*Generator(seed).pair(3), level=level, beta=beta)
    totals = live.totals()
    assert totals["correct"] <= min(totals["proposed"], totals["gold"])
    assert all(0 <= totals[name] <= 100 for name in ("precision", "recall", "f"))
    types = live.evaluation.report_json(live.scores())["types"].values()
    for name in ("correct", "proposed", "gold"):
        assert sum(each[name] for each in types) == totals[name]


@given(st.lists(st.integers(0, 10**6), max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_sentences_does_not_matter(seeds: list[int], chance: Random) -> None:
    pairs = [Generator(seed).pair(1) for seed in seeds]
    shuffled = chance.sample(pairs, len(pairs))
    totals = [
        engine_on("".join(key for key, _ in each), "".join(response for _, response in each))[1].totals()
        for each in (pairs, shuffled)
    ]
    assert totals[0] == totals[1]
