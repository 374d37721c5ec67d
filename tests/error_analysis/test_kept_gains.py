"""Gains that are kept while a pair is edited are those of a fresh analysis, and little is done again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.error_analysis import analysis
from keytally.error_analysis.analysis import TOO_LARGE, GainCache, analyse_differences
from keytally.error_analysis.corrections import Corrections
from keytally.families import registry
from keytally.families.annotations import Difference
from keytally.families.contract import Settings
from keytally.findings.finding import Edit, apply_edits
from keytally.project.discovery import discover
from keytally.project.pair import Pair
from keytally.runs.score import score

KEY, RESPONSE = Path("/key"), Path("/response")


def document(number: int, body: str) -> str:
    return f"<DOC>\n<DOCNO> {number} </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"


def person(name: str, kind: str = "PERSON") -> str:
    return f'<ENAMEX TYPE="{kind}">{name}</ENAMEX>'


KEYS = [
    f"{person('Ann')} met {person('Bo')}.",
    f"{person('Cleo')} is in {person('Oslo', 'LOCATION')}.",
    "Nobody came.",
]
RESPONSES = [f"{person('Ann', 'LOCATION')} met Bo.", "Cleo is in Oslo.", f"{person('Nobody')} came."]


def everything(difference: Difference) -> bool:
    return True


class Calls:
    """Records the calls of a method, which does its work all the same."""

    def __init__(self, owner: type, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.arguments: list[tuple[Any, ...]] = []
        method = getattr(owner, name)

        def recorded(*arguments: Any) -> Any:
            self.arguments.append(arguments)
            return method(*arguments)

        monkeypatch.setattr(owner, name, recorded)


def pair(keys: Sequence[str] = KEYS, responses: Sequence[str] = RESPONSES) -> tuple[Engine, LivePair]:
    engine = Engine(judges=False)
    engine.open(KEY, "".join(document(number, body) for number, body in enumerate(keys)))
    engine.open(RESPONSE, "".join(document(number, body) for number, body in enumerate(responses)))
    evaluation = registry.evaluation("named_entity", Settings())
    live = engine.add_pair(Pair("named_entity", KEY, RESPONSE), evaluation)
    live.work()
    return engine, live


def told(live: LivePair, kept: GainCache) -> tuple[list[object], list[object]]:
    """All that is kept, and the same from a fresh analysis; gains are rounded."""
    for _ in kept.steps():
        pass
    fresh = analyse_differences(live)
    return (
        [
            [
                (each.document, each.difference[:5], round(each.gain, 9), each.refused)
                for each in kept.valued()
            ],
            [(name, number, round(gain, 9)) for name, number, gain in kept.classes()],
        ],
        [
            [
                (each.document, each.difference[:5], round(each.gain, 9), each.refused)
                for each in fresh.differences
            ],
            [(each.name, each.number, round(each.gain, 9)) for each in fresh.classes],
        ],
    )


def replace(engine: Engine, live: LivePair, old: str, new: str) -> None:
    text = str(engine.source(RESPONSE).buffer)
    place = text.index(old)
    engine.edit(RESPONSE, [(place, place + len(old), new)])
    live.work()


def test_gains_are_those_of_the_analysis() -> None:
    _, live = pair()
    kept, fresh = told(live, GainCache(live))
    assert kept == fresh
    assert [len(part) for part in kept] == [5, 3]  # type: ignore[arg-type]


def test_another_evaluation_scores_the_corrected_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    _, live = pair()
    own = registry.evaluation("named_entity", Settings())
    scored = Calls(type(live.evaluation), "score", monkeypatch)
    for _ in GainCache(live, own).steps():
        pass
    assert scored.arguments
    assert all(arguments[0] is own for arguments in scored.arguments)


def test_an_edit_repairs_its_document_alone_and_changes_all_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, live = pair()
    kept = GainCache(live)
    told(live, kept)
    before = {each.document: each.gain for each in kept.valued()}
    corrected = Calls(Corrections, "corrected", monkeypatch)
    replace(engine, live, "Cleo", person("Cleo"))
    for _ in kept.steps():
        pass
    assert {arguments[1] for arguments in corrected.arguments} == {"1"}
    after = {each.document: each.gain for each in kept.valued()}
    assert before.keys() == after.keys() and all(before[name] != after[name] for name in before)
    kept_values, fresh = told(live, kept)
    assert kept_values == fresh


def test_an_edit_elsewhere_does_not_restart_a_document(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, live = pair()
    kept = GainCache(live)
    corrected = Calls(Corrections, "corrected", monkeypatch)
    steps = kept.steps()
    while not corrected.arguments:
        next(steps)
    replace(engine, live, "Nobody", "No one")
    del steps
    for _ in kept.steps():
        pass
    repaired = [name for _, name, _ in corrected.arguments if name == "0"]
    assert len(repaired) == sum(each.document == "0" for each in kept.valued()) > 1
    monkeypatch.undo()
    kept_values, fresh = told(live, kept)
    assert kept_values == fresh


def test_one_document_can_be_asked_for_alone() -> None:
    _, live = pair()
    found = GainCache(live).wanted(["1"], everything)
    assert [each.difference.key_text for each in found] == ['PERSON "Cleo"', 'LOCATION "Oslo"']


def test_only_what_is_wanted_is_repaired(monkeypatch: pytest.MonkeyPatch) -> None:
    _, live = pair()
    corrected = Calls(Corrections, "corrected", monkeypatch)
    kept = GainCache(live)
    (found,) = kept.wanted(["1"], lambda each: "Oslo" in each.key_text)
    assert len(corrected.arguments) == 1
    for _ in kept.steps():
        pass
    assert found in list(kept.valued())


def test_a_repair_has_the_edits_of_its_difference() -> None:
    engine, live = pair()
    kept = GainCache(live)
    (first, *_) = kept.wanted(["0"], everything)
    ((unit, edit),) = kept.repair("0", first.difference).edits
    offset = live.response.reading(RESPONSE).units.offset_of(unit)
    text = str(engine.source(RESPONSE).buffer)
    after = apply_edits(text, [Edit(edit.start + offset, edit.end + offset, edit.text)])
    assert person("Ann") in after


def test_a_large_document_has_its_differences_without_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    _, live = pair()
    monkeypatch.setattr(analysis, "LARGEST", 10)
    kept = GainCache(live)
    corrected = Calls(Corrections, "corrected", monkeypatch)
    found = kept.wanted(["0"], everything)
    assert [(each.difference.name, each.gain, each.refused) for each in found] == [
        ("type", 0.0, TOO_LARGE),
        ("missed", 0.0, TOO_LARGE),
    ]
    assert corrected.arguments == []


FOLDERS = sorted(path.parent for path in (Path(__file__).parents[2] / "examples").glob("*/keytally.toml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_gains_of_every_example_are_those_of_the_analysis(folder: Path) -> None:
    for pair in discover(folder, (), lambda files: None).pairs:
        live = score(pair.key, pair.response, task=pair.task).live
        if live.evaluation.classifier is not None:
            kept, fresh = told(live, GainCache(live))
            assert kept == fresh and kept[0]


NAMES = st.sampled_from(["Ann", "Bo", "Cleo", "Oslo", "Nobody"])
KINDS = st.sampled_from(["PERSON", "LOCATION"])


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(NAMES, KINDS), max_size=4))
def test_kept_gains_are_fresh_gains_after_any_edits(edits: list[tuple[str, str]]) -> None:
    engine, live = pair()
    kept = GainCache(live)
    for name, kind in edits:
        text = str(engine.source(RESPONSE).buffer)
        tagged = next((tag for tag in (person(name), person(name, "LOCATION")) if tag in text), None)
        replace(engine, live, tagged or name, name if tagged else person(name, kind))
        mine, fresh = told(live, kept)
        assert mine == fresh
