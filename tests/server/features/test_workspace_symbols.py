"""Documents found by name, and objects by class, identifier or title, in all files."""

from pathlib import Path

import pytest

from keytally_server.requests import symbols as module
from keytally_server.requests.symbols import workspace_symbols
from tests.server.desk import unpaired
from tests.server.template_desk import KEY, RESPONSE, TEXTS, live_templates

FILE = """<PERSON-1-1> :=
	PER_NAME: "Ilsabet Noor"
<ORGANIZATION-1-1> :=
	ORG_NAME: "Harbour Board"
	ORG_TYPE: GOVERNMENT
<PERSON-2-1> :=
	PER_NAME: "Marla Tovenik"
"""
RESPONSE_FILE = '<PERSON-1-7> :=\n\tPER_NAME: "Noor"\n'
TEXT = "<DOC>\n<DOCNO> 12 </DOCNO>\n</DOC>\n"


def found(query: str) -> list[str]:
    engine, _ = live_templates(FILE, RESPONSE_FILE, texts=TEXT)
    readings = ((path, engine.reading(path)) for path in (KEY, RESPONSE, TEXTS))
    files = [(path, reading) for path, reading in readings if reading is not None]
    assert len(files) == 3
    texts = {path: engine.source(path).text for path, _ in files}
    symbols = workspace_symbols(files, query)
    return [f"{each.path.name}: {each.name} {texts[each.path][each.start : each.end]}" for each in symbols]


QUERIES = {
    "noor": [
        "te.key: PERSON-1-1 Ilsabet Noor <PERSON-1-1> :=",
        "te.response: PERSON-1-7 Noor <PERSON-1-7> :=",
    ],
    "person 2": ["te.key: PERSON-2-1 Marla Tovenik <PERSON-2-1> :="],
    "ORGANIZATION-1-1": ["te.key: ORGANIZATION-1-1 Harbour Board <ORGANIZATION-1-1> :="],
    "government": [],
    "12": ["te.texts.sgml: 12 12"],
    "2": [
        "te.key: 2 <PERSON-2-1> :=",
        "te.texts.sgml: 12 12",
        "te.key: PERSON-2-1 Marla Tovenik <PERSON-2-1> :=",
    ],
}


@pytest.mark.parametrize("query", QUERIES)
def test_documents_and_objects_by_class_number_or_name(query: str) -> None:
    assert found(query) == QUERIES[query]


def test_no_words_find_all_and_no_more_than_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(found("")) == 8
    monkeypatch.setattr(module, "MOST_SYMBOLS", 2)
    documents, others = found("")[:2], found("")[2:]
    assert documents == ["te.key: 1 <PERSON-1-1> :=", "te.response: 1 <PERSON-1-7> :="]
    assert [each.split()[1] for each in others] == ["PERSON-1-1", "ORGANIZATION-1-1"]


def test_the_name_that_is_the_query_comes_first_however_many_contain_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_SYMBOLS", 3)
    text = "".join(f"<DOC>\n<DOCNO> {number} </DOCNO>\n</DOC>\n" for number in range(1000, 0, -1))
    reading = unpaired(Path("/w/a.sgml"), text, "muc-sgml").reading
    symbols = workspace_symbols([(Path("/w/a.sgml"), reading)], "7")
    assert [each.name for each in symbols] == ["7", "799", "798"]
    assert [text[each.start : each.end].strip() for each in symbols] == ["7", "799", "798"]


def test_documents_without_names_are_found_by_their_numbers() -> None:
    text = "".join(f"S word{number}\n\n" for number in range(1, 31))
    reading = unpaired(Path("/w/a.m2"), text, "m2").reading
    symbols = workspace_symbols([(Path("/w/a.m2"), reading)], "12")
    assert [(each.name, text[each.start : each.end]) for each in symbols] == [("12", "S word12")]
