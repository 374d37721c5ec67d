"""The task's input: sentences by their ids (document, section 2.1), read safely."""

from pathlib import Path

import pytest

from keytally.families.contract import Role, Settings, SettingsError
from keytally.families.lexsub.evaluation import evaluation
from keytally.families.lexsub.reading import sentences_of

ROSES = """<corpus lang="english">
<lexelt item="bright.a">
  <instance id="3">
    <context>The roses have grown out of control ,
    wild and carefree , their <head>bright</head>
    blooming faces turned to bathe in the early
    autumn sun .</context>
  </instance>
  <instance id="4"><context>R&amp;D <b>pays</b> *well* , <head>bright</head>ly</context></instance>
  <instance id="5"><context>no head</context></instance>
  <instance><context>no id</context></instance>
</lexelt>
</corpus>
"""


def shown(xml: str) -> dict[str, str]:
    return {name: sentence.markdown for name, sentence in sentences_of(xml.encode()).items()}


def test_the_document_s_sentence() -> None:
    assert shown(ROSES)["3"] == (
        "The roses have grown out of control , wild and carefree , their **bright** blooming faces turned "
        "to bathe in the early autumn sun ."
    )


def test_text_is_shown_as_it_is_and_a_head_may_be_missing() -> None:
    assert shown(ROSES)["4"] == "R&D pays \\*well\\* , **bright** ly"
    assert shown(ROSES)["5"] == "no head"
    assert set(shown(ROSES)) == {"3", "4", "5"}


@pytest.mark.parametrize(
    ("xml", "problem"),
    [
        ("<corpus><lexelt></corpus>", "line 1: mismatched tag"),
        ("", "line 1: no element found"),
        ('<!DOCTYPE a [<!ENTITY x "boom">]><a>&x;</a>', "entity declarations are not supported"),
        (
            ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
            "entity declarations are not supported",
        ),
        ("<a>&x;</a>", "line 1: undefined entity"),
    ],
)
def test_what_is_no_xml_or_declares_entities_is_told_in_one_line(xml: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        sentences_of(xml.encode())


def test_other_encodings_are_read_as_the_file_declares_them() -> None:
    xml = '<?xml version="1.0" encoding="iso-8859-1"?><instance id="1"><context>café</context></instance>'
    assert sentences_of(xml.encode("latin-1"))["1"].before == "café"


def test_deep_and_long_input_is_read() -> None:
    deep = "<a>" * 5000 + '<instance id="1"><context>x</context></instance>' + "</a>" * 5000
    assert set(sentences_of(deep.encode())) == {"1"}
    long = f'<instance id="1"><context>{"word " * 100_000}<head>x</head></context></instance>'
    assert len(sentences_of(long.encode())["1"].before) == 2000


def test_a_line_s_note_is_its_sentence(tmp_path: Path) -> None:
    path = tmp_path / "sentences.xml"
    path.write_text(ROSES)
    scoring = evaluation(Settings(options=[("input", (str(path),))]), "lexsub-best")
    unit = scoring.language(Role.RESPONSE).read("bright.a 3 :: vivid;clear\n")
    note = unit.note_at(16)
    assert note is not None
    assert unit.text[note.start : note.end] == "bright.a 3"
    assert "**bright** blooming" in note.markdown
    assert scoring.language(Role.KEY).read("bright.a 9 :: vivid 3;\n").note_at(3) is None


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nowhere.xml", "no such file; specify an existing path"),
        ("bad.xml", "not valid XML for the task: line 1"),
    ],
)
def test_an_input_of_no_use_is_told_in_one_line(tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "bad.xml").write_text("bright.a 3 :: vivid\n")
    with pytest.raises(SettingsError) as raised:
        evaluation(Settings(options=[("input", (str(tmp_path / name),))]), "lexsub-best")
    assert len(raised.value.problems) == 1
    assert problem in raised.value.problems[0]
