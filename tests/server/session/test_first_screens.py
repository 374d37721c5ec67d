"""What is told of the beginning of a long file is some of what is told when all of it is read."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine, every_finding
from keytally.engine.languages import language_in
from keytally.engine.live_pair import PlacedMark
from keytally.evaluations import registry
from keytally.evaluations.abilities import ComparesNames, FindsDocuments
from keytally.evaluations.settings import Settings
from keytally.project.pair import Pair
from keytally_server.session import first_screens
from keytally_server.session.first_screens import first_screen
from keytally_server.session.snapshot import Snapshot

KEY, RESPONSE = Path("/w/key"), Path("/w/response")
NAMES = st.sampled_from(
    ["Ann", "<ENAMEX TYPE=PERSON>Ann</ENAMEX>", '<ENAMEX TYPE="X">Bea</ENAMEX>', "<ENAMEX TYPE="]
)
NUMBERS = st.sampled_from(["11", "1-1", "12", "13", "22", "31", "", '1"1', "<ENAMEX TYPE='>1</ENAMEX>2"])
ARTICLES = st.builds(
    "{}<DOCNO>{}</{}\n<TXT>{} and {}</TXT></DOC>\n".format,
    st.sampled_from(["<DOC>\n", "<DOC>", "<DOC><ENAMEX TYPE='"]),
    NUMBERS,
    st.sampled_from(["DOCNO>", "DOCNO>", "DOCID>", "P>"]),
    NAMES,
    NAMES,
)
RECORDS = st.builds(
    "<{}-{}-{}> :=\n\tPER_NAME: {}\n\tOTHER: <PERSON-{}-{}>\n".format,
    st.sampled_from(["PERSON", "PERSON", "ENTITY", "PERS ON"]),
    st.sampled_from(["11", "11", "12", "13", "1 1", "1'1", "22", ""]),
    st.sampled_from("12"),
    st.sampled_from(['"Ann"', '"Bea"', '"Ann', '"Ann"\n\t / "Bea"']),
    st.sampled_from(["11", "12"]),
    st.sampled_from("12"),
)
OBJECTS = st.builds(
    "{}{{{}{}: [{{{}: {}}}]}}{}\n".format,
    st.sampled_from(["", "", "", '"11": ', '"a": ', '"a" : \n']),
    st.sampled_from(["", '"docid": "11", ', '"docid" :\n"12", ', '"docid": "TST3-1", ', "'docid': '13', "]),
    st.sampled_from(['"templates"', '"templates"', '"extracts"', '"docid": "b", "templates"', "x"]),
    st.sampled_from(['"incident_type"', '"Target"', "Target"]),
    st.sampled_from(
        ['"attack"', '[["a bridge"]]', '"docid": \'c, "docid": "b", "11": {"templates": 1}\'', "{"]
    ),
    st.sampled_from(["", "", ",", "}"]),
)
CONFIGURATION = "-scoring_task: template_element\n-object_class: PERSON\n"


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    before = st.sampled_from(["", "\n", "A word before all\n", "{\n", '"docid'])
    return st.builds(str.__add__, before, st.lists(parts, max_size=9).map("".join))


def seen(snapshot: Snapshot, length: int) -> tuple[set[Any], set[Any]]:
    """What a snapshot tells of its marks and of its findings up to a length."""
    assert snapshot.pair is not None

    def place(mark: PlacedMark) -> Any:
        return mark.start, mark.end, mark.mark.status, mark.mark.level, mark.mark.label

    findings = {
        (each.start, each.end, each.finding.rule.name, each.finding.message)
        for each in snapshot.reading.findings
    }
    return set(map(place, snapshot.marks(0, length))), findings


def whole(pair: Pair, path: Path, texts: dict[Path, str], task: str) -> Snapshot:
    evaluation = registry.evaluation(task, Settings())
    engine = Engine(compares_texts=not isinstance(evaluation, ComparesNames))
    for each, text in texts.items():
        engine.open(each, text)
    live = engine.add_pair(pair, evaluation)
    live.work()
    return Snapshot(path, engine.source(path).buffer, live.reading(path), live.role_of(path), live)


def is_settled(task: str, path: Path, texts: dict[Path, str]) -> bool:
    """Check a first screen against what is told of all; returns whether there is one."""
    pair = Pair(task, KEY, RESPONSE)
    screen = first_screen(pair, path, texts, registry.evaluation(task, Settings()), every_finding)
    if screen is None:
        return False
    length = len(screen.buffer)
    assert texts[path].startswith(str(screen.buffer))
    marks, findings = seen(screen, length)
    all_marks, all_findings = seen(whole(pair, path, texts, task), len(texts[path]))
    assert marks <= all_marks
    assert findings <= all_findings
    assert {each for each in all_findings if each[1] < length} <= findings
    return True


@pytest.fixture(autouse=True)
def small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_screens, "SCREEN", 150)


@pytest.mark.parametrize("path", [KEY, RESPONSE])
@pytest.mark.parametrize("task", ["named_entity", "coreference"])
@given(joined(ARTICLES), joined(ARTICLES))
def test_of_articles(task: str, path: Path, key: str, response: str) -> None:
    is_settled(task, path, {KEY: key, RESPONSE: response})


@pytest.mark.parametrize("path", [KEY, RESPONSE])
@pytest.mark.parametrize("task", ["template_element", "scenario_template"])
@given(joined(RECORDS), joined(RECORDS))
def test_of_records(task: str, path: Path, key: str, response: str) -> None:
    is_settled(task, path, {KEY: key, RESPONSE: response})


@pytest.mark.parametrize("path", [KEY, RESPONSE])
@pytest.mark.parametrize("task", ["template-filling", "role-filling"])
@given(joined(OBJECTS), joined(OBJECTS))
def test_of_objects_of_json(task: str, path: Path, key: str, response: str) -> None:
    is_settled(task, path, {KEY: key, RESPONSE: response})


@pytest.mark.parametrize(
    ("task", "parts"),
    [("named_entity", ARTICLES), ("template_element", RECORDS), ("template-filling", OBJECTS)],
)
@given(st.data())
def test_no_document_of_a_text_is_overlooked(task: str, parts: st.SearchStrategy[str], data: Any) -> None:
    text = data.draw(joined(parts))
    language = language_in(Pair(task, KEY, RESPONSE), registry.evaluation(task, Settings()), KEY)
    assert isinstance(language, FindsDocuments)
    engine = Engine()
    engine.open(KEY, text, language)
    reading = engine.reading(KEY)
    assert reading is not None
    documents = {name for name in reading.documents if name}
    assert language.may_hold(text, documents) == documents


def article(number: int) -> str:
    return f'<DOC>\n<DOCNO>{number}</DOCNO>\n<TXT><ENAMEX TYPE="PERSON">Ann</ENAMEX></TXT></DOC>\n'


def screen_of(key: list[int], response: list[int]) -> list[str]:
    """The documents of the first screen of a response with these documents."""
    texts = {KEY: "".join(map(article, key)), RESPONSE: "".join(map(article, response))}
    found = first_screen(
        Pair("named_entity", KEY, RESPONSE),
        RESPONSE,
        texts,
        registry.evaluation("named_entity", Settings()),
        every_finding,
    )
    return [] if found is None else list(found.reading.documents)


@pytest.mark.parametrize(
    ("key", "response", "told"),
    [
        ([11, 12, 13, 14], [11, 12, 13, 14], ["11"]),
        ([12, 11, 13, 14], [11, 12, 13, 14], ["11"]),
        ([12, 13, 14, 15, 11], [11, 12, 13, 14], []),
        ([11, 12, 13, 14], [11, 12, 13, 11], []),
        ([11, 12, 13, 14, 11], [11, 12, 13, 14], []),
        ([12, 13, 14, 15], [11, 12, 13, 14], ["11"]),
        ([11], [11], ["11"]),
    ],
)
def test_documents_that_are_whole_on_both_sides(key: list[int], response: list[int], told: list[str]) -> None:
    assert screen_of(key, response) == told


def json_screen_of(record: str) -> list[str]:
    """The documents of the first screen of a response with three records, in a pair of equal files."""
    text = "".join(record.format(name) for name in ("TST-11", "TST-12", "b"))
    evaluation = registry.evaluation("template-filling", Settings())
    pair, texts = Pair("template-filling", KEY, RESPONSE), {KEY: text, RESPONSE: text}
    found = first_screen(pair, RESPONSE, texts, evaluation, every_finding)
    return [] if found is None else list(found.reading.documents)


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ('{{"docid": "{}", "templates": [{{"incident_type": "attack", "Target": [["a b c"]]}}]}}\n', 1),
        ('"{}": {{"templates": [{{"incident_type": "attack", "Target": [["a b c d e"]]}}]}},\n', 1),
        ('{{\'docid\': \'{}\', "templates": [{{"incident_type": "attack", "Target": []}}]}}\n', 0),
    ],
)
def test_records_of_json(record: str, told: int) -> None:
    assert len(json_screen_of(record)) == told


def test_files_without_numbered_documents_have_no_first_screen() -> None:
    texts = {KEY: "S a b\n\n" * 40, RESPONSE: "S a b\n\n" * 40}
    evaluation = registry.evaluation("m2", Settings())
    assert first_screen(Pair("m2", KEY, RESPONSE), RESPONSE, texts, evaluation, every_finding) is None
