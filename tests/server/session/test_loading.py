"""A long file that comes in stretches, and is edited meanwhile, ends as one that was read at once."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.corpora.subjects import TYPED_SUBJECTS
from keytally.engine.engine import Engine
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally_server.session import loading
from keytally_server.session.loading import Loading
from tests.engine.test_engine import TEXT
from tests.engine.toy import ToyLanguage

FILE = Path("/file")
LANGUAGE = ToyLanguage(Role.UNKNOWN)
STEP_OR_EDIT = st.none() | st.tuples(st.integers(0, 90), st.integers(0, 90), TEXT)


@pytest.fixture(autouse=True)
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "STRETCH", 5)


def begun(text: str) -> tuple[Engine, Loading]:
    engine = Engine()
    started = Loading(engine, FILE, text, LANGUAGE)
    engine.read_as(FILE, LANGUAGE)
    assert engine.reading(FILE) is not None
    return engine, started


def findings(engine: Engine) -> list[tuple[int, str]]:
    return [(each.start, each.finding.rule.name) for each in engine.findings(FILE)]


@given(st.lists(TEXT, max_size=8).map("".join), st.lists(STEP_OR_EDIT, max_size=24))
def test_steps_and_edits_in_any_order(text: str, steps: list[Any]) -> None:
    """Edits come while it is read, and while what has been read is judged."""
    engine, started = begun(text)
    judging = engine.judging(FILE)
    for step in steps:
        if step is not None:
            start, end = sorted(min(place, len(text)) for place in step[:2])
            started.edit(start, end, step[2])
            text = text[:start] + step[2] + text[end:]
        elif not started.is_done:
            started.step()
        else:
            next(judging, None)
    while not started.is_done:
        started.step()
    for _ in judging:
        pass
    fresh = Engine()
    fresh.open(FILE, text, LANGUAGE)
    assert str(started.text) == engine.source(FILE).text == text
    assert findings(engine) == findings(fresh)


def test_no_unit_is_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    plain = ToyLanguage.read

    def keep(self: ToyLanguage, text: str) -> Any:
        read.append(text)
        return plain(self, text)

    monkeypatch.setattr(ToyLanguage, "read", keep)
    text = "".join(f"<D{number} abc" for number in range(9))
    engine, started = begun(text)
    while not started.is_done:
        started.step()
    assert [each for each in read if each] == [f"<D{number} abc" for number in range(9)]
    assert engine.source(FILE).text == text


TEXTS = {
    **{subject.task: subject.texts(20_000).response for subject in TYPED_SUBJECTS},
    "lexsub-best": "".join(f"bright.a {number} :: smart {number};clever 1;\n" for number in range(700)),
    "m2": "".join(f"The sentence {number} .\n" for number in range(700)),
}


@pytest.mark.parametrize("stretch", [60, 700, 9_000])
@pytest.mark.parametrize("task", TEXTS)
def test_each_format_is_cut_as_at_once(task: str, stretch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "STRETCH", stretch)
    language, text = registry.evaluation(task, Settings()).language(Role.RESPONSE), TEXTS[task]
    engine = Engine()
    started = Loading(engine, FILE, text, language)
    engine.read_as(FILE, language)
    reading = engine.reading(FILE)
    while not started.is_done:
        started.step()
    fresh = Reading(language, text)
    assert reading is not None and [*reading.documents] == [*fresh.documents]
    assert [unit.text for unit in reading.units] == [unit.text for unit in fresh.units]


def test_a_unit_longer_than_a_stretch_comes_whole() -> None:
    engine, started = begun("<D1" + "a" * 100 + "<D2 b")
    started.step()
    assert engine.source(FILE).text == "<D1" + "a" * 100
    started.step()
    assert started.is_done
