"""The engine keeps the score of a response while it is edited: as a fresh run gives it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families.contract import Role
from keytally.project.pair import Pair
from tests.families.m2.files import GOLD, OUTPUT, block, compatible, counts, scored, scorer

KEY, RESPONSE = Path("/gold.m2"), Path("/response.txt")


def engine_on(gold: str, output: str, mode: str = "document") -> tuple[Engine, LivePair]:
    engine = Engine()
    engine.open(KEY, gold)
    engine.open(RESPONSE, output)
    live = engine.add_pair(Pair("m2", KEY, RESPONSE), compatible(mode))
    live.work()
    return engine, live


def everything(engine: Engine, live: LivePair) -> object:
    """Totals, items, marks and findings of both files."""
    marks = [
        (
            role,
            [
                (each.start, each.end, each.mark.status, each.mark.label)
                for each in live.marks(role, 0, 10**6)
            ],
        )
        for role in (Role.KEY, Role.RESPONSE)
    ]
    found = [
        (each.finding.rule.name, each.start, each.end, each.finding.message)
        for path in (KEY, RESPONSE)
        for each in engine.findings(path)
    ]
    items = {document: live.document_totals(document) for document in live.documents}
    return live.totals(), items, marks, found, live.evaluation.report_text(live.scores(), 1)


PIECES = ["", "x", " ", "\n", "on ", "S a b\n", "A 0 1|||T|||the|||R|||-|||0\n", "|||", "0", "\r\n"]
EDITS = st.lists(
    st.tuples(
        st.sampled_from([KEY, RESPONSE]), st.integers(0, 300), st.integers(0, 8), st.sampled_from(PIECES)
    ),
    max_size=5,
)


@settings(max_examples=60)
@given(EDITS, st.sampled_from(["document", "3.2", "head"]))
def test_after_any_edits_all_is_as_in_a_fresh_run(edits: list[tuple[Path, int, int, str]], mode: str) -> None:
    engine, live = engine_on(GOLD, OUTPUT, mode)
    texts = {KEY: GOLD, RESPONSE: OUTPUT}
    for path, start, length, new in edits:
        start = min(start, len(texts[path]))
        end = min(start + length, len(texts[path]))
        texts[path] = texts[path][:start] + new + texts[path][end:]
        engine.edit(path, [(start, end, new)])
        live.work()
    assert everything(engine, live) == everything(*engine_on(texts[KEY], texts[RESPONSE], mode))


BLOCK = st.sampled_from(["S a b\nA 0 1|||T|||the|||R|||-|||0\n", "S c\n", "S d\n\n", "S e\r", "\n", "x\n"])
STEPS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.lists(BLOCK, max_size=1)), max_size=4)


@given(st.lists(BLOCK, max_size=5), STEPS)
def test_after_whole_sentences_have_come_and_gone_all_is_as_in_a_fresh_run(
    blocks: list[str], steps: list[tuple[int, int, list[str]]]
) -> None:
    """Also the first ones, and those that no empty line parts from the next."""
    engine, live = engine_on("".join(blocks), OUTPUT)
    for index, count, new in steps:
        start, gone = len("".join(blocks[:index])), len("".join(blocks[index : index + count]))
        blocks[index : index + count] = new
        engine.edit(KEY, [(start, start + gone, "".join(new))])
        live.work()
        assert everything(engine, live) == everything(*engine_on("".join(blocks), OUTPUT))


SENTENCES = st.lists(
    st.tuples(
        st.lists(st.sampled_from("abc"), min_size=1, max_size=4),
        st.lists(st.sampled_from("abc"), min_size=1, max_size=4),
        st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abc"), st.integers(0, 1)), max_size=3),
    ),
    min_size=1,
    max_size=5,
)


def files_of(sentences: list[tuple[list[str], list[str], list[tuple[int, str, int]]]]) -> tuple[str, str]:
    gold = [
        block(
            " ".join(source),
            *(
                f"{min(at, len(source) - 1)} {min(at, len(source) - 1) + 1} {new} #{who}"
                for at, new, who in edits
            ),
        )
        for source, _, edits in sentences
    ]
    return "".join(gold), "".join(" ".join(hypothesis) + "\n" for _, hypothesis, _ in sentences)


@given(SENTENCES, st.randoms(use_true_random=False))
def test_the_order_of_sentences_does_not_matter_by_the_document(sentences: list, chance: object) -> None:
    shuffled = list(sentences)
    chance.shuffle(shuffled)
    assert counts(*files_of(sentences)) == counts(*files_of(shuffled))


@given(SENTENCES, st.sampled_from(["0", "0.5", "2"]))
def test_ratios_keep_their_bounds(sentences: list, beta: str) -> None:
    rules = scorer(beta=beta)
    fold = rules.fold()
    for score in scored(*files_of(sentences), rules):
        own = rules.document_totals([score])
        assert own["correct"] <= min(own["proposed"], own["gold"])
        fold.put(score)
    totals = fold.totals()
    assert all(0 <= totals[name] <= 100 for name in ("precision", "recall", "f"))
    assert totals["correct"] <= min(totals["proposed"], totals["gold"])


@given(SENTENCES)
def test_what_comes_and_goes_leaves_no_trace(sentences: list) -> None:
    gold, output = files_of(sentences)
    for mode in ("document", "3.2"):
        rules = compatible(mode)
        fold = rules.fold()
        before = fold.totals()
        scores = scored(gold, output, rules)
        for score in scores:
            fold.put(score)
        for score in reversed(scores):
            fold.drop(score)
        assert fold.totals() == before


def test_an_edit_of_a_line_scores_its_sentence_alone() -> None:
    engine, live = engine_on(GOLD, OUTPUT)
    place = OUTPUT.index("predator")
    engine.edit(RESPONSE, [(place, place + 8, "predators")])
    assert live.work() == ["3"]
    assert live.totals()["correct"] == 5
    assert live.documents == ["1", "2", "3"]


def test_a_line_more_is_found_and_the_score_goes_on() -> None:
    engine, live = engine_on(GOLD, OUTPUT)
    engine.edit(RESPONSE, [(OUTPUT.index("The dog"), OUTPUT.index("The dog"), "new line\n")])
    live.work()
    assert [each.finding.rule.name for each in engine.findings(RESPONSE)] == ["m2-line-count"]
    assert live.document_totals("4") == {}
    engine.edit(RESPONSE, [(OUTPUT.index("The dog"), OUTPUT.index("The dog") + 9, "")])
    live.work()
    assert list(engine.findings(RESPONSE)) == []
    assert live.headline() == pytest.approx(80)


def test_marks_stand_at_tokens_in_both_files() -> None:
    _, live = engine_on(GOLD, OUTPUT)
    response = [
        (OUTPUT[mark.start : mark.end], mark.mark.status.value, mark.mark.label)
        for mark in live.marks(Role.RESPONSE, 0, len(OUTPUT))
    ]
    assert response == [
        ("A", "spu", "SPU The → A"),
        ("on", "cor", "COR at → on (Prep)"),
        ("the", "cor", "COR ε → the (ArtOrDet)"),
        ("are", "cor", "COR is → are (SVA)"),
        ("", "cor", "COR an → ε (ArtOrDet)"),
        ("", "mis", "MIS predator → predators (NN)"),
    ]
    key = [
        (GOLD[mark.start : mark.end], mark.mark.status.value) for mark in live.marks(Role.KEY, 0, len(GOLD))
    ]
    assert key == [
        ("at", "cor"),
        ("", "cor"),
        ("A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0", "cor"),
        ("A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0", "cor"),
        ("A 1 2|||NN|||dogs|||REQUIRED|||-NONE-|||0", "uns"),
        ("is", "cor"),
        ("an", "cor"),
        ("predator", "mis"),
        ("A 2 3|||SVA|||are|||REQUIRED|||-NONE-|||0", "cor"),
        ("A 3 4|||ArtOrDet|||-NONE-|||REQUIRED|||-NONE-|||0", "cor"),
        ("A 5 6|||NN|||predators|||REQUIRED|||-NONE-|||0", "mis"),
        ("A 1 2|||NN|||otter|||REQUIRED|||-NONE-|||1", "uns"),
    ]


def test_something_missing_stands_where_it_would() -> None:
    gold = block("a b c d", "0 1 x", "2 3 y", "4 4 z")
    output = "q w b c d\n"
    _, live = engine_on(gold, output)
    missing = [mark.start for mark in live.marks(Role.RESPONSE, 0, 99) if mark.mark.status.value == "mis"]
    assert missing == [0, 5, 9]
