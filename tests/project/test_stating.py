"""The entry of keytally.toml for two files: which is the key, the task, and the text of the entry."""

from pathlib import Path

import pytest

from keytally.project.toml_edits import NamedText, Sides, appended_entry, pair_entry, sides_of
from keytally.project.toml_file import read_project

PLAIN = '<DOC>\n<DOCNO> 1 </DOCNO>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</DOC>\n'
MARKED = PLAIN.replace('"PERSON"', '"PERSON" STATUS="OPT"')
FOLDER = Path("/w")


def named(name: str, text: str = PLAIN) -> NamedText:
    return NamedText(FOLDER / name, text)


@pytest.mark.parametrize(
    ("file", "other", "key"),
    [
        (named("gold.key.sgml"), named("b.sgml"), "gold.key.sgml"),
        (named("b.sgml"), named("gold.key.sgml"), "gold.key.sgml"),
        (named("b.sgml"), named("response1.sgml"), "b.sgml"),
        (named("response1.sgml"), named("b.sgml"), "b.sgml"),
        (named("a.sgml", MARKED), named("b.sgml"), "a.sgml"),
        (named("a.sgml"), named("b.sgml", MARKED), "b.sgml"),
        (named("a.sgml"), named("b.sgml"), "b.sgml"),
    ],
)
def test_names_tell_the_key_then_marks_then_the_order(file: NamedText, other: NamedText, key: str) -> None:
    found = sides_of(file, other)
    assert found is not None and found.task == "named_entity"
    assert found.key.name == key
    assert {found.key, found.response} == {file.path, other.path}


def test_a_key_that_tells_no_task_makes_no_entry() -> None:
    assert sides_of(named("a.sgml"), named("key.sgml", "")) is None


@pytest.mark.parametrize("name", ["key.sgml", "deep/a key.sgml", 'a"\\b\x7f.sgml', "ä.sgml", "../up.sgml"])
def test_the_entry_reads_back_as_the_pair(name: str) -> None:
    text = pair_entry(Sides("named_entity", FOLDER / name, FOLDER / "system.sgml"), FOLDER / "keytally.toml")
    project = read_project(text)
    assert project.findings == ()
    (pair,) = project.pairs
    assert (pair.task, pair.key.value) == ("named_entity", name)
    assert [each.value for each in pair.responses] == ["system.sgml"]


@pytest.mark.parametrize(
    ("text", "between"), [("", ""), ("\n", ""), ("a = 1", "\n\n"), ("a = 1\n", "\n"), ("a = 1\r\n", "\n")]
)
def test_an_entry_stands_apart(text: str, between: str) -> None:
    assert appended_entry(text, "[[pair]]\n") == f"{between}[[pair]]\n"
