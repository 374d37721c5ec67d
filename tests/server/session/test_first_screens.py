"""What is told of the beginning of a long file is some of what is told when all of it is read."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine, every_finding
from keytally.engine.live_pair import PlacedMark
from keytally.engine.reading import language_in
from keytally.families import registry
from keytally.families.contract import Settings
from keytally.project.pair import Pair
from keytally_server.session import loading
from keytally_server.session.loading import first_screen
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
SENTENCES = st.builds(
    "{}{}\t{}\n{}\t{}\n{}".format,
    st.sampled_from(["", "", "-DOCSTART-\tO\n\n", "# a comment\n", "# a comment\n\n", "\n \n"]),
    st.sampled_from(["Ann", "Bea", "#", "-DOCSTART-"]),
    st.sampled_from(["O", "B-PER", "I-PER", "B-LOC", "?"]),
    st.sampled_from(["Ann", "Bea", "B\r\nC"]),
    st.sampled_from(["O", "B-PER", "I-PER", "I-LOC", ""]),
    st.sampled_from(["\n", "\n", "\n", "\r\n", ""]),
)
EDITS = st.builds(
    "S {}\n{}{}\n".format,
    st.sampled_from(["a b", "a b c", "a"]),
    st.lists(
        st.builds(
            "A {} {}|||X|||{}|||REQUIRED|||-NONE-|||{}\n".format,
            st.sampled_from("01"),
            st.sampled_from("12"),
            st.sampled_from(["c", "d||c", "-NONE-", ""]),
            st.sampled_from("01"),
        ),
        max_size=3,
    ).map("".join),
    st.sampled_from(["", "", "", "A 0 1\n", "x\n", "\n"]),
)
OUTPUT = st.builds(
    "{}\n".format,
    st.sampled_from(["a b", "c b", "a d c", "a", "a", "", "a b c d e f g h i j k l m n o p q r"]),
)
CHAINS = st.builds(
    "{} ({}); part 000\n{}{}{}".format,
    st.sampled_from(["#begin document", "#begin document", "# begin document", "#begin"]),
    st.sampled_from(["11", "11", "12", "13", "1 1", "22", ""]),
    st.lists(
        st.builds(
            "{0} 0 {1} {2} {3}\n".format,
            st.sampled_from(["11", "12"]),
            st.sampled_from("012"),
            st.sampled_from(["Ann", "she", "Bea"]),
            st.sampled_from(["(1)", "(1", "1)", "(2)", "-", "(", "(1)|(2)"]),
        ),
        max_size=3,
    ).map("".join),
    st.sampled_from(["\n", "\n", "", "#end\n"]),
    st.sampled_from(["#end document\n", "#end document\n", "", "# newdoc id = 12\n"]),
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
    engine = Engine(compares_texts=evaluation.compare_named is None and evaluation.compare_order is None)
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
    monkeypatch.setattr(loading, "SCREEN", 150)


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


@pytest.mark.parametrize("path", [KEY, RESPONSE])
@given(joined(CHAINS), joined(CHAINS))
def test_of_chains(path: Path, key: str, response: str) -> None:
    is_settled("conll-coreference", path, {KEY: key, RESPONSE: response})


@pytest.mark.parametrize("path", [KEY, RESPONSE])
@given(joined(SENTENCES), joined(SENTENCES))
def test_of_sentences_by_their_number(path: Path, key: str, response: str) -> None:
    is_settled("entities", path, {KEY: key, RESPONSE: response})


@pytest.mark.parametrize("path", [KEY, RESPONSE])
@given(st.lists(EDITS, max_size=12).map("".join), st.lists(OUTPUT, max_size=60).map("".join))
def test_of_corrected_sentences(path: Path, key: str, response: str) -> None:
    is_settled("m2", path, {KEY: key, RESPONSE: response})


@pytest.mark.parametrize("length", [100, 700])
def test_a_first_unit_may_be_longer_than_a_screen(length: int) -> None:
    row = "11 0 0 Ann (1)\n"
    text = "".join(
        f"#begin document ({name}); part 000\n{row * (length // len(row))}#end document\n"
        for name in range(5)
    )
    assert is_settled("conll-coreference", RESPONSE, {KEY: text, RESPONSE: text})


def test_sentences_have_a_first_screen() -> None:
    key, response = "Ann\tB-PER\nleft\tO\n\n" * 40, "Ann\tB-LOC\nleft\tO\n\n" * 40
    assert is_settled("entities", RESPONSE, {KEY: key, RESPONSE: response})
    assert is_settled("entities", KEY, {KEY: key, RESPONSE: response[:50]})


@pytest.mark.parametrize(
    ("task", "parts"),
    [
        ("conll-coreference", CHAINS),
        ("named_entity", ARTICLES),
        ("template_element", RECORDS),
        ("template-filling", OBJECTS),
    ],
)
@given(st.data())
def test_no_document_of_a_text_is_overlooked(task: str, parts: st.SearchStrategy[str], data: Any) -> None:
    text = data.draw(joined(parts))
    language = language_in(Pair(task, KEY, RESPONSE), registry.evaluation(task, Settings()), KEY)
    assert language.may_hold is not None
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


def test_files_without_documents_have_no_first_screen() -> None:
    texts = {KEY: "a word\n" * 40, RESPONSE: "a word\n" * 40}
    evaluation = registry.evaluation("named_entity", Settings())
    pair = Pair("named_entity", KEY, RESPONSE)
    assert first_screen(pair, RESPONSE, texts, evaluation, every_finding) is None
