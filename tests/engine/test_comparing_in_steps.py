"""Files that were read in parts are compared in short steps, whatever is edited between these."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.comparison import TOGETHER
from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Settings
from keytally.project.pair import Pair

KEY, RESPONSE, TEXTS = Path("/w/key"), Path("/w/response"), Path("/w/texts")
ARTICLE = "<DOC>\n<DOCNO>{}</DOCNO>\n<TXT>{}</TXT></DOC>\n"
PARTS = {
    "entities": ("", ["Ann\tB-PER\n\n", "Ann\tO\n\n", "Bea\tB-LOC\nsaw\tO\n\n"]),
    "m2": ("", ["S a b\nA 0 1|||X|||c|||REQUIRED|||-NONE-|||0\n\n", "S a\n\n"]),
    "template-filling": (
        "",
        [
            f'{{"docid": "{name}", "templates": [{{"incident_type": "{kind}", "Target": []}}]}}\n'
            for name in "ab"
            for kind in ("attack", "bombing")
        ],
    ),
    "named_entity": (
        ARTICLE,
        ["Ann left.", "<ENAMEX TYPE=PERSON>Ann</ENAMEX> left.", "<ENAMEX TYPE=PERSON>Ann</ENAMEX> leapt."],
    ),
}


def written(task: str, choices: list[int]) -> str:
    frame, parts = PARTS[task]
    texts = [parts[choice % len(parts)] for choice in choices]
    return "".join(frame.format(number, text) if frame else text for number, text in enumerate(texts))


def opened(task: str, texts: dict[Path, str], *, judged: bool) -> Engine:
    engine = Engine()
    for path, text in texts.items():
        engine.open(path, text, judged=judged)
    pair = Pair(task, KEY, RESPONSE, TEXTS if TEXTS in texts else None)
    engine.add_pair(pair, registry.evaluation(task, Settings()))
    return engine


def findings(engine: Engine, path: Path) -> list[tuple[int, int, str, str]]:
    found = [
        (each.start, each.end, each.finding.rule.name, each.finding.message) for each in engine.findings(path)
    ]
    return sorted(found)


CHOICES = st.lists(st.integers(0, 5), min_size=1, max_size=3 * TOGETHER)
EDITS = st.lists(
    st.tuples(st.integers(0, 40), st.booleans(), st.integers(0, 2000), st.sampled_from([0, 0, 3, 60])),
    max_size=4,
)


@pytest.mark.long
@pytest.mark.parametrize("with_texts", [False, True])
@pytest.mark.parametrize("task", PARTS)
@given(key=CHOICES, response=CHOICES, is_alike=st.booleans(), edits=EDITS, added=st.integers(0, 5))
@settings(deadline=None, max_examples=40)
def test_as_all_at_once(
    task: str,
    with_texts: bool,
    key: list[int],
    response: list[int],
    is_alike: bool,
    edits: list[tuple[int, bool, int, int]],
    added: int,
) -> None:
    files = {KEY: written(task, key), RESPONSE: written(task, key if is_alike else response)}
    if with_texts and task == "named_entity":
        files = {TEXTS: written(task, [0] * len(key)), **files}
    engine = opened(task, files, judged=False)
    steps = _in_turn([engine.judging(path) for path in files])
    for count, in_key, start, length in edits:
        for _ in range(count):
            next(steps, None)
        path = KEY if in_key else RESPONSE
        at = start % (len(files[path]) + 1)
        end, text = min(at + length, len(files[path])), written(task, [added])
        files[path] = files[path][:at] + text + files[path][end:]
        engine.edit(path, [(at, end, text)])
    assert all(step is None for step in steps)
    fresh = opened(task, files, judged=True)
    assert [findings(engine, path) for path in files] == [findings(fresh, path) for path in files]


def _in_turn(steps: list[Iterator[None]]) -> Iterator[None]:
    """A step of each in turn, until all are over."""
    left = dict(enumerate(steps))
    for number in cycle(range(len(steps))):
        if not left:
            return
        if number in left:
            try:
                yield next(left[number])
            except StopIteration:
                del left[number]


def test_nothing_is_compared_with_a_file_that_is_not_read() -> None:
    engine = opened("entities", {KEY: "Ann\tB-PER\n", RESPONSE: "Bea\tB-LOC\n"}, judged=False)
    list(engine.judging(RESPONSE))
    assert findings(engine, RESPONSE) == []
    for _ in engine.judging(KEY):
        pass
    assert [rule for _, _, rule, _ in findings(engine, RESPONSE)] == ["columns-token", "columns-type"]


def test_a_pair_that_ends_meanwhile_is_compared_no_further() -> None:
    text = written("entities", [0] * 3 * TOGETHER)
    engine = opened("entities", {KEY: text, RESPONSE: text.replace("Ann", "Bea")}, judged=False)
    list(engine.judging(KEY))
    steps = engine.judging(RESPONSE)
    while not findings(engine, RESPONSE):
        next(steps)
    (live,) = engine.pairs
    engine.read_as(RESPONSE, live.response.reading(RESPONSE).language)
    engine.remove_pair(live)
    list(steps)
    assert findings(engine, RESPONSE) == []
