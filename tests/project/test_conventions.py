"""Files that belong together by their names (design, "Which files belong together", rule 3)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.project.conventions import (
    NamedPair,
    companions_of_any,
    configuration_of,
    named_pairs,
    task_of,
    texts_beside,
)
from keytally.text.files import FIRST_PART


def pairs(*names: str) -> list[tuple[str, str]]:
    return [(pair.key, pair.response) for pair in named_pairs(names)]


def test_name_key_ext_goes_with_name_response_ext_and_name_rsp_ext() -> None:
    names = [
        "a.key.sgml",
        "a.response.sgml",
        "a.response2.sgml",
        "a.rsp-x.sgml",
        "b.rsp.sgml",
        "a.response.txt",
    ]
    assert pairs(*names) == [
        ("a.key.sgml", "a.response.sgml"),
        ("a.key.sgml", "a.response2.sgml"),
        ("a.key.sgml", "a.rsp-x.sgml"),
    ]


def test_name_texts_ext_and_name_bnf_belong_to_it() -> None:
    names = ["a.key.tmpl", "a.rsp.tmpl", "a.texts.tmpl", "a.bnf", "b.bnf", "texts"]
    assert list(named_pairs(names)) == [
        NamedPair("a.key.tmpl", "a.rsp.tmpl", "a.texts.tmpl", {"bnf": "a.bnf"})
    ]


@pytest.mark.parametrize("key", ["key", "keys"])
def test_key_and_keys_go_with_whatever_starts_with_response(key: str) -> None:
    names = [key, "response1", "responses", "rsponse", "texts", "bnf"]
    assert list(named_pairs(names)) == [
        NamedPair(key, "response1", "texts", {"bnf": "bnf"}),
        NamedPair(key, "responses", "texts", {"bnf": "bnf"}),
    ]


def test_text_is_as_good_as_texts() -> None:
    assert texts_beside("key", ["text", "key"]) == "text"
    assert texts_beside("key", ["text", "texts"]) == "texts"


def test_key_with_an_extension_goes_with_responses_of_the_same() -> None:
    names = ["key.sgml", "response.sgml", "response.config", "texts.sgml"]
    assert list(named_pairs(names)) == [NamedPair("key.sgml", "response.sgml", "texts.sgml", {})]


def test_what_editors_leave_behind_is_no_response() -> None:
    assert pairs("key", "response1", "response1~", "response1.bak", "response1.orig") == [
        ("key", "response1")
    ]


def test_other_names_make_no_pair() -> None:
    assert pairs("keyboard", "response1", "monkey", "my.keys") == []


ENAMEX = '<DOC>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</DOC>'
TE = '# a comment\n<PERSON-1-1> :=\n\tPER_NAME: "Ann"\n\tCOMMENT: "see <PERSON-1-2>"\n'


@pytest.mark.parametrize(
    ("text", "task"),
    [
        (ENAMEX, "named_entity"),
        ("<DOC>\n<timex type='DATE'>now</timex>", "named_entity"),
        ('<DOC>\n<COREF ID="1">she</COREF>' + ENAMEX, "coreference"),
        (TE, "template_element"),
        (TE.replace("\n", "\r"), "template_element"),
        (TE + "<EMPLOYEE_OF-1-1> :=\n\tPERSON: <PERSON-1-1>\n", "template_relation"),
        (TE + "<EMPLOYEE_OF-1-1> :=\n\tPERSON:\n\t\t/ <PERSON-1-1>\n", "template_relation"),
        (TE + "<TEMPLATE-1-1> :=\n\tDOC_NR: 1\n", "scenario_template"),
        ("bright.a 5 :: clever 3;smart 1;\n", "lexsub-best"),
        ("take.v 29 :: take place 5;\n", "lexsub-mw"),
        ("<DOC>\nno tags\n</DOC>", None),
        ("-----BEGIN PRIVATE KEY-----", None),
        ("", None),
    ],
)
def test_the_task_is_told_from_the_key(text: str, task: str | None) -> None:
    """COREF tags; ENAMEX, TIMEX or NUMEX tags; a TEMPLATE object; pointer fills; other templates."""
    assert task_of(text) == task


@pytest.mark.parametrize(
    ("folder", "task"),
    [
        ("ne", "named_entity"),
        ("ne7", "named_entity"),
        ("co", "coreference"),
        ("te", "template_element"),
        ("tr", "template_relation"),
        ("st", "scenario_template"),
    ],
)
def test_the_corpora_tell_their_tasks(corpora: Path, folder: str, task: str) -> None:
    assert task_of((corpora / folder / "key").read_text(encoding="utf-8")) == task


@pytest.mark.parametrize(
    ("files", "task"),
    [
        ("columns/*/*.conll", "entities"),
        ("conll*/*.conll", "conll-coreference"),
        ("conll/*.conllu", "conll-coreference"),
        ("template-json/*.json*", "template-filling"),
        ("lexsub/*", "lexsub-best"),
        ("m2/*.m2", "m2"),
        ("*/texts", None),
        ("*/config*", None),
        ("*/bnf", None),
        ("m2/response*", None),
        ("conll/*.tsv", "spans"),
    ],
)
def test_the_files_of_the_corpora_tell_their_tasks(corpora: Path, files: str, task: str | None) -> None:
    told = {path.name: task_of(path.read_text(encoding="utf-8")[:FIRST_PART]) for path in corpora.glob(files)}
    assert told == dict.fromkeys(told, task) and told


@pytest.mark.parametrize(
    "text",
    ["<" + "-" * 200_000, "<a-b-c> " * 20_000, " " * 200_000, "x:" * 100_000, "a 1 :: b" + " " * 200_000],
)
def test_telling_the_task_takes_linear_time(text: str) -> None:
    assert task_of(text) in {None, "template_element", "lexsub-best"}


@given(st.text("<>-:=/ab1 \n\r\t\"'COREF", max_size=60))
def test_any_text_can_be_asked_for_its_task(text: str) -> None:
    task_of(text)


def test_the_bnf_beside_a_file_that_is_in_no_pair() -> None:
    names = ["a.bnf", "bnf", "b.c.bnf"]
    for name in ("a.key.tmpl", "a.response2.tmpl"):
        assert companions_of_any(name, names) == {"bnf": "a.bnf"}
    assert companions_of_any("b.c.rsp.tmpl", names) == {"bnf": "b.c.bnf"}
    for name in ("d.key.tmpl", "key", "draft"):
        assert companions_of_any(name, names) == {"bnf": "bnf"}
    assert companions_of_any("key", names[:1]) == {}


@pytest.mark.parametrize(
    ("task", "key", "told"),
    [
        ("named_entity", "<DOC>\n<DOCID> nyt960210.0001 </DOCID>\n", "muc7-ne"),
        ("coreference", "<doc>\n<docid> nyt960210.0001 </docid>\n", "muc7-co"),
        ("named_entity", "<DOC>\n<DOCNO> 950103-0038 </DOCNO>\n", None),
        ("named_entity", "<DOC>\n<DOCID> wsj93 </DOCID>\n<DOCNO> 930219-0013 </DOCNO>\n", None),
        ("named_entity", "<DOC>\n", None),
        ("template_element", "<DOCID>", None),
        ("lexsub-best", "<DOCID>", None),
        ("no-such-task", "<DOCID>", None),
    ],
)
def test_the_tag_of_the_document_number_tells_the_configuration(
    task: str, key: str, told: str | None
) -> None:
    """Design, 3: without a configuration, the one whose document-number tag the key has."""
    assert configuration_of(task, key) == told
