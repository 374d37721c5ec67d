"""Objects found by class, identifier or what tells them, in all files."""

import pytest

from keytally_server.features import workspace_symbols as module
from keytally_server.features.workspace_symbols import workspace_symbols
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
}


@pytest.mark.parametrize("query", QUERIES)
def test_objects_by_class_number_or_name(query: str) -> None:
    assert found(query) == QUERIES[query]


def test_no_words_find_all_and_no_more_than_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(found("")) == 5
    monkeypatch.setattr(module, "MOST_SYMBOLS", 2)
    assert len(found("")) == 2
